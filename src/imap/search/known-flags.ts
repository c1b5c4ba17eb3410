// SEARCH by flags, numbers, listed header fields and texts whose answers are kept, from memory: no query is needed.

import type { SearchFilter, SearchTextFilter } from "../../mail/search/filter.ts";
import { type Ranges, rangesHave } from "../wire/sequence-set.ts";
import type { FlagList } from "../wire/writer.ts";
import { fieldTest } from "./known-fields.ts";
import type { HeaderPart } from "./read-fields.ts";

/** Matches one message. */
export type FlagsTest = (uid: number, list: FlagList) => boolean;

/** Texts of messages in memory. */
export interface KnownTexts {
  /** The octets of a header field, in the form that `fieldTest` tests. */
  fieldOf: (part: HeaderPart, uid: number) => string;
  /** Whether the message holds a text that no listed field decides. */
  holds: (leaf: SearchTextFilter, uid: number) => boolean;
}

/** Compiles the filter to a test of flags, UID and texts; null when it has other leaves. */
export function flagsTest(filter: SearchFilter, texts: KnownTexts | null = null): FlagsTest | null {
  switch (filter.op) {
    case "all":
      return () => true;
    case "none":
      return () => false;
    case "and":
    case "or": {
      const tests = filter.filters.map((each) => flagsTest(each, texts));
      if (!tests.every((test) => test !== null)) return null;
      return filter.op === "and"
        ? (uid, list) => tests.every((test) => test(uid, list))
        : (uid, list) => tests.some((test) => test(uid, list));
    }
    case "not": {
      const test = flagsTest(filter.filter, texts);
      return test && ((uid, list) => !test(uid, list));
    }
    case "uids":
      return (uid) => rangesHave(filter.ranges, uid);
    case "flag":
      return hasFlag(filter.flag);
    case "keyword":
      return hasFlag(filter.keyword);
    case "text": {
      if (!texts) return null;
      const leaf = fieldTest(filter);
      return leaf ? (uid) => leaf.test(texts.fieldOf(leaf.part, uid)) : (uid) => texts.holds(filter, uid);
    }
    default:
      return null;
  }
}

/** Tests each list of flags once, however many messages share it. Flags compare without case. RFC 9051 2.3.2 */
function hasFlag(flag: string): FlagsTest {
  const wanted = flag.toLowerCase();
  const known = new Map<FlagList, boolean>();
  return (_uid, list) => {
    const before = known.get(list);
    if (before !== undefined) return before;
    const has = list.flags.some((each) => each.toLowerCase() === wanted);
    known.set(list, has);
    return has;
  };
}

/** The range of UIDs that the filter can match; null: unbounded. */
export function boundsOf(filter: SearchFilter): Ranges | null {
  if (filter.op === "uids") return filter.ranges;
  if (filter.op !== "and") return null;
  return filter.filters.find((each) => each.op === "uids")?.ranges ?? null;
}

/** Whether the filter tests UIDs or texts, so that it does not follow from a message's flags alone. */
export function namesUids(filter: SearchFilter): boolean {
  if (filter.op === "and" || filter.op === "or") return filter.filters.some(namesUids);
  return filter.op === "not" ? namesUids(filter.filter) : filter.op === "uids" || filter.op === "text";
}
