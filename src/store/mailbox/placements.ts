// Queries over placements: which messages are in which folders.
import type { InferSelectModel } from "drizzle-orm";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { Owner } from "../scope.ts";
import { placements } from "../tables/index.ts";
import { alsoHasKeyword, hasKeyword } from "./labels.ts";

export type PlacementRow = InferSelectModel<typeof placements>;

function toPlacements(rows: Record<string, unknown>[]): PlacementRow[] {
  return rows.map((row) => toRow<PlacementRow>(placements, row));
}

/** Placements of one folder, by uid; uids that do not exist are left out. */
export async function placementsByUid(
  db: Executor,
  { accountId, identityId }: Owner,
  { folderId, uids }: { folderId: string; uids: readonly number[] },
): Promise<PlacementRow[]> {
  return toPlacements(
    await db.rows(
      `select * from placements where account_id = $1::uuid and folder_id = $2::uuid and uid = any($3::int8[])
       and identity_id = $4::uuid order by uid`,
      [accountId, folderId, uids, identityId],
    ),
  );
}

/** The placements of messages, the newest of each message first. */
export async function placementsOf(
  db: Executor,
  { accountId, identityId }: Owner,
  messageIds: readonly string[],
): Promise<PlacementRow[]> {
  return toPlacements(
    await db.rows(
      `select * from placements where account_id = $1::uuid and message_id = any($2::uuid[]) and identity_id = $3::uuid
     order by message_id, created_at desc, uid desc`,
      [accountId, messageIds, identityId],
    ),
  );
}

/** The same of many identities' messages, by message. */
export async function placementsOfMessages(
  db: Executor,
  asked: readonly (Owner & { id: string })[],
): Promise<Map<string, PlacementRow[]>> {
  const rows = await db.rows(
    `select p.* from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k(account_id, identity_id, id)
     join placements p on p.account_id = k.account_id and p.message_id = k.id and p.identity_id = k.identity_id
     order by p.message_id, p.created_at desc, p.uid desc`,
    [
      asked.map(({ accountId }) => accountId),
      asked.map(({ identityId }) => identityId),
      asked.map(({ id }) => id),
    ],
  );
  return Map.groupBy(toPlacements(rows), ({ messageId }) => messageId);
}

/** The first placements of a folder, by uid. @param exceptWatched without mail of threads in human_review */
export async function firstPlacements(
  db: Executor,
  { accountId, identityId }: Owner,
  { folderId, count, exceptWatched = false }: { folderId: string; count: number; exceptWatched?: boolean },
): Promise<PlacementRow[]> {
  return toPlacements(
    await db.rows(
      `select * from placements p where account_id = $1::uuid and folder_id = $2::uuid and identity_id = $3::uuid${
        exceptWatched
          ? ` and not exists (select from messages m join threads t on t.account_id = m.account_id and t.id = m.thread_id
       where m.account_id = p.account_id and m.id = p.message_id and t.status = 'human_review')`
          : ""
      }
     order by uid limit ${count}`,
      [accountId, folderId, identityId],
    ),
  );
}

/** Up to `count` placements that have one of the keywords. @param keys from `keywordKeys` */
export async function placementsWithKeyword(
  db: Executor,
  accountId: string,
  { keys, count }: { keys: readonly string[]; count: number },
): Promise<PlacementRow[]> {
  return toPlacements(
    await db.rows(
      `select p.* from placements p where p.account_id = $1::uuid and ${hasKeyword("$2::text[]")} limit ${count}`,
      [accountId, keys],
    ),
  );
}

/** Up to `count` placements of a thread's messages that have one of the keywords, or with `has: false` none of them. */
export async function placementsOfThread(
  db: Executor,
  { accountId, identityId }: Owner,
  thread: { id: string; keys: readonly string[]; has: boolean; count: number },
): Promise<PlacementRow[]> {
  return toPlacements(
    await db.rows(
      `select p.* from messages m join placements p on p.account_id = m.account_id and p.message_id = m.id
     where m.account_id = $1::uuid and m.thread_id = $2::uuid and m.identity_id = $4::uuid and ${thread.has ? "" : "not "}(${alsoHasKeyword("$3::text[]")})
     limit ${thread.count}`,
      [accountId, thread.id, thread.keys, identityId],
    ),
  );
}

/** Up to `count` placements of a thread's stored messages, in a folder or in all others; the newest placement of each first. */
export async function placementsOfConversation(
  db: Executor,
  { accountId, identityId }: Owner,
  thread: { threadId: string; folderId: string; inFolder: boolean; count: number },
): Promise<PlacementRow[]> {
  return toPlacements(
    await db.rows(
      `select p.* from messages m join placements p on p.account_id = m.account_id and p.message_id = m.id
     where m.account_id = $1::uuid and m.thread_id = $2::uuid and m.identity_id = $3::uuid and m.state in ('received', 'sent')
       and p.folder_id ${thread.inFolder ? "=" : "<>"} $4::uuid
     order by m.created_at, m.id, p.created_at desc, p.uid desc limit ${thread.count}`,
      [accountId, thread.threadId, identityId, thread.folderId],
    ),
  );
}

/** Counts placements by message id; messages without one are left out. */
export async function countPlacements(
  db: Executor,
  accountId: string,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ message_id: string; count: number }>(
    `select message_id, count(*)::int as count from placements where account_id = $1::uuid and message_id = any($2::uuid[])
     group by message_id`,
    [accountId, messageIds],
  );
  return new Map(rows.map((row) => [row.message_id, row.count]));
}
