// The filter of an IMAP SEARCH: a tree in which everything that depends on the session or the clock is filled in. The
// database narrows down by it, and imap/search/search.ts decides it on one message. `superset` and `subset` bound it by
// trees that the database answers alone.

import type { Instant } from "../../lib/clock.ts";

/** A calendar day, `1994-02-01`. Days compare as text. */
export type Day = string;

export type SystemFlag = "\\Answered" | "\\Flagged" | "\\Deleted" | "\\Seen" | "\\Draft";

/**
 * A comparison with an absent value (no Date field, no save date) is false, and its NOT is true: a leaf in SQL turns
 * null into false.
 */
export type SearchFilter =
  | { op: "all" }
  | { op: "none" }
  | { op: "and" | "or"; filters: SearchFilter[] }
  | { op: "not"; filter: SearchFilter }
  /** Flat pairs from, to, from, to, ...: ascending and disjoint. */
  | { op: "uids"; ranges: readonly number[] }
  | { op: "flag"; flag: SystemFlag }
  /** Keywords compare without case. */
  | { op: "keyword"; keyword: string }
  /** from <= date < before */
  | { op: "internalDate" | "saveDate"; from: Instant | null; before: Instant | null }
  /** The day in the Date field, without regard to its zone: from <= day < before. */
  | { op: "sentDay"; from: Day | null; before: Day | null }
  /** A bound of `sentDay` for the database: the instant of the Date field. */
  | { op: "sentDate"; from: Instant | null; before: Instant | null }
  /** above < size < below */
  | { op: "size"; above: number | null; below: number | null }
  | { op: "modseq"; atLeast: number }
  | { op: "emailId" | "threadId"; id: string }
  | SearchTextFilter;

/**
 * A substring of decoded text, without regard to case. In a superset or subset the leaf stands for all messages that may
 * hold the text: an index may answer it, or `true`.
 */
export interface SearchTextFilter {
  op: "text";
  /** "text": header and body. */
  where: "header" | "body" | "text";
  /** Lower case; with "header" only. */
  field: string | null;
  text: string;
}

/**
 * The part of a message that must be read to decide the filter, beyond the database: header, raw octets, or
 * nothing.
 */
export type SecondLook = "none" | "head" | "raw";

export function secondLook(filter: SearchFilter): SecondLook {
  switch (filter.op) {
    case "and":
    case "or": {
      const looks = filter.filters.map(secondLook);
      return looks.includes("raw") ? "raw" : looks.includes("head") ? "head" : "none";
    }
    case "not":
      return secondLook(filter.filter);
    case "text":
      return filter.where === "header" ? "head" : "raw";
    case "sentDay":
      return "head";
    default:
      return "none";
  }
}

/** The narrowest filter for the database that is true wherever `filter` is. */
export function superset(filter: SearchFilter): SearchFilter {
  return bounded(filter, true);
}

/** The widest filter for the database that is true only where `filter` is. */
export function subset(filter: SearchFilter): SearchFilter {
  return bounded(filter, false);
}

/** NOT turns an upper bound into a lower one. */
function bounded(filter: SearchFilter, upper: boolean): SearchFilter {
  switch (filter.op) {
    case "and":
      return allOf(filter.filters.map((each) => bounded(each, upper)));
    case "or":
      return anyOf(filter.filters.map((each) => bounded(each, upper)));
    case "not":
      return negated(bounded(filter.filter, !upper));
    case "text":
      return upper ? filter : { op: "none" };
    case "sentDay":
      return {
        op: "sentDate",
        from: filter.from && dayStart(filter.from, upper ? -1 : 1),
        before: filter.before && dayStart(filter.before, upper ? 1 : -1),
      };
    default:
      return filter;
  }
}

/** 00:00 UTC of a day, moved by `days`. No zone is further than one day from UTC. */
export function dayStart(day: Day, days = 0): Instant {
  const ms = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000;
  // A year outside of 0000 to 9999 becomes the nearest of them.
  const bounds = Math.min(
    Math.max(ms, Date.parse("0000-01-01T00:00:00Z")),
    Date.parse("9999-12-31T00:00:00Z"),
  );
  return `${new Date(bounds).toISOString().slice(0, 19)}.000000Z`;
}

export function allOf(filters: SearchFilter[]): SearchFilter {
  const flat = filters.flatMap((each) => (each.op === "and" ? each.filters : [each]));
  if (flat.some(({ op }) => op === "none")) return { op: "none" };
  const rest = flat.filter(({ op }) => op !== "all");
  if (rest.length === 0) return { op: "all" };
  return rest.length === 1 ? rest[0]! : { op: "and", filters: rest };
}

export function anyOf(filters: SearchFilter[]): SearchFilter {
  const flat = filters.flatMap((each) => (each.op === "or" ? each.filters : [each]));
  if (flat.some(({ op }) => op === "all")) return { op: "all" };
  const rest = flat.filter(({ op }) => op !== "none");
  if (rest.length === 0) return { op: "none" };
  return rest.length === 1 ? rest[0]! : { op: "or", filters: rest };
}

export function negated(filter: SearchFilter): SearchFilter {
  if (filter.op === "all") return { op: "none" };
  if (filter.op === "none") return { op: "all" };
  return filter.op === "not" ? filter.filter : { op: "not", filter };
}
