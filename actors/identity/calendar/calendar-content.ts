// Checks and normalises the fields of an event that a caller writes. Pure: the turn and the mails that are composed
// before it get the same event.

import { keepAnswers, significantChanges } from "../../../src/calendar/invitations/significance.ts";
import { sortedMinutes } from "../../../src/calendar/objects/alarms.ts";
import { seriesEnd, validate } from "../../../src/calendar/recurrence/recurrence.ts";
import { movedRecurrence, shiftedRecurrence } from "../../../src/calendar/recurrence/series-changes.ts";
import { eventTimes, writeWallClock } from "../../../src/calendar/times.ts";
import type { EventAttendee, EventTimes, Recurrence } from "../../../src/calendar/types.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { invalid } from "../../../src/lib/failure.ts";
import { hash52 } from "../../../src/lib/hash.ts";
import { parseDate, parseLocal } from "../../../src/lib/local-time.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { AttendeeInput, CalendarEventPatch } from "../../../src/schema/calendar/calendar-events.ts";
import { guestsOf } from "../../../src/schema/message/addressees.ts";
import { type CalendarEventRow, farFuture, spanOf } from "../../../src/store/calendar/calendar-events.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { contentOf } from "../../../src/store/calendar/written.ts";
import type { Owner } from "../../../src/store/scope.ts";

export type EventPatch = Omit<CalendarEventPatch, "send_invites">;

/** The identity that owns a calendar. */
export interface CalendarOwner extends Owner {
  email: string;
  name: string | null;
}

const maxMetadataCharacters = 16 * 1024;

/** The row with its derived columns. */
export function derived(row: CalendarEventRow): CalendarEventRow {
  const isSeries = row.kind !== "instance" && row.recurrence !== null;
  const kind = row.kind === "instance" ? row.kind : isSeries ? "series" : "single";
  const untilAt = isSeries ? (seriesEnd(seriesOf(row)) ?? farFuture) : row.endAt;
  return { ...row, kind, untilAt, span: spanOf(row.startAt, row.endAt), uidHash: hash52(row.uid) };
}

/** The row with a new etag and `updatedAt`. */
export function stamped(row: CalendarEventRow, at: Instant): CalendarEventRow {
  return { ...row, etag: BigInt(at.replace(/\D/g, "")).toString(36), updatedAt: at };
}

/**
 * A new event that its owner creates. The turn sets its creation instants.
 * @throws Failure validation_error
 */
export function newEvent(
  owner: CalendarOwner,
  { id, uid }: { id: string; uid: string },
  input: EventPatch & { title: string; start: string; end: string; timezone: string },
): CalendarEventRow {
  const times = eventTimes({
    start: input.start,
    end: input.end,
    all_day: input.all_day ?? false,
    timezone: input.timezone,
  });
  return derived({
    ...freshEvent(owner, { id, uid }),
    status: input.status ?? "confirmed",
    title: input.title,
    description: input.description ?? null,
    location: input.location ?? null,
    ...timeColumns(times),
    recurrence: recurrenceOf(input.recurrence ?? null, times),
    attendees: attendeesOf(input.attendees ?? []),
    organizerEmail: owner.email,
    organizerName: owner.name,
    metadata: checkMetadata(input.metadata ?? {}),
    reminderMinutes: input.reminders === undefined ? null : sortedMinutes(input.reminders),
  });
}

/** A row that has no content yet: its times are to be set, and its derived columns after them. */
export function freshEvent(
  { accountId, identityId }: Owner,
  { id, uid }: { id: string; uid: string },
): CalendarEventRow {
  return {
    accountId,
    id,
    identityId,
    kind: "single",
    seriesId: null,
    originalStart: null,
    originalAt: null,
    uid,
    uidHash: 0,
    sequence: 0,
    etag: "",
    status: "confirmed",
    title: "",
    description: null,
    location: null,
    allDay: false,
    startLocal: "",
    endLocal: "",
    timezone: "UTC",
    startAt: "",
    endAt: "",
    untilAt: "",
    span: 0,
    recurrence: null,
    attendees: [],
    organizerEmail: null,
    organizerName: null,
    organizerSentBy: null,
    responseStatus: null,
    source: "api",
    originMessageId: null,
    dtstamp: null,
    assurance: 2,
    metadata: {},
    objectUid: uid,
    transparent: false,
    reminderMinutes: null,
    createdAt: "",
    updatedAt: "",
  };
}

export function timeColumns(times: EventTimes) {
  return {
    allDay: times.all_day,
    startLocal: times.start,
    endLocal: times.end,
    timezone: times.timezone,
    startAt: times.start_at,
    endAt: times.end_at,
  };
}

/**
 * The event after a patch: omitted fields are kept, `sequence` rises for changes that attendees see, answers are kept
 * until the time changes.
 * @throws Failure validation_error
 */
export function patchedEvent(before: CalendarEventRow, patch: EventPatch): CalendarEventRow {
  const old = contentOf(before);
  const isTimed = [patch.start, patch.end, patch.timezone, patch.all_day].some(
    (field) => field !== undefined,
  );
  const times = isTimed
    ? eventTimes({
        start: patch.start ?? before.startLocal,
        end: patch.end ?? before.endLocal,
        all_day: patch.all_day ?? before.allDay,
        timezone: patch.timezone ?? before.timezone,
      })
    : old;
  if (before.kind === "instance" && patch.recurrence) {
    throw invalid(
      "One date of a series cannot repeat. Change the series, or this date and later ones with mode=future.",
    );
  }
  const after: CalendarEventRow = {
    ...before,
    title: patch.title ?? before.title,
    description: patch.description === undefined ? before.description : patch.description,
    location: patch.location === undefined ? before.location : patch.location,
    status: patch.status ?? before.status,
    ...timeColumns(times),
    recurrence: patchedRecurrence(before, patch, times),
    attendees: patch.attendees === undefined ? before.attendees : attendeesOf(patch.attendees),
    metadata: patch.metadata === undefined ? before.metadata : checkMetadata(patch.metadata),
    reminderMinutes: patch.reminders === undefined ? before.reminderMinutes : sortedMinutes(patch.reminders),
  };
  return raised(before, after);
}

/** The next version, with its sequence, the answers that still hold and the derived columns. */
export function raised(before: CalendarEventRow, after: CalendarEventRow): CalendarEventRow {
  const [old, now] = [contentOf(before), contentOf(after)];
  const significant = significantChanges(old, now).length > 0;
  return derived({
    ...after,
    sequence: before.sequence + (significant ? 1 : 0),
    attendees: keepAnswers(old, now),
  });
}

function patchedRecurrence(
  before: CalendarEventRow,
  patch: EventPatch,
  times: EventTimes,
): Recurrence | null {
  if (patch.recurrence !== undefined) return recurrenceOf(patch.recurrence, times);
  const { recurrence } = before;
  if (recurrence === null) return null;
  const from = contentOf(before);
  // The rule's weekdays move too; where no rule expresses that, the caller has to change the rule.
  const moved = shiftedRecurrence(recurrence, from, times) ?? movedRecurrence(recurrence, from, times);
  return recurrenceOf(moved, times);
}

function recurrenceOf(input: EventPatch["recurrence"], times: EventTimes): Recurrence | null {
  if (!input) return null;
  const rule = input.rule?.trim().replace(/^RRULE:/i, "") || null;
  const problems = rule === null ? [] : validate(rule, times.all_day);
  if (problems.length > 0) throw invalid(`recurrence.rule: ${problems.join(" ")}`);
  const rdates = datesOf("rdates", input.rdates ?? [], times.all_day);
  if (rule === null && rdates.length === 0) {
    throw invalid("recurrence needs a rule or rdates. Send null for an event that does not repeat.");
  }
  return { rule, rdates, exdates: datesOf("exdates", input.exdates ?? [], times.all_day) };
}

function datesOf(field: "exdates" | "rdates", texts: readonly string[], allDay: boolean): string[] {
  const found = texts.map((text) => {
    const local = parseLocal(text);
    if (local !== null && !allDay) return writeWallClock(local, false);
    const date = parseDate(text);
    // A date excludes that whole day.
    if (date !== null && (allDay || field === "exdates")) return writeWallClock(date, true);
    const wanted = allDay ? "a date such as 2026-01-02" : "a local date-time such as 2026-01-02T09:00:00";
    throw invalid(
      `recurrence.${field}: "${text.slice(0, 40)}" must be ${wanted}, without offset, as start is.`,
    );
  });
  return [...new Set(found)].sort();
}

function attendeesOf(input: NonNullable<CalendarEventPatch["attendees"]>): EventAttendee[] {
  const seen = new Set<string>();
  const invited: AttendeeInput[] = guestsOf(input);
  return invited.map(({ email, name, role, optional, rsvp }) => {
    const key = canonicalAddress(email);
    if (key === null)
      throw invalid(`attendees: "${email}" is not an email address. Send one such as ada@example.com.`);
    if (seen.has(key)) throw invalid(`attendees names ${email} twice. Name each address once.`);
    seen.add(key);
    const isOptional = optional ?? role === "optional";
    return {
      email,
      name: name ?? null,
      status: "needs-action" as const,
      role: role ?? (isOptional ? ("optional" as const) : ("required" as const)),
      optional: isOptional,
      rsvp: rsvp ?? true,
      responded_at: null,
    };
  });
}

function checkMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(metadata).length > maxMetadataCharacters) {
    throw invalid(`metadata is longer than ${maxMetadataCharacters} characters as JSON. Keep less there.`);
  }
  return metadata;
}
