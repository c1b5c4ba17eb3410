// Queries over calendar feeds, and the rows that a feed shows.
import { and, eq, type InferSelectModel, lt, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { newestFirst, orm, ownedRows } from "../database/orm.ts";
import { toRow } from "../database/rows.ts";
import type { Owner, Scope } from "../scope.ts";
import { calendarEvents, calendarFeeds } from "../tables/index.ts";
import type { CalendarEventRow } from "./calendar-events.ts";

export type CalendarFeedRow = InferSelectModel<typeof calendarFeeds>;

/** The most feeds of an identity. */
export const maxCalendarFeeds = 100;

/** The feeds of one identity, newest first, `count` past the cursor with ties. */
export async function listCalendarFeeds(
  db: Executor,
  scope: Scope,
  { identityId, cursor, count }: { identityId: string; cursor: Instant | null; count: number },
): Promise<CalendarFeedRow[]> {
  return orm(db)
    .select()
    .from(calendarFeeds)
    .where(
      and(
        ownedRows(scope, calendarFeeds, calendarFeeds.identityId),
        eq(calendarFeeds.identityId, identityId),
        cursor === null ? undefined : lt(calendarFeeds.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(calendarFeeds.createdAt, count));
}

export async function getCalendarFeed(
  db: Executor,
  scope: Scope,
  { identityId, id }: { identityId: string; id: string },
): Promise<CalendarFeedRow | null> {
  const [row] = await orm(db)
    .select()
    .from(calendarFeeds)
    .where(
      and(
        ownedRows(scope, calendarFeeds, calendarFeeds.identityId),
        eq(calendarFeeds.identityId, identityId),
        eq(calendarFeeds.id, id),
      ),
    );
  return row ?? null;
}

/** Whether the identity has `maxCalendarFeeds`. */
export async function hasMaxCalendarFeeds(db: Executor, { accountId, identityId }: Owner): Promise<boolean> {
  const beyond = await orm(db)
    .select({ one: sql`1` })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.accountId, accountId), eq(calendarFeeds.identityId, identityId)))
    .offset(maxCalendarFeeds - 1)
    .limit(1);
  return beyond.length > 0;
}

/** An identity that a feed shows, with the version of its events. */
export interface FeedSource {
  identityId: string;
  email: string;
  /** Differs between any two states of the calendar. */
  version: string;
}

/** The feed of a secret with those of its identities that still exist; null when there is none. */
export async function findCalendarFeed(
  db: Executor,
  secretHash: Uint8Array,
): Promise<{ feed: CalendarFeedRow; sources: FeedSource[] } | null> {
  const [row] = await db.rows("select * from calendar_feeds where secret_hash = $1::bytea", [secretHash]);
  if (!row) return null;
  const feed = toRow<CalendarFeedRow>(calendarFeeds, row);
  const sources = await db.rows<FeedSource>(
    `select i.id as "identityId", i.local_part || '@' || i.domain as email,
       (select count(*) || ' ' || coalesce(max(e.updated_at)::text, '') from calendar_events e
        where e.account_id = i.account_id and e.identity_id = i.id) as version
     from unnest($2::uuid[]) with ordinality as f(id, place)
     join identities i on i.account_id = $1::uuid and i.id = f.id and i.deleted_at is null order by f.place`,
    [feed.accountId, feed.identityIds],
  );
  return { feed, sources };
}

type FeedWindow = Owner & { after: Instant; before: Instant };

/** The zones of a window's timed events, with the span that they are used in. */
export async function zonesOfWindow(
  db: Executor,
  { accountId, identityId, after, before }: FeedWindow,
): Promise<{ timezone: string; from: Instant; until: Instant }[]> {
  return db.rows(
    `select timezone, min(start_at) as from, max(until_at) as until from calendar_events
     where account_id = $1::uuid and identity_id = $2::uuid and not all_day and until_at >= $3::timestamptz and start_at < $4::timestamptz
     group by timezone order by timezone`,
    [accountId, identityId, after, before],
  );
}

/**
 * Events and series of a window by id, each followed by the changed dates of its series.
 * @param query.past the id of the last event or series of the page before
 * @returns at most `count` events and series
 */
export async function listWhole(
  db: Executor,
  { accountId, identityId, after, before, past, count }: FeedWindow & { past: string | null; count: number },
): Promise<CalendarEventRow[]> {
  const rows = await db.rows(
    `with page as materialized (
       select * from calendar_events where account_id = $1::uuid and identity_id = $2::uuid and (kind <> 'instance' or series_id is null)
         and id > $5::text and until_at >= $3::timestamptz and start_at < $4::timestamptz
       order by id limit $6::int
     )
     select * from page
     union all
     select d.* from page p join calendar_events d on d.account_id = $1::uuid and d.series_id = p.id and d.kind = 'instance'
     where p.kind = 'series'
     order by id`,
    [accountId, identityId, after, before, past ?? "", count],
  );
  return rows.map((row) => toRow<CalendarEventRow>(calendarEvents, row));
}
