// Stored events in the forms in which src/calendar reads and writes them.
import type { WrittenEvent } from "../../calendar/objects/calendar-text.ts";
import type { EventContent } from "../../calendar/types.ts";
import type { CalendarEventRow } from "./calendar-events.ts";
import { seriesOf } from "./series-cache.ts";
import { shownEvent } from "./shown-event.ts";

/** The part of an event that its participants see. */
export function contentOf(row: CalendarEventRow): EventContent {
  const { id: _, ...times } = seriesOf(row);
  return {
    ...times,
    status: row.status,
    title: row.title,
    description: row.description,
    location: row.location,
    attendees: row.attendees,
    organizer_email: row.organizerEmail,
    organizer_name: row.organizerName,
  };
}

/** @param zone of the series; null where it is not known: the event's own */
export function recurrenceIdOf(row: CalendarEventRow, zone: string | null): WrittenEvent["recurrence_id"] {
  if (row.kind !== "instance" || row.originalStart === null) return null;
  return { value: row.originalStart, timezone: zone ?? row.timezone };
}

/** @param series the series of a changed date; else null */
export function writtenEvent(row: CalendarEventRow, series: CalendarEventRow | null): WrittenEvent {
  const content = contentOf(shownEvent(row));
  const place = recurrenceIdOf(row, series?.timezone ?? null);
  return {
    ...content,
    recurrence: place ? null : content.recurrence,
    uid: row.objectUid,
    sequence: row.sequence,
    recurrence_id: place,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    reminders: row.reminderMinutes,
  };
}
