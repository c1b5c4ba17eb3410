// An element's declarations as its animations leave them: the last frame where that stays, and what all frames of an endless one
// have. CSS Animations 1

import type { Declaration } from "./declarations.ts";

/** Frames of an animation: from 0 to 100 per cent. */
export type Frames = Map<number, readonly Declaration[]>;

const hidden = /^(?:0|0%|none|hidden|collapse|transparent|0?\.0\d*)$/;
const maxFrames = 100;

/** The places of a frame's selectors, "from, 50%". */
export function framePlaces(selectors: string): number[] {
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
  const words = given.toLowerCase().split(/[\s,]+/, 200);
  const isEndless = words.includes("infinite");
  if (!isEndless && !words.includes("forwards") && !words.includes("both")) return;
  for (const word of words) {
    const frames = keyframes.get(word);
    if (frames === undefined) continue;
    const places = [...frames.keys()].sort((a, b) => a - b);
    const last = frames.get(100) ?? [];
    const kept = isEndless ? (places[0] === 0 && places.at(-1) === 100 ? inAll(frames) : []) : last;
    for (const { property, value } of kept) if (!important.has(property)) winning.set(property, value);
  }
}

/** The declarations that each frame has, with the value that shows most. */
function inAll(frames: Frames): Declaration[] {
  const all = [...frames.values()];
  const [first = [], ...others] = all;
  return first.flatMap((one) => {
    const values = [
      one,
      ...others.map((frame) => frame.find(({ property }) => property === one.property)),
    ].filter((found) => found !== undefined);
    if (values.length < all.length) return [];
    return [values.find(({ value }) => !hidden.test(value)) ?? one];
  });
}
