// Queries over calendars and their objects, as CalDAV shows them.

import { and, gt, type InferSelectModel, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { must } from "../../lib/must.ts";
import type { RowSource } from "../database/database.ts";
import { all, among, columnsOf, one, type QueryPlaces, query, same, select } from "../database/query.ts";
import type { Owner } from "../scope.ts";
import { calendarCollections, calendarEvents, calendarObjects } from "../tables/index.ts";
import type { CalendarEventRow } from "./calendar-events.ts";
import { defaultCalendarName, uidKeyOf } from "./objects-write.ts";

export type CalendarCollectionRow = InferSelectModel<typeof calendarCollections>;
export type CalendarObjectRow = InferSelectModel<typeof calendarObjects>;
/** An object without its text. */
export type ObjectHead = Pick<CalendarObjectRow, keyof typeof head>;

const o = alias(calendarObjects, "o");
const head = {
  name: o.name,
  objectUid: o.objectUid,
  uidHash: o.uidHash,
  component: o.component,
  etag: o.etag,
  scheduleTag: o.scheduleTag,
  modseq: o.modseq,
  createdAt: o.createdAt,
  updatedAt: o.updatedAt,
};

/** The most calendars of an identity. */
export const maxCalendars = 100;

/** The default calendar, as long as nothing was written in it. */
function freshCalendar({ accountId, identityId }: Owner): CalendarCollectionRow {
  return {
    accountId,
    identityId,
    id: identityId,
    name: defaultCalendarName,
    components: null,
    properties: {},
    modseq: 0,
    forgotten: 0,
    createdAt: "2026-01-01T00:00:00.000000Z",
  };
}

const calendarsOf = query(($: QueryPlaces<Owner & { name?: string }>) =>
  all(calendarCollections)
    .where(
      and(
        same(calendarCollections, $, "accountId", "identityId"),
        same(calendarCollections, $.maybe, "name"),
      ),
    )
    .orderBy(
      ne(calendarCollections.id, calendarCollections.identityId),
      calendarCollections.createdAt,
      calendarCollections.id,
    ),
);

/** The calendars of an identity, the default one first. */
export async function listCalendars(db: RowSource, owner: Owner): Promise<CalendarCollectionRow[]> {
  const found = await calendarsOf(db, { ...owner, name: undefined });
  return found[0]?.id === owner.identityId ? found : [freshCalendar(owner), ...found];
}

/** The calendar of this name; null when there is none. */
export async function findCalendar(
  db: RowSource,
  owner: Owner,
  name: string,
): Promise<CalendarCollectionRow | null> {
  const [found] = await calendarsOf(db, { ...owner, name });
  return found ?? (name === defaultCalendarName ? freshCalendar(owner) : null);
}

/** An object with its text, by its place. */
export const getObject = one(($: QueryPlaces<Owner & { calendarId: string; name: string }>) =>
  all(calendarObjects).where(same(calendarObjects, $, "accountId", "calendarId", "name")),
);

/** Objects with their texts, by UID; those that are not there are missing. */
export async function getObjects(
  db: RowSource,
  { accountId, identityId }: Owner,
  { objectUids }: { objectUids: readonly string[] },
): Promise<CalendarObjectRow[]> {
  return objectsOfUids(db, { accountId, identityId, uidKeys: objectUids.map(uidKeyOf) });
}

const objectsOfUids = query(($: QueryPlaces<Owner & { uidKeys: readonly string[] }>) =>
  all(calendarObjects).where(
    and(same(calendarObjects, $, "accountId", "identityId"), among(calendarObjects.uidKey, $.uidKeys)),
  ),
);

/** An object with its text, by its UID. */
export async function getObjectOfUid(
  db: RowSource,
  owner: Owner,
  objectUid: string,
): Promise<CalendarObjectRow | null> {
  return (await getObjects(db, owner, { objectUids: [objectUid] }))[0] ?? null;
}

/** Heads of a calendar's objects by name, after `past`, at most `count`. */
export const listObjectHeads = query(
  ($: QueryPlaces<Owner & { calendarId: string; past: string; count: number }>) =>
    select(head)
      .from(o)
      .where(and(same(o, $, "accountId", "calendarId"), gt(o.name, $.past)))
      .orderBy(o.name)
      .limit($.count),
);

const uidsOf = query(($: QueryPlaces<Owner & { calendarIds: readonly string[] }>) =>
  select({ uid: calendarObjects.objectUid })
    .from(calendarObjects)
    .where(and(same(calendarObjects, $, "accountId"), among(calendarObjects.calendarId, $.calendarIds))),
);

/** The UIDs of the objects of some calendars. */
export async function objectUidsOf(
  db: RowSource,
  owner: Owner,
  calendarIds: readonly string[],
): Promise<Set<string>> {
  return new Set((await uidsOf(db, { ...owner, calendarIds })).map(({ uid }) => uid));
}

/** A change of a calendar: an object with its head, or a name whose object is gone. */
export type CalendarChange = { modseq: number; name: string } & Partial<ObjectHead>;

/** drizzle joins no lateral union with an order of its own. */
const changesOf = query(
  ($: QueryPlaces<Owner & { calendarId: string; modseq: number; name: string; count: number }>) =>
    sql<CalendarChange & { at: number; until: number }>`
      select coalesce(c.modseq, 0) as at, coalesce(c.forgotten, 0) as until, x.* from (values (1)) as one(n)
      left join calendar_collections c on c.account_id = ${$.accountId} and c.identity_id = ${$.identityId} and c.id = ${$.calendarId}
      left join lateral (
        (select ${columnsOf(head)} from calendar_objects o where o.account_id = ${$.accountId} and o.calendar_id = ${$.calendarId}
           and (o.modseq, o.name) > (${$.modseq}::int8, ${$.name}::text) order by o.modseq, o.name limit ${$.count})
        union all
        (select r.name, null, null, null, null, null, r.modseq, null, null from calendar_removals r where r.account_id = ${$.accountId}
           and r.calendar_id = ${$.calendarId} and (r.modseq, r.name) > (${$.modseq}, ${$.name})
           and not exists (select from calendar_objects o where o.account_id = ${$.accountId} and o.calendar_id = ${$.calendarId} and o.name = r.name)
         order by r.modseq, r.name limit ${$.count})
        order by 7, 1 limit ${$.count}
      ) x on true order by x.modseq, x.name`,
);

/** The changes of a calendar after a place, by (modseq, name), and the calendar's state at that moment. */
export async function listCalendarChanges(
  db: RowSource,
  owner: Owner,
  {
    calendarId,
    after,
    count,
  }: { calendarId: string; after: { modseq: number; name: string }; count: number },
): Promise<{ modseq: number; forgotten: number; changes: CalendarChange[] }> {
  const rows = await changesOf(db, { ...owner, ...after, calendarId, count });
  const { at, until } = must(rows[0], "the statement returns one row");
  return { modseq: at, forgotten: until, changes: rows.filter(({ name }) => name !== null) };
}

const eventsOf = query(
  ($: QueryPlaces<Owner & { uidHashes: readonly number[]; objectUids: readonly string[] }>) =>
    all(calendarEvents)
      .where(
        and(
          same(calendarEvents, $, "accountId", "identityId"),
          among(calendarEvents.uidHash, $.uidHashes),
          among(calendarEvents.objectUid, $.objectUids),
        ),
      )
      .orderBy(sql`${calendarEvents.kind} = 'instance'`, calendarEvents.originalAt, calendarEvents.id),
);

/** The rows of some objects, by the object's UID. */
export async function eventsOfObjects(
  db: RowSource,
  owner: Owner,
  objects: readonly Pick<ObjectHead, "objectUid" | "uidHash">[],
): Promise<Map<string, CalendarEventRow[]>> {
  if (objects.length === 0) return new Map();
  const uidHashes = objects.map(({ uidHash }) => uidHash);
  const rows = await eventsOf(db, {
    ...owner,
    uidHashes,
    objectUids: objects.map(({ objectUid }) => objectUid),
  });
  return Map.groupBy(rows, ({ objectUid }) => objectUid);
}
