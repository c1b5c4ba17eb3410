// Caches the series of calendars in the form that expansion reads. The version of a calendar proves that the cache is
// current, so changes need no notification and a window reads no series again.
import { type ReadSeries, readSeries } from "../../calendar/recurrence/recurrence.ts";
import type { ExpandableSeries } from "../../calendar/types.ts";
import type { Instant } from "../../lib/clock.ts";
import type { RowSource } from "../database/database.ts";
import type { Scope } from "../scope.ts";
import {
  type CalendarEventRow,
  type EventWindow,
  eventsById,
  type SeriesTimes,
  seriesTimes,
} from "./calendar-events.ts";
import {
  calendarVersion,
  listSeriesHeads,
  type SeriesHead,
  type SeriesState,
  seriesState,
} from "./calendar-version.ts";

export interface KnownSeries {
  etag: string;
  times: SeriesTimes;
  /** Null: its times are invalid. */
  read: ReadSeries | null;
  /** Null until a response contains the series. */
  row: CalendarEventRow | null;
}

/** All series of a calendar at one moment. */
export interface CachedCalendar {
  /** As in calendarVersion. */
  version: string;
  /** The series state that this calendar was built from; several versions may share it. */
  state: SeriesState;
  series: ReadonlyMap<string, KnownSeries>;
  /** Estimated memory. */
  bytes: number;
}

const maxBytes = 32 * 1024 * 1024;
/** Estimated memory of a series with its cached times. */
const seriesBytes = 4096;
const dateBytes = 64;

/** By identity, the least recently used first. */
const kept = new Map<string, CachedCalendar>();
let bytes = 0;

/** The part of a row that expansion reads. */
export function seriesOf(row: SeriesTimes): ExpandableSeries {
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

function forget(identityId: string): void {
  bytes -= kept.get(identityId)?.bytes ?? 0;
  kept.delete(identityId);
}

function keep(identityId: string, calendar: CachedCalendar): void {
  forget(identityId);
  if (calendar.bytes > maxBytes) {
    for (const known of calendar.series.values()) known.row = null;
    calendar.bytes = sizeOf(calendar.series);
  }
  kept.set(identityId, calendar);
  bytes += calendar.bytes;
  for (const id of kept.keys()) {
    if (bytes <= maxBytes) break;
    forget(id);
  }
}

/** The cached calendar, current as long as its version is; null when it is not cached. */
export function recallCalendar(identityId: string): CachedCalendar | null {
  const calendar = kept.get(identityId);
  if (!calendar) return null;
  kept.delete(identityId);
  kept.set(identityId, calendar);
  return calendar;
}

/** The calendar's current series, from the cache if its version is current. */
export async function currentCalendar(
  db: RowSource,
  scope: Scope,
  identityId: string,
): Promise<CachedCalendar> {
  const known = recallCalendar(identityId);
  if (known && known.version === (await calendarVersion(db, scope, identityId))) return known;
  return loadCalendar(db, scope, identityId);
}

/** Reads the calendar's current series: those that changed since they were cached. */
export async function loadCalendar(db: RowSource, scope: Scope, identityId: string): Promise<CachedCalendar> {
  const known = recallCalendar(identityId);
  const now = await seriesState(db, scope, identityId);
  if (known?.state.count === now.count && known.state.latest === now.latest) {
    known.version = now.version;
    return known;
  }
  const { version, heads } = await listSeriesHeads(db, scope, identityId);
  const old = kept.get(identityId)?.series;
  const series = new Map<string, KnownSeries>();
  const missing: string[] = [];
  for (const { id, etag } of heads) {
    const known = old?.get(id);
    if (known?.etag === etag) series.set(id, known);
    else missing.push(id);
  }
  if (missing.length > 0) {
    for (const times of await seriesTimes(db, scope.accountId, missing)) {
      series.set(times.id, { etag: times.etag, times, read: readSeries(seriesOf(times)), row: null });
    }
  }
  const calendar = { version, state: stateOf(heads), series, bytes: sizeOf(series) };
  keep(identityId, calendar);
  return calendar;
}

/**
 * Every addition and change gets an instant later than all before it, so of two states with the same latest instant the
 * later one can only have fewer series.
 */
function stateOf(heads: readonly SeriesHead[]): SeriesState {
  let latest: Instant | null = null;
  for (const { updatedAt } of heads) if (latest === null || updatedAt > latest) latest = updatedAt;
  return { count: heads.length, latest };
}

/** The series that may have instances in the window. */
export function seriesInWindow(
  calendar: CachedCalendar,
  { after, before }: EventWindow,
  isWanted: (times: SeriesTimes) => boolean = () => true,
): ReadSeries[] {
  const found: ReadSeries[] = [];
  for (const { times, read } of calendar.series.values()) {
    if (read && times.untilAt >= after && times.startAt < before && isWanted(times)) found.push(read);
  }
  return found;
}

function sizeOf(series: ReadonlyMap<string, KnownSeries>): number {
  let size = 0;
  for (const { times, row } of series.values()) {
    const { rdates = [], exdates = [] } = times.recurrence ?? {};
    size += seriesBytes + (rdates.length + exdates.length) * dateBytes + (row ? rowBytes(row) : 0);
  }
  return size;
}

function rowBytes(row: CalendarEventRow): number {
  return 2 * JSON.stringify(row).length;
}

/**
 * The rows of these series, by id. A series that changed since the calendar was read is missing or newer; then the
 * calendar's version has changed too.
 */
export async function rowsOf(
  db: RowSource,
  accountId: string,
  { identityId, calendar, ids }: { identityId: string; calendar: CachedCalendar; ids: Iterable<string> },
): Promise<Map<string, CalendarEventRow>> {
  const rows = new Map<string, CalendarEventRow>();
  const missing: string[] = [];
  for (const id of ids) {
    const row = calendar.series.get(id)?.row;
    if (row) rows.set(id, row);
    else missing.push(id);
  }
  if (missing.length === 0) return rows;
  const fresh = await eventsById(db, accountId, missing);
  const isKept = kept.get(identityId) === calendar;
  if (isKept) forget(identityId);
  for (const [id, row] of fresh) {
    rows.set(id, row);
    const known = calendar.series.get(id);
    if (known?.etag !== row.etag) continue;
    known.row = row;
    calendar.bytes += rowBytes(row);
  }
  if (isKept) keep(identityId, calendar);
  return rows;
}
