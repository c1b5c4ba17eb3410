// The events of some UIDs as they are known before a mail about them: which row of them it speaks of. A series that
// RANGE=THISANDFUTURE cut goes on as a row of its own under the same UID; mail goes on naming its dates as the whole
// series had them.

import { recurrenceIdAt } from "../../../src/calendar/invitations/invitation.ts";
import type { KnownCalendar } from "../../../src/calendar/invitations/itip-trust.ts";
import type { RecurrenceId } from "../../../src/calendar/invitations/times.ts";
import { findOccurrence } from "../../../src/calendar/recurrence/expansion.ts";
import { type InstancePlace, instanceOf } from "../../../src/calendar/recurrence/instance-id.ts";
import { movedBy } from "../../../src/calendar/recurrence/series-changes.ts";
import type { Instant } from "../../../src/lib/clock.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { seriesOf } from "../../../src/store/calendar/series-cache.ts";
import { instanceRow } from "../../../src/store/calendar/window.ts";
import { knownEvent, toNamed } from "./received-rows.ts";

/** A row that a decision is about; not stored when it is made from its series. */
export interface Target {
  row: CalendarEventRow;
  stored: boolean;
}

export class KnownEvents {
  protected readonly rows: Map<string, CalendarEventRow>;

  constructor(rows: readonly CalendarEventRow[]) {
    this.rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** As it is after what was done to it. */
  row(id: string): CalendarEventRow | null {
    return this.rows.get(id) ?? null;
  }

  lookUp(uid: string): KnownCalendar | null {
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

  /** What was cut off a series, the latest first. */
  protected later(main: CalendarEventRow): CalendarEventRow[] {
    return this.all(main.uid)
      .filter((row) => row.kind !== "instance" && row.seriesId === main.id)
      .sort((a, b) => ((a.originalStart ?? "") < (b.originalStart ?? "") ? 1 : -1));
  }

  protected dates(uid: string): CalendarEventRow[] {
    return this.all(uid).filter((row) => row.kind === "instance");
  }

  /** The part of a series that has the date. */
  protected partAt(main: CalendarEventRow, place: RecurrenceId): CalendarEventRow {
    const { original_start: named } = instanceOf(seriesOf(main), place);
    return this.later(main).find(({ originalStart }) => named >= (originalStart ?? "")) ?? main;
  }

  /** Where a part of the series has a date that is named as the whole has it. */
  protected placeIn(part: CalendarEventRow, main: CalendarEventRow, place: RecurrenceId): InstancePlace {
    const named = instanceOf(seriesOf(main), place);
    if (part === main) return named;
    const value = movedBy(named.original_start, part.originalStart ?? part.startLocal, part.startLocal);
    return instanceOf(seriesOf(part), { value, timezone: null, at: null, this_and_future: false });
  }

  /** The instant by which mail names a kept date. */
  protected namedAt(date: CalendarEventRow): Instant {
    const part = this.rows.get(date.seriesId ?? "");
    const main = part && this.rows.get(part.seriesId ?? "");
    if (!part || !main) return date.originalAt!;
    const value = toNamed(part, date.originalStart!);
    return instanceOf(seriesOf(main), { value, timezone: null, at: null, this_and_future: false })
      .original_at;
  }

  /** The event, or one date of it: as it is kept, or as its series has it. */
  target(uid: string, place: RecurrenceId | null): Target | null {
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
    // A date that its rule does not give: the organizer's word counts.
    const times = { start: part.startLocal, end: part.endLocal, start_at: part.startAt, end_at: part.endAt };
    const row = instanceRow(part, { ...times, id, series_id: part.id, original_start });
    return { row: { ...row, originalAt: original_at }, stored: false };
  }
}
