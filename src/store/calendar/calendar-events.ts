// Queries over calendars. Events in a window are found by index: single events by classes of length, each searched back
// as far as its longest event, series by their end.
import type { InferSelectModel } from "drizzle-orm";
import { maxEventDays } from "../../calendar/times.ts";
import type { ExpandableSeries } from "../../calendar/types.ts";
import { addMs, type Instant, msOf } from "../../lib/clock.ts";
import type { RowSource } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { type Owner, ownedBy, type Scope, type Where } from "../scope.ts";
import { calendarEvents, calendars } from "../tables/index.ts";

export type CalendarEventRow = InferSelectModel<typeof calendarEvents>;

const dayMs = 86_400_000;
/** The longest event of each class, in days, with a spare day, since the zone of an all-day event may change. */
const spanDays = [1, 8, 64, 512, maxEventDays + 2];
export const farPast: Instant = "0001-01-01T00:00:00.000000Z";
export const farFuture: Instant = "9999-12-31T23:59:59.000000Z";

/** The length class of an event: an index of spanDays. */
export function spanOf(startAt: Instant, endAt: Instant): number {
  if (startAt.slice(0, 10) === endAt.slice(0, 10)) return 0;
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

/** The end of the previous page; rows are ordered by (start_at, id). */
export interface EventPlace {
  startAt: Instant;
  id: string;
}

function earlier(instant: Instant, days: number): Instant {
  const moved = addMs(instant, -days * dayMs);
  return moved.startsWith("-") || moved < farPast ? farPast : moved;
}

function later(instant: Instant, days: number): Instant {
  const moved = addMs(instant, days * dayMs);
  return moved.startsWith("+") || moved > farFuture ? farFuture : moved;
}

export type DatedQuery = EventWindow & {
  past: EventPlace | null;
  count: number;
  /** With the changed dates of known series. */
  changed: boolean;
};

/** Single events and changed dates that touch the window, by start_at and id, at most `count`. */
export async function listDated(db: RowSource, scope: Scope, query: DatedQuery): Promise<CalendarEventRow[]> {
  return (await datedRows(db, scope, query, "*")).map(toEventRow);
}

/** Like listDated, with times and status only. */
export async function listDatedTimes(
  db: RowSource,
  scope: Scope,
  query: DatedQuery,
): Promise<
  Pick<
    CalendarEventRow,
    "id" | "startAt" | "endAt" | "status" | "responseStatus" | "transparent" | "objectUid"
  >[]
> {
  return (
    await datedRows(
      db,
      scope,
      query,
      "id, start_at, end_at, status, response_status, transparent, object_uid",
    )
  ).map(toEventRow);
}

function datedRows(db: RowSource, scope: Scope, query: DatedQuery, columns: string) {
  const where = calendarOf(scope, query.identityId);
  return db.rows(datedText(where, query, columns), where.params);
}

/** The condition that a row (`e`) is of this calendar. */
export function calendarOf(scope: Scope, identityId: string): Where {
  return ownedBy(scope, "e.identity_id", "e.account_id").and("e.identity_id = ?::uuid", identityId);
}

/** The statement of listDated. */
export function datedText(where: Where, query: DatedQuery, columns: string): string {
  const { after, before, past, count, changed } = query;
  where
    .and("e.start_at < ?::timestamptz", before)
    .and("(e.end_at > ?::timestamptz or e.start_at >= ?::timestamptz)", after, after)
    .and("(e.start_at, e.id) > (?::timestamptz, ?::text)", past?.startAt, past?.id);
  const shown = changed ? "" : "and (e.kind = 'single' or e.series_id is null)";
  const spans = where.param(spanDays.map((_, span) => span));
  const since = where.param(spanDays.map((days) => earlier(after, days)));
  const most = where.param(count);
  return `select e.* from unnest(${spans}::int[], ${since}::timestamptz[]) as c(span, since)
     cross join lateral (
       select ${columns} from calendar_events e ${where} and e.kind <> 'series' and e.span = c.span and e.start_at >= c.since ${shown}
       order by e.start_at, e.id limit ${most}::int
     ) e order by e.start_at, e.id limit ${most}::int`;
}

/**
 * The events with reminders that touch a window, and the series that may, at most `count` of each. No index knows reminders: this
 * examines the rows of the window, found by index, and the series that have not ended; what is over before costs nothing.
 */
export async function remindedEvents(
  db: RowSource,
  { accountId, identityId }: Owner,
  { after, before, count }: Omit<EventWindow, "identityId"> & { count: number },
): Promise<Pick<CalendarEventRow, "id" | "startAt" | "reminderMinutes">[]> {
  const columns = "e.id, e.start_at, e.reminder_minutes";
  const remind = () =>
    calendarOf({ accountId, identityIds: [identityId] }, identityId).and(
      "e.reminder_minutes->>0 is not null",
    );
  const dated = remind();
  const window = { identityId, after, before, past: null, count, changed: true };
  const rows = await db.rows(datedText(dated, window, columns), dated.params);
  const series = remind()
    .and("e.until_at >= ?::timestamptz", after)
    .and("e.start_at < ?::timestamptz", before);
  const repeated = await db.rows(
    `select ${columns} from calendar_events e ${series} and e.kind = 'series' limit ${series.param(count)}::int`,
    series.params,
  );
  return [...rows, ...repeated].map(toEventRow);
}

/** The columns that expansion and free-busy read of a series. */
export type SeriesTimes = Pick<
  CalendarEventRow,
  | "id"
  | "etag"
  | "allDay"
  | "startLocal"
  | "endLocal"
  | "timezone"
  | "startAt"
  | "endAt"
  | "untilAt"
  | "recurrence"
  | "status"
  | "responseStatus"
  | "transparent"
  | "objectUid"
>;

/** The most series of a calendar: every window examines those that have not ended. */
export const maxSeries = 5000;

/** Whether a calendar has maxSeries series. */
export async function isFullOfSeries(db: RowSource, accountId: string, identityId: string): Promise<boolean> {
  const rows = await db.rows(
    `select 1 from calendar_events where account_id = $1::uuid and identity_id = $2::uuid and kind = 'series'
     offset ${maxSeries - 1} limit 1`,
    [accountId, identityId],
  );
  return rows.length > 0;
}

/** Series that may have instances in the window, by start_at and id, at most `count`. */
export async function listSeries(
  db: RowSource,
  scope: Scope,
  query: EventWindow & { past: EventPlace | null; count: number },
): Promise<CalendarEventRow[]> {
  const where = calendarOf(scope, query.identityId)
    .and("e.until_at >= ?::timestamptz", query.after)
    .and("e.start_at < ?::timestamptz", query.before)
    .and("(e.start_at, e.id) > (?::timestamptz, ?::text)", query.past?.startAt, query.past?.id);
  const rows = await db.rows(
    `select e.* from calendar_events e ${where} and e.kind = 'series' order by e.start_at, e.id limit ${where.param(query.count)}::int`,
    where.params,
  );
  return rows.map(toEventRow);
}

export async function seriesTimes(
  db: RowSource,
  accountId: string,
  ids: readonly string[],
): Promise<SeriesTimes[]> {
  const rows = await db.rows(
    `select id, etag, all_day, start_local, end_local, timezone, start_at, end_at, until_at, recurrence, status, response_status, transparent, object_uid
     from calendar_events where account_id = $1::uuid and id = any($2::text[]) and kind = 'series'`,
    [accountId, ids],
  );
  return rows.map(toEventRow);
}

/** The stored events of these ids, by id. */
export async function eventsById(
  db: RowSource,
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

/** The ids of stored dates of these series whose original start may be in the window. */
export async function datesOfSeries(
  db: RowSource,
  accountId: string,
  { series, after, before }: Omit<EventWindow, "identityId"> & { series: readonly ExpandableSeries[] },
): Promise<string[]> {
  if (series.length === 0) return [];
  const since = series.map(({ start_at, end_at }) => {
    const days = Math.ceil(Math.max(0, msOf(end_at) - msOf(start_at)) / dayMs) + 2;
    return earlier(after, days);
  });
  const rows = await db.rows<{ id: string }>(
    `select e.id from unnest($2::text[], $3::timestamptz[]) as s(id, since)
     cross join lateral (
       select id from calendar_events where account_id = $1::uuid and series_id = s.id and kind = 'instance'
         and original_at >= s.since and original_at <= $4::timestamptz
     ) e`,
    [accountId, series.map(({ id }) => id), since, later(before, 2)],
  );
  return rows.map(({ id }) => id);
}

export async function getEventRow(
  db: RowSource,
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
  db: RowSource,
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

/** The rows of some UIDs: events or series, and their changed dates. */
export async function eventsOfUid(
  db: RowSource,
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

/** The calendar's zone, for events without one. */
export async function zoneOfCalendar(db: RowSource, accountId: string, identityId: string): Promise<string> {
  const [row] = await db.rows<{ timezone: string }>(
    "select timezone from calendars where account_id = $1::uuid and identity_id = $2::uuid",
    [accountId, identityId],
  );
  return row?.timezone ?? "UTC";
}

export function toEventRow(row: Record<string, unknown>): CalendarEventRow {
  return toRow<CalendarEventRow>(calendarEvents, row);
}

export type CalendarRow = InferSelectModel<typeof calendars>;

/** A calendar for which nothing was set. */
export function freshCalendar(owner: Owner): CalendarRow {
  const notices = { startingMinutes: null, endingMinutes: null, noticesUntil: null, nextNoticeAt: null };
  return { ...owner, timezone: "UTC", ...notices };
}

/** The settings of a calendar; null: none were set. */
export async function findCalendarRow(
  db: RowSource,
  { accountId, identityId }: Owner,
): Promise<CalendarRow | null> {
  const [row] = await db.rows(
    "select * from calendars where account_id = $1::uuid and identity_id = $2::uuid",
    [accountId, identityId],
  );
  return row ? toRow<CalendarRow>(calendars, row) : null;
}
