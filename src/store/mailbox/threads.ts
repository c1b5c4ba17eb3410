// Queries over threads.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { heldBy, isOf, type Owner, type Scope, type Where } from "../scope.ts";
import { type ThreadStatus, threads } from "../tables/index.ts";
import { maxLooks } from "./inbox.ts";
import { commonLabel, fewLabelledThreads } from "./labels.ts";
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
  /** Keys of a second label's keyword. */
  otherLabelKeys?: readonly string[];
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

/** The parts of a query over threads. */
interface ThreadPlan {
  where: Where;
  /** Conditions on thread `t` that no index answers: asked of the next `scanned` threads. null: none; else they take their parameters. */
  conditions: (() => string[]) | null;
  /** Addresses that are looked at one by one; null: one look finds all. */
  addresses: readonly string[] | null;
  /** The threads are few, whatever is asked of them: those of a label. */
  isFew: boolean;
}

/**
 * By last message (creation where there is none), newest first; `count` past the cursor with ties, of the next `scanned`
 * threads where their messages, a label that many have, or more than `maxLooks` addresses are asked about.
 */
export async function listThreads(
  db: Executor,
  scope: Scope,
  query: ThreadQuery & { count: number },
): Promise<ThreadRow[]> {
  const plan = await planOf(db, scope, query);
  const { where, conditions, addresses, isFew } = plan;
  const first = `fetch first (${where.param(query.count)}::int) rows with ties`;
  const asked = conditions === null ? "" : `where ${conditions().join(" and ")}`;
  // A thread that holds nothing but a draft is in no list yet.
  const own = `select * from threads ${where} and message_count > 0`;
  const look = (shown: string, most: number) =>
    asked === ""
      ? `${shown} ${first}`
      : `select t.* from (${shown} fetch first ${most} rows with ties) t ${asked} order by t.sort_at desc ${first}`;
  let text: string;
  if (isFew) text = `select t.* from (${own} offset 0) t ${asked} order by t.sort_at desc ${first}`;
  else if (addresses === null) text = look(`${own} order by sort_at desc`, scanned);
  else {
    const each = where.param(addresses);
    // None further back than the look at the busiest ends: the others have few that are as new.
    const seen = asked === "" ? "" : `and sort_at >= coalesce((${endText(plan, each)}), '-infinity')`;
    const one = look(
      `${own} and ${isOf("identity_id", "i.id")} ${seen} order by sort_at desc`,
      looksAt(addresses),
    );
    text = `select t.* from unnest(${each}::uuid[]) i(id) cross join lateral (${one}) t order by t.sort_at desc ${first}`;
  }
  const rows = await db.rows(text, where.params);
  return rows.map((row) => toRow<ThreadRow>(threads, row));
}

/** Threads of each address that a page looks at. */
const looksAt = (addresses: readonly string[]) => Math.max(100, Math.floor(scanned / addresses.length));

/** Where the first of the addresses stops being looked at. @param each the addresses' parameter */
function endText({ where, addresses }: ThreadPlan, each: string): string {
  return `select max(c.sort_at) from unnest(${each}::uuid[]) i(id) cross join lateral (
    select sort_at from threads ${where} and message_count > 0 and ${isOf("identity_id", "i.id")}
    order by sort_at desc offset ${looksAt(addresses ?? []) - 1} limit 1) c`;
}

/** Where `listThreads` stopped looking; null when it saw every thread. */
export async function endOfThreads(db: Executor, scope: Scope, query: ThreadQuery): Promise<Instant | null> {
  const plan = await planOf(db, scope, query);
  const { where, conditions, addresses, isFew } = plan;
  if (isFew || conditions === null) return null;
  const text =
    addresses === null
      ? `select sort_at from threads ${where} and message_count > 0 order by sort_at desc offset ${scanned - 1} limit 1`
      : endText(plan, where.param(addresses));
  const [row] = await db.values(text, where.params);
  return (row?.[0] as Instant | null | undefined) ?? null;
}

async function planOf(db: Executor, scope: Scope, { filter, cursor }: ThreadQuery): Promise<ThreadPlan> {
  const { labelKeys, otherLabelKeys, identityId, ...rest } = filter;
  const { identityIds } = scope;
  // Threads that sleep are few: the scope finds them.
  const isMany = identityId === undefined && !rest.isSnoozed && (identityIds?.length ?? 0) > 1;
  const many = isMany ? identityIds : null;
  const only = identityId ?? (identityIds?.length === 1 ? identityIds[0] : undefined);
  const where = threadsWhere(many === null ? scope : { ...scope, identityIds: null }, {
    filter: { ...rest, ...(only === undefined ? {} : { identityId: only }) },
    cursor,
  });
  const common: (readonly string[])[] = [];
  let isFew = false;
  for (const keys of [labelKeys, otherLabelKeys]) {
    if (!keys) continue;
    const few = await fewLabelledThreads(db, scope.accountId, keys);
    if (few) where.and("id = any(?::uuid[])", few);
    else common.push(keys);
    isFew ||= few !== null;
  }
  if (isFew && many !== null) where.and("identity_id = any(?::uuid[])", many);
  // Each look has the addresses' index in the order of the list.
  const addresses = !isFew && many !== null && many.length <= maxLooks ? many : null;
  const among = isFew || addresses !== null ? null : many;
  const conditions = () => [
    ...messageConditions(rest, where),
    ...(among === null ? [] : [`t.identity_id = any(${where.param(among)}::uuid[])`]),
    ...common.map((keys) => commonLabel(ofThread, `${where.param(keys)}::text[]`)),
  ];
  const isAsked = asksMessages(rest) || among !== null || common.length > 0;
  return { where, conditions: isAsked ? conditions : null, addresses, isFew };
}

const ofThread = { account: "t.account_id", id: "t.id" };

/** Threads by their ids, where a filter lets them through that asks nothing of their messages. */
export async function threadsByIds(
  db: Executor,
  scope: Scope,
  { ids, filter }: { ids: readonly string[]; filter: Omit<ThreadFilter, "labelKeys" | "otherLabelKeys"> },
): Promise<ThreadRow[]> {
  if (ids.length === 0) return [];
  const where = threadsWhere(scope, { filter, cursor: null }).and("id = any(?::uuid[])", ids);
  const rows = await db.rows(`select * from threads ${where} and message_count > 0`, where.params);
  return rows.map((row) => toRow<ThreadRow>(threads, row));
}

function threadsWhere(scope: Scope, { filter, cursor }: ThreadQuery): Where {
  const { identityId } = filter;
  const where = heldBy(scope, "threads")
    .and(isOf("identity_id", "?::uuid"), identityId, identityId)
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
