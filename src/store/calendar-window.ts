// Reading calendars as they are shown: a date of a series by its id, and a window with instances in place of series.
import { readInstanceId } from "../calendar/instance-id.ts";
import { expandAll, findOccurrence, type Occurrence } from "../calendar/recurrence.ts";
import type { Series } from "../calendar/types.ts";
import { addMs, type Instant, msOf } from "../lib/clock.ts";
import {
  type CalendarEventRow,
  changedDates,
  type EventPlace,
  type EventWindow,
  farPast,
  getEventRow,
  listDated,
  listSeries,
  spanOf,
} from "./calendar-events.ts";
import type { Executor } from "./database.ts";
import type { Scope } from "./scope.ts";

type Rows = Pick<Executor, "rows">;

/** A row as what expansion reads. */
export function seriesOf(row: CalendarEventRow): Series {
  return {
    id: row.id,
    all_day: row.allDay,
    start: row.startLocal,
    end: row.endLocal,
    timezone: row.timezone,
    start_at: row.startAt,
    end_at: row.endAt,
    recurrence: row.recurrence,
  };
}

/** An instance with all that it has of its series. It is stored only once it is changed. */
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

export interface FoundEvent {
  row: CalendarEventRow;
  /** Of a date of a known series. */
  series: CalendarEventRow | null;
  /** Null where the series gives no such date any more, and for all that is no date of a series. */
  occurrence: Occurrence | null;
  /** The row is in the table, not made from its series. */
  stored: boolean;
}

/** An event, a series, or a date of one. */
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

/** Events and series that touch the window, by start_at and id, at most `count`. */
export async function listEvents(
  db: Rows,
  scope: Scope,
  query: EventWindow & { past: EventPlace | null; count: number },
): Promise<CalendarEventRow[]> {
  const [dated, series] = await Promise.all([
    listDated(db, scope, { ...query, changed: false }),
    listSeries(db, scope, query),
  ]);
  const { past } = query;
  return merged(dated, past ? series.filter((row) => isPast(row, past)) : series, query.count);
}

/** As listEvents, with instances in place of series. */
export async function listInstances(
  db: Rows,
  scope: Scope,
  query: EventWindow & { past: EventPlace | null; count: number },
): Promise<CalendarEventRow[]> {
  const { past, count, after, before } = query;
  const [dated, series] = await Promise.all([
    listDated(db, scope, { ...query, changed: true }),
    listSeries(db, scope, query),
  ]);
  const since = past && past.startAt > after ? past.startAt : after;
  const without = await changedDates(db, scope.accountId, {
    series: series.map((row) => ({ id: row.id, from: reachBack(row, since) })),
    before,
  });
  const byId = new Map(series.map((row) => [row.id, row]));
  const window = { after, before, past: past && { start_at: past.startAt, id: past.id }, without };
  const { occurrences } = expandAll(series.map(seriesOf), window, count);
  const instances = occurrences.map((occurrence) => instanceRow(byId.get(occurrence.series_id)!, occurrence));
  return merged(dated, instances, count);
}

/** Where instances begin that still last at an instant; two days more, for all-day ones and changes of the clocks. */
function reachBack(row: CalendarEventRow, from: Instant): Instant {
  const length = Math.max(0, msOf(row.endAt) - msOf(row.startAt)) + 2 * 86_400_000;
  return msOf(from) - length < msOf(farPast) ? farPast : addMs(from, -length);
}

function isPast(row: CalendarEventRow, place: EventPlace): boolean {
  return row.startAt > place.startAt || (row.startAt === place.startAt && row.id > place.id);
}

function merged(
  some: readonly CalendarEventRow[],
  others: readonly CalendarEventRow[],
  count: number,
): CalendarEventRow[] {
  return [...some, ...others]
    .sort((a, b) => (isPast(a, { startAt: b.startAt, id: b.id }) ? 1 : -1))
    .slice(0, count);
}
