// Converts between calendar rows and the shapes of calendar/invitations/itip.ts. Pure.
import type { Decision, IncomingContent } from "../../../src/calendar/invitations/itip-decision.ts";
import type { KnownEvent } from "../../../src/calendar/invitations/itip-trust.ts";
import {
  movedBy,
  type SplitSeries,
  shiftedRecurrence,
} from "../../../src/calendar/recurrence/series-changes.ts";
import { Failure } from "../../../src/lib/failure.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { contentOf } from "../../../src/store/calendar/written.ts";
import { timeColumns } from "./calendar-content.ts";
import { dateIn } from "./calendar-plans.ts";

/** The cut; null for a series that is too dense or too sparse for one. */
export function cutAt(split: () => SplitSeries): SplitSeries | null {
  try {
    return split();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The later part of a cut series after the change; null where no rule expresses it. */
export function lateChange(
  late: CalendarEventRow,
  decision: Extract<Decision, { content: unknown } | { action: "cancel" }>,
): CalendarEventRow | null {
  if (!("content" in decision)) {
    const { sequence, dtstamp } = decision;
    return { ...late, status: "cancelled", sequence, dtstamp };
  }
  const { content } = decision;
  const recurrence = content.recurrence ?? shiftedRecurrence(late.recurrence!, contentOf(late), content);
  return recurrence && { ...late, ...columnsOf(content), recurrence };
}

/** The start by which mail names a date of a part that was cut off a series. */
export function toNamed(part: CalendarEventRow, original: string): string {
  return part.originalStart === null ? original : movedBy(original, part.startLocal, part.originalStart);
}

/** A date after its series changed: where it differs in answers alone, it is what the series has there now. */
export function followed(
  date: CalendarEventRow,
  { former, main }: { former: CalendarEventRow; main: CalendarEventRow },
): CalendarEventRow {
  const now = dateIn(main, date, former);
  if (!now) return date;
  const isMoved = now.startAt !== date.startAt || now.endAt !== date.endAt;
  const responseStatus = isMoved ? main.responseStatus : date.responseStatus;
  return { ...now, sequence: date.sequence, responseStatus };
}

export function columnsOf(content: IncomingContent) {
  return {
    ...timeColumns(content),
    sequence: content.sequence,
    status: content.status,
    title: content.title,
    description: content.description,
    location: content.location,
    recurrence: content.recurrence,
    attendees: content.attendees,
    organizerEmail: content.organizer_email,
    organizerName: content.organizer_name,
    organizerSentBy: content.organizer_sent_by,
    responseStatus: content.response_status,
    dtstamp: content.dtstamp,
    assurance: content.assurance,
  };
}

export function knownEvent(row: CalendarEventRow): KnownEvent {
  const { status, start_at, end_at, timezone, organizer_email, attendees } = contentOf(row);
  return {
    status,
    start_at,
    end_at,
    timezone,
    organizer_email,
    attendees,
    sequence: row.sequence,
    dtstamp: row.dtstamp,
    recurrence_rule: row.recurrence?.rule ?? null,
    organizer_sent_by: row.organizerSentBy,
    response_status: row.responseStatus,
    assurance: row.assurance,
  };
}
