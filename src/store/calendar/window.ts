// Reads calendars for display: a date of a series by its id, and a window with instances in place of series.

import { findOccurrence, type Occurrence } from "../../calendar/recurrence/expansion.ts";
import { readInstanceId } from "../../calendar/recurrence/instance-id.ts";
import { type Instant, nextInstant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import type { Scope } from "../scope.ts";
import {
  type CalendarEventRow,
  type EventPlace,
  type EventWindow,
  getEventRow,
  listDated,
  listSeries,
  readMoment,
  spanOf,
} from "./calendar-events.ts";
import { instancesAfter } from "./read-ahead.ts";
import { type KnownCalendar, loadCalendar, recallCalendar, rowsOf, seriesOf } from "./series-cache.ts";

type Rows = Pick<Executor, "rows">;
type PageQuery = EventWindow & { past: EventPlace | null; count: number };

/** The row of an instance, computed from its series; instances are stored only when changed. */
export function instanceRow(series: CalendarEventRow, occurrence: Occurrence): CalendarEventRow {
  return {
    ...series,
    id: occurrence.id,
    kind: "instance",
    seriesId: series.id,
    originalStart: occurrence.original_start,
    originalAt: occurrence.start_at,
    startLocal: occurrence.start,
    endLocal: occurrence.end,
    startAt: occurrence.start_at,
    endAt: occurrence.end_at,
    untilAt: occurrence.end_at,
    span: spanOf(occurrence.start_at, occurrence.end_at),
    recurrence: null,
  };
}

/** As instanceRow, for a response: its length class is that of the series, which no response shows. */
function listedRow(
  series: CalendarEventRow,
  { id, original_start, start, end, start_at, end_at }: Occurrence,
) {
  const row = { ...series };
  row.id = id;
  row.kind = "instance";
  row.seriesId = series.id;
  row.originalStart = original_start;
  row.originalAt = start_at;
  row.startLocal = start;
  row.endLocal = end;
  row.startAt = start_at;
  row.endAt = end_at;
  row.untilAt = end_at;
  row.recurrence = null;
  return row;
}

export interface FoundEvent {
  row: CalendarEventRow;
  /** The series of a date; else null. */
  series: CalendarEventRow | null;
  /** Null when the series no longer has the date, and for rows that are not dates of a series. */
  occurrence: Occurrence | null;
  /** The row is in the table, not computed from its series. */
  stored: boolean;
}

/** Finds an event, a series, or a date of a series; null when there is none. */
export async function findEvent(
  db: Rows,
  scope: Scope,
  { identityId, id }: { identityId: string; id: string },
): Promise<FoundEvent | null> {
  const row = await getEventRow(db, scope, { identityId, id });
  const seriesId = row ? row.kind === "instance" && row.seriesId : readInstanceId(id)?.seriesId;
  const series = seriesId ? await getEventRow(db, scope, { identityId, id: seriesId }) : null;
  if (series?.kind !== "series") return row && { row, series: null, occurrence: null, stored: true };
  const occurrence = findOccurrence(seriesOf(series), id);
  if (row) return { row, series, occurrence, stored: true };
  return occurrence && { row: instanceRow(series, occurrence), series, occurrence, stored: false };
}

export interface ListedEvent {
  row: CalendarEventRow;
  /** The row is in the table, not computed from its series. */
  stored: boolean;
}

function stored(row: CalendarEventRow): ListedEvent {
  return { row, stored: true };
}

/** Events and series that touch the window, by start_at and id, at most `count`. */
export async function listEvents(db: Rows, scope: Scope, query: PageQuery): Promise<ListedEvent[]> {
  const [dated, series] = await Promise.all([
    listDated(db, scope, { ...query, changed: false }),
    listSeries(db, scope, query),
  ]);
  return merged(dated.map(stored), series.map(stored), query.count);
}

/** How often a calendar that changes during a read is read again. */
const mostRefreshed = 5;

/**
 * Like listEvents, with instances in place of series. What it reads grows with the result; of cached series it reads the
 * version alone.
 */
export async function listInstances(db: Rows, scope: Scope, query: PageQuery): Promise<ListedEvent[]> {
  let calendar = recallCalendar(query.identityId) ?? (await loadCalendar(db, scope, query.identityId));
  for (let refreshed = 0; ; refreshed++) {
    const { listed, isCurrent } = await readInstances(db, scope, { ...query, calendar });
    if (isCurrent || refreshed === mostRefreshed) return listed;
    calendar = await loadCalendar(db, scope, query.identityId);
  }
}

/** The page by the cached series, and whether these were still current when the stored rows were read. */
async function readInstances(
  db: Rows,
  scope: Scope,
  query: PageQuery & { calendar: KnownCalendar },
): Promise<{ listed: ListedEvent[]; isCurrent: boolean }> {
  const { identityId, after, before, count, calendar } = query;
  let made: ListedEvent[] = [];
  let past = query.past && { start_at: query.past.startAt, id: query.past.id };
  for (;;) {
    const { occurrences, more } = instancesAfter(
      calendar,
      { identityId, after, before, past },
      count - made.length,
    );
    const seriesIds = new Set(occurrences.map(({ series_id }) => series_id));
    const rows = await rowsOf(db, scope.accountId, { identityId, calendar, ids: seriesIds });
    const ids = occurrences.map(({ id }) => id);
    // What is stored beyond the page's last instance belongs to a later page.
    const last = occurrences.at(-1);
    const until = more && last ? earlierOf(nextInstant(last.start_at), before) : before;
    const moment = await readMoment(db, scope, { ...query, before: until, ids });
    // A date may have been stored since the part of the page before was made.
    const isStored = new Set(made.length > 0 ? moment.rows.map(({ id }) => id) : []);
    made = made.filter(({ row }) => !isStored.has(row.id));
    for (const occurrence of occurrences) {
      const row = rows.get(occurrence.series_id);
      if (!row || moment.changed.has(occurrence.id)) continue;
      made.push({ row: listedRow(row, occurrence), stored: false });
    }
    past = last ?? null;
    const isCurrent = moment.version === calendar.version;
    if (!isCurrent || !more || made.length === count)
      return { listed: merged(moment.rows.map(stored), made, count), isCurrent };
  }
}

function earlierOf(one: Instant, other: Instant): Instant {
  return one < other ? one : other;
}

function isPast(row: CalendarEventRow, place: EventPlace): boolean {
  return row.startAt > place.startAt || (row.startAt === place.startAt && row.id > place.id);
}

/** Merges two ordered lists. */
function merged(some: readonly ListedEvent[], others: readonly ListedEvent[], count: number): ListedEvent[] {
  const all: ListedEvent[] = [];
  let at = 0;
  for (const other of others) {
    for (let one = some[at]; one && isPast(other.row, one.row); one = some[++at]) all.push(one);
    all.push(other);
  }
  return all.concat(some.slice(at)).slice(0, count);
}
