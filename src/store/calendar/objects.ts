// Queries over calendars and their objects, as CalDAV shows them.

import type { InferSelectModel } from "drizzle-orm";
import { must } from "../../lib/must.ts";
import type { RowSource } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { Owner } from "../scope.ts";
import { calendarCollections, calendarEvents, calendarObjects } from "../tables/index.ts";
import type { CalendarEventRow } from "./calendar-events.ts";
import { defaultCalendarName, uidKeyOf } from "./objects-write.ts";

export type CalendarCollectionRow = InferSelectModel<typeof calendarCollections>;
export type CalendarObjectRow = InferSelectModel<typeof calendarObjects>;
/** An object without its text. */
export type ObjectHead = Pick<
  CalendarObjectRow,
  | "name"
  | "objectUid"
  | "uidHash"
  | "component"
  | "etag"
  | "scheduleTag"
  | "modseq"
  | "createdAt"
  | "updatedAt"
>;

export const headColumns = `o.name, o.object_uid as "objectUid", o.uid_hash as "uidHash", o.component, o.etag, o.schedule_tag as "scheduleTag",
  o.modseq, o.created_at as "createdAt", o.updated_at as "updatedAt"`;

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

/** The calendars of an identity, the default one first. */
export async function listCalendars(db: RowSource, owner: Owner): Promise<CalendarCollectionRow[]> {
  const rows = await db.rows(
    "select * from calendar_collections where account_id = $1::uuid and identity_id = $2::uuid order by id <> identity_id, created_at, id",
    [owner.accountId, owner.identityId],
  );
  const found = rows.map((row) => toRow<CalendarCollectionRow>(calendarCollections, row));
  return found[0]?.id === owner.identityId ? found : [freshCalendar(owner), ...found];
}

/** The calendar of this name; null when there is none. */
export async function findCalendar(
  db: RowSource,
  owner: Owner,
  name: string,
): Promise<CalendarCollectionRow | null> {
  const [row] = await db.rows(
    "select * from calendar_collections where account_id = $1::uuid and identity_id = $2::uuid and name = $3::text",
    [owner.accountId, owner.identityId, name],
  );
  if (row) return toRow<CalendarCollectionRow>(calendarCollections, row);
  return name === defaultCalendarName ? freshCalendar(owner) : null;
}

/** An object with its text, by its place. */
export async function getObject(
  db: RowSource,
  { accountId }: Owner,
  { calendarId, name }: { calendarId: string; name: string },
): Promise<CalendarObjectRow | null> {
  const [row] = await db.rows(
    "select * from calendar_objects where account_id = $1::uuid and calendar_id = $2::uuid and name = $3::text",
    [accountId, calendarId, name],
  );
  return row ? toRow<CalendarObjectRow>(calendarObjects, row) : null;
}

/** An object with its text, by its UID. */
export async function getObjectOfUid(
  db: RowSource,
  { accountId, identityId }: Owner,
  objectUid: string,
): Promise<CalendarObjectRow | null> {
  const [row] = await db.rows(
    "select * from calendar_objects where account_id = $1::uuid and identity_id = $2::uuid and uid_key = $3::text",
    [accountId, identityId, uidKeyOf(objectUid)],
  );
  return row ? toRow<CalendarObjectRow>(calendarObjects, row) : null;
}

/** Objects with their texts, by UID; those that are not there are missing. */
export async function getObjects(
  db: RowSource,
  { accountId, identityId }: Owner,
  { objectUids }: { objectUids: readonly string[] },
): Promise<CalendarObjectRow[]> {
  const rows = await db.rows(
    "select * from calendar_objects where account_id = $1::uuid and identity_id = $2::uuid and uid_key = any($3::text[])",
    [accountId, identityId, objectUids.map(uidKeyOf)],
  );
  return rows.map((row) => toRow<CalendarObjectRow>(calendarObjects, row));
}

/** Heads of a calendar's objects by name, after `past`, at most `count`. */
export async function listObjectHeads(
  db: RowSource,
  { accountId }: Owner,
  { calendarId, past, count }: { calendarId: string; past: string; count: number },
): Promise<ObjectHead[]> {
  return db.rows(
    `select ${headColumns} from calendar_objects o where account_id = $1::uuid and calendar_id = $2::uuid and name > $3::text
     order by name limit $4::int`,
    [accountId, calendarId, past, count],
  );
}

/** The UIDs of the objects of some calendars. */
export async function objectUidsOf(
  db: RowSource,
  { accountId }: Owner,
  calendarIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ uid: string }>(
    "select object_uid as uid from calendar_objects where account_id = $1::uuid and calendar_id = any($2::uuid[])",
    [accountId, calendarIds],
  );
  return new Set(rows.map(({ uid }) => uid));
}

/** A change of a calendar: an object with its head, or a name whose object is gone. */
export type CalendarChange = { modseq: number; name: string } & Partial<ObjectHead>;

/** The changes of a calendar after a place, by (modseq, name), and the calendar's state at that moment. */
export async function listCalendarChanges(
  db: RowSource,
  { accountId, identityId }: Owner,
  {
    calendarId,
    after,
    count,
  }: { calendarId: string; after: { modseq: number; name: string }; count: number },
): Promise<{ modseq: number; forgotten: number; changes: CalendarChange[] }> {
  const rows = await db.rows<CalendarChange & { at: number; until: number; known: boolean }>(
    `select coalesce(c.modseq, 0) as at, coalesce(c.forgotten, 0) as until, x.* from (values (1)) as one(n)
     left join calendar_collections c on c.account_id = $1::uuid and c.identity_id = $2::uuid and c.id = $3::uuid
     left join lateral (
       (select ${headColumns} from calendar_objects o where o.account_id = $1::uuid and o.calendar_id = $3::uuid
          and (o.modseq, o.name) > ($4::int8, $5::text) order by o.modseq, o.name limit $6::int)
       union all
       (select r.name, null, null, null, null, null, r.modseq, null, null from calendar_removals r where r.account_id = $1::uuid
          and r.calendar_id = $3::uuid and (r.modseq, r.name) > ($4::int8, $5::text)
          and not exists (select from calendar_objects o where o.account_id = $1::uuid and o.calendar_id = $3::uuid and o.name = r.name)
        order by r.modseq, r.name limit $6::int)
       order by 7, 1 limit $6::int
     ) x on true order by x.modseq, x.name`,
    [accountId, identityId, calendarId, after.modseq, after.name, count],
  );
  const [first] = rows;
  return {
    modseq: must(first, "the statement returns one row").at,
    forgotten: must(first, "the statement returns one row").until,
    changes: rows.filter(({ name }) => name !== null),
  };
}

/** The rows of some objects, by the object's UID. */
export async function eventsOfObjects(
  db: RowSource,
  { accountId, identityId }: Owner,
  objects: readonly Pick<ObjectHead, "objectUid" | "uidHash">[],
): Promise<Map<string, CalendarEventRow[]>> {
  if (objects.length === 0) return new Map();
  const rows = await db.rows(
    `select * from calendar_events where account_id = $1::uuid and identity_id = $2::uuid and uid_hash = any($3::int8[])
       and object_uid = any($4::text[]) order by kind = 'instance', original_at, id`,
    [accountId, identityId, objects.map(({ uidHash }) => uidHash), objects.map(({ objectUid }) => objectUid)],
  );
  return Map.groupBy(
    rows.map((row) => toRow<CalendarEventRow>(calendarEvents, row)),
    ({ objectUid }) => objectUid,
  );
}
