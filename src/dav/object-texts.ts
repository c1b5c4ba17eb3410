// The texts of objects: what their client wrote while nothing else changed them, else written anew from their events.
import type { CalendarOwner } from "../../actors/identity/calendar/calendar-content.ts";
import { objectText } from "../calendar/objects/object-text.ts";
import type { CalendarEventRow } from "../store/calendar/calendar-events.ts";
import { type CalendarObjectRow, eventsOfObjects } from "../store/calendar/objects.ts";
import { writtenEvent } from "../store/calendar/written.ts";
import type { Executor } from "../store/database/database.ts";

const utf8 = new TextDecoder();

/** The objects' texts, in their order. */
export async function textsOf(
  db: Executor,
  owner: CalendarOwner,
  objects: readonly CalendarObjectRow[],
): Promise<string[]> {
  const changed = objects.filter((object) => object.component === "VEVENT" && !isAsWritten(object));
  const rows = await eventsOfObjects(db, owner, changed);
  return objects.map((object) => textOf(object, rows.get(object.objectUid) ?? []));
}

function isAsWritten({ source, sourceEtag, etag }: CalendarObjectRow): boolean {
  return source !== null && sourceEtag === etag;
}

export function textOf(object: CalendarObjectRow, rows: readonly CalendarEventRow[]): string {
  const source = object.source === null ? null : utf8.decode(object.source);
  if (source !== null && (isAsWritten(object) || object.component !== "VEVENT")) return source;
  return objectText(source, writtenRows(rows));
}

/** The events of one object, in the form in which they are written. */
export function writtenRows(rows: readonly CalendarEventRow[]) {
  const series = new Map(rows.filter(({ kind }) => kind === "series").map((row) => [row.id, row]));
  return rows.map((row) => writtenEvent(row, series.get(row.seriesId ?? "") ?? null));
}
