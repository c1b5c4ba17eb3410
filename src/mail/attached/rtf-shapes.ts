// Mail, attached: shapes of an RTF document, by whose properties their text is seen or not. Rich Text Format Specification 1.9.1
import type { Colour } from "../visible/colours.ts";

/** A shape, shared by the groups within it. */
export interface RtfShape {
  /** True: hidden, or beyond every page. */
  isGone: boolean;
  /** The colour that it is filled with. */
  fill: Colour | null;
  /** The name of the property that is open. */
  name: string;
}

/** Groups that begin a shape behind `\*`, and those within it that hold its text. */
export const shapes = new Set(["shpinst", "do"]);
export const shapeTexts = new Set(["shptxt", "dptxbxtext"]);

export function newShape(): RtfShape {
  return { isGone: false, fill: null, name: "" };
}

/** Takes the place of a shape. @param page the longest side of a page, in points */
export function placeShape(shape: RtfShape, word: string, number: number, page: number): void {
  if (/^(?:shp(?:left|top)|dp[xy])$/.test(word) && Math.abs(number) / 20 > page) shape.isGone = true;
}

/** Takes the text of a name or value. */
export function takeProperty(shape: RtfShape, kind: "sn" | "sv", text: string): void {
  if (kind === "sn") {
    shape.name = text.trim();
    return;
  }
  const value = Number(text);
  if (shape.name === "fHidden" && value !== 0) shape.isGone = true;
  if (shape.name === "fFilled" && value === 0) shape.fill = null;
  if (shape.name === "fillColor" && value >= 0 && value <= 0xff_ff_ff)
    shape.fill = { r: value & 255, g: (value >> 8) & 255, b: value >> 16, a: 1 };
}
