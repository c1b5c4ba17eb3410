// Deletion of rows whose retention is over. Each function deletes one small step, reports its size, and may run in any
// number of processes at once. DECISIONS Conventions, Events, Authentication and keys.
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { Database, Executor } from "../database/database.ts";

const step = 500;
/** Accounts or identities of one step, and rows of each. */
const owners = 50;
const rowsOfOwner = 200;

/** Rows deleted, and the last account or identity of the step; null: no further one exists. */
export interface Swept {
  removed: number;
  last: string | null;
}

export async function sweepIdempotency(db: Executor, before: Instant): Promise<number> {
  const rows = await db.values(
    `delete from idempotency where ctid = any(array(
       select ctid from idempotency where created_at < $1::timestamptz order by created_at limit ${step})) returning 1`,
    [before],
  );
  return rows.length;
}

/** Deletes old deliveries, then old events without deliveries: the oldest of each account, in the order of writing. */
export async function sweepEvents(
  db: Executor,
  { before, after }: { before: Instant; after: string | null },
): Promise<Swept> {
  const some = `(select account_id from accounts where account_id > $2::uuid order by account_id limit ${owners}) a`;
  const params = [before, after ?? nil];
  const deliveries = await db.values(
    `delete from deliveries where ctid = any(array(
       select o.ctid from ${some} cross join lateral (
         select x.ctid, x.created_at from deliveries x where x.account_id = a.account_id order by x.id limit ${rowsOfOwner}) o
       where o.created_at < $1::timestamptz)) returning 1`,
    params,
  );
  const events = await db.values(
    `delete from events where ctid = any(array(
       select o.ctid from ${some} cross join lateral (
         select x.ctid, x.created_at from events x where x.account_id = a.account_id order by x.xid, x.id limit ${rowsOfOwner}) o
       where o.created_at < $1::timestamptz and coalesce((
         select d.created_at from deliveries d where d.account_id = a.account_id order by d.id limit 1), 'infinity') >= $1::timestamptz)) returning 1`,
    params,
  );
  await db.values(
    `delete from daily_recipients r using (select account_id from ${some}) s
     where r.account_id = s.account_id and r.day < ($1::timestamptz)::date returning 1`,
    params,
  );
  const seen = await db.values(
    `select account_id from accounts where account_id > $1::uuid order by account_id limit ${owners}`,
    [after ?? nil],
  );
  return { removed: deliveries.length + events.length, last: lastOf(seen) };
}

/** Deletes old changes, except each identity's newest, from which a reader sees that the log no longer reaches back to it. */
export async function sweepChanges(
  db: Executor,
  { before, after }: { before: Instant; after: string | null },
): Promise<Swept> {
  const some = `(select account_id, id from identities where (account_id, id) > ($2::uuid, $3::uuid) order by account_id, id limit ${owners}) i`;
  const [account = nil, identity = nil] = after?.split(" ") ?? [];
  const rows = await db.values(
    `delete from changes where ctid = any(array(
       select o.ctid from ${some} cross join lateral (
         select x.ctid, x.created_at, x.modseq from changes x where x.account_id = i.account_id and x.identity_id = i.id order by x.modseq, x.ordinal limit ${rowsOfOwner}) o
       where o.created_at < $1::timestamptz and o.modseq < (
         select n.modseq from changes n where n.account_id = i.account_id and n.identity_id = i.id order by n.modseq desc limit 1))) returning 1`,
    [before, account, identity],
  );
  const seen = await db.values(
    `select account_id || ' ' || id from (select account_id, id from identities
       where (account_id, id) > ($1::uuid, $2::uuid) order by account_id, id limit ${owners}) i order by i.account_id, i.id`,
    [account, identity],
  );
  return { removed: rows.length, last: lastOf(seen) };
}

/**
 * Deletes old removals of calendar objects, after which sync tokens from before them are too old, and old items of
 * scheduling inboxes.
 */
export async function sweepCalendars(db: Executor, before: Instant): Promise<number> {
  const removals = await db.values(
    `with gone as (
       delete from calendar_removals where ctid = any(array(
         select ctid from calendar_removals where created_at < $1::timestamptz order by created_at limit ${step}))
       returning account_id, calendar_id, modseq
     ), forgotten as (
       update calendar_collections c set forgotten = greatest(c.forgotten, g.modseq)
       from (select account_id, calendar_id, max(modseq) as modseq from gone group by account_id, calendar_id) g
       where c.account_id = g.account_id and c.id = g.calendar_id
     ) select 1 from gone`,
    [before],
  );
  const items = await db.values(
    `delete from calendar_inbox where ctid = any(array(
       select ctid from calendar_inbox where created_at < $1::timestamptz order by created_at limit ${step})) returning 1`,
    [before],
  );
  return removals.length + items.length;
}

/** Lower than every id. */
export const nil = "00000000-0000-0000-0000-000000000000";

function lastOf(rows: unknown[][]): string | null {
  return rows.length < owners ? null : (rows.at(-1)![0] as string);
}

/** The keys of these blobs that are referenced. Deletes their rows with a count of zero. */
export async function referencedBlobs(db: Executor, keys: readonly string[]): Promise<Set<string>> {
  await db.values("delete from blobs where key = any($1::text[]) and refs <= 0 returning 1", [keys]);
  const rows = await db.values(
    `select key from blobs where key = any($1::text[])
     union select raw_blob from expunged_mails where raw_blob = any($1::text[])`,
    [keys],
  );
  return new Set(rows.map(([key]) => key as string));
}

const purgedAtOnce = 5;

/** Deleted identities that are still to be purged, the longest deleted first. */
export async function deletedIdentities(db: Executor): Promise<{ accountId: string; id: string }[]> {
  const rows = await db.rows<{ accountId: string; id: string; at: Instant }>(
    `select account_id as "accountId", id, deleted_at as at from identities where deleted_at is not null
     order by deleted_at limit ${purgedAtOnce}`,
  );
  return merged(
    rows,
    by(({ at }) => at),
    purgedAtOnce,
  );
}

/** Tables with a retention of their own, or whose rows the identity's deletion has removed. */
const notPurged = ["messages", "events", "addresses", "webhooks", "routing_rules", "contacts"];

/**
 * Deletes one step of a deleted identity's rows, its own row last. The tables are those with a column `identity_id`, so
 * that a new table is included by itself.
 * @returns false when nothing is left
 */
export async function purgeIdentity(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (await purgeMessagesOf(tx, accountId, id)) return true;
    const tables = await tx.values(
      `select c.table_name from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
       where c.table_schema = current_schema() and c.column_name = 'identity_id' and c.table_name <> all($1::text[])
       order by c.table_name = 'folders', c.table_name`,
      [notPurged],
    );
    await tx.values(
      `delete from folder_recent where account_id = $1::uuid and folder_id in (
         select f.id from folders f where f.account_id = $1::uuid and f.identity_id = $2::uuid) returning 1`,
      [accountId, id],
    );
    for (const [table] of tables as [string][]) {
      const gone = await tx.values(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where account_id = $1::uuid and identity_id = $2::uuid limit ${step})) returning 1`,
        [accountId, id],
      );
      if (gone.length === step) return true;
    }
    await tx.values(
      "delete from identities where account_id = $1::uuid and id = $2::uuid and deleted_at is not null returning 1",
      [accountId, id],
    );
    return false;
  });
}

/** @returns false when the identity had no message */
async function purgeMessagesOf(tx: Executor, accountId: string, identityId: string): Promise<boolean> {
  const rows = await tx.values(
    `select id from messages where account_id = $1::uuid and identity_id = $2::uuid limit ${rowsOfOwner} for update skip locked`,
    [accountId, identityId],
  );
  if (rows.length === 0) return false;
  const params = [accountId, rows.map(([id]) => id as string)];
  await tx.values(
    `update blobs set refs = refs - k.count
     from (select key, count(*) as count from (
             select raw_blob as key from bodies where account_id = $1::uuid and message_id = any($2::uuid[]) and raw_blob is not null
             union all
             select blob from attachments where account_id = $1::uuid and message_id = any($2::uuid[]) and blob is not null) used
           group by key) k
     where blobs.account_id = $1::uuid and blobs.key = k.key returning 1`,
    params,
  );
  for (const table of [
    "bodies",
    "attachments",
    "placements",
    "outbound",
    "message_search",
    "search_queue",
    "search_files",
    "partly_read",
  ]) {
    await tx.values(
      `delete from ${table} where account_id = $1::uuid and message_id = any($2::uuid[]) returning 1`,
      params,
    );
  }
  await tx.values(
    "delete from messages where account_id = $1::uuid and id = any($2::uuid[]) returning 1",
    params,
  );
  return true;
}
