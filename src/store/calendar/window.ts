// Reads calendars for display: a date of a series by its id, and a window with instances in place of series.

import { findInstances, findOccurrence, type Occurrence } from "../../calendar/recurrence/expansion.ts";
import { instanceId, readInstanceId } from "../../calendar/recurrence/instance-id.ts";
import { earlierOf, nextInstant } from "../../lib/clock.ts";
import { instantAt } from "../../lib/zones.ts";
import type { RowSource } from "../database/database.ts";
import type { Scope } from "../scope.ts";
import { type CalendarEventRow, getEventRow, listDated, listSeries, spanOf } from "./calendar-events.ts";
import { calendarVersion, readMoment } from "./calendar-version.ts";
import {
  type EventPageQuery,
  isBefore,
  keepPages,
  type ListedEvent,
  ListedInstance,
  recallPage,
} from "./read-ahead.ts";
import {
  type CachedCalendar,
  loadCalendar,
  recallCalendar,
  rowsOf,
  seriesInWindow,
  seriesOf,
} from "./series-cache.ts";

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

/** The row of an event of a window. */
export function rowOf({ row, occurrence }: ListedEvent): CalendarEventRow {
  return occurrence ? instanceRow(row, occurrence) : row;
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
  db: RowSource,
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

function stored(row: CalendarEventRow): ListedEvent {
  return { startAt: row.startAt, id: row.id, row, occurrence: null };
}

/** Events and series that touch the window, by start_at and id, at most `count`. */
export async function listEvents(db: RowSource, scope: Scope, query: EventPageQuery): Promise<ListedEvent[]> {
  const [dated, series] = await Promise.all([
    listDated(db, scope, { ...query, changed: false }),
    listSeries(db, scope, query),
  ]);
  return merged(dated.map(stored), series.map(stored), query.count);
}

/** How often a calendar that changes during a read is read again. */
const maxRefreshed = 5;

/** RowSource that are made at once from a client's second page on. */
const readAhead = 2500;

/**
 * Like listEvents, with instances in place of series. What it reads grows with the result; of cached pages and series it
 * reads the version alone.
 */
export async function listInstances(
  db: RowSource,
  scope: Scope,
  query: EventPageQuery,
): Promise<ListedEvent[]> {
  const { identityId, past } = query;
  const page = recallPage(query);
  const current = page && (await calendarVersion(db, scope, identityId));
  if (page && page.version === current) return page.listed;
  const most = past ? Math.max(query.count, readAhead) : query.count;
  const known = recallCalendar(identityId);
  const isUsable = known !== null && (current === null || known.version === current);
  let calendar = isUsable ? known : await loadCalendar(db, scope, identityId);
  for (let refreshed = 0; ; refreshed++) {
    const { version } = calendar;
    const { listed, more, isCurrent } = await readInstances(db, scope, { ...query, most, calendar });
    if (isCurrent) keepPages({ ...query, version, listed, more });
    if (isCurrent || refreshed === maxRefreshed) return listed.slice(0, query.count);
    calendar = await loadCalendar(db, scope, identityId);
  }
}

/**
 * A page by the cached series, and whether these were still current when the stored rows were read.
 * @param query.most rows of the page; of stored rows, which may be large, at most `count` are read
 */
async function readInstances(
  db: RowSource,
  scope: Scope,
  query: EventPageQuery & { most: number; calendar: CachedCalendar },
): Promise<{ listed: ListedEvent[]; more: boolean; isCurrent: boolean }> {
  const { identityId, after, before, most, calendar } = query;
  const { version } = calendar;
  const series = seriesInWindow(calendar, query);
  let made: ListedEvent[] = [];
  let past = query.past && { start_at: query.past.startAt, id: query.past.id };
  for (;;) {
    const { instances, more } = findInstances(series, { after, before, past }, most - made.length);
    const seriesIds = new Set(instances.map(({ read }) => read.series.id));
    const rows = await rowsOf(db, scope.accountId, { identityId, calendar, ids: seriesIds });
    const ids = instances.map(({ read, local }) => instanceId(read.series, local));
    // Events stored after the page's last instance belong to a later page.
    const last = instances.at(-1);
    past = last ? { start_at: instantAt(last.startAt), id: ids.at(-1)! } : null;
    const until = more && past ? earlierOf(nextInstant(past.start_at), before) : before;
    const moment = await readMoment(db, scope, { ...query, before: until, ids });
    // A date may have been stored since the part of the page before was made.
    const isStored = new Set(made.length > 0 ? moment.rows.map(({ id }) => id) : []);
    if (isStored.size > 0) made = made.filter(({ id }) => !isStored.has(id));
    for (const [n, instance] of instances.entries()) {
      const row = rows.get(instance.read.series.id);
      if (row && !moment.changed.has(ids[n]!)) made.push(new ListedInstance(row, instance));
    }
    const isCurrent = moment.version === version;
    // Stored rows after the last one that was read are missing.
    const end = moment.rows.length === query.count ? moment.rows.at(-1)! : null;
    if (isCurrent && more && end === null && made.length < most) continue;
    const all = merged(moment.rows.map(stored), made, most);
    const listed = end ? all.filter((one) => !isBefore(end, one)) : all;
    return { listed, more: more || end !== null || all.length === most, isCurrent };
  }
}

/** Merges two ordered lists. */
function merged(some: readonly ListedEvent[], others: readonly ListedEvent[], count: number): ListedEvent[] {
  const all: ListedEvent[] = [];
  let at = 0;
  for (const other of others) {
    for (let one = some[at]; one && isBefore(one, other); one = some[++at]) all.push(one);
    all.push(other);
  }
  return all.concat(some.slice(at)).slice(0, count);
}
