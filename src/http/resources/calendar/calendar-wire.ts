// Shared by the routes of calendars: the owner, the forms of ids and windows, an event in the form of the wire.
import type { CalendarOwner } from "../../../../actors/identity/calendar/calendar-content.ts";
import type { ToldEvent } from "../../../../actors/identity/calendar/calendar-mail.ts";
import { busyIntervals } from "../../../calendar/recurrence/free-busy.ts";
import { readInstanceId } from "../../../calendar/recurrence/instance-id.ts";
import { refreshTimes } from "../../../calendar/times.ts";
import type { EventTimes } from "../../../calendar/types.ts";
import { type Instant, msOf, parseInstant } from "../../../lib/clock.ts";
import { Failure, invalid, notFound } from "../../../lib/failure.ts";
import { isUuid, newId } from "../../../lib/ids.ts";
import { capabilitiesOf } from "../../../schema/addresses/capabilities.ts";
import type { Calendar, CalendarEvent } from "../../../schema/calendar/calendar-events.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { busyTimes } from "../../../store/calendar/busy.ts";
import {
  type CalendarEventRow,
  type CalendarRow,
  type EventPlace,
  farFuture,
  farPast,
} from "../../../store/calendar/calendar-events.ts";
import type { ListedEvent } from "../../../store/calendar/read-ahead.ts";
import { getScheduleStatuses } from "../../../store/calendar/schedule-status.ts";
import { seriesOf } from "../../../store/calendar/series-cache.ts";
import { shownEvent } from "../../../store/calendar/shown-event.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { pathId } from "../../params.ts";
import type { WriteAnswer } from "../../write.ts";

/** @throws Failure not_found, capability_missing */
export async function ownerOf({ database }: HttpDeps, auth: Auth, text: string): Promise<CalendarOwner> {
  const identity = await getIdentity(database, auth, pathId(text));
  if (!identity) throw notFound();
  if (!capabilitiesOf(identity.type).calendar) {
    throw new Failure(
      "capability_missing",
      `An address of type ${identity.type} has no calendar. Use one of type agent, human or team.`,
    );
  }
  const { accountId, id } = identity;
  return {
    accountId,
    identityId: id,
    email: `${identity.localPart}@${identity.domain}`,
    name: identity.displayName,
  };
}

/** The canonical form of an event's id; null when the text is not one. */
export function eventId(text: string): string | null {
  const id = text.slice(0, 36).toLowerCase() + text.slice(36).toUpperCase();
  return isUuid(id) || (isUuid(id.slice(0, 36)) && readInstanceId(id)) ? id : null;
}

export function foundId(text: string): string {
  const id = eventId(text);
  if (id === null) throw notFound();
  return id;
}

/** UID: RFC 7986 5.3 */
export function freshIds({ mailHostname }: HttpDeps): { id: string; uid: string } {
  const id = newId();
  return { id, uid: `${id}@${mailHostname}` };
}

export function windowOf(
  after: string | undefined,
  before: string | undefined,
): { after: Instant; before: Instant } {
  const window = { after: bound("after", after) ?? farPast, before: bound("before", before) ?? farFuture };
  if (window.before <= window.after) throw invalid('"before" must be later than "after".');
  return window;
}

function bound(name: string, text: string | undefined): Instant | null {
  if (text === undefined) return null;
  const instant = parseInstant(text);
  if (!instant) {
    throw invalid(
      `Field "${name}" in the query must be a date-time with zone, such as 2026-01-02T03:04:05Z.`,
    );
  }
  return instant;
}

export function placeOf(key: readonly string[] | null): EventPlace | null {
  return key && { startAt: key[0]!, id: key[1]! };
}

const longestBusyMs = 92 * 86_400_000;
/** Busy times of one response. */
const mostBusy = 20_000;

export async function busyOf(
  { database }: HttpDeps,
  auth: Auth,
  window: { identityId: string; after: Instant; before: Instant; exceptUid?: string },
) {
  if (msOf(window.before) - msOf(window.after) > longestBusyMs) {
    throw invalid('"after" and "before" are more than 92 days apart. Ask for less at once.');
  }
  const times = await busyTimes(database, auth, { ...window, most: mostBusy });
  if (!times)
    throw invalid("The window holds too many busy times. Ask for less at once: put after and before nearer.");
  return busyIntervals(times, window);
}

/** Answers with the event; 202 with the mails about it that wait for a person. DECISIONS Protection and reviews */
export function eventAnswer(status: number): (row: ToldEvent | null) => WriteAnswer {
  return (row) => {
    const data = toCalendarEvent(row!);
    const held = row?.held ?? [];
    return held.length === 0
      ? { status, body: { data } }
      : { status: 202, body: { data: { ...data, held: [...held] } } };
  };
}

/** How far the mails about an event have come; nothing where nobody was told. */
export async function scheduleStatusOf(
  { database }: HttpDeps,
  owner: CalendarOwner,
  { objectUid }: CalendarEventRow,
): Promise<Pick<CalendarEvent, "schedule_status">> {
  const statuses = await getScheduleStatuses(database, owner, objectUid);
  if (!statuses) return {};
  const lines = Object.entries(statuses).map(([email, status]) => ({ email, ...status }));
  return { schedule_status: lines as CalendarEvent["schedule_status"] };
}

export async function withEtag(response: Response): Promise<Response> {
  if (response.ok) {
    const { data } = (await response.clone().json()) as { data: CalendarEvent };
    response.headers.set("etag", `"${data.etag}"`);
  }
  return response;
}

export function toCalendar(row: CalendarRow): Calendar {
  const { identityId, timezone, startingMinutes, endingMinutes } = row;
  return {
    identity_id: identityId,
    timezone,
    ...(startingMinutes === null ? {} : { starting_minutes: startingMinutes }),
    ...(endingMinutes === null ? {} : { ending_minutes: endingMinutes }),
  };
}

export function toListedEvent({ row, occurrence }: ListedEvent): CalendarEvent {
  if (!occurrence) return toCalendarEvent(row);
  const { id, original_start } = occurrence;
  const event = eventAt(row, { ...occurrence, all_day: row.allDay, timezone: row.timezone });
  return { ...event, id, kind: "instance", series_id: row.id, original_start, recurrence: null };
}

/** An event in the form of the wire, with instants by the current zone data. */
export function toCalendarEvent(row: CalendarEventRow): CalendarEvent {
  return eventAt(row, refreshTimes(seriesOf(row)));
}

function eventAt(row: CalendarEventRow, times: EventTimes): CalendarEvent {
  const { title, description, location, attendees, organizerName } = shownEvent(row);
  return {
    id: row.id,
    identity_id: row.identityId,
    kind: row.kind,
    series_id: row.seriesId,
    original_start: row.originalStart,
    uid: row.uid,
    sequence: row.sequence,
    etag: row.etag,
    status: row.status,
    title,
    description,
    location,
    all_day: row.allDay,
    start: times.start,
    end: times.end,
    timezone: times.timezone,
    start_at: times.start_at,
    end_at: times.end_at,
    recurrence: row.recurrence,
    attendees,
    organizer_email: row.organizerEmail,
    organizer_name: organizerName,
    response_status: row.responseStatus,
    source: row.source,
    origin_message_id: row.originMessageId,
    metadata: row.metadata,
    reminders: row.reminderMinutes ?? [],
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
