// Pages of a calendar's window with instances in place of series. From a client's second page on, many rows are read at once
// and cached, and later pages are cut from them. A cache entry is valid for one version of the calendar.
import type { CalendarEventRow, EventPlace, EventWindow } from "./calendar-events.ts";

/** A row of a window. */
export interface ListedEvent {
  row: CalendarEventRow;
  /** The row is in the table, not computed from its series. */
  stored: boolean;
}

/** Rows of one window, in order. */
interface ReadAhead extends EventWindow {
  /** As in calendarVersion. */
  version: string;
  past: EventPlace | null;
  listed: readonly ListedEvent[];
  /** The window holds more. */
  more: boolean;
}

type PageQuery = EventWindow & { past: EventPlace | null; count: number };

/** The most calendars in the cache. */
const mostKept = 16;
/** Estimated memory of the stored rows of an entry: instances share the texts of their series. */
const mostBytes = 1024 * 1024;

/** By identity, the least recently used first. */
const kept = new Map<string, ReadAhead>();

/** A page from the cache with its version; null when the entry is of another window, or ends within the page. */
export function recallPage(query: PageQuery): { version: string; listed: ListedEvent[] } | null {
  const known = kept.get(query.identityId);
  if (known?.after !== query.after || known.before !== query.before) return null;
  if (known.past && (!query.past || isBefore(query.past, known.past))) return null;
  const { listed, more, version } = known;
  const from = query.past ? placeAfter(listed, query.past) : 0;
  if (more && listed.length - from < query.count) return null;
  return { version, listed: listed.slice(from, from + query.count) };
}

export function keepPages(entry: ReadAhead): void {
  const { identityId, listed } = entry;
  kept.delete(identityId);
  let bytes = 0;
  for (const { row, stored } of listed) if (stored) bytes += sizeOf(row);
  if (bytes > mostBytes) return;
  kept.set(identityId, entry);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
}

function sizeOf({ title, description, location, attendees, metadata }: CalendarEventRow): number {
  const texts = title.length + (description?.length ?? 0) + (location?.length ?? 0);
  return 1000 + 2 * texts + 200 * attendees.length + 2 * JSON.stringify(metadata).length;
}

/** The index of the first row after a place. */
function placeAfter(listed: readonly ListedEvent[], place: EventPlace): number {
  let [low, high] = [0, listed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(place, listed[middle]!.row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether `one` comes earlier than `other` by (start_at, id). */
export function isBefore(one: EventPlace, other: EventPlace): boolean {
  return one.startAt < other.startAt || (one.startAt === other.startAt && one.id < other.id);
}
