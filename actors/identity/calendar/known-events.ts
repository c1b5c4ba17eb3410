// The stored events of some UIDs, and which row an object of a mail is about. After a cut by RANGE=THISANDFUTURE the
// later part is a row of its own with the same UID; mail names its dates by the original series.

import { recurrenceIdAt } from "../../../src/calendar/invitations/invitation.ts";
import type { KnownObject } from "../../../src/calendar/invitations/itip-trust.ts";
import type { RecurrenceId } from "../../../src/calendar/invitations/times.ts";
import { findOccurrence } from "../../../src/calendar/recurrence/expansion.ts";
import { type InstancePlace, instanceOf } from "../../../src/calendar/recurrence/instance-id.ts";
import { movedBy } from "../../../src/calendar/recurrence/series-changes.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import { must } from "../../../src/lib/must.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { instanceRow } from "../../../src/store/calendar/window.ts";
import { knownEvent, toNamed } from "./received-rows.ts";

/** The row of a decision; not stored when it is computed from its series. */
export interface DecisionTarget {
  row: CalendarEventRow;
  stored: boolean;
}

export class KnownEvents {
  protected readonly rows: Map<string, CalendarEventRow>;

  constructor(rows: readonly CalendarEventRow[]) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** The row after the changes made so far. */
  row(id: string): CalendarEventRow | null {
    return this.rows.get(id) ?? null;
  }

  lookUp(uid: string): KnownObject | null {
    const main = this.main(uid);
    const dates = this.dates(uid);
    if (!main && dates.length === 0) return null;
    return {
      event: main && knownEvent(main),
      instances: new Map(dates.map((row) => [this.namedAt(row), knownEvent(row)])),
    };
  }

  protected all(uid: string): CalendarEventRow[] {
    return [...this.rows.values()].filter((row) => row.uid === uid);
  }

  protected main(uid: string): CalendarEventRow | null {
    return this.all(uid).find((row) => row.kind !== "instance" && !this.rows.has(row.seriesId ?? "")) ?? null;
  }

  /** The parts cut off a series, the latest first. */
  protected later(main: CalendarEventRow): CalendarEventRow[] {
    return this.all(main.uid)
      .filter((row) => row.kind !== "instance" && row.seriesId === main.id)
      .sort((a, b) => ((a.originalStart ?? "") < (b.originalStart ?? "") ? 1 : -1));
  }

  protected dates(uid: string): CalendarEventRow[] {
    return this.all(uid).filter((row) => row.kind === "instance");
  }

  /** The part of a series that contains the date. */
  protected partAt(main: CalendarEventRow, place: RecurrenceId): CalendarEventRow {
    const { original_start: named } = instanceOf(seriesOf(main), place);
    return this.later(main).find(({ originalStart }) => named >= (originalStart ?? "")) ?? main;
  }

  /** The place in a part of the series of a date that is named by the original series. */
  protected placeIn(part: CalendarEventRow, main: CalendarEventRow, place: RecurrenceId): InstancePlace {
    const named = instanceOf(seriesOf(main), place);
    if (part === main) return named;
    const value = movedBy(named.original_start, part.originalStart ?? part.startLocal, part.startLocal);
    return instanceOf(seriesOf(part), { value, timezone: null, at: null, this_and_future: false });
  }

  /** The instant by which mail names a stored date. */
  protected namedAt(date: CalendarEventRow): Instant {
    const part = this.rows.get(date.seriesId ?? "");
    const main = part && this.rows.get(part.seriesId ?? "");
    if (!part || !main) return must(date.originalAt, "a date of a series has its original time");
    const value = toNamed(part, must(date.originalStart, "a date of a series has its original time"));
    return instanceOf(seriesOf(main), { value, timezone: null, at: null, this_and_future: false })
      .original_at;
  }

  /** The event, or one date of it: its stored row, or one computed from its series. */
  target(uid: string, place: RecurrenceId | null): DecisionTarget | null {
    const main = this.main(uid);
    if (!place) return main && { row: main, stored: true };
    const at = recurrenceIdAt(place, main?.timezone ?? "UTC");
    const kept = this.dates(uid).find((row) => this.namedAt(row) === at);
    if (kept) return { row: kept, stored: true };
    if (main?.kind !== "series") return null;
    const part = this.partAt(main, place);
    const { id, original_start, original_at } = this.placeIn(part, main, place);
    const same = this.rows.get(id);
    if (same) return { row: same, stored: true };
    const occurrence = findOccurrence(seriesOf(part), id);
    if (occurrence) return { row: instanceRow(part, occurrence), stored: false };
    // The rule does not include the date, but the organizer does.
    const times = { start: part.startLocal, end: part.endLocal, start_at: part.startAt, end_at: part.endAt };
    const row = instanceRow(part, { ...times, id, series_id: part.id, original_start });
    return { row: { ...row, originalAt: original_at }, stored: false };
  }
}
