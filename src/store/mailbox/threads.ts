// Queries over threads.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { heldBy, type Owner, type Scope, type Where } from "../scope.ts";
import { type ThreadStatus, threads } from "../tables/index.ts";
import { labelCondition } from "./labels.ts";
import { type MessageFilter, scanned } from "./message-filter.ts";
import { fromCondition } from "./search-conditions.ts";
import { seenBit } from "./seen-bit.ts";

export type ThreadRow = InferSelectModel<typeof threads>;

export interface ThreadFilter extends Omit<MessageFilter, "to"> {
  status?: string;
  ownerType?: string;
  assigneeId?: string;
  parentId?: string;
  /** Whether it sleeps until a time. */
  isSnoozed?: boolean;
  /** Some message is no spam. */
  isWanted?: true;
  /** Names and their values in the metadata, with a colon between: all of them. */
  metadata?: readonly string[];
}

/** Ids by the index of metadata alone: its keys begin with the account. */
const withMetadata = `select kept.id from (
    select k.account_id, k.id from threads k
    where k.metadata is not null and metadata_keys(k.account_id, k.metadata) @> ?::text[] offset 0) kept
  where kept.account_id = ?::uuid`;

interface ThreadQuery {
  filter: ThreadFilter;
  cursor: Instant | null;
}

/**
 * By last message (creation where there is none), newest first; `count` past the cursor with ties, of the next `scanned`
 * threads where their messages are asked about.
 */
export async function listThreads(
  db: Executor,
  scope: Scope,
  query: ThreadQuery & { count: number },
): Promise<ThreadRow[]> {
  const where = await threadsWhere(db, scope, query);
  const asked = messageConditions(query.filter, where);
  // A thread that holds nothing but a draft is in no list yet.
  const shown = `select * from threads ${where} and message_count > 0 order by sort_at desc`;
  const rows = await db.rows(
    asked.length === 0
      ? `${shown} fetch first (${where.param(query.count)}::int) rows with ties`
      : `select t.* from (${shown} fetch first ${scanned} rows with ties) t where ${asked.join(" and ")}
         order by t.sort_at desc fetch first (${where.param(query.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<ThreadRow>(threads, row));
}

/** Where `listThreads` stopped looking; null when it saw every thread. */
export async function endOfThreads(db: Executor, scope: Scope, query: ThreadQuery): Promise<Instant | null> {
  const where = await threadsWhere(db, scope, query);
  if (!asksMessages(query.filter)) return null;
  const [row] = await db.rows<{ sort_at: Instant }>(
    `select sort_at from threads ${where} and message_count > 0 order by sort_at desc offset ${scanned - 1} limit 1`,
    where.params,
  );
  return row?.sort_at ?? null;
}

/** Threads by their ids, where a filter lets them through that asks nothing of their messages. */
export async function threadsByIds(
  db: Executor,
  scope: Scope,
  { ids, filter }: { ids: readonly string[]; filter: ThreadFilter },
): Promise<ThreadRow[]> {
  if (ids.length === 0) return [];
  const where = (await threadsWhere(db, scope, { filter, cursor: null })).and("id = any(?::uuid[])", ids);
  const rows = await db.rows(`select * from threads ${where} and message_count > 0`, where.params);
  return rows.map((row) => toRow<ThreadRow>(threads, row));
}

async function threadsWhere(db: Executor, scope: Scope, { filter, cursor }: ThreadQuery): Promise<Where> {
  const where = heldBy(scope, "threads")
    .and("identity_id = ?::uuid", filter.identityId)
    .and("status = ?::text", filter.status)
    .and("owner_type = ?::text", filter.ownerType)
    .and("assignee_id = ?::uuid", filter.assigneeId)
    .and("parent_id = ?::uuid", filter.parentId)
    .and(
      `id = any(array(${withMetadata}))`,
      filter.metadata?.map((pair) => `${scope.accountId} ${pair}`),
      scope.accountId,
    )
    .and("sort_at >= ?::timestamptz", filter.after)
    .and("sort_at < ?::timestamptz", filter.before)
    .and("sort_at < ?::timestamptz", cursor ?? undefined);
  if (filter.isSnoozed !== undefined) where.and(`snoozed_until is ${filter.isSnoozed ? "not null" : "null"}`);
  if (filter.labelKeys) {
    const labelled = await labelCondition(db, scope, filter.labelKeys);
    where.and(labelled({ account: "threads.account_id", id: "threads.id" }, (value) => where.param(value)));
  }
  return where;
}

function asksMessages({ isRead, from, hasAttachments, isWanted }: ThreadFilter): boolean {
  return isRead !== undefined || from !== undefined || hasAttachments !== undefined || isWanted === true;
}

/** Conditions on the messages of thread `t`: some is as asked; read and without files are threads that have no other. */
function messageConditions({ isRead, from, hasAttachments, isWanted }: ThreadFilter, where: Where): string[] {
  const some = (condition: string) =>
    `exists (select from messages m where m.account_id = t.account_id and m.thread_id = t.id
             and m.state in ('received', 'sent') and ${condition} offset 0)`;
  const conditions: string[] = [];
  if (from !== undefined) conditions.push(some(fromCondition(from, (value) => where.param(value))));
  if (isRead !== undefined) conditions.push(`${isRead ? "not " : ""}${some(`${seenBit} = 0`)}`);
  if (isWanted) conditions.push(some("not m.is_spam"));
  if (hasAttachments !== undefined)
    conditions.push(`${hasAttachments ? "" : "not "}${some("m.has_attachments")}`);
  return conditions;
}

const statuses: readonly ThreadStatus[] = ["open", "waiting", "resolved", "human_review"];

/** Threads of an identity by status, each counted to `most`, by the index of threads by status. */
export async function countThreads(
  db: Executor,
  { accountId, identityId }: Owner,
  most: number,
): Promise<Map<ThreadStatus, number>> {
  const rows = await db.values(
    `select s.status, (select count(*)::int from (
       select from threads t where t.status = s.status and t.account_id = $1::uuid and t.identity_id = $2::uuid
         and t.message_count > 0 limit $4::int) c)
     from unnest($3::text[]) s(status)`,
    [accountId, identityId, statuses, most],
  );
  return new Map(rows.map(([status, count]) => [status as ThreadStatus, count as number]));
}

/** A thread that holds messages. */
export async function getThread(db: Executor, scope: Scope, id: string): Promise<ThreadRow | null> {
  const where = heldBy(scope, "threads").and("id = ?::uuid", id);
  const [row] = await db.rows(
    `select * from threads ${where} and (message_count > 0
       or exists (select from reviews r where r.account_id = threads.account_id and r.thread_id = threads.id))`,
    where.params,
  );
  return row ? toRow<ThreadRow>(threads, row) : null;
}

/** Threads that hold messages, by ids; those that are not there are left out. */
export async function getThreads(db: Executor, scope: Scope, ids: readonly string[]): Promise<ThreadRow[]> {
  const where = heldBy(scope, "threads").and("id = any(?::uuid[])", ids);
  const rows = await db.rows(
    `select * from threads ${where} and message_count > 0 order by sort_at desc`,
    where.params,
  );
  return rows.map((row) => toRow<ThreadRow>(threads, row));
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
