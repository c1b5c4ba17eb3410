// A SEARCH program with everything in it that depends on the session or the clock filled in: one tree that the database
// can narrow down by and that is decided exactly on one message (search.ts). Its leaves mean what they say; `superset`
// makes of it a tree that the database can answer alone and that lets no match slip.

import type { Instant } from "../../lib/clock.ts";
import type { Day } from "../wire/dates.ts";
import type { SystemFlag } from "../wire/flags.ts";
import type { Ranges } from "../wire/sequence-set.ts";

/**
 * A comparison with a value that a message has not (no Date field, no save date) is false, and its NOT true: SQL's null
 * has to be taken as false at the leaf.
 */
export type SearchFilter =
  | { op: "all" }
  | { op: "none" }
  | { op: "and" | "or"; filters: SearchFilter[] }
  | { op: "not"; filter: SearchFilter }
  | { op: "uids"; ranges: Ranges }
  | { op: "flag"; flag: SystemFlag }
  /** Keywords compare without case. */
  | { op: "keyword"; keyword: string }
  /** from <= date < before */
  | { op: "internalDate" | "saveDate"; from: Instant | null; before: Instant | null }
  /** The day as the Date field has it, whatever its zone: from <= day < before. */
  | { op: "sentDay"; from: Day | null; before: Day | null }
  /** `sentDay` as the database can ask it: the instant of the Date field. */
  | { op: "sentDate"; from: Instant | null; before: Instant | null }
  /** above < size < below */
  | { op: "size"; above: number | null; below: number | null }
  | { op: "modseq"; atLeast: number }
  | { op: "emailId" | "threadId"; id: string }
  | SearchTextFilter;

/**
 * A substring of decoded text, without regard to case. In a superset it may be answered by any index that finds at
 * least the messages it is in, or by true.
 */
export interface SearchTextFilter {
  op: "text";
  /** "text": header and body. */
  where: "header" | "body" | "text";
  /** Lower case; with "header" only. */
  field: string | null;
  text: string;
}

/** What has to be looked at in a message that the database cannot decide on: its header, its whole mail, or nothing. */
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

/** What the database is asked: true wherever `filter` is, and as seldom elsewhere as it can tell. */
export function superset(filter: SearchFilter): SearchFilter {
  return bounded(filter, true);
}

/** The reverse: true only where `filter` is, and as often as the database can tell. */
export function subset(filter: SearchFilter): SearchFilter {
  return bounded(filter, false);
}

/** NOT turns one into the other. */
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

/** 00:00 UTC of a day, moved by days: no zone is further than one from UTC. */
export function dayStart(day: Day, days = 0): Instant {
  const ms = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000;
  // Years that four digits cannot write compare as the nearest one that they can.
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
