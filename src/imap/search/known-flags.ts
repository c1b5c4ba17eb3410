// SEARCH by flags and numbers alone, out of what the process knows of the folder: nothing has to be asked.

import type { SearchFilter } from "../../mail/search/filter.ts";
import { type Ranges, rangesHave } from "../wire/sequence-set.ts";
import type { FlagList } from "../wire/writer.ts";

/** Decides on one message. */
export type FlagsTest = (uid: number, list: FlagList) => boolean;

/** The filter as a test of flags and UID; null when it asks for something else. */
export function flagsTest(filter: SearchFilter): FlagsTest | null {
  switch (filter.op) {
    case "all":
      return () => true;
    case "none":
      return () => false;
    case "and":
    case "or": {
      const tests = filter.filters.map(flagsTest);
      if (!tests.every((test) => test !== null)) return null;
      return filter.op === "and"
        ? (uid, list) => tests.every((test) => test(uid, list))
        : (uid, list) => tests.some((test) => test(uid, list));
    }
    case "not": {
      const test = flagsTest(filter.filter);
      return test && ((uid, list) => !test(uid, list));
    }
    case "uids":
      return (uid) => rangesHave(filter.ranges, uid);
    case "flag":
      return hasFlag(filter.flag);
    case "keyword":
      return hasFlag(filter.keyword);
    default:
      return null;
  }
}

/** Looks at a list of flags once, however many messages have it. Flags compare without case. RFC 9051 2.3.2 */
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

/** The UIDs that a filter can only be about; null: any. It spares looking at all others. */
export function boundsOf(filter: SearchFilter): Ranges | null {
  if (filter.op === "uids") return filter.ranges;
  if (filter.op !== "and") return null;
  return filter.filters.find((each) => each.op === "uids")?.ranges ?? null;
}
