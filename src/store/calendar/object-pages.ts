// Objects with their texts, page by page: a page holds a bounded number of octets, however large its objects are.
import { must } from "../../lib/must.ts";
import type { RowSource } from "../database/database.ts";
import type { Owner } from "../scope.ts";
import { type CalendarObjectRow, getObjects, headColumns, type ObjectHead } from "./objects.ts";
import { uidKeyOf } from "./objects-write.ts";

/** Objects whose sizes one query reads. */
const sizesAtOnce = 1000;
const objectsOfPage = 100;
const octetsOfPage = 2 * 1024 * 1024;

/** A selection of objects: all of a calendar, some of a calendar by name, or some of an address by UID. */
export type ObjectsWanted =
  | { calendarId: string; names?: readonly string[] }
  | { objectUids: readonly string[] };

interface ObjectSize {
  name: string;
  objectUid: string;
  component: string;
  octets: number;
}

/** The objects, those of a whole calendar by name; those that are not there are missing. */
export async function* pagesOfObjects(
  db: RowSource,
  owner: Owner,
  { wanted, component = null }: { wanted: ObjectsWanted; component?: string | null },
): AsyncGenerator<CalendarObjectRow[]> {
  for await (const sizes of listedOf<ObjectSize>(sizeColumns, { db, owner, wanted })) {
    let page: string[] = [];
    let octets = 0;
    for (const size of sizes) {
      if (component !== null && size.component !== component) continue;
      if (page.length === objectsOfPage || (page.length > 0 && octets + size.octets > octetsOfPage)) {
        yield await pageOf(db, owner, page);
        [page, octets] = [[], 0];
      }
      page.push(size.objectUid);
      octets += size.octets;
    }
    if (page.length > 0) yield await pageOf(db, owner, page);
  }
}

/** The heads of the objects, without their texts and in any order; those that are not there are missing. */
export async function* headsOfObjects(
  db: RowSource,
  owner: Owner,
  { wanted, component = null }: { wanted: ObjectsWanted; component?: string | null },
): AsyncGenerator<ObjectHead & { calendarId: string }> {
  for await (const heads of listedOf<ObjectHead & { calendarId: string }>(
    `${headColumns}, o.calendar_id as "calendarId"`,
    { db, owner, wanted },
  ))
    for (const head of heads) if (component === null || head.component === component) yield head;
}

async function pageOf(
  db: RowSource,
  owner: Owner,
  objectUids: readonly string[],
): Promise<CalendarObjectRow[]> {
  const places = new Map(objectUids.map((uid, place) => [uid, place]));
  const objects = await getObjects(db, owner, { objectUids });
  return objects.sort((a, b) => (places.get(a.objectUid) ?? 0) - (places.get(b.objectUid) ?? 0));
}

const sizeColumns = `o.name, o.object_uid as "objectUid", o.component, coalesce(octet_length(o.source), 0) as octets`;

/** The objects as rows of these columns, at most `sizesAtOnce` at a time. */
async function* listedOf<Row extends { name: string }>(
  columns: string,
  { db, owner: { accountId, identityId }, wanted }: { db: RowSource; owner: Owner; wanted: ObjectsWanted },
): AsyncGenerator<Row[]> {
  if ("calendarId" in wanted && !wanted.names) {
    for (let past = ""; ; ) {
      const rows: Row[] = await db.rows<Row & Record<string, unknown>>(
        `select ${columns} from calendar_objects o where account_id = $1::uuid and calendar_id = $2::uuid and name > $3::text
         order by name limit $4::int`,
        [accountId, wanted.calendarId, past, sizesAtOnce],
      );
      yield rows;
      if (rows.length < sizesAtOnce) return;
      past = rows.at(-1)!.name;
    }
  }
  const keys =
    "objectUids" in wanted ? wanted.objectUids : must(wanted.names, "objects are wanted by UID or by name");
  for (let at = 0; at < keys.length; at += sizesAtOnce) {
    const some = keys.slice(at, at + sizesAtOnce);
    yield "objectUids" in wanted
      ? await db.rows<Row & Record<string, unknown>>(
          `select ${columns} from calendar_objects o where account_id = $1::uuid and identity_id = $2::uuid and uid_key = any($3::text[])`,
          [accountId, identityId, some.map(uidKeyOf)],
        )
      : await db.rows<Row & Record<string, unknown>>(
          `select ${columns} from calendar_objects o where account_id = $1::uuid and calendar_id = $2::uuid and name = any($3::text[])`,
          [accountId, wanted.calendarId, some],
        );
  }
}
