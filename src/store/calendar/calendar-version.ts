// The version of a calendar: what proves that rows in memory are still the stored ones.

import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { RowSource } from "../database/database.ts";
import type { Scope } from "../scope.ts";
import {
  type CalendarEventRow,
  calendarOf,
  datedText,
  type EventPlace,
  type EventWindow,
  toEventRow,
} from "./calendar-events.ts";

/** The stored rows of a window, and the version of the calendar, at one moment. */
export interface CalendarMoment {
  /** As in calendarVersion. */
  version: string;
  /** Single events and changed dates: listDated. */
  rows: CalendarEventRow[];
  /** The ids of the query that are stored. */
  changed: ReadonlySet<string>;
}

/** Reads the stored rows of a window, which of `ids` are stored, and the version of the calendar. */
export async function readMoment(
  db: RowSource,
  scope: Scope,
  query: EventWindow & { past: EventPlace | null; count: number; ids: readonly string[] },
): Promise<CalendarMoment> {
  const where = calendarOf(scope, query.identityId);
  const whole = String(where);
  const ids = where.param(query.ids);
  const rows = datedText(where, { ...query, changed: true }, "*");
  const found = await db.rows<Record<string, unknown>>(
    `select m.*, e.* from (
       select (${versionText(whole)}) as version, array(select e.id from calendar_events e ${whole} and e.id = any(${ids}::text[])) as changed_ids
     ) m left join (${rows}) e on true order by e.start_at, e.id`,
    where.params,
  );
  const { version, changed_ids } = found[0] as unknown as { version: string; changed_ids: string[] };
  return {
    version,
    rows: found.filter(({ id }) => id !== null).map(toEventRow),
    changed: new Set(changed_ids),
  };
}

/**
 * Every turn that writes events gives the calendars of their objects its modseq, which grows. So two states of the address
 * that agree in these numbers have the same events.
 */
function versionText(where: string): string {
  return `select concat_ws(' ', count(*), sum(e.modseq), max(e.modseq)) from calendar_collections e ${where}`;
}

/** The current version of all events of an address: it differs between any two states. */
export async function calendarVersion(db: RowSource, scope: Scope, identityId: string): Promise<string> {
  const where = calendarOf(scope, identityId);
  const [row] = await db.rows<{ version: string }>(
    `select (${versionText(String(where))}) as version`,
    where.params,
  );
  return must(row, "the statement returns one row").version;
}

/** Identifies one version of a series. */
export type SeriesHead = Pick<CalendarEventRow, "id" | "etag" | "updatedAt">;

/** All series of a calendar, with the version of the calendar. */
export async function listSeriesHeads(
  db: RowSource,
  scope: Scope,
  identityId: string,
): Promise<{ version: string; heads: SeriesHead[] }> {
  const where = calendarOf(scope, identityId);
  const whole = String(where);
  const rows = await db.rows<SeriesHead & { version: string }>(
    `select v.version, e.id, e.etag, e.updated_at as "updatedAt" from (select (${versionText(whole)}) as version) v
     left join (select e.id, e.etag, e.updated_at from calendar_events e ${whole} and e.kind = 'series') e on true`,
    where.params,
  );
  return { version: rows[0]!.version, heads: rows.filter(({ id }) => id !== null) };
}

/** How many series a calendar has, and the last instant at which one was written. */
export interface SeriesState {
  count: number;
  latest: Instant | null;
}

/** The version of a calendar, and the state of its series. */
export async function seriesState(
  db: RowSource,
  scope: Scope,
  identityId: string,
): Promise<SeriesState & { version: string }> {
  const where = calendarOf(scope, identityId);
  const whole = String(where);
  const [row] = await db.rows<SeriesState & { version: string }>(
    `select (${versionText(whole)}) as version, count(*) as count, max(e.updated_at) as latest
     from calendar_events e ${whole} and e.kind = 'series'`,
    where.params,
  );
  return must(row, "the statement returns one row");
}
