// SEARCH without the database: binding a program to a session and the moment, and matching it with one message. RFC 9051
// 6.4.4. Matching is three-valued: a leaf whose text is not loaded is unknown, so that bodies are read only for messages
// that nothing cheaper decides.

import type { Instant } from "../../lib/clock.ts";
import { addMs, nextInstant } from "../../lib/clock.ts";
import { allOf, anyOf, type Day, dayStart, negated, type SearchFilter } from "../../mail/search/filter.ts";
import type { TextTest } from "../../mail/search/search-text.ts";
import type { SearchKey } from "../wire/search-keys.ts";
import { type MessageSet, type Ranges, rangesHave } from "../wire/sequence-set.ts";

export interface SearchContext {
  /** The UIDs that a set names in this session. */
  uidsOf(set: MessageSet, byUid: boolean): Ranges;
  /** UIDs that are \Recent in this session. */
  recent: Ranges;
  now: Instant;
}

/** Fills in sets, \Recent and ages. */
export function bindSearch(key: SearchKey, context: SearchContext): SearchFilter {
  switch (key.kind) {
    case "all":
    case "saveDateSupported":
      return { op: "all" };
    case "and":
      return allOf(key.keys.map((each) => bindSearch(each, context)));
    case "or":
      return anyOf([bindSearch(key.left, context), bindSearch(key.right, context)]);
    case "not":
      return negated(bindSearch(key.key, context));
    // RFC 6203 3: the server chooses the fuzziness; here FUZZY matches exactly.
    case "fuzzy":
      return bindSearch(key.key, context);
    case "sequence":
    case "uid": {
      const ranges = context.uidsOf(key.set, key.kind === "uid");
      return ranges.length === 0 ? { op: "none" } : { op: "uids", ranges };
    }
    case "recent":
      return context.recent.length === 0 ? { op: "none" } : { op: "uids", ranges: context.recent };
    case "flag":
      return turned({ op: "flag", flag: key.flag }, key.set);
    case "keyword":
      return turned({ op: "keyword", keyword: key.keyword }, key.set);
    case "header":
      return { op: "text", where: "header", field: key.field, text: key.text };
    case "body":
    case "text":
      return key.text === "" ? { op: "all" } : { op: "text", where: key.kind, field: null, text: key.text };
    case "date":
      return bindDate(key);
    case "size":
      return {
        op: "size",
        above: key.compare === "larger" ? key.bytes : null,
        below: key.compare === "smaller" ? key.bytes : null,
      };
    case "within": {
      // RFC 5032 3: both OLDER and YOUNGER include the exact age.
      const then = addMs(context.now, -key.seconds * 1000);
      return key.compare === "older"
        ? { op: "internalDate", from: null, before: nextInstant(then) }
        : { op: "internalDate", from: then, before: null };
    }
    case "modseq":
      return { op: "modseq", atLeast: key.atLeast };
    case "emailId":
    case "threadId":
      return { op: key.kind, id: key.id };
  }
}

function turned(filter: SearchFilter, set: boolean): SearchFilter {
  return set ? filter : negated(filter);
}

/** Days of INTERNALDATE and SAVEDATE are UTC, as in FETCH; the day of Date is the sender's. RFC 9051 6.4.4 */
function bindDate({ of, compare, day }: Extract<SearchKey, { kind: "date" }>): SearchFilter {
  const from = compare === "before" ? null : day;
  const before = compare === "since" ? null : compare === "before" ? day : nextDay(day);
  if (of === "sent") return { op: "sentDay", from, before };
  const op = of === "saved" ? "saveDate" : "internalDate";
  return { op, from: from && dayStart(from), before: before && dayStart(before) };
}

function nextDay(day: Day): Day {
  return dayStart(day, 1).slice(0, 10);
}

/** The fields of one message that SEARCH reads, without text. */
export interface SearchRecord {
  uid: number;
  /** System flags and keywords. */
  flags: readonly string[];
  modseq: number;
  size: number;
  internalDate: Instant;
  saveDate: Instant | null;
  /** The day that the Date field names, without regard to its zone. */
  sentDay: Day | null;
  emailId: string;
  threadId: string | null;
}

const nothingLoaded: TextTest = { holds: () => null };

/**
 * Matches a filter with one message.
 * @param text what is loaded of the message
 * @returns null when the result depends on text that is not loaded
 */
export function matches(
  filter: SearchFilter,
  record: SearchRecord,
  text: TextTest = nothingLoaded,
): boolean | null {
  switch (filter.op) {
    case "all":
      return true;
    case "none":
      return false;
    case "and":
      return decide(filter.filters, false, (each) => matches(each, record, text));
    case "or":
      return decide(filter.filters, true, (each) => matches(each, record, text));
    case "not": {
      const inner = matches(filter.filter, record, text);
      return inner === null ? null : !inner;
    }
    case "uids":
      return rangesHave(filter.ranges, record.uid);
    case "flag":
      return record.flags.includes(filter.flag);
    case "keyword": {
      const wanted = filter.keyword.toLowerCase();
      return record.flags.some((flag) => flag.toLowerCase() === wanted);
    }
    case "internalDate":
      return isWithin(record.internalDate, filter);
    case "saveDate":
      // RFC 8514 4.3: without a save date the internal date is used.
      return isWithin(record.saveDate ?? record.internalDate, filter);
    case "sentDay":
      return isWithin(record.sentDay, filter);
    case "sentDate":
      throw new Error("sentDate is a bound for the database; match sentDay");
    case "size":
      return record.size > (filter.above ?? -1) && record.size < (filter.below ?? Number.POSITIVE_INFINITY);
    case "modseq":
      return record.modseq >= filter.atLeast;
    case "emailId":
      return record.emailId === filter.id;
    case "threadId":
      return record.threadId === filter.id;
    case "text":
      return text.holds(filter);
  }
}

/** Matches a filter by texts alone; null where it depends on anything else. */
export function matchesTexts(filter: SearchFilter, text: TextTest): boolean | null {
  if (filter.op === "text") return text.holds(filter);
  if (filter.op === "and" || filter.op === "or")
    return decide(filter.filters, filter.op === "or", (each) => matchesTexts(each, text));
  if (filter.op !== "not") return null;
  const inner = matchesTexts(filter.filter, text);
  return inner === null ? null : !inner;
}

/** AND ends at the first false, OR at the first true; unknowns are kept for last. */
export function decide(
  filters: readonly SearchFilter[],
  ending: boolean,
  one: (filter: SearchFilter) => boolean | null,
): boolean | null {
  let unknown = false;
  for (const filter of filters) {
    const result = one(filter);
    if (result === ending) return ending;
    unknown ||= result === null;
  }
  return unknown ? null : !ending;
}

function isWithin(
  value: string | null,
  { from, before }: { from: string | null; before: string | null },
): boolean {
  return value !== null && (from === null || value >= from) && (before === null || value < before);
}
