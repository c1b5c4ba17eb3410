// An element's declarations as its animations leave them: the last frame where that stays, and what all frames of an endless one
// have. CSS Animations 1

import type { Declaration } from "./declarations.ts";

/** Values by property. */
type FrameValues = ReadonlyMap<string, string>;

/** Declarations that an animation leaves, the same for all elements that have it. */
export interface Frames {
  /** Declarations of the frame at its end. */
  last: FrameValues;
  /** Declarations that all of its frames have, with the value that shows most; none where its begin or end has no frame. */
  inAll: FrameValues;
}

/** @param rules selectors of frames, with what each declares */
export function framesOf(
  rules: readonly { selectors: string; declarations: readonly Declaration[] }[],
): Frames {
  const places = new Map<number, Map<string, string>>();
  for (const { selectors, declarations } of rules)
    for (const place of new Set(framePlaces(selectors))) {
      const values = places.get(place) ?? new Map<string, string>();
      places.set(place, values);
      for (const { property, value, isUnread } of declarations) if (!isUnread) values.set(property, value);
    }
  const isWhole = places.has(0) && places.has(100);
  return { last: places.get(100) ?? new Map(), inAll: isWhole ? inEach([...places.values()]) : new Map() };
}

const hidden = /^(?:0|0%|none|hidden|collapse|transparent|0?\.0\d*)$/;
const maxFrames = 100;

/** The places of a frame's selectors, "from, 50%". */
function framePlaces(selectors: string): number[] {
  return selectors
    .toLowerCase()
    .split(",", maxFrames)
    .map((one) => one.trim())
    .map((one) => (one === "from" ? 0 : one === "to" ? 100 : one.endsWith("%") ? Number.parseFloat(one) : -1))
    .filter((place) => place >= 0 && place <= 100);
}

/** Sets what the animations of an element make of the declarations that win, but for important ones. CSS Cascade 4 6.1 */
export function animate(
  winning: Map<string, string>,
  { keyframes, important }: { keyframes: ReadonlyMap<string, Frames>; important: ReadonlySet<string> },
): void {
  const given = ["animation", "animation-name", "animation-fill-mode", "animation-iteration-count"]
    .map((name) => winning.get(name) ?? "")
    .join(" ");
  const words = new Set(given.toLowerCase().split(/[\s,]+/, 200));
  const isEndless = words.has("infinite");
  if (!isEndless && !words.has("forwards") && !words.has("both")) return;
  for (const word of words) {
    const frames = keyframes.get(word);
    if (frames === undefined) continue;
    for (const [property, value] of isEndless ? frames.inAll : frames.last)
      if (!important.has(property)) winning.set(property, value);
  }
}

function inEach([first, ...others]: readonly FrameValues[]): FrameValues {
  const kept = new Map<string, string>();
  for (const [property, value] of first ?? []) {
    const values = [value, ...others.flatMap((frame) => frame.get(property) ?? [])];
    if (values.length > others.length) kept.set(property, values.find((each) => !hidden.test(each)) ?? value);
  }
  return kept;
}
