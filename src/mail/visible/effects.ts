// Effects of opacity, masks, clips and transforms on a box. CSS Masking 1, Filter Effects 1, CSS Transforms 1

import { type Colour, cssColour, words } from "./colours.ts";
import { pixels, windowHeight, windowWidth } from "./lengths.ts";

/** The colours of gradients; null where there is a picture, or a colour that is not computed. */
export function gradientColours(image: string): Colour[] | null {
  if (/url\(|cross-fade\(|element\(/.test(image) || image.length > 2000) return null;
  const colours: Colour[] = [];
  for (const part of words(image, ",")) {
    // The first of several resolutions stands for all. CSS Images 4 2.4
    const [, set] = /^(?:-webkit-)?image-set\((.*)\)$/.exec(part) ?? [];
    const gradient = set === undefined ? part : (words(words(set, ",")[0] ?? "")[0] ?? "");
    const from = gradient.indexOf("gradient(");
    if (from < 0 || !gradient.endsWith(")")) return null;
    for (const part of words(gradient.slice(from + "gradient(".length, -1), ",")) {
      const colour = cssColour(words(part)[0] ?? "");
      if (colour === "unknown" || colour === "current") return null;
      if (colour !== null) colours.push(colour);
    }
  }
  return colours.length === 0 ? null : colours;
}

/** The colour that a shadow within a box lays over all of it; null: none does. CSS Backgrounds 3 6.1 */
export function innerShadow(shadow: string): ReturnType<typeof cssColour> {
  for (const one of words(shadow.slice(0, 500), ",")) {
    const parts = words(one);
    if (!parts.includes("inset")) continue;
    const lengths = parts
      .map((part) => pixels(part, { em: 16, whole: null }))
      .filter((size) => size !== null);
    const [x = 0, y = 0, , spread = 0] = lengths;
    if (Math.max(Math.abs(x), Math.abs(y), spread) < minShadow) continue;
    // Moved aside, it fills a part of most boxes.
    if (spread < minShadow && Math.abs(x) < windowWidth && Math.abs(y) < windowHeight) return "unknown";
    const named = parts.find((part) => part !== "inset" && cssColour(part) !== null);
    return named === undefined ? "current" : cssColour(named);
  }
  return null;
}

/** Whether a box has a shadow that lets nothing through beside it. CSS Backgrounds 3 6.1 */
export function coversBeside(shadow: string | undefined): boolean {
  if (shadow === undefined || shadow === "none") return false;
  return words(shadow.slice(0, 500), ",").some((one) => {
    const parts = words(one);
    if (parts.includes("inset")) return false;
    const [x = 0, y = 0, blur = 0, spread = 0] = parts
      .map((part) => pixels(part, { em: 16, whole: null }))
      .filter((size) => size !== null);
    const reach = Math.max(Math.abs(x), Math.abs(y)) + spread;
    if (reach < minCover || blur > reach) return false;
    const named = parts.map((part) => cssColour(part)).find((colour) => colour !== null);
    return named === undefined || typeof named === "string" || named.a > 0.95;
  });
}

/** Pixels beside a box that cover a line of text. */
export const minCover = 20;

/** Pixels of a shadow that fill a box, whatever its size. */
const minShadow = 100;

/** A number or a percentage as a share. */
export function share(value: string): number {
  const number = value.endsWith("%")
    ? Number.parseFloat(value) / 100
    : (pixels(value, { em: 0, whole: 1, unitless: true }) ?? 1);
  return Number.isNaN(number) ? 1 : Math.max(0, number);
}

export function filtered(filter: string | undefined): number {
  if (filter === undefined) return 1;
  // The end of the value ends what is open. CSS Syntax 3 5.4.9
  const blur = /blur\(([^)]*)(?:\)|$)/.exec(filter);
  if (blur && (pixels(blur[1]!.trim(), { em: 16, whole: null }) ?? 0) >= 8) return 0;
  let left = 1;
  for (const [, amount = ""] of filter.matchAll(/opacity\(([^)]{0,100})(?:\)|$)/g))
    if (amount.trim() !== "") left *= Math.min(1, share(amount.trim()));
  return left;
}

/** The opacity of a filter apart, its functions of colour: brightness, contrast, invert, grayscale. Filter Effects 1 */
export function colourFilter(filter: string | undefined): ((colour: Colour) => Colour) | null {
  const steps: ((channel: number, grey: number) => number)[] = [];
  for (const [, name = "", given = ""] of (filter ?? "").matchAll(
    /(?<![a-z])(brightness|contrast|invert|grayscale)\(([^()]{0,40})(?:\)|$)/g,
  )) {
    const amount = given.trim() === "" ? 1 : share(given.trim());
    if (name === "brightness") steps.push((channel) => channel * amount);
    else if (name === "contrast") steps.push((channel) => (channel - 127.5) * amount + 127.5);
    else if (name === "invert") steps.push((channel) => channel + Math.min(1, amount) * (255 - 2 * channel));
    else steps.push((channel, grey) => channel + Math.min(1, amount) * (grey - channel));
  }
  if (steps.length === 0) return null;
  return ({ r, g, b, a }) => {
    let [red, green, blue] = [r, g, b];
    for (const step of steps) {
      const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      const apply = (channel: number) => Math.min(255, Math.max(0, step(channel, grey)));
      [red, green, blue] = [apply(red), apply(green), apply(blue)];
    }
    return { r: red, g: green, b: blue, a };
  };
}

/** Whether a mask is clear, or too small to show a letter. CSS Masking 1 7 */
export function isClear(mask: string | undefined, size = "auto", repeat = "repeat"): boolean {
  if (mask === undefined || mask === "none") return false;
  const sides = words(size).map((side) => pixels(side, { em: 16, whole: 100, unitless: true }));
  const least = repeat.includes("no-repeat") ? 2 : 0;
  if (sides.some((side) => side !== null && side <= least)) return true;
  const colours = gradientColours(mask);
  return colours?.every(({ a }) => a < 0.05) ?? false;
}

/** CSS Masking 1, clip: rect(top, right, bottom, left) */
export function isClipped(clip: string | undefined, em: number): boolean {
  const match = /^rect\((.*)\)$/.exec(clip ?? "");
  if (!match) return false;
  const parts = match[1]!.split(/[\s,]+/).filter(Boolean);
  const [top, right, bottom, left] = parts.map((part) =>
    part === "auto" ? null : pixels(part, { em, whole: null, unitless: true }),
  );
  const closed = (from: number | null | undefined, to: number | null | undefined) =>
    to !== null && to !== undefined && to - (from ?? 0) < 4;
  return parts.length === 4 && (closed(top, bottom) || closed(left, right));
}

export function isClippedPath(path: string | undefined): boolean {
  const match = /^(?:[a-z-]+ )?(inset|circle|ellipse|polygon|rect|xywh)\((.*)\)/.exec(path ?? "");
  if (!match) return false;
  const [, shape, inside = ""] = match;
  const values = (text: string) =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((part) => pixels(part, { em: 16, whole: 100, unitless: true }));
  if (shape === "inset") {
    const given = words(inside.replace(/ round .*$/s, ""));
    const [top = 0, right = top, bottom = top, left = right] = given.map((part) =>
      // The size of the box is unknown: only percentages and large numbers of pixels close it.
      part.endsWith("%")
        ? Number.parseFloat(part)
        : (pixels(part, { em: 16, whole: 100, unitless: true }) ?? 0) / 10,
    );
    return top + bottom >= 99 || left + right >= 99;
  }
  if (shape === "xywh") {
    const [, , width, height] = values(inside.replace(/ round .*$/s, ""));
    return [width, height].some((side) => side !== null && side !== undefined && side < 2);
  }
  if (shape === "rect") {
    const [top, right, bottom, left] = values(inside.replace(/ round .*$/s, ""));
    const closed = (from: number | null | undefined, to: number | null | undefined) =>
      typeof to === "number" && to - (from ?? 0) < 2;
    return closed(top, bottom) || closed(left, right);
  }
  if (shape === "circle" || shape === "ellipse") {
    const radii = values(inside.replace(/\bat\b.*$/s, ""));
    return radii.some((radius) => radius !== null && radius < 2);
  }
  if (shape === "polygon") {
    const points = words(inside.replace(/^(?:nonzero|evenodd),/, ""), ",").map(values);
    const spread = (axis: number) => {
      const all = points.map((point) => point[axis] ?? 0);
      return Math.max(...all) - Math.min(...all);
    };
    return points.length > 0 && points.length < 200 && (spread(0) < 1 || spread(1) < 1);
  }
  return false;
}

/** Whether a clip may leave nothing of a text, depending on the size of its box. */
export function isUnknownPath(path: string | undefined): boolean {
  if (path === undefined || path === "none") return false;
  if (/url\(|path\(|shape\(/.test(path)) return true;
  if (!/^(?:inset|circle|ellipse|polygon|rect|xywh)\(/.test(path)) return false;
  return [...path.matchAll(/(?<![\w.])(\d{2,6})px/g)].some(([, size]) => Number(size) >= 20);
}

/** The property rotate as a transform. CSS Transforms 2 5 */
export function turned(value: string | undefined): string {
  const parts = value === undefined || value === "none" ? [] : words(value);
  if (parts.length === 2 && /^[xyz]$/.test(parts[0]!)) return `rotate${parts[0]}(${parts[1]})`;
  return parts.length === 4 ? `rotate3d(${parts.join(",")})` : "";
}

export function axes(name: "scale" | "translate", value: string | undefined): string {
  if (value === undefined || value === "none") return "";
  const parts = words(value);
  return parts.length > 2 ? `${name}3d(${parts.join(",")})` : `${name}(${parts.join(",")})`;
}

/** Pixels of the height of boxes whose height is not known. */
const shownHeight = 60;

export interface TransformedBox {
  scale: number;
  /** Out of sight. */
  isAway: boolean;
  /** The back is turned to the reader. */
  isBack: boolean;
  /** Pixels; null: a share of its height. */
  down: number | null;
}

/**
 * Return the scale of a list of transform functions, whether it moves the text out of sight, and whether it turns the back to
 * the reader. CSS Transforms 1 13, 2 7
 * @param around pixels to the eye that looks at the box around
 */
export function transformed(list: string, around = Number.POSITIVE_INFINITY): TransformedBox {
  const result: TransformedBox = { scale: 1, isAway: false, isBack: false, down: 0 };
  const moved = { x: 0, y: 0 };
  let isDownShare = false;
  let eye = around;
  /** Pixels towards the eye. */
  let near = 0;
  /** Behind the eye nothing is seen, and far from it little. CSS Transforms 2 6.1 */
  const look = () => {
    if (near >= eye) result.isAway = true;
    else if (eye !== Number.POSITIVE_INFINITY) result.scale *= eye / (eye - near);
    near = 0;
  };
  for (const [, name = "", inside = ""] of list.matchAll(/(?<![a-z0-9])([a-z0-9]+)\(([^()]*)\)/g)) {
    const parts = inside.split(",").map((part) => part.trim());
    const numbers = parts.map(share);
    const lengths = parts.map((part) => pixels(part, { em: 16, whole: windowWidth, unitless: true }) ?? 0);
    const degrees = degreesOf(parts[0]);
    const signed = (part: string | undefined) =>
      Math.abs(Number.parseFloat(part ?? "1") || 0) / (part?.endsWith("%") ? 100 : 1);
    if (name === "scale" || name === "scale3d")
      result.scale *= Math.min(signed(parts[0]), signed(parts[1] ?? parts[0]));
    else if (name === "scalex" || name === "scaley") result.scale *= signed(parts[0]);
    else if (name === "matrix3d") {
      result.scale *= Math.sqrt(Math.abs(det([parts[0]!, parts[1]!, parts[4]!, parts[5]!])));
      moved.x += lengths[12] ?? 0;
      moved.y += lengths[13] ?? 0;
      near += lengths[14] ?? 0;
    } else if (name === "perspective" && lengths[0]! > 0) {
      // The eye looks at what stands behind it in the list.
      look();
      eye = 1 / (1 / Math.max(1, lengths[0]!) + 1 / around);
    } else if (name === "translatez") near += lengths[0]!;
    else if (name === "rotate3d") {
      const [x = 0, y = 0, z = 0] = parts.map(Number);
      const angle = degreesOf(parts[3]);
      // About an axis in the page: others leave a slanted text.
      if (z === 0 && (x !== 0 || y !== 0) && Math.abs(Math.cos((angle * Math.PI) / 180)) < 0.05)
        result.isAway = true;
      if (z === 0 && Math.cos((angle * Math.PI) / 180) < 0) result.isBack = !result.isBack;
    } else if (name === "matrix") {
      result.scale *= Math.sqrt(Math.abs(det(parts)));
      moved.x += lengths[4] ?? 0;
      moved.y += lengths[5] ?? 0;
    } else if (name === "rotatex" || name === "rotatey") {
      const facing = Math.cos((degrees * Math.PI) / 180);
      if (Math.abs(facing) < 0.05) result.isAway = true;
      if (facing < 0) result.isBack = !result.isBack;
    } else if (/^translate(?:x|y|3d)?$/.test(name)) {
      const [x, y] = name === "translatey" ? [0, lengths[0]!] : [lengths[0]!, lengths[1] ?? 0];
      const isShare = parts[name === "translatey" ? 0 : 1]?.includes("%") ?? false;
      moved.x += x;
      if (name === "translate3d") near += lengths[2] ?? 0;
      // A share is one of its own height, and few boxes are high.
      moved.y += isShare ? (y / windowWidth) * shownHeight : y;
      isDownShare ||= isShare && y !== 0;
    } else if (/^skew[xy]?$/.test(name) && numbers.length > 0 && Math.abs(degrees) % 180 === 90)
      result.isAway = true;
  }
  look();
  if (Math.abs(moved.x) >= windowWidth || moved.y <= -windowHeight || moved.y >= 5 * windowHeight)
    result.isAway = true;
  result.down = isDownShare ? null : moved.y;
  return result;
}

/** CSS Values 4 7.1 */
function degreesOf(angle = ""): number {
  const value = Number.parseFloat(angle);
  if (Number.isNaN(value)) return 0;
  if (angle.endsWith("turn")) return value * 360;
  if (angle.endsWith("grad")) return value * 0.9;
  return angle.endsWith("rad") ? (value * 180) / Math.PI : value;
}

export function det(parts: readonly string[]): number {
  const [a = 1, b = 0, c = 0, d = 1] = parts.map(Number);
  return a * d - b * c;
}
