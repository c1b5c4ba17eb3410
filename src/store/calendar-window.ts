// Reading calendars as they are shown: a date of a series by its id, and a window with instances in place of series.

import { expandAll, findOccurrence, type Occurrence } from "../calendar/expansion.ts";
import { readInstanceId } from "../calendar/instance-id.ts";
import {
  type CalendarEventRow,
  type EventPlace,
  type EventWindow,
  eventsById,
  getEventRow,
  listDated,
  listSeries,
  listSeriesHeads,
  spanOf,
} from "./calendar-events.ts";
import type { Executor } from "./database.ts";
import type { Scope } from "./scope.ts";
import { type KnownSeries, readAll, seriesOf } from "./series-cache.ts";

type Rows = Pick<Executor, "rows">;

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
  return merged(dated, series, query.count);
}

/** As listEvents, with instances in place of series. What it reads grows with the answer, but for the series' heads. */
export async function listInstances(
  db: Rows,
  scope: Scope,
  query: EventWindow & { past: EventPlace | null; count: number },
): Promise<CalendarEventRow[]> {
  const [dated, heads] = await Promise.all([
    listDated(db, scope, { ...query, changed: true }),
    listSeriesHeads(db, scope, query),
  ]);
  const known = await readAll(db, scope.accountId, heads);
  return merged(dated, await instancesOf(db, scope.accountId, { ...query, known }), query.count);
}

/** Times that series which change while they are read are read again. */
const mostRefreshed = 5;

/** The instances that are not rows of their own, as their series have them, at most `count`. */
async function instancesOf(
  db: Rows,
  accountId: string,
  query: EventWindow & { past: EventPlace | null; count: number; known: readonly KnownSeries[] },
): Promise<CalendarEventRow[]> {
  const { after, before, count } = query;
  let known = query.known;
  let past = query.past && { start_at: query.past.startAt, id: query.past.id };
  const found: CalendarEventRow[] = [];
  for (let refreshed = 0; ; ) {
    const series = known.map(({ read }) => read);
    const { occurrences, more } = expandAll(series, { after, before, past }, count - found.length);
    const seriesIds = new Set(occurrences.map(({ series_id }) => series_id));
    const rows = await eventsById(db, accountId, [...occurrences.map(({ id }) => id), ...seriesIds]);
    // A series that changed since it was read is expanded anew.
    const heads = known.map(({ etag, read: { series } }) => ({
      id: series.id,
      etag: rows.get(series.id)?.etag ?? etag,
    }));
    if (heads.some(({ etag }, n) => etag !== known[n]!.etag) && refreshed++ < mostRefreshed) {
      known = await readAll(db, accountId, heads);
      continue;
    }
    for (const occurrence of occurrences) {
      const row = rows.get(occurrence.series_id);
      if (row?.kind === "series" && !rows.has(occurrence.id)) found.push(instanceRow(row, occurrence));
    }
    past = occurrences.at(-1) ?? null;
    if (!more || found.length === count) return found;
  }
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
