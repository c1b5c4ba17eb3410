// Mail, attached: shapes of an RTF document, by whose properties their text is seen or not. Rich Text Format Specification 1.9.1
import { type Colour, white } from "../visible/colours.ts";
import { type TextLook, techniqueOf } from "./look.ts";
import { type FileWords, limits } from "./text.ts";

/** A shape, shared by the groups within it. */
export interface RtfShape {
  /** The shape around it. */
  outer: RtfShape | null;
  /** True: beyond every page. */
  isAway: boolean;
  /** The name of the property that is open. */
  name: string;
  /** Values of the properties that count; text is written in pieces. */
  values: Map<string, string>;
}

/** Groups that begin a shape, mostly behind `\*`, and those within it that hold its text. */
export const shapes = new Set(["shpinst", "do"]);
export const shapeTexts = new Set(["shptxt", "dptxbxtext"]);

const counting = new Set(["fHidden", "fFilled", "fillColor", "fillOpacity", "fillType"]);
const maxValueCharacters = 40;

export function newShape(outer: RtfShape | null): RtfShape {
  return { outer, isAway: false, name: "", values: new Map() };
}

/** Takes the place of a shape. @param page the longest side of a page, in points */
export function placeShape(shape: RtfShape, word: string, number: number, page: number): void {
  if (/^(?:shp(?:left|top)|dp[xy])$/.test(word) && Math.abs(number) / 20 > page) shape.isAway = true;
}

/** Begins a name or value. */
export function openProperty(shape: RtfShape, kind: "sn" | "sv"): void {
  if (kind === "sn") shape.name = "";
  else shape.values.delete(shape.name.trim());
}

/** Takes a piece of a name or value. */
export function takeProperty(shape: RtfShape, kind: "sn" | "sv", text: string): void {
  const name = shape.name.trim();
  if (kind === "sn") shape.name = (shape.name + text).slice(0, maxValueCharacters);
  else if (counting.has(name))
    shape.values.set(name, ((shape.values.get(name) ?? "") + text).slice(0, maxValueCharacters));
}

/** The look that a shape gives to its text. @param looks those that are known */
function lookOf(shape: RtfShape, looks: Map<RtfShape, TextLook>): TextLook {
  const known = looks.get(shape);
  if (known) return known;
  const look = ownLook(shape, shape.outer && lookOf(shape.outer, looks));
  looks.set(shape, look);
  return look;
}

function ownLook({ isAway, values }: RtfShape, around: TextLook | null): TextLook {
  const number = (name: string, usual: number) => Number(values.get(name) ?? usual);
  const isGone = isAway || number("fHidden", 0) !== 0;
  const isFilled = number("fFilled", 1) !== 0;
  const share = Math.min(Math.max(number("fillOpacity", 65_536) / 65_536, 0), 1);
  if (!isFilled || share === 0) return { ...around, isGone: isGone || around?.isGone === true };
  const code = number("fillColor", 0xff_ff_ff);
  const fill = code >= 0 && code <= 0xff_ff_ff ? colourOf(code) : white;
  const mixed = (one: number) => Math.round(one * share + 255 * (1 - share));
  return {
    isGone: isGone || around?.isGone === true,
    ground: { r: mixed(fill.r), g: mixed(fill.g), b: mixed(fill.b), a: 1 },
    // Gradients and pictures; 9 is the colour of the page.
    isGroundUnknown: ![0, 9].includes(number("fillType", 0)),
  };
}

function colourOf(code: number): Colour {
  return { r: code & 255, g: (code >> 8) & 255, b: code >> 16, a: 1 };
}

/** Text of shapes, kept until their ends: their properties may stand behind it. */
export class ShapeWords {
  #pieces: { text: string; look: TextLook; shape: RtfShape; isRemark: boolean }[] = [];
  #characters = 0;

  add(text: string, { look, shape, isRemark }: { look: TextLook; shape: RtfShape; isRemark: boolean }): void {
    // More than is kept of all texts.
    if (this.#characters > limits.characters * 2) return;
    this.#characters += text.length;
    this.#pieces.push({ text, look, shape, isRemark });
  }

  /** To be called when the outermost shape ends. */
  tell(words: FileWords): void {
    const looks = new Map<RtfShape, TextLook>();
    for (const { text, look, shape, isRemark } of this.#pieces) {
      const { isGone, ground, isGroundUnknown } = lookOf(shape, looks);
      const whole = {
        ...look,
        isGone: look.isGone || isGone,
        ...(look.ground ? null : { ground, isGroundUnknown }),
      };
      words.add(text, isRemark ? "comment" : techniqueOf(whole));
    }
    [this.#pieces, this.#characters] = [[], 0];
  }
}
