// Pages of instances of a calendar's series. From a client's second page on, MOST_INSTANCES instances are expanded at once
// and cached, and later pages are cut from them. A cache entry is valid for one version of the calendar's series.
import {
  type Expansion,
  expandAll,
  MOST_INSTANCES,
  type Occurrence,
  type Window,
} from "../../calendar/recurrence/expansion.ts";
import { type KnownCalendar, seriesInWindow } from "./series-cache.ts";

type Instances = Pick<Expansion, "occurrences" | "more">;
type Place = NonNullable<Window["past"]>;

interface ReadAhead extends Instances {
  /** Version of the calendar's series. */
  version: string;
  window: Window;
}

/** The most calendars in the cache, each with up to MOST_INSTANCES instances, about 400 kB. */
const MOST_KEPT = 16;

/** By identity, the least recently used first. */
const kept = new Map<string, ReadAhead>();

/** The instances of a calendar's series in the window after `past`, the earliest first, at most `count`. */
export function instancesAfter(
  calendar: KnownCalendar,
  query: Window & { identityId: string },
  count: number,
): Instances {
  const { identityId, after, before, past } = query;
  const expanded = (limit: number) =>
    expandAll(seriesInWindow(calendar, { identityId, after, before }), { after, before, past }, limit);
  if (!past) return expanded(count);
  const known = kept.get(identityId);
  const page = known && pageOf(known, { version: calendar.version, window: query, past, count });
  if (page) return page;
  const { occurrences, more } = expanded(MOST_INSTANCES);
  kept.delete(identityId);
  kept.set(identityId, { version: calendar.version, window: { after, before, past }, occurrences, more });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
  return cut({ occurrences, more }, 0, count);
}

/** A page from the cache; null when the entry is of another version or window, or ends within the page. */
function pageOf(
  known: ReadAhead,
  of: { version: string; window: Window; past: Place; count: number },
): Instances | null {
  const { window, occurrences, more } = known;
  const isSame =
    known.version === of.version && window.after === of.window.after && window.before === of.window.before;
  if (!isSame || isAfter(window.past!, of.past)) return null;
  const at = occurrences.findIndex((occurrence) => isAfter(occurrence, of.past));
  const from = at < 0 ? occurrences.length : at;
  return more && occurrences.length - from < of.count ? null : cut(known, from, of.count);
}

function cut({ occurrences, more }: Instances, from: number, count: number): Instances {
  return {
    occurrences: occurrences.slice(from, from + count),
    more: more || occurrences.length > from + count,
  };
}

/** Whether `one` comes later than `other` by (start_at, id). */
function isAfter(one: Place | Occurrence, other: Place): boolean {
  return one.start_at > other.start_at || (one.start_at === other.start_at && one.id > other.id);
}
