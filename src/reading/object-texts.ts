// The texts of objects: what their client wrote while nothing else changed them, else written anew from their events.

import type { ObjectView, ShownObject, Viewed } from "../calendar/objects/object-view.ts";
import { Failure } from "../lib/failure.ts";
import { must } from "../lib/must.ts";
import type { CalendarEventRow } from "../store/calendar/calendar-events.ts";
import { type CalendarObjectRow, eventsOfObjects } from "../store/calendar/objects.ts";
import { mayHaveInvisible, shownEvent } from "../store/calendar/shown-event.ts";
import { writtenEvent } from "../store/calendar/written.ts";
import type { Executor } from "../store/database/database.ts";
import type { Owner } from "../store/scope.ts";
import { inJobs, viewCalendarObject, viewCalendarObjects } from "./calendar-objects.ts";
import { keepText, keptText } from "./kept-texts.ts";

/** The reader of objects, with the address that they are of. */
interface TextReader {
  deps: { database: Pick<Executor, "rows"> };
  owner: Owner;
}

function isAsWritten({ source, sourceEtag, etag }: CalendarObjectRow): boolean {
  return source !== null && sourceEtag === etag;
}

/** Whether the client's text has letters that nobody sees; it may have read them in an invitation here. */
function hasLetters({ source }: CalendarObjectRow): boolean {
  return source !== null && mayHaveInvisible(source);
}

/** Whether an object is shown as its client wrote it. @param rows its events, where it has such letters */
function staysAsWritten(object: CalendarObjectRow, rows: readonly CalendarEventRow[]): boolean {
  if (!isAsWritten(object)) return false;
  return !hasLetters(object) || rows.every((row) => shownEvent(row) === row);
}

/** Whether the text of an object is its client's: of tasks always, of events where they are as written. */
function stands(
  { source, component }: Pick<ShownObject, "source" | "component">,
  asWritten: boolean,
): boolean {
  return source !== null && (component !== "VEVENT" || asWritten);
}

/** An object's text: octets where its client's stands. */
export async function textOf(
  { accountId }: Owner,
  object: CalendarObjectRow,
  rows: readonly CalendarEventRow[],
): Promise<string | Uint8Array> {
  if (object.source !== null && stands(object, staysAsWritten(object, rows))) return object.source;
  return must(
    (await viewCalendarObject({ ...whole, object: shown(object, rows) }, { source: accountId })).text,
    "a view without a filter has a text",
  );
}

/** Shows an object as a report asks. @param rows its events, where `rowsFor` read them */
export function viewOf(
  { owner }: { owner: Owner },
  { object, rows }: { object: CalendarObjectRow; rows: readonly CalendarEventRow[] },
  as: Omit<ObjectView, "object">,
): Promise<Viewed> {
  return viewCalendarObject({ ...as, object: shown(object, rows) }, { source: owner.accountId });
}

/** Whether a report asks for whole texts of all that it looks at: no part of them is read for it. */
export function asksWhole({ filter, data }: Omit<ObjectView, "object">): boolean {
  return filter === null && data !== null && !data.expand && !data.limit && !data.parts;
}

const whole = { filter: null, data: { expand: null, limit: null, parts: null } };
const utf8 = new TextDecoder();

/** The whole texts of objects: those that are neither as written nor kept are written in few jobs. */
export async function wholeTexts(
  { deps, owner }: TextReader,
  objects: readonly CalendarObjectRow[],
): Promise<string[]> {
  const known = objects.map((object) => keptText(object));
  const others = objects.filter((_, n) => known[n] === null);
  const rows = await rowsFor({ deps, owner }, others, false);
  const found = others.map((object) => shown(object, rows.get(object.objectUid) ?? []));
  const anew = found.filter((one) => !stands(one, one.isAsWritten));
  const written = new Map<ShownObject, string | null>();
  for (const some of inJobs(anew))
    for (const [n, { text }] of (await viewsOf(some, owner)).entries()) written.set(some[n]!, text);
  const texts = others.map((object, n) => {
    const one = found[n]!;
    const text = written.get(one);
    if (text) keepText(object, text);
    return must(text ?? (one.source && utf8.decode(one.source)), "a view without a filter has a text");
  });
  return known.map((text) => text ?? must(texts.shift(), "each object that is not kept was written"));
}

/** Writes objects in one job; where they take too long together, each has the time of its own. */
async function viewsOf(objects: readonly ShownObject[], { accountId }: Owner): Promise<Viewed[]> {
  const source = { source: accountId };
  const views = objects.map((object) => ({ ...whole, object }));
  try {
    return await viewCalendarObjects(views, source);
  } catch (error) {
    if (views.length === 1 || !(error instanceof Failure) || error.code !== "unavailable") throw error;
    const viewed: Viewed[] = [];
    for (const view of views) viewed.push(await viewCalendarObject(view, source));
    return viewed;
  }
}

/** The events of those objects that cannot be shown without them: `isWhole` for all. */
export async function rowsFor(
  { deps, owner }: TextReader,
  objects: readonly CalendarObjectRow[],
  isWhole: boolean,
): Promise<Map<string, CalendarEventRow[]>> {
  const needed = objects.filter(
    (object) => object.component === "VEVENT" && (isWhole || !isAsWritten(object) || hasLetters(object)),
  );
  return eventsOfObjects(deps.database, owner, needed);
}

function shown(object: CalendarObjectRow, rows: readonly CalendarEventRow[]): ShownObject {
  const { component, source, scheduleStatus: statuses } = object;
  const isAsWritten = staysAsWritten(object, rows);
  return { component, source, isAsWritten, events: writtenRows(rows), statuses };
}

/** The events of one object, in the form in which they are written. */
function writtenRows(rows: readonly CalendarEventRow[]) {
  const series = new Map(rows.filter(({ kind }) => kind === "series").map((row) => [row.id, row]));
  return rows.map((row) => writtenEvent(row, series.get(row.seriesId ?? "") ?? null));
}
