// Values of properties that change letters: shadows, edges, the share of a font. CSS Text Decoration 3 4, Compatibility 4.7,
// CSS Fonts 5 2.5

import { cssColour, words } from "./colours.ts";
import { pixels } from "./lengths.ts";

const widths = new Map([
  ["thin", 1],
  ["medium", 3],
  ["thick", 5],
]);

/** Pixels of an edge; null where the value is none. */
export function edgeWidth(value: string, em = 16): number | null {
  const width = widths.get(value) ?? pixels(value, { em, whole: null });
  return width === null || width < 0 ? null : width;
}

/** The width and the colour of a shorthand for edges; null where it is invalid. */
export function edgeParts(value: string): { width: string; colour: string } | null {
  const parts = words(value);
  const width = parts.find((part) => edgeWidth(part) !== null);
  const colour = parts.find((part) => cssColour(part) !== null);
  const known = [width, colour].filter((part) => part !== undefined).length;
  if (known === 0 || parts.length !== known) return null;
  return { width: width ?? "0px", colour: colour ?? "currentcolor" };
}

export interface ShadowValue {
  colour: string;
  /** Pixels to the right and down, and of the blur. */
  right: number;
  down: number;
  blur: number;
}

const maxShadows = 50;

/** Shadows of letters; null where the value is invalid. */
export function shadowsOf(value: string, em = 16): ShadowValue[] | null {
  if (value === "none") return [];
  const shadows = words(value, ",")
    .slice(0, maxShadows)
    .map((one) => shadowOf(one, em));
  return shadows.includes(null) ? null : (shadows as ShadowValue[]);
}

function shadowOf(value: string, em: number): ShadowValue | null {
  const parts = words(value);
  const at = parts.findIndex((part) => cssColour(part) !== null);
  if (at > 0 && at < parts.length - 1) return null;
  const [colour = "currentcolor"] = at < 0 ? [] : parts.splice(at, 1);
  const [right, down, blur = 0, ...more] = parts.map((part) => pixels(part, { em, whole: null }));
  if (more.length > 0 || right == null || down == null || blur === null || blur < 0) return null;
  return { colour, right, down, blur };
}

const adjusted =
  /^(?:(ex-height|cap-height|ch-width|ic-width|ic-height) )?(?:from-font|(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e([+-]?\d{1,3}))?)$/;

/** The height of small letters in the size of most fonts. */
const usualAspect = 0.5;
/** Measures of other parts of letters by which a font may shrink them to less than a third. */
const leastMeasure = 0.3;

/** The share of their size that letters get; "unknown": less than they have, by a measure of fonts; null: the value is invalid. */
export function adjustOf(value: string): number | "unknown" | null {
  if (value === "none" || value === "initial") return 1;
  if (/^(?:[a-z-]+ )?calc\(/.test(value)) return "unknown";
  const match = adjusted.exec(value);
  if (match === null) return null;
  const [, measure = "ex-height", number, exponent = "0"] = match;
  if (number === undefined) return 1;
  const wanted = Number(number) * 10 ** Number(exponent);
  if (measure === "ex-height") return wanted / usualAspect;
  return wanted < leastMeasure ? "unknown" : 1;
}
