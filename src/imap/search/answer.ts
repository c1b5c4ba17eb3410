// The ESEARCH response and the saved result of a search. RFC 9051 7.3.4, RFC 4731 3.1 (RETURN), RFC 5182 2.4 (SAVE),
// RFC 5267 3.1 (sorted results), RFC 7162 3.1.10 (MODSEQ), RFC 9394 3 (PARTIAL).

import type { PartialRange, SearchReturn } from "../wire/commands.ts";
import type { EsearchData } from "../wire/encode.ts";
import { formatOrdered, formatRanges, rangesOf } from "../wire/sequence-set.ts";

/** A found message, with its modseq where that was requested. */
export interface SearchMatch {
  sequence: number;
  uid: number;
  modseq?: number;
}

export interface SearchAnswer {
  /** The ESEARCH response, or null when none was requested (RETURN (SAVE)). */
  data: EsearchData | null;
  /** UIDs for `$`, ascending; null when nothing is saved. */
  saved: number[] | null;
}

export interface SearchResponseOptions {
  tag: string;
  uid: boolean;
  returns: readonly SearchReturn[];
  /** SORT: `found` is sorted, and PARTIAL and ALL keep its order. */
  sorted: boolean;
  /** The program has a MODSEQ key. */
  modseq: boolean;
}

/** @param found in mailbox order, or in the order sorted */
export function searchAnswer(found: readonly SearchMatch[], asked: SearchResponseOptions): SearchAnswer {
  const { tag, uid, returns, sorted } = asked;
  const has = (name: SearchReturn["option"]) => returns.some(({ option }) => option === name);
  const numbers = (list: readonly SearchMatch[]) => list.map((each) => (uid ? each.uid : each.sequence));
  const data: EsearchData = { tag, uid };
  const [first] = found;
  const last = found.at(-1);
  if (first && has("MIN")) data.min = uid ? first.uid : first.sequence;
  if (last && has("MAX")) data.max = uid ? last.uid : last.sequence;
  if (has("COUNT")) data.count = found.length;
  // RFC 4731 3.1: () means ALL.
  if (has("ALL") || returns.length === 0) {
    if (sorted) data.ordered = formatOrdered(numbers(found));
    else data.all = rangesOf(numbers(found));
  }
  const partial = returns.find((each) => each.option === "PARTIAL");
  const page = partial ? pageOf(found, partial.range) : [];
  if (partial) {
    const set = sorted ? formatOrdered(numbers(page)) : formatRanges(rangesOf(numbers(page)));
    data.partial = { written: partial.written, set };
  }
  const returned = returnedOf(found, page, has);
  if (asked.modseq && returned.length > 0) data.modseq = highestModseq(returned);
  const onlySaved = returns.length > 0 && returns.every(({ option }) => option === "SAVE");
  return { data: onlySaved ? null : data, saved: has("SAVE") ? uidsOf(returned) : null };
}

/** Results from..to counted from either end, in the order of the results. RFC 9394 3.1 */
function pageOf(found: readonly SearchMatch[], { from, to, fromEnd }: PartialRange): readonly SearchMatch[] {
  if (!fromEnd) return found.slice(from - 1, to);
  return found.slice(Math.max(0, found.length - to), Math.max(0, found.length - from + 1));
}

/**
 * The messages of `$` and MODSEQ: with MIN, MAX and PARTIAL alone those that they return, else all found.
 * The tables of RFC 5182 2.4, RFC 7162 3.1.10 and RFC 9394 3.2.
 */
function returnedOf(
  found: readonly SearchMatch[],
  page: readonly SearchMatch[],
  has: (name: SearchReturn["option"]) => boolean,
): readonly SearchMatch[] {
  const some = has("MIN") || has("MAX") || has("PARTIAL");
  if (!some || has("ALL") || has("COUNT")) return found;
  const ends = [...(has("MIN") ? found.slice(0, 1) : []), ...(has("MAX") ? found.slice(-1) : [])];
  return [...page, ...ends];
}

/** 0 for none. */
export function highestModseq(found: readonly SearchMatch[]): number {
  let highest = 0;
  for (const { modseq } of found) highest = Math.max(highest, modseq ?? 0);
  return highest;
}

function uidsOf(found: readonly SearchMatch[]): number[] {
  return [...new Set(found.map(({ uid }) => uid))].sort((a, b) => a - b);
}
