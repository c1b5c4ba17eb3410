// Queries over threads.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { heldBy, type Owner, type Scope } from "../scope.ts";
import { threads } from "../tables/index.ts";
import { labelCondition } from "./labels.ts";

export type ThreadRow = InferSelectModel<typeof threads>;

export interface ThreadFilter {
  identityId?: string;
  status?: string;
  ownerType?: string;
  assigneeId?: string;
  /** Keys of a label's keyword. */
  labelKeys?: readonly string[];
}

/** By last message (creation time when there is none), newest first; `count` past the cursor with ties. */
export async function listThreads(
  db: Executor,
  scope: Scope,
  query: { filter: ThreadFilter; cursor: Instant | null; count: number },
): Promise<ThreadRow[]> {
  const { filter, cursor, count } = query;
  const where = heldBy(scope, "threads")
    .and("identity_id = ?::uuid", filter.identityId)
    .and("status = ?::text", filter.status)
    .and("owner_type = ?::text", filter.ownerType)
    .and("assignee_id = ?::uuid", filter.assigneeId)
    .and("sort_at < ?::timestamptz", cursor ?? undefined);
  if (filter.labelKeys) {
    const labelled = await labelCondition(db, scope, filter.labelKeys);
    where.and(labelled({ account: "threads.account_id", id: "threads.id" }, (value) => where.param(value)));
  }
  // A thread that holds only a draft is not listed.
  const rows = await db.rows(
    `select * from threads ${where} and message_count > 0
     order by sort_at desc fetch first (${where.param(count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<ThreadRow>(threads, row));
}

/** A thread that holds messages. */
export async function getThread(db: Executor, scope: Scope, id: string): Promise<ThreadRow | null> {
  const where = heldBy(scope, "threads").and("id = ?::uuid", id);
  const [row] = await db.rows(`select * from threads ${where} and message_count > 0`, where.params);
  return row ? toRow<ThreadRow>(threads, row) : null;
}

/** A thread of one identity, including one that holds only a draft. */
export async function readThread(
  db: Executor,
  { accountId, identityId }: Owner,
  id: string,
): Promise<ThreadRow | null> {
  const [row] = await db.rows(
    "select * from threads where account_id = $1::uuid and id = $2::uuid and identity_id = $3::uuid",
    [accountId, id, identityId],
  );
  return row ? toRow<ThreadRow>(threads, row) : null;
}

/** Counts the messages of threads without those of `without`, with the time of the last one. */
export async function remainingMessages(
  db: Executor,
  accountId: string,
  { ids, without }: { ids: readonly string[]; without: readonly string[] },
): Promise<{ thread: ThreadRow; count: number; last: Instant | null }[]> {
  const rows = await db.rows<Record<string, unknown> & { left_count: number; left_last: Instant | null }>(
    `select t.*, l.left_count, l.left_last from threads t
     cross join lateral (
       select count(*)::int as left_count, max(m.created_at) as left_last from messages m
       where m.account_id = t.account_id and m.thread_id = t.id and m.state in ('received', 'sent') and m.id <> all($3::uuid[])
     ) l
     where t.account_id = $1::uuid and t.id = any($2::uuid[])`,
    [accountId, ids, without],
  );
  return rows.map((row) => ({
    thread: toRow<ThreadRow>(threads, row),
    count: row.left_count,
    last: row.left_last,
  }));
}
