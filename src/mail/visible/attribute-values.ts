// Values of attributes that say how an element looks, as CSS has them. HTML 2.3
import { legacyColour } from "./colours.ts";

/** font size="1" to "7", in pixels. HTML 15.3.4 */
const fontSizes = [10, 13, 16, 18, 24, 32, 48];

export function cssOf(value: string | undefined): string | null {
  const colour = value === undefined ? null : legacyColour(value);
  return colour && `rgb(${colour.r},${colour.g},${colour.b})`;
}

/** A length of an attribute. HTML 2.3.4.4 */
export function lengthOf(value: string): string {
  return `${Number.parseFloat(value)}${value.includes("%") ? "%" : "px"}`;
}

export function fontSize(value: string): string | null {
  const match = /^\s*([+-]?)(\d{1,3})/.exec(value);
  if (!match) return null;
  const number = Number(match[2]);
  const size = match[1] === "+" ? 3 + number : match[1] === "-" ? 3 - number : number;
  return `${fontSizes[Math.min(7, Math.max(1, size)) - 1]}px`;
}
