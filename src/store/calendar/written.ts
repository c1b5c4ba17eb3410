// Stored events in the form in which src/calendar writes them.
import type { WrittenEvent } from "../../calendar/objects/calendar-text.ts";
import type { CalendarEventRow } from "./calendar-events.ts";
import { seriesOf } from "./series-cache.ts";

/** @param series the series of a changed date; else null */
export function writtenEvent(row: CalendarEventRow, series: CalendarEventRow | null): WrittenEvent {
  const { id: _, recurrence, ...times } = seriesOf(row);
  const isDate = row.kind === "instance" && row.originalStart !== null;
  return {
    ...times,
    recurrence: isDate ? null : recurrence,
    status: row.status,
    title: row.title,
    description: row.description,
    location: row.location,
    attendees: row.attendees,
    organizer_email: row.organizerEmail,
    organizer_name: row.organizerName,
    uid: row.objectUid,
    sequence: row.sequence,
    recurrence_id: isDate ? { value: row.originalStart!, timezone: series?.timezone ?? row.timezone } : null,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
