// Mail, attached: whether text of one colour can be seen on another.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const whitePaper: Rgb = [255, 255, 255];

/** Six hexadecimal digits, perhaps behind "#" or two digits of alpha; null: no such colour. */
export function rgbOf(text: string | undefined): Rgb | null {
  const hex = /^(?:#|[0-9a-f]{2}(?=[0-9a-f]{6}$))?([0-9a-f]{6})$/i.exec(text ?? "")?.[1];
  if (hex === undefined) return null;
  const number = Number.parseInt(hex, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Contrast below this is none to a person: light grey on white has 1.2. */
const minContrast = 1.08;

/** WCAG 2.2, contrast ratio. */
export function isSeenOn(text: Rgb, ground: Rgb): boolean {
  const [one, other] = [luminance(text), luminance(ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= minContrast;
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
