// SORT. RFC 5256 3, RFC 5957 (DISPLAYFROM, DISPLAYTO). Sort keys are binary text: their octets compare as the keys do, for
// both collations order mapped strings by their octets in UTF-8 (RFC 4790 9.2, RFC 5051 2).

import { Pauses } from "../../lib/pauses.ts";
import type { AddressEntry } from "../../mail/address.ts";
import type { SortKey } from "../wire/commands.ts";
import { baseSubject, headerText } from "./base-subject.ts";
import { unicodeCasemap } from "./collation.ts";

/** Sort keys of the header; the others are numbers: `kept-dates.ts`. All matches have the same relevancy. RFC 6203 4 */
export type HeaderSortKey = Exclude<SortKey, "ARRIVAL" | "DATE" | "SIZE" | "RELEVANCY">;

/** The fields of one header that SORT reads. Text as in the envelope, encoded words not decoded. */
export interface SortFields {
  subject: string | null;
  from: readonly AddressEntry[];
  to: readonly AddressEntry[];
  cc: readonly AddressEntry[];
}

export function sortKeyOf(fields: SortFields, key: HeaderSortKey): string {
  switch (key) {
    case "SUBJECT":
      return subjectKey(fields.subject);
    case "FROM":
      return mapped(fields.from[0]?.mailbox ?? "");
    case "TO":
      return mapped(fields.to[0]?.mailbox ?? "");
    case "CC":
      return mapped(fields.cc[0]?.mailbox ?? "");
    case "DISPLAYFROM":
      return mapped(displayName(fields.from));
    case "DISPLAYTO":
      return mapped(displayName(fields.to));
  }
}

/** The base subject, and behind it whether it is that of a reply, for THREAD. */
function subjectKey(subject: string | null): string {
  const { base, isReply } = baseSubject(subject);
  return `${mapped(base)}${isReply ? replyMark : newMark}`;
}

const replyMark = "\u0001";
const newMark = "\u0000";

/** @param key of SUBJECT */
export function subjectOf(key: string): { base: string; isReply: boolean } {
  return { base: key.slice(0, -1), isReply: key.endsWith(replyMark) };
}

function mapped(text: string): string {
  return octetsOf(unicodeCasemap(text));
}

/** Text in UTF-8 as binary text, which is never a piece of a longer string. */
export function octetsOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The first address's name, else its address, else the group's name. RFC 5957 3 */
function displayName(entries: readonly AddressEntry[]): string {
  const [first] = entries;
  if (!first) return "";
  if (first.name !== null && first.name !== "") return headerText(first.name);
  if (first.host === null) return headerText(first.mailbox ?? "");
  return `${first.mailbox ?? ""}@${first.host}`;
}

/** Values that one criterion compares. */
export interface SortColumn {
  /** One a message; undefined or NaN: it is gone. */
  values: ArrayLike<string | number | undefined>;
  reverse: boolean;
}

/**
 * Messages in order, without those that are gone; those that compare equal stay in mailbox order, REVERSE or not. RFC 5256 3
 * @param sequences place of each message in mailbox order
 * @returns indexes of the messages
 */
export function sortedIndexes(
  sequences: ArrayLike<number>,
  columns: readonly SortColumn[],
): Promise<number[]> {
  const isThere = (index: number) => columns.every(({ values }) => isKnown(values[index]));
  const indexes = Array.from(sequences, (_, index) => index).filter(isThere);
  const compare = (a: number, b: number) => {
    for (const { values, reverse } of columns) {
      const one = values[a]!;
      const two = values[b]!;
      if (one !== two) return one < two === reverse ? 1 : -1;
    }
    return sequences[a]! - sequences[b]!;
  };
  const isAscending = indexes.every((index, n) => n === 0 || sequences[indexes[n - 1]!]! < sequences[index]!);
  return inOrder(indexes, compare, {
    sortRun: (run) => (isAscending && rankedRun(run, columns)) || run.sort(compare),
  });
}

/**
 * Messages in order, by the ranks of their values: the runtime sorts different texts by themselves in a small part of the time
 * that comparing them for the messages takes.
 * @param run in mailbox order
 * @returns null where numbers are compared, or there are too many ranks for one number
 */
function rankedRun(run: readonly number[], columns: readonly SortColumn[]): number[] | null {
  const keys = new Float64Array(run.length);
  let ranks = 1;
  for (const { values, reverse } of columns) {
    const different = [...new Set(run.map((index) => values[index]!))];
    // Numbers are compared as fast as they are ranked.
    if (typeof different[0] !== "string") return null;
    different.sort();
    ranks *= different.length;
    if (ranks * run.length > Number.MAX_SAFE_INTEGER) return null;
    const last = different.length - 1;
    const rankOf = new Map(different.map((value, rank) => [value, reverse ? last - rank : rank]));
    for (const [place, index] of run.entries())
      keys[place] = keys[place]! * different.length + rankOf.get(values[index]!)!;
  }
  // Behind the ranks the place: those that compare equal stay in order.
  for (let place = 0; place < run.length; place++) keys[place] = keys[place]! * run.length + place;
  return Array.from(keys.sort(), (key) => run[key % run.length]!);
}

function isKnown(value: string | number | undefined): boolean {
  return value !== undefined && !Number.isNaN(value);
}

/** Items that are sorted without a pause, and merged. */
const runItems = 8192;

/** Sorts runs, then merges them two by two, with pauses between. */
export async function inOrder<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  {
    pauses = new Pauses(),
    sortRun = (run) => run.sort(compare),
  }: { pauses?: Pauses; sortRun?: (run: T[]) => T[] } = {},
): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += runItems) {
    if (pauses.isDue) await pauses.take();
    runs.push(sortRun(items.slice(at, at + runItems)));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let n = 0; n < runs.length; n += 2)
      merged.push(await mergeRuns(runs[n]!, runs[n + 1] ?? [], { compare, pauses }));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeRuns<T>(
  one: readonly T[],
  two: readonly T[],
  { compare, pauses }: { compare: (a: T, b: T) => number; pauses: Pauses },
): Promise<T[]> {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < two.length) {
    if (merged.length % runItems === 0 && pauses.isDue) await pauses.take();
    const isFirst = j === two.length || (i < one.length && compare(one[i]!, two[j]!) <= 0);
    merged.push(isFirst ? one[i++]! : two[j++]!);
  }
  return merged;
}
