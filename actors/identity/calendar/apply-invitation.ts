// Applies the calendar object of a stored message by a call: an answer or invitation that was not proven on receipt,
// an attendee's proposal (COUNTER) or request (REFRESH). DECISIONS Calendar, RFC 5546 3.2.

import { type ParsedCalendar, primaryInvitation } from "../../../src/calendar/invitations/invitation.ts";
import { decideIncoming } from "../../../src/calendar/invitations/itip.ts";
import type { Decision, Proposal } from "../../../src/calendar/invitations/itip-decision.ts";
import { type Proof, proofOf } from "../../../src/calendar/invitations/itip-trust.ts";
import { instanceOf } from "../../../src/calendar/recurrence/instance-id.ts";
import { writeWallClock } from "../../../src/calendar/times.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import { secondsOf, toLocal } from "../../../src/lib/zones.ts";
import { withoutInvisible } from "../../../src/mail/visible/invisible-characters.ts";
import { readMail } from "../../../src/reading/mails.ts";
import type { BlobStore } from "../../../src/store/blobs/blobs.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { findEvent } from "../../../src/store/calendar/window.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { type MessageRow, readRaw, setCalendarEvent } from "../../../src/store/message/messages.ts";
import type { Turn } from "../../runtime/turn.ts";
import type { CalendarOwner, EventPatch } from "./calendar-content.ts";
import { type Author, applyCalendar, incomingOf, rowsAbout } from "./invitations.ts";
import { KnownEvents } from "./known-events.ts";

/** A stored message with its calendar object. */
export interface StoredInvitation {
  row: MessageRow;
  calendar: ParsedCalendar;
  author: Omit<Author, "byCall">;
}

/** Reads a stored message's calendar object; null when it has none or was not received. */
export async function readStoredInvitation(
  { database, blobs }: { database: Database; blobs: BlobStore },
  row: MessageRow,
): Promise<StoredInvitation | null> {
  if (row.invitation === null || row.direction !== "inbound") return null;
  const raw = await readRaw(database, blobs, {
    scope: { accountId: row.accountId, identityIds: null },
    id: row.id,
  });
  if (!raw) return null;
  const options = { envelopeFrom: row.envelopeFrom ?? "", effort: "bare" as const };
  const { facts: parsed, calendar } = await readMail({ raw, options }, { source: row.accountId });
  if (!calendar) return null;
  const author = {
    from: parsed.from.email || null,
    sender: parsed.sender?.email ?? null,
    authentication: row.authentication,
    internal: row.authentication?.authenticated_here === true,
    spam: row.isSpam,
    at: row.createdAt,
  };
  return { row, calendar, author };
}

export interface Judgement {
  /** The effect of a call now. */
  decision: Decision;
  /** The proof of From; null unless it has exactly one address. */
  proof: Proof | null;
  /** The reason for which the object had no effect on receipt. */
  reason: string;
}

/** Decides what a call would do to the event that the message reports. */
export async function judgeStoredInvitation(
  db: Database,
  owner: CalendarOwner,
  { calendar, author }: StoredInvitation,
): Promise<Judgement> {
  const { accountId, identityId, email: address } = owner;
  const to = { accountId, identityId, address };
  const known = new KnownEvents(await rowsAbout(db, calendar, to));
  const incoming = await incomingOf(db, { ...author, byCall: false }, to);
  const shown = must(primaryInvitation(calendar), "the mail has an invitation").invitation.uid;
  const decide = (byCall: boolean) =>
    decideIncoming(calendar, { ...incoming, by_call: byCall }, (uid) => known.lookUp(uid)).find(
      ({ uid }) => uid === shown,
    )!;
  return {
    decision: decide(true),
    proof: author.from === null ? null : proofOf(author.from, incoming),
    reason: decide(false).reason,
  };
}

/**
 * Applies a REQUEST, CANCEL or REPLY as if its author were proven.
 * @returns the event after it
 * @throws Failure conflict where it is refused nevertheless
 */
export async function applyStoredInvitation(
  turn: Turn,
  { row, calendar, author }: StoredInvitation,
): Promise<CalendarEventRow> {
  const { event, refused } = await applyCalendar(turn, {
    calendar,
    author: { ...author, byCall: true },
    messageId: row.id,
  });
  if (event === null) throw cannot(refused ?? "It changes nothing.");
  if (event.id !== row.calendarEventId) {
    turn.bulk(setCalendarEvent(turn.accountId, row.id, event.id));
  }
  return event;
}

export function cannot(reason: string): Failure {
  return new Failure(
    "conflict",
    `${reason} Nothing was changed. GET /messages/{id}/invitation says what the message asks for.`,
  );
}

/** The event of a COUNTER or REFRESH. @throws Failure conflict when there is none */
export async function eventOfRequest(
  db: Database,
  owner: CalendarOwner,
  { calendar, decision }: { calendar: ParsedCalendar; decision: Decision },
): Promise<CalendarEventRow> {
  const { accountId, identityId, email: address } = owner;
  const rows = await rowsAbout(db, calendar, { accountId, identityId, address });
  const found = new KnownEvents(rows).target(decision.uid, decision.recurrence_id);
  if (!found) throw cannot("The event is not known.");
  const { row, stored } = found;
  if (stored || row.seriesId === null) return row;
  // A date that is not stored must be an instance of its series.
  const series = must(
    rows.find(({ id }) => id === row.seriesId),
    "the series of a date was read with it",
  );
  const { id } = instanceOf(seriesOf(series), must(decision.recurrence_id, "the decision is about one date"));
  const date = await findEvent(db, { accountId, identityIds: null }, { identityId, id });
  if (!date) throw cannot("The series has no such date.");
  return date.row;
}

/** A proposal as a patch, in the zone of the event. What it echoes without invisible letters stays as the event has it. */
export function patchOf({ times, title, location }: Proposal, event: CalendarEventRow): EventPatch {
  const isTimed = !times.all_day && !event.allDay;
  const inZone = (at: string) => writeWallClock(toLocal(secondsOf(at), event.timezone), false);
  return {
    ...(isTimed
      ? { start: inZone(times.start_at), end: inZone(times.end_at) }
      : { start: times.start, end: times.end, all_day: times.all_day, timezone: times.timezone }),
    ...(title === null || title === withoutInvisible(event.title) ? {} : { title }),
    ...(location === null || location === withoutInvisible(event.location ?? "") ? {} : { location }),
  };
}
