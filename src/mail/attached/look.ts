// Mail, attached: the look of text in a file, and whether a person sees text of it.
import { type Colour, contrast, white } from "../visible/colours.ts";

/** Fields that are left out are not said: black on white, of ordinary size. */
export interface TextLook {
  isHidden?: boolean;
  /** The box, row or page around it is not shown, whatever its own look says. */
  isGone?: boolean;
  colour?: Colour | null;
  ground?: Colour | null;
  /** A picture or gradient: any colour may be seen on it. */
  isGroundUnknown?: boolean;
  points?: number;
  /** Points between letters beside their own width. */
  spacing?: number;
}

/** Smaller letters are dots to a person. */
export const minPoints = 1.5;

const usualPoints = 11;

/** How the look hides its text; null: a person sees it. */
export function techniqueOf({
  isHidden,
  isGone,
  colour,
  ground,
  isGroundUnknown,
  points,
  spacing,
}: TextLook): "display" | "size" | "colour" | null {
  if (isHidden || isGone) return "display";
  if (points !== undefined && points < minPoints) return "size";
  // Letters that lie on each other.
  if (spacing !== undefined && spacing <= -0.5 * (points ?? usualPoints)) return "size";
  return colour && !isGroundUnknown && !isSeenOn(colour, ground ?? white) ? "colour" : null;
}

/** The longest side of usual pages, and of the greatest that programs make, in points. */
export const usualPage = 792;
const greatestPage = 1584;

/** The longer side of pages. @param side null: not said */
export function longerSide(page: number, side: number | null): number {
  return side !== null && side > page ? Math.min(side, greatestPage) : page;
}

/** A length with a unit in points; null: none. @param share units of a length without one that are a point */
export function pointsOf(length: string | undefined, share?: number): number | null {
  const [, size, unit] = /^\s?([+-]?[\d.]{1,20})\s?(pt|in|cm|mm|px|pc|pi)?\s?$/i.exec(length ?? "") ?? [];
  if (size === undefined || (unit === undefined && share === undefined)) return null;
  const points =
    unit === undefined ? Number(size) / share! : Number(size) * pointsOfUnit[unit.toLowerCase()]!;
  return Number.isNaN(points) ? null : points;
}

const pointsOfUnit: Record<string, number> = {
  pt: 1,
  in: 72,
  cm: 28.35,
  mm: 2.835,
  px: 0.75,
  pc: 12,
  pi: 12,
};

/** Contrast below this is none to a person: light grey on white has 1.2. */
const minContrast = 1.08;

export function isSeenOn(text: Colour, ground: Colour): boolean {
  return contrast(text, ground) >= minContrast;
}

/** Six hexadecimal digits, perhaps behind "#" or two digits of alpha, which does not count; null: no such colour. */
export function rgbOf(text: string | undefined): Colour | null {
  const hex = /^(?:#|[0-9a-f]{2}(?=[0-9a-f]{6}$))?([0-9a-f]{6})$/i.exec(text ?? "")?.[1];
  if (hex === undefined) return null;
  const number = Number.parseInt(hex, 16);
  return { r: number >> 16, g: (number >> 8) & 255, b: number & 255, a: 1 };
}
