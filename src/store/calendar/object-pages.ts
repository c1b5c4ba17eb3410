// Objects with their texts, page by page: a page holds a bounded number of octets, however large its objects are.
import { must } from "../../lib/must.ts";
import type { RowSource } from "../database/database.ts";
import type { Owner } from "../scope.ts";
import { type CalendarObjectRow, getObjects } from "./objects.ts";
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
  for await (const sizes of sizesOf(db, owner, wanted)) {
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

async function* sizesOf(
  db: RowSource,
  { accountId, identityId }: Owner,
  wanted: ObjectsWanted,
): AsyncGenerator<ObjectSize[]> {
  if ("calendarId" in wanted && !wanted.names) {
    for (let past = ""; ; ) {
      const sizes = await db.rows<ObjectSize>(
        `select ${sizeColumns} from calendar_objects o where account_id = $1::uuid and calendar_id = $2::uuid and name > $3::text
         order by name limit $4::int`,
        [accountId, wanted.calendarId, past, sizesAtOnce],
      );
      yield sizes;
      if (sizes.length < sizesAtOnce) return;
      past = sizes.at(-1)!.name;
    }
  }
  const keys =
    "objectUids" in wanted ? wanted.objectUids : must(wanted.names, "objects are wanted by UID or by name");
  for (let at = 0; at < keys.length; at += sizesAtOnce) {
    const some = keys.slice(at, at + sizesAtOnce);
    yield "objectUids" in wanted
      ? await db.rows<ObjectSize>(
          `select ${sizeColumns} from calendar_objects o where account_id = $1::uuid and identity_id = $2::uuid and uid_key = any($3::text[])`,
          [accountId, identityId, some.map(uidKeyOf)],
        )
      : await db.rows<ObjectSize>(
          `select ${sizeColumns} from calendar_objects o where account_id = $1::uuid and calendar_id = $2::uuid and name = any($3::text[])`,
          [accountId, wanted.calendarId, some],
        );
  }
}
