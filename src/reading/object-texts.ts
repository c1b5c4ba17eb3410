// The texts of objects: what their client wrote while nothing else changed them, else written anew from their events.
import type { ObjectView, ShownObject, Viewed } from "../calendar/objects/object-view.ts";
import type { CalendarEventRow } from "../store/calendar/calendar-events.ts";
import { type CalendarObjectRow, eventsOfObjects } from "../store/calendar/objects.ts";
import { writtenEvent } from "../store/calendar/written.ts";
import type { Executor } from "../store/database/database.ts";
import type { Owner } from "../store/scope.ts";
import { viewCalendarObject } from "./calendar-objects.ts";

function isAsWritten({ source, sourceEtag, etag }: CalendarObjectRow): boolean {
  return source !== null && sourceEtag === etag;
}

/** An object's text: octets where its client's stands. */
export async function textOf(
  { accountId }: Owner,
  object: CalendarObjectRow,
  rows: readonly CalendarEventRow[],
): Promise<string | Uint8Array> {
  if (object.source !== null && (isAsWritten(object) || object.component !== "VEVENT")) return object.source;
  const view = {
    object: shown(object, rows),
    filter: null,
    data: { expand: null, limit: null, parts: null },
  };
  return (await viewCalendarObject(view, { source: accountId })).text!;
}

/** Shows an object as a report asks. @param rows its events, where `rowsFor` read them */
export function viewOf(
  { owner }: { owner: Owner },
  { object, rows }: { object: CalendarObjectRow; rows: readonly CalendarEventRow[] },
  as: Omit<ObjectView, "object">,
): Promise<Viewed> {
  return viewCalendarObject({ ...as, object: shown(object, rows) }, { source: owner.accountId });
}

/** The events of those objects that cannot be shown without them: `isWhole` for all. */
export async function rowsFor(
  { deps, owner }: { deps: { database: Pick<Executor, "rows"> }; owner: Owner },
  objects: readonly CalendarObjectRow[],
  isWhole: boolean,
): Promise<Map<string, CalendarEventRow[]>> {
  const needed = objects.filter(
    (object) => object.component === "VEVENT" && (isWhole || !isAsWritten(object)),
  );
  return eventsOfObjects(deps.database, owner, needed);
}

function shown(object: CalendarObjectRow, rows: readonly CalendarEventRow[]): ShownObject {
  const { component, source, scheduleStatus: statuses } = object;
  return { component, source, isAsWritten: isAsWritten(object), events: writtenRows(rows), statuses };
}

/** The events of one object, in the form in which they are written. */
function writtenRows(rows: readonly CalendarEventRow[]) {
  const series = new Map(rows.filter(({ kind }) => kind === "series").map((row) => [row.id, row]));
  return rows.map((row) => writtenEvent(row, series.get(row.seriesId ?? "") ?? null));
}
