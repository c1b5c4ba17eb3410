// An element's declarations as its animations leave them: the last frame where that stays, and what all frames of an endless one
// have. CSS Animations 1

import type { Declaration } from "./declarations.ts";

/** Values by property. */
type FrameValues = ReadonlyMap<string, string>;

/** Declarations that an animation leaves, the same for all elements that have it. */
export interface Frames {
  /** Declarations of the frame at its begin. */
  first: FrameValues;
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
  const [first, last] = [places.get(0) ?? new Map(), places.get(100) ?? new Map()];
  return { first, last, inAll: isWhole ? inEach([...places.values()]) : new Map() };
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
  if (!winning.has("animation") && !winning.has("animation-name")) return;
  const given = ["animation", "animation-name", "animation-fill-mode", "animation-iteration-count"]
    .map((name) => winning.get(name) ?? "")
    .join(" ");
  const words = new Set(given.toLowerCase().split(/[\s,]+/, 200));
  const isEndless = words.has("infinite");
  const isAtBegin = staysAtBegin(winning, words);
  if (!isAtBegin && !isEndless && !words.has("forwards") && !words.has("both")) return;
  for (const word of words) {
    const frames = keyframes.get(word);
    if (frames === undefined) continue;
    const left = isAtBegin ? frames.first : isEndless ? frames.inAll : frames.last;
    for (const [property, value] of left) if (!important.has(property)) winning.set(property, value);
  }
}

/** Seconds after which nobody waits for the next frame. */
const longWait = 600;

/** Whether an animation stands at its first frame as long as somebody reads: it is paused there, or takes too long. */
function staysAtBegin(winning: ReadonlyMap<string, string>, words: ReadonlySet<string>): boolean {
  const given = `${winning.get("animation") ?? ""} ${winning.get("animation-duration") ?? ""}`;
  const times = given
    .toLowerCase()
    .split(/[\s,]+/, 200)
    .filter((word) => timePattern.test(word));
  const [duration = 0, delay = 0] = [...times, winning.get("animation-delay") ?? ""]
    .filter(Boolean)
    .map(seconds);
  const isPaused = words.has("paused") || winning.get("animation-play-state") === "paused";
  return delay === 0 && duration > 0 && (isPaused || duration > longWait);
}

const timePattern = /^-?[\d.]+m?s$/;

function seconds(time: string): number {
  return Number.parseFloat(time) * (time.endsWith("ms") ? 0.001 : 1) || 0;
}

function inEach([first, ...others]: readonly FrameValues[]): FrameValues {
  const kept = new Map<string, string>();
  for (const [property, value] of first ?? []) {
    const values = [value, ...others.flatMap((frame) => frame.get(property) ?? [])];
    if (values.length > others.length) kept.set(property, values.find((each) => !hidden.test(each)) ?? value);
  }
  return kept;
}
