// Writes of calendar objects: each turn that writes events gives the objects of their UIDs a new version,
// which sync sees as a change of the calendar. DECISIONS CalDAV.
import type { Instant } from "../../../src/lib/clock.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { type Touch, type TouchedObject, touchObjects } from "../../../src/store/calendar/objects-write.ts";
import type { Turn } from "../../runtime/turn.ts";

/** An etag that no earlier version has. */
function etagAt(at: Instant): string {
  return BigInt(at.replace(/\D/g, "")).toString(36);
}

/** A new version of what this turn writes. */
export function newTouch(turn: Turn, answersOnly = false): Touch {
  const at = turn.instant();
  turn.poke("notices");
  return { modseq: turn.modseq, at, etag: etagAt(at), answersOnly };
}

/**
 * Gives the objects of these events a new version. What is cut off of a series lies where that one does, and has what its client
 * wrote: its own properties and alarms.
 * @param rows events that the turn has written or removed, with the series that others were cut off
 */
export function touch(turn: Turn, rows: readonly CalendarEventRow[], answersOnly = false): void {
  if (rows.length === 0) return;
  const uids = new Map(rows.map(({ id, objectUid }) => [id, objectUid]));
  const cutFrom = ({ kind, seriesId }: CalendarEventRow) =>
    kind === "instance" || seriesId === null ? undefined : uids.get(seriesId);
  const objects = new Map<string, TouchedObject>();
  for (const row of rows) {
    const { objectUid, uidHash, id } = row;
    const known = objects.get(objectUid)?.cutFrom;
    const name = `${id.slice(0, 36)}.ics`;
    objects.set(objectUid, { objectUid, uidHash, name, cutFrom: cutFrom(row) ?? known });
  }
  turn.bulk(touchObjects(turn.owner, [...objects.values()], newTouch(turn, answersOnly)));
}
