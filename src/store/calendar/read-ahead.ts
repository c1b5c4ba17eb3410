// Pages of a calendar's window with instances in place of series. From a client's second page on, many rows are read at once
// and cached, and later pages are cut from them. A cache entry is valid for one version of the calendar.

import { type Instance, type Occurrence, occurrenceOf } from "../../calendar/recurrence/expansion.ts";
import { instanceId } from "../../calendar/recurrence/instance-id.ts";
import type { Instant } from "../../lib/clock.ts";
import { dropOldest } from "../../lib/oldest.ts";
import { instantAt } from "../../lib/zones.ts";
import type { CalendarEventRow, EventPlace, EventWindow } from "./calendar-events.ts";

/** An event of a window, in its place there. */
export interface ListedEvent extends EventPlace {
  /** The event's row; for a computed instance, the row of its series. */
  readonly row: CalendarEventRow;
  /** The instance that is computed; null: the event is in the table. */
  readonly occurrence: Occurrence | null;
}

/** An instance that is computed. Its texts are written when they are shown: of thousands, a page shows 200. */
export class ListedInstance implements ListedEvent {
  constructor(
    readonly row: CalendarEventRow,
    private readonly instance: Instance,
  ) {}

  get startAt(): Instant {
    return instantAt(this.instance.startAt);
  }

  get id(): string {
    const { read, local } = this.instance;
    return instanceId(read.series, local);
  }

  get occurrence(): Occurrence {
    return occurrenceOf(this.instance);
  }
}

/** Events of one window, in order. */
interface ReadAhead extends EventWindow {
  /** As in calendarVersion. */
  version: string;
  past: EventPlace | null;
  listed: readonly ListedEvent[];
  /** The window holds more. */
  more: boolean;
}

/** A page of a window: what comes behind `past`. */
export type EventPageQuery = EventWindow & { past: EventPlace | null; count: number };

/** The most calendars in the cache. */
const maxKept = 16;
/** Estimated memory of the stored rows of an entry: instances share the row of their series. */
const maxBytes = 1024 * 1024;

/** By identity, the least recently used first. */
const kept = new Map<string, ReadAhead>();

/** A page from the cache with its version; null when the entry is of another window, or ends within the page. */
export function recallPage(query: EventPageQuery): { version: string; listed: ListedEvent[] } | null {
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
  for (const one of listed) if (!(one instanceof ListedInstance)) bytes += sizeOf(one.row);
  if (bytes > maxBytes) return;
  kept.set(identityId, entry);
  dropOldest(kept, maxKept);
}

function sizeOf({ title, description, location, attendees, metadata }: CalendarEventRow): number {
  const texts = title.length + (description?.length ?? 0) + (location?.length ?? 0);
  return 1000 + 2 * texts + 200 * attendees.length + 2 * JSON.stringify(metadata).length;
}

/** The index of the first event after a place. */
function placeAfter(listed: readonly ListedEvent[], place: EventPlace): number {
  let [low, high] = [0, listed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(place, listed[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether `one` comes earlier than `other` by (start_at, id). */
export function isBefore(one: EventPlace, other: EventPlace): boolean {
  return one.startAt < other.startAt || (one.startAt === other.startAt && one.id < other.id);
}
