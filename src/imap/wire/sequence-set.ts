// Sets of message numbers and UIDs. RFC 9051 9 `sequence-set`. Order and overlap carry no meaning, so a set is kept
// normal: ascending disjoint ranges, and apart from them the one open end that `*` makes.

import { bad } from "./failure.ts";

/** Flat pairs: from, to, from, to, ... Ascending, disjoint, never touching. */
export type Ranges = readonly number[];

export interface NumberSet {
  kind: "numbers";
  ranges: Ranges;
  /** The lowest n of all `n:*`; `star` itself for a lone `*`; null without one. */
  starFrom: number | null;
}

/** `$`, the saved search result. RFC 5182 */
export interface SavedSet {
  kind: "saved";
}

export type MessageSet = NumberSet | SavedSet;

/** Above every 32-bit number: how `*` compares until it is resolved. */
export const star = 2 ** 32;

const maxNumber = star - 1;

/** Any pairs (either order, overlapping) as Ranges. */
export function normalRanges(pairs: number[]): Ranges {
  const count = pairs.length / 2;
  let sorted = true;
  for (let i = 0; i < count; i++) {
    const from = pairs[2 * i]!;
    const to = pairs[2 * i + 1]!;
    if (from > to) {
      pairs[2 * i] = to;
      pairs[2 * i + 1] = from;
    }
    if (i > 0 && pairs[2 * i]! <= pairs[2 * i - 1]! + 1) sorted = false;
  }
  if (sorted) return pairs;
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => pairs[2 * a]! - pairs[2 * b]!);
  const merged: number[] = [];
  for (const i of order) {
    const from = pairs[2 * i]!;
    const to = pairs[2 * i + 1]!;
    const last = merged.length - 1;
    if (last > 0 && from <= merged[last]! + 1) merged[last] = Math.max(merged[last]!, to);
    else merged.push(from, to);
  }
  return merged;
}

/**
 * Reads `1,3:5,9:*` (only digits, `:`, `,` and `*`; `$` is the caller's).
 * @param maxRanges how many comma-separated parts are allowed
 * @throws WireFailure
 */
export function parseNumberSet(text: string, maxRanges: number): NumberSet {
  const pairs: number[] = [];
  let starFrom: number | null = null;
  let parts = 0;
  let at = 0;
  const one = (): number => {
    if (text.charCodeAt(at) === 0x2a) {
      at++;
      return star;
    }
    const begin = at;
    let value = 0;
    for (; at < text.length; at++) {
      const digit = text.charCodeAt(at) - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      if (value > maxNumber) throw bad("A number in the sequence set is above 4294967295");
    }
    if (at === begin || value === 0) throw bad("A sequence set takes numbers from 1 on");
    return value;
  };
  for (;;) {
    if (++parts > maxRanges) throw bad("Too many ranges in the sequence set; send it in parts");
    const first = one();
    let second = first;
    if (text.charCodeAt(at) === 0x3a) {
      at++;
      second = one();
    }
    if (first === star || second === star) starFrom = Math.min(starFrom ?? star, first, second);
    else pairs.push(first, second);
    if (at === text.length) break;
    if (text.charCodeAt(at) !== 0x2c) throw bad("Sequence set not understood");
    at++;
  }
  return { kind: "numbers", ranges: normalRanges(pairs), starFrom };
}

/**
 * The set with `*` filled in. `n:*` always holds the largest number, even below n (RFC 9051 9 `seq-range`).
 * @param largest number of messages, or the highest UID; 0 for an empty folder, where `*` names nothing
 */
export function resolveSet(set: NumberSet, largest: number): Ranges {
  if (set.starFrom === null) return set.ranges;
  if (largest === 0) return set.ranges;
  return normalRanges([...set.ranges, Math.min(set.starFrom, largest), largest]);
}

/** The highest number named outright (not by `*`), or 0. A message number above the count is BAD. RFC 9051 9 */
export function highestNamed(set: NumberSet): number {
  const named = set.ranges.at(-1) ?? 0;
  return set.starFrom !== null && set.starFrom !== star ? Math.max(named, set.starFrom) : named;
}

/** How many numbers the ranges hold. */
export function rangesCount(ranges: Ranges): number {
  let count = 0;
  for (let i = 0; i < ranges.length; i += 2) count += ranges[i + 1]! - ranges[i]! + 1;
  return count;
}

/** Binary search. */
export function rangesHave(ranges: Ranges, value: number): boolean {
  let low = 0;
  let high = ranges.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (value < ranges[2 * middle]!) high = middle - 1;
    else if (value > ranges[2 * middle + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}

/** Ascending numbers as Ranges; repeated ones count once. */
export function rangesOf(ascending: Iterable<number>): number[] {
  const ranges: number[] = [];
  for (const value of ascending) {
    const last = ranges.length - 1;
    if (last > 0 && value <= ranges[last]! + 1) ranges[last] = Math.max(ranges[last]!, value);
    else ranges.push(value, value);
  }
  return ranges;
}

/** `1,3:5`. Empty ranges give "": the protocol has no empty set, so the caller leaves the item out. */
export function formatRanges(ranges: Ranges): string {
  let text = "";
  for (let i = 0; i < ranges.length; i += 2) {
    if (i > 0) text += ",";
    text += ranges[i] === ranges[i + 1] ? ranges[i] : `${ranges[i]}:${ranges[i + 1]}`;
  }
  return text;
}

/**
 * Numbers in the order given, runs that rise by one joined: COPYUID and sorted PARTIAL results keep their order.
 * RFC 4315 3
 */
export function formatOrdered(numbers: Iterable<number>): string {
  let text = "";
  let from = -1;
  let to = -1;
  const flush = () => {
    if (from < 0) return;
    text += `${text === "" ? "" : ","}${from === to ? from : `${from}:${to}`}`;
  };
  for (const value of numbers) {
    if (from >= 0 && value === to + 1) {
      to = value;
      continue;
    }
    flush();
    from = value;
    to = value;
  }
  flush();
  return text;
}
