// Applies the decisions of calendar/invitations/itip.ts to the rows of a mail's UIDs. RANGE=THISANDFUTURE cuts a series
// (RFC 5545 3.2.13).

import { recurrenceIdAt } from "../../../src/calendar/invitations/invitation.ts";
import type { Decision } from "../../../src/calendar/invitations/itip-decision.ts";
import type { RecurrenceId } from "../../../src/calendar/invitations/times.ts";
import { findOccurrence } from "../../../src/calendar/recurrence/expansion.ts";
import { instanceOf } from "../../../src/calendar/recurrence/instance-id.ts";
import { splitSeries } from "../../../src/calendar/recurrence/series-changes.ts";
import { must } from "../../../src/lib/must.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { wakeCalendar } from "../../../src/store/calendar/notices.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { calendarEvents } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { derived, freshEvent, stamped, timeColumns } from "./calendar-content.ts";
import { emitEvent } from "./calendar-events.ts";
import { KnownEvents } from "./known-events.ts";
import { touch } from "./objects.ts";
import { columnsOf, cutAt, followed, lateChange, toNamed } from "./received-rows.ts";
import { noteAnswer } from "./schedule-status.ts";

type Cancel = Extract<Decision, { action: "cancel" }>;
type Change = Extract<Decision, { content: unknown }>;
type ReplyDecision = Extract<Decision, { reply: unknown }>;

export class KnownRows extends KnownEvents {
  readonly #turn: Turn;
  readonly #messageId: string;
  /** The rows that were written or removed. */
  readonly #touched: CalendarEventRow[] = [];
  #answersOnly = true;
  /** Attendees whose answers were applied, with the UID of the object. */
  readonly #answered: [objectUid: string, email: string][] = [];

  constructor(turn: Turn, messageId: string, rows: readonly CalendarEventRow[]) {
    super(rows);
    this.#turn = turn;
    this.#messageId = messageId;
  }

  /** Gives the objects of what was written their new version. */
  finish(): void {
    // A mail may move an event with reminders into the future.
    if (this.#touched.some(({ reminderMinutes }) => reminderMinutes !== null))
      this.#turn.bulk(wakeCalendar(this.#turn.owner, this.#turn.now()));
    touch(this.#turn, this.#touched, this.#answersOnly);
    for (const [objectUid, email] of this.#answered) noteAnswer(this.#turn, objectUid, email);
  }

  /** @returns the id of the event that the decision creates, changes or asks about */
  apply(decision: Decision): string | null {
    if (!("reply" in decision)) this.#answersOnly = false;
    const place = decision.recurrence_id;
    if ("reply" in decision) return this.#reply(decision);
    if (decision.action === "counter" || decision.action === "refresh") return this.#about(decision);
    if (!("content" in decision) && decision.action !== "cancel") return null;
    if (place?.this_and_future) return this.#future(decision as Change | Cancel, place);
    return "content" in decision ? this.#change(decision) : this.#cancel(decision as Cancel);
  }

  /** The event of a COUNTER or REFRESH, which changes nothing yet. A date that the series lacks means the series. */
  #about({ uid, recurrence_id: place }: Decision): string | null {
    const target = this.target(uid, place);
    const series = target && !target.stored && this.rows.get(target.row.seriesId ?? "");
    if (!target || !series || findOccurrence(seriesOf(series), target.row.id)) return target?.row.id ?? null;
    return series.id;
  }

  #reply({ uid, recurrence_id: place, reply }: ReplyDecision): string | null {
    const target = this.target(uid, place);
    if (!target) return null;
    const { email, status, responded_at } = reply;
    const attendees = target.row.attendees.map((line) =>
      line.email === email ? { ...line, status, responded_at } : line,
    );
    const row = this.#write({ ...target.row, attendees }, target.stored);
    this.#answered.push([row.objectUid, email]);
    emitEvent(this.#turn, "responded", row, { email, status });
    return row.id;
  }

  #change({ uid, recurrence_id: place, content }: Change): string {
    const target = this.target(uid, place);
    const { accountId, ref } = this.#turn;
    const fresh = () => freshEvent({ accountId, identityId: ref.id }, { id: this.#turn.newId(), uid });
    const base = target?.row ?? fresh();
    const isStored = target?.stored ?? false;
    const origin = isStored ? {} : { originMessageId: this.#messageId, source: "email" as const };
    const changed = derived({ ...base, ...columnsOf(content), ...origin });
    const lone =
      place && !target
        ? {
            kind: "instance" as const,
            originalStart: place.value,
            originalAt: recurrenceIdAt(place, changed.timezone),
          }
        : {};
    const row = this.#tellChange(derived({ ...changed, ...lone }), isStored);
    if (place) return row.id;
    // The organizer's change is about the whole series.
    if (row.etag !== target?.row.etag) for (const part of this.later(row)) this.#drop(part);
    this.#settle(row, target?.row ?? null);
    return row.id;
  }

  #cancel({ uid, recurrence_id: place, sequence, dtstamp }: Cancel): string | null {
    const main = this.main(uid);
    const one = place && this.target(uid, place);
    const all = main ? [main, ...this.later(main)] : this.dates(uid);
    const targets = place ? (one ? [one] : []) : all.map((row) => ({ row, stored: true }));
    for (const { row, stored } of targets)
      this.#tellChange({ ...row, status: "cancelled", sequence, dtstamp }, stored);
    if (!place && main) for (const date of this.dates(uid)) this.#remove(date);
    return targets[0]?.row.id ?? null;
  }

  /** Cuts a series and changes the later part. Null where no rule expresses that: then only the message reports it. */
  #future(decision: Change | Cancel, place: RecurrenceId): string | null {
    const main = this.main(decision.uid);
    if (main?.kind !== "series") return null;
    const part = this.partAt(main, place);
    const series = seriesOf(part);
    const occurrence = findOccurrence(series, this.placeIn(part, main, place).id);
    const cut = occurrence && cutAt(() => splitSeries(series, occurrence));
    if (!occurrence || cut?.after?.times.start !== occurrence.start) return null;
    const changed = lateChange(
      { ...part, ...timeColumns(cut.after.times), recurrence: cut.after.recurrence },
      decision,
    );
    if (!changed) return null;
    // Older mail about the series must not undo the cut.
    const { sequence, dtstamp } = "content" in decision ? decision.content : decision;
    const settled = { sequence: Math.max(main.sequence, sequence), dtstamp };
    if (part !== main) this.#write({ ...main, ...settled }, true);
    const early = cut.before ? { ...part, recurrence: cut.before } : changed;
    const row = this.#tellChange(derived(part === main ? { ...early, ...settled } : early), true);
    this.#settle(row);
    if (!cut.before) return row.id;
    const originalStart = toNamed(part, occurrence.original_start);
    const id = this.#turn.newId();
    const fresh = {
      id,
      objectUid: `${id}@part`,
      seriesId: main.id,
      originMessageId: this.#messageId,
      originalStart,
    };
    return this.#tellChange(derived({ ...changed, ...fresh }), false).id;
  }

  /**
   * Attaches dates that were known before their series, and deletes those that the series no longer has: also those that it leaves
   * out from now on, and cancelled ones that it has again. What guests answered alone follows it.
   * @param former null: the series was not known
   */
  #settle(main: CalendarEventRow, former: CalendarEventRow | null = main): void {
    const series = seriesOf(main);
    const bare = { ...series, recurrence: series.recurrence && { ...series.recurrence, exdates: [] } };
    for (const date of this.dates(main.uid)) {
      if (date.seriesId !== null && date.seriesId !== main.id) continue;
      const value = must(date.originalStart, "a date of a series has its original time");
      const place = { value, timezone: date.timezone, at: date.originalAt, this_and_future: false };
      const { id, original_start } = instanceOf(bare, place);
      const isRegular = main.kind === "series" && findOccurrence(bare, id) !== null;
      const had = former?.kind === "series" && findOccurrence(seriesOf(former), id) !== null;
      const has = isRegular && findOccurrence(series, id) !== null;
      const isLeftOut = had && !has;
      const isBack = has && !had && date.status === "cancelled";
      const stays = isRegular && !isLeftOut && !isBack;
      if (stays && date.id === id) {
        if (former) this.#write(followed(date, { former, main }), true);
        continue;
      }
      this.#remove(date);
      if (stays && date.seriesId === null)
        this.#write(
          { ...date, id, seriesId: main.id, objectUid: main.objectUid, originalStart: original_start },
          false,
        );
    }
  }

  #drop(part: CalendarEventRow): void {
    for (const date of this.dates(part.uid)) if (date.seriesId === part.id) this.#remove(date);
    this.#remove(part);
    emitEvent(this.#turn, "deleted", part);
  }

  #remove(row: CalendarEventRow): void {
    this.#turn.remove(calendarEvents, { accountId: row.accountId, id: row.id });
    this.rows.delete(row.id);
    this.#touched.push(row);
  }

  #write(row: CalendarEventRow, stored: boolean): CalendarEventRow {
    const before = this.rows.get(row.id);
    if (before && Bun.deepEquals(before, row)) return before;
    const at = this.#turn.instant();
    const written = stamped(stored ? row : { ...row, createdAt: at }, at);
    if (before) this.#turn.update(calendarEvents, written, before);
    else this.#turn.insert(calendarEvents, written);
    this.rows.set(written.id, written);
    this.#touched.push(written);
    return written;
  }

  /** Writes a row and emits its event, unless nothing changed. */
  #tellChange(row: CalendarEventRow, stored: boolean): CalendarEventRow {
    const before = this.rows.get(row.id);
    const written = this.#write(row, stored);
    if (written !== before) emitEvent(this.#turn, stored ? "updated" : "created", written);
    return written;
  }
}
