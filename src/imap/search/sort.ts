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
  return inOrder(indexes, (a, b) => {
    for (const { values, reverse } of columns) {
      const [one, two] = [values[a]!, values[b]!];
      if (one !== two) return one < two === reverse ? 1 : -1;
    }
    return sequences[a]! - sequences[b]!;
  });
}

function isKnown(value: string | number | undefined): boolean {
  return value !== undefined && !Number.isNaN(value);
}

/** Items that are sorted without a pause. */
const runItems = 4096;

/** Sorts runs, then merges them two by two, with pauses between. */
export async function inOrder<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  pauses = new Pauses(),
): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += runItems) {
    if (pauses.isDue) await pauses.take();
    runs.push(items.slice(at, at + runItems).sort(compare));
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
