// Queries over calendars. What touches a window is found without reading what does not: events by classes of length,
// each of which reaches back only as far as its longest, series by when they are over.
import type { InferSelectModel } from "drizzle-orm";
import { LONGEST_EVENT_DAYS } from "../calendar/times.ts";
import { addMs, type Instant, msOf } from "../lib/clock.ts";
import type { Executor } from "./database.ts";
import { toRow } from "./rows.ts";
import { ownedBy, type Scope } from "./scope.ts";
import { calendarEvents } from "./tables/index.ts";

export type CalendarEventRow = InferSelectModel<typeof calendarEvents>;

type Rows = Pick<Executor, "rows">;

const dayMs = 86_400_000;
/** The longest events of each class, in days. A day over, for an all-day event's zone may move. */
const spanDays = [1, 8, 64, 512, LONGEST_EVENT_DAYS + 2];
export const farPast: Instant = "0001-01-01T00:00:00.000000Z";
export const farFuture: Instant = "9999-12-31T23:59:59.000000Z";

/** The class of an event's length. */
export function spanOf(startAt: Instant, endAt: Instant): number {
  const days = (msOf(endAt) - msOf(startAt)) / dayMs;
  return Math.max(
    0,
    spanDays.findIndex((most) => days <= most),
  );
}

export interface EventWindow {
  identityId: string;
  after: Instant;
  before: Instant;
}

/** Where the page before ended: rows are ordered by (start_at, id). */
export interface EventPlace {
  startAt: Instant;
  id: string;
}

function earlier(instant: Instant, days: number): Instant {
  const moved = addMs(instant, -days * dayMs);
  return moved.startsWith("-") || moved < farPast ? farPast : moved;
}

type DatedQuery = EventWindow & {
  past: EventPlace | null;
  count: number;
  /** With the changed dates of known series. */
  changed: boolean;
};

/** Single events and changed dates that touch the window, by start_at and id, at most `count`. */
export async function listDated(db: Rows, scope: Scope, query: DatedQuery): Promise<CalendarEventRow[]> {
  return (await datedRows(db, scope, query, "*")).map(toEventRow);
}

/** As listDated, but only when they are and whether they take up time. */
export async function listDatedTimes(
  db: Rows,
  scope: Scope,
  query: DatedQuery,
): Promise<Pick<CalendarEventRow, "id" | "startAt" | "endAt" | "status" | "responseStatus">[]> {
  return (await datedRows(db, scope, query, "id, start_at, end_at, status, response_status")).map(toEventRow);
}

function datedRows(db: Rows, scope: Scope, query: DatedQuery, columns: string) {
  const { identityId, after, before, past, count, changed } = query;
  const where = ownedBy(scope, "e.identity_id", "e.account_id")
    .and("e.identity_id = ?::uuid", identityId)
    .and("e.start_at < ?::timestamptz", before)
    .and("(e.end_at > ?::timestamptz or e.start_at >= ?::timestamptz)", after, after)
    .and("(e.start_at, e.id) > (?::timestamptz, ?::text)", past?.startAt, past?.id);
  const shown = changed ? "" : "and (e.kind = 'single' or e.series_id is null)";
  return db.rows(
    `select e.* from unnest(${where.param(spanDays.map((_, span) => span))}::int[],
        ${where.param(spanDays.map((days) => earlier(after, days)))}::timestamptz[]) as c(span, since)
     cross join lateral (
       select ${columns} from calendar_events e ${where} and e.kind <> 'series' and e.span = c.span and e.start_at >= c.since ${shown}
       order by e.start_at, e.id limit ${where.param(count)}::int
     ) e order by e.start_at, e.id limit ${where.param(count)}::int`,
    where.params,
  );
}

/** What names one version of a series, and whether it takes up time. */
export type SeriesHead = Pick<CalendarEventRow, "id" | "etag" | "status" | "responseStatus">;

/** What expansion needs of a series. */
export type SeriesTimes = Pick<
  CalendarEventRow,
  "id" | "etag" | "allDay" | "startLocal" | "endLocal" | "timezone" | "startAt" | "endAt" | "recurrence"
>;

function inWindow(scope: Scope, query: EventWindow) {
  return ownedBy(scope, "identity_id")
    .and("identity_id = ?::uuid", query.identityId)
    .and("until_at >= ?::timestamptz", query.after)
    .and("start_at < ?::timestamptz", query.before);
}

/** Series that may have instances in the window. */
export async function listSeriesHeads(db: Rows, scope: Scope, query: EventWindow): Promise<SeriesHead[]> {
  const where = inWindow(scope, query);
  return db.rows<SeriesHead>(
    `select id, etag, status, response_status as "responseStatus" from calendar_events ${where} and kind = 'series'`,
    where.params,
  );
}

/** The most series of a calendar: every window looks at those that are not over. */
export const MOST_SERIES = 5000;

/** Has a calendar as many series as it may have? */
export async function isFullOfSeries(db: Rows, accountId: string, identityId: string): Promise<boolean> {
  const rows = await db.rows(
    `select 1 from calendar_events where account_id = $1::uuid and identity_id = $2::uuid and kind = 'series'
     offset ${MOST_SERIES - 1} limit 1`,
    [accountId, identityId],
  );
  return rows.length > 0;
}

/** Those series, by start_at and id, at most `count`. */
export async function listSeries(
  db: Rows,
  scope: Scope,
  query: EventWindow & { past: EventPlace | null; count: number },
): Promise<CalendarEventRow[]> {
  const where = inWindow(scope, query).and(
    "(start_at, id) > (?::timestamptz, ?::text)",
    query.past?.startAt,
    query.past?.id,
  );
  const rows = await db.rows(
    `select * from calendar_events ${where} and kind = 'series' order by start_at, id limit ${where.param(query.count)}::int`,
    where.params,
  );
  return rows.map(toEventRow);
}

export async function seriesTimes(
  db: Rows,
  accountId: string,
  ids: readonly string[],
): Promise<SeriesTimes[]> {
  const rows = await db.rows(
    `select id, etag, all_day, start_local, end_local, timezone, start_at, end_at, recurrence from calendar_events
     where account_id = $1::uuid and id = any($2::text[]) and kind = 'series'`,
    [accountId, ids],
  );
  return rows.map(toEventRow);
}

/** Those of these events that are in the table, by id. */
export async function eventsById(
  db: Rows,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, CalendarEventRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(
    "select * from calendar_events where account_id = $1::uuid and id = any($2::text[])",
    [accountId, ids],
  );
  return new Map(rows.map(toEventRow).map((row) => [row.id, row]));
}

/** Which of these dates of series are rows of their own. */
export async function changedDates(
  db: Rows,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(
    "select id from calendar_events where account_id = $1::uuid and id = any($2::text[])",
    [accountId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function getEventRow(
  db: Rows,
  scope: Scope,
  { identityId, id }: { identityId: string; id: string },
): Promise<CalendarEventRow | null> {
  const where = ownedBy(scope, "identity_id")
    .and("id = ?::text", id)
    .and("identity_id = ?::uuid", identityId);
  const [row] = await db.rows(`select * from calendar_events ${where}`, where.params);
  return row ? toEventRow(row) : null;
}

/** The changed dates of one series, in their order in it. */
export async function changesOf(
  db: Rows,
  accountId: string,
  series: { id: string; from?: Instant },
): Promise<CalendarEventRow[]> {
  const rows = await db.rows(
    `select * from calendar_events where account_id = $1::uuid and series_id = $2::text and kind = 'instance'
       and original_at >= $3::timestamptz order by original_at`,
    [accountId, series.id, series.from ?? farPast],
  );
  return rows.map(toEventRow);
}

/** What is known under a UID: the event or series, and dates of it. */
export async function eventsOfUid(
  db: Rows,
  { accountId, identityId }: { accountId: string; identityId: string },
  keys: readonly { uid: string; hash: number }[],
): Promise<CalendarEventRow[]> {
  const rows = await db.rows(
    `select * from calendar_events where account_id = $1::uuid and identity_id = $2::uuid and uid_hash = any($3::int8[])
       and uid = any($4::text[])`,
    [accountId, identityId, keys.map(({ hash }) => hash), keys.map(({ uid }) => uid)],
  );
  return rows.map(toEventRow);
}

/** The zone of events that name none. */
export async function zoneOfCalendar(db: Rows, accountId: string, identityId: string): Promise<string> {
  const [row] = await db.rows<{ timezone: string }>(
    "select timezone from calendars where account_id = $1::uuid and identity_id = $2::uuid",
    [accountId, identityId],
  );
  return row?.timezone ?? "UTC";
}

function toEventRow(row: Record<string, unknown>): CalendarEventRow {
  return toRow<CalendarEventRow>(calendarEvents, row);
}
