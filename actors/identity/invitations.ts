// What a received calendar object does to the calendar, inside the receive turn. Rows are read only for mail that has
// such an object; the decisions are calendar/itip.ts's. RFC 5546

import { findOccurrence } from "../../src/calendar/expansion.ts";
import { instanceOf } from "../../src/calendar/instance-id.ts";
import { type ParsedCalendar, recurrenceIdAt } from "../../src/calendar/invitation.ts";
import type { RecurrenceId } from "../../src/calendar/invitation-times.ts";
import { type Decision, decideIncoming, type IncomingContent } from "../../src/calendar/itip.ts";
import type { IncomingMail, KnownCalendar, KnownEvent } from "../../src/calendar/itip-trust.ts";
import type { Instant } from "../../src/lib/clock.ts";
import { hash52 } from "../../src/lib/hash.ts";
import { dmarcVerdict, provenDomains } from "../../src/mail/authentication.ts";
import { type CalendarEventRow, eventsOfUid, zoneOfCalendar } from "../../src/store/calendar-events.ts";
import { instanceRow } from "../../src/store/calendar-window.ts";
import { seriesOf } from "../../src/store/series-cache.ts";
import { calendarEvents } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";
import { contentOf, derived, stamped, timeColumns } from "./calendar-content.ts";
import { tell } from "./calendar-events.ts";
import type { PreparedMail } from "./storing.ts";

export interface ReceivedCalendar {
  calendar: ParsedCalendar;
  mail: PreparedMail;
  messageId: string;
  /** From an address of this service. */
  internal: boolean;
  at: Instant;
}

/** @returns the id of the event that the mail made or changed, or null */
export async function receiveInvitation(turn: Turn, received: ReceivedCalendar): Promise<string | null> {
  const { calendar, mail, at } = received;
  const identity = turn.identity();
  const { accountId, id: identityId } = identity;
  const uids = [...new Set(calendar.invitations.map(({ invitation }) => invitation.uid))];
  const keys = uids.map((uid) => ({ uid, hash: hash52(uid) }));
  const known = new Calendar(
    turn,
    received.messageId,
    await eventsOfUid(turn, { accountId, identityId }, keys),
  );
  const incoming: IncomingMail = {
    from: mail.parsed.from.email || null,
    sender: mail.parsed.sender?.email ?? null,
    dmarc: dmarcVerdict(mail.authentication),
    authenticated_domains: provenDomains(mail.authentication),
    internal: received.internal,
    spam: mail.isSpam,
    received_at: at,
    own_address: `${identity.localPart}@${identity.domain}`,
    default_zone: await zoneOfCalendar(turn, accountId, identityId),
  };
  const decisions = decideIncoming(calendar, incoming, (uid) => known.lookUp(uid));
  const ids = decisions.map((decision) => known.apply(decision));
  return ids.find((id) => id !== null) ?? null;
}

/** The events of the mail's UIDs, with what the mail has done to them so far. */
class Calendar {
  readonly #turn: Turn;
  readonly #messageId: string;
  readonly #rows: Map<string, CalendarEventRow>;

  constructor(turn: Turn, messageId: string, rows: readonly CalendarEventRow[]) {
    this.#turn = turn;
    this.#messageId = messageId;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  lookUp(uid: string): KnownCalendar | null {
    const main = this.#main(uid);
    const dates = this.#dates(uid);
    if (!main && dates.length === 0) return null;
    return {
      event: main && knownEvent(main),
      instances: new Map(dates.map((row) => [row.originalAt!, knownEvent(row)])),
    };
  }

  /** @returns the id of the event that it made or changed */
  apply(decision: Decision): string | null {
    const { uid, recurrence_id: place } = decision;
    // A change of a date and all later ones at once: the message shows it.
    if (place?.this_and_future) return null;
    if (!("content" in decision || "reply" in decision || decision.action === "cancel")) return null;
    const main = this.#main(uid);
    if (!("content" in decision || "reply" in decision)) return this.#cancel(decision, main);
    const before = place ? this.#date(uid, place, main) : { row: main, stored: main !== null };
    if ("reply" in decision) {
      if (!before.row) return null;
      const { email, status, responded_at } = decision.reply;
      const attendees = before.row.attendees.map((line) =>
        line.email === email ? { ...line, status, responded_at } : line,
      );
      const row = this.#write({ ...before.row, attendees }, before.stored);
      tell(this.#turn, "responded", row, { email, status });
      return row.id;
    }
    const base = before.row ?? this.#fresh(uid);
    const origin = before.stored ? {} : { originMessageId: this.#messageId, source: "email" as const };
    const changed = derived({ ...base, ...columnsOf(decision.content), ...origin });
    const isLone = place && !before.row;
    const lone = isLone
      ? {
          kind: "instance" as const,
          originalStart: place.value,
          originalAt: recurrenceIdAt(place, changed.timezone),
        }
      : {};
    const row = this.#write(derived({ ...changed, ...lone }), before.stored);
    tell(this.#turn, before.stored ? "updated" : "created", row);
    if (!place) this.#settleDates(row);
    return row.id;
  }

  #main(uid: string): CalendarEventRow | null {
    return [...this.#rows.values()].find((row) => row.uid === uid && row.kind !== "instance") ?? null;
  }

  #dates(uid: string): CalendarEventRow[] {
    return [...this.#rows.values()].filter((row) => row.uid === uid && row.kind === "instance");
  }

  /** One date: as it is kept, or as its series has it. */
  #date(
    uid: string,
    place: RecurrenceId,
    main: CalendarEventRow | null,
  ): { row: CalendarEventRow | null; stored: boolean } {
    const at = recurrenceIdAt(place, main?.timezone ?? "UTC");
    const kept = this.#dates(uid).find((row) => row.originalAt === at);
    if (kept) return { row: kept, stored: true };
    if (main?.kind !== "series") return { row: null, stored: false };
    const series = seriesOf(main);
    const found = instanceOf(series, place);
    const occurrence = findOccurrence(series, found.id);
    if (occurrence) return { row: instanceRow(main, occurrence), stored: false };
    // A date that its rule does not give: the organizer's word counts.
    const times = { start: main.startLocal, end: main.endLocal, start_at: main.startAt, end_at: main.endAt };
    const { id, original_start, original_at } = found;
    const row = instanceRow(main, { ...times, id, series_id: main.id, original_start });
    return { row: { ...row, originalAt: original_at }, stored: false };
  }

  #cancel(decision: Extract<Decision, { action: "cancel" }>, main: CalendarEventRow | null): string | null {
    const { uid, recurrence_id: place, sequence, dtstamp } = decision;
    const one = place && this.#date(uid, place, main);
    const all = main ? [main] : this.#dates(uid);
    const targets = one ? [one] : all.map((row) => ({ row, stored: true }));
    let id: string | null = null;
    for (const { row, stored } of targets) {
      if (!row) continue;
      const written = this.#write({ ...row, status: "cancelled", sequence, dtstamp }, stored);
      tell(this.#turn, "updated", written);
      id ??= written.id;
    }
    if (!place && main) for (const date of this.#dates(uid)) this.#remove(date);
    return id;
  }

  /** Dates that were known before their series become its dates; those that it no longer has end. */
  #settleDates(main: CalendarEventRow): void {
    const bare = { ...seriesOf(main), recurrence: main.recurrence && { ...main.recurrence, exdates: [] } };
    for (const date of this.#dates(main.uid)) {
      const place = {
        value: date.originalStart!,
        timezone: date.timezone,
        at: date.originalAt,
        this_and_future: false,
      };
      const { id, original_start } = instanceOf(bare, place);
      const stays = main.kind === "series" && findOccurrence(bare, id) !== null;
      if (stays && date.id === id) continue;
      this.#remove(date);
      if (stays && date.seriesId === null)
        this.#write({ ...date, id, seriesId: main.id, originalStart: original_start }, false);
    }
  }

  #remove(row: CalendarEventRow): void {
    this.#turn.remove(calendarEvents, { accountId: row.accountId, id: row.id });
    this.#rows.delete(row.id);
  }

  #write(row: CalendarEventRow, stored: boolean): CalendarEventRow {
    const at = this.#turn.instant();
    const written = stamped(stored ? row : { ...row, createdAt: at }, at);
    const before = this.#rows.get(row.id);
    if (before) this.#turn.update(calendarEvents, written, before);
    else this.#turn.insert(calendarEvents, written);
    this.#rows.set(written.id, written);
    return written;
  }

  #fresh(uid: string): Omit<CalendarEventRow, keyof ReturnType<typeof columnsOf>> & { uid: string } {
    return {
      accountId: this.#turn.accountId,
      id: this.#turn.newId(),
      identityId: this.#turn.ref.id,
      kind: "single",
      seriesId: null,
      originalStart: null,
      originalAt: null,
      uid,
      uidHash: 0,
      etag: "",
      untilAt: "",
      span: 0,
      source: "email",
      originMessageId: null,
      metadata: {},
      createdAt: "",
      updatedAt: "",
    };
  }
}

function columnsOf(content: IncomingContent) {
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

function knownEvent(row: CalendarEventRow): KnownEvent {
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
