// Filters of message lists. A filter over many messages is applied to the newest in turn: one page looks at
// no more of them than `scanned`, and says where it stopped.
import type { Instant } from "../../lib/clock.ts";
import type { Executor, Param } from "../database/database.ts";
import { contentHead, sizeOfContent } from "../message/content.ts";
import { heldBy, isHeldMostly, isOf, ownedBy, type Scope, type TakeParam, type Where } from "../scope.ts";
import { fewFiltered } from "./few-messages.ts";
import { commonLabel, fewLabelledThreads, labelCondition } from "./labels.ts";
import { anyOf, fromCondition, type StoredCondition } from "./search-conditions.ts";
import { seenBit } from "./seen-bit.ts";

export interface MessageFilter {
  identityId?: string;
  /** An address, or a domain. */
  from?: string;
  to?: string;
  /** Created then or later. */
  after?: Instant;
  /** Created earlier. */
  before?: Instant;
  hasAttachments?: boolean;
  /** A part of the subject, whatever its case. */
  subject?: string;
  /** True: received messages alone, no sent ones. */
  isReceived?: boolean;
  /** The read state that a message is shown with. */
  isRead?: boolean;
  /** Messages that match whatever their read state is. */
  anyReadIds?: readonly string[];
  /** Keys of a label's keyword. */
  labelKeys?: readonly string[];
  /** Messages of these threads. */
  threadIds?: readonly string[];
  /** Alternatives of a search: all conditions of one of them hold. */
  anyOf?: readonly (readonly StoredCondition[])[];
}

/** Rows that one page of a filtered list looks at. */
export const scanned = 5000;
/** Addresses that each have their own look for them. */
const maxEach = 40;

/** The conditions on message `m` that no index answers; label and time are asked elsewhere. */
export function conditionsOn(filter: MessageFilter, param: TakeParam): string[] {
  const conditions: string[] = [];
  if (filter.from !== undefined) conditions.push(fromCondition(filter.from, param));
  if (filter.to !== undefined) {
    const to = param(filter.to.toLowerCase());
    conditions.push(`(lower(m.delivered_to) = ${to}::text or exists (
      select from jsonb_array_elements(m.mail_to || m.mail_cc || m.mail_bcc) e where lower(e->>'email') = ${to}::text))`);
  }
  if (filter.hasAttachments !== undefined)
    conditions.push(`m.has_attachments = ${param(filter.hasAttachments)}::bool`);
  if (filter.subject !== undefined)
    conditions.push(`position(lower(${param(filter.subject)}::text) in lower(m.subject)) > 0`);
  if (filter.threadIds !== undefined)
    conditions.push(`m.thread_id = any(${param(filter.threadIds)}::uuid[])`);
  if (filter.isReceived) conditions.push("m.direction = 'inbound'");
  if (filter.isRead !== undefined) {
    const { isRead, anyReadIds: ids = [] } = filter;
    const isSo = `${seenBit} ${isRead ? "<>" : "="} 0`;
    conditions.push(ids.length === 0 ? isSo : `(${isSo} or m.id = any(${param(ids)}::uuid[]))`);
  }
  if (filter.anyOf !== undefined) conditions.push(anyOf(filter.anyOf, param));
  return conditions;
}

/** Every condition on message `m`, for rows that are few already: those of one thread. */
export async function allConditions(
  db: Pick<Executor, "values">,
  { scope, where }: { scope: Scope; where: Where },
  filter: MessageFilter,
): Promise<string[]> {
  const param = (value: Param) => where.param(value);
  const conditions = conditionsOn(filter, param);
  if (filter.identityId !== undefined) conditions.push(`m.identity_id = ${param(filter.identityId)}::uuid`);
  if (filter.after !== undefined) conditions.push(`m.created_at >= ${param(filter.after)}::timestamptz`);
  if (filter.before !== undefined) conditions.push(`m.created_at < ${param(filter.before)}::timestamptz`);
  if (filter.labelKeys) {
    const labelled = await labelCondition(db, scope, filter.labelKeys);
    conditions.push(labelled({ account: "m.account_id", id: "m.thread_id" }, param));
  }
  return conditions;
}

/** Ids of the messages that a filter lets through, of these. */
export async function filteredAmong(
  db: Executor,
  scope: Scope,
  { ids, filter }: { ids: readonly string[]; filter: MessageFilter },
): Promise<string[]> {
  const where = heldBy(scope, "m").and("m.id = any(?::uuid[])", ids).and("m.state in ('received', 'sent')");
  const conditions = ["true", ...(await allConditions(db, { scope, where }, filter))];
  const rows = await db.values(
    `select m.id from messages m ${where} and ${conditions.join(" and ")}`,
    where.params,
  );
  return rows.map(([id]) => id as string);
}

/** A message of a list, before any of its bodies is read. */
export interface ListedMessage {
  id: string;
  createdAt: Instant;
  /** Bytes of its bodies, once they are unpacked. */
  size: number;
}

/** Where a list goes on: behind a time, or behind one of the messages that share it. */
export interface ListStart {
  time: Instant;
  id: string | null;
}

/** The order of a list by time. */
export type ListOrder = "asc" | "desc";

interface ListQuery {
  filter: MessageFilter;
  cursor: ListStart | null;
  count: number;
  /** desc without it */
  order?: ListOrder;
}

/** Whether a list looks at the oldest messages first; one that has no beginning shows the oldest of the newest `scanned`. */
function looksForward({ filter, cursor, order }: Omit<ListQuery, "count">): boolean {
  return order === "asc" && (filter.after !== undefined || cursor !== null);
}

/** Messages of all threads, newest first unless `order` says otherwise: `count` past the cursor with ties, of the next `scanned` messages. */
export async function filteredMessages(
  db: Executor,
  scope: Scope,
  query: ListQuery,
): Promise<ListedMessage[]> {
  const plan = await scan(db, scope, query);
  const { where, few } = plan;
  const param = (value: Param) => where.param(value);
  const { filter } = query;
  const conditions = conditionsOn(filter, param);
  if (filter.labelKeys && !few) {
    const keys = `${param(filter.labelKeys)}::text[]`;
    conditions.push(commonLabel({ account: "m.account_id", id: "m.thread_id" }, keys));
  }
  const { order = "desc" } = query;
  if (query.cursor?.id)
    conditions.push(
      `(m.created_at, m.id) ${order === "asc" ? ">" : "<"} (${param(query.cursor.time)}::timestamptz, ${param(query.cursor.id)}::uuid)`,
    );
  const asked = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  const first = `fetch first (${param(query.count)}::int) rows with ties`;
  const rows = await db.rows<ListedRow>(
    `select l.id, l.created_at, ${contentHead} from (
       select m.account_id, m.id, m.created_at from (${lookedAt(plan, first)}) m
       ${asked} order by m.created_at ${order} ${first}) l
     join bodies b on b.account_id = l.account_id and b.message_id = l.id
     order by l.created_at ${order}, l.id ${order}`,
    where.params,
  );
  return rows.map(toListed);
}

/** SQL of the messages that a page looks at. @param first SQL of how many of them it has */
function lookedAt(plan: MessageScan, first: string): string {
  const { where, direction, each, isAsked } = plan;
  const most = `fetch first ${scanned} rows with ties`;
  if (each === null) return `select m.* from messages m ${where} order by m.created_at ${direction} ${most}`;
  const [within, sign] = direction === "asc" ? ["<=", ""] : [">=", "-"];
  const near = `and m.created_at ${within} coalesce((${endOfLooks(plan, each)}), '${sign}infinity')`;
  return `select o.* from ${each} cross join lateral (
    select m.* from messages m ${where} and ${isOf("m.identity_id", "i.id")} ${isAsked ? near : ""}
    order by m.created_at ${direction} ${isAsked ? most : first}) o`;
}

/** SQL of the time of the last message that is looked at, by the index alone. */
function endOfLooks({ where, direction }: MessageScan, each: string): string {
  return `select o.created_at from ${each} cross join lateral (
    select m.created_at from messages m ${where} and ${isOf("m.identity_id", "i.id")}
    order by m.created_at ${direction} limit ${scanned}) o order by o.created_at ${direction} offset ${scanned - 1} limit 1`;
}

export interface ListedRow {
  id: string;
  created_at: Instant;
  head: Uint8Array;
}

export function toListed({ id, created_at: createdAt, head }: ListedRow): ListedMessage {
  return { id, createdAt, size: sizeOfContent(head) };
}

/** Where `filteredMessages` stopped looking; null when it saw every message. */
export async function endOfScan(
  db: Executor,
  scope: Scope,
  query: Omit<ListQuery, "count">,
): Promise<Instant | null> {
  const plan = await scan(db, scope, query);
  const { where, direction, each, isAsked } = plan;
  // The oldest of the newest are all behind the first page.
  if (query.order === "asc" && direction === "desc") return null;
  if (each !== null && !isAsked) return null;
  const text =
    each === null
      ? `select m.created_at from messages m ${where} order by m.created_at ${direction} offset ${scanned - 1} limit 1`
      : endOfLooks(plan, each);
  const [row] = await db.values(text, where.params);
  return (row?.[0] as Instant | null | undefined) ?? null;
}

/** The messages that a list looks at. */
interface MessageScan {
  where: Where;
  /** The order of the look, which may not be the list's. */
  direction: ListOrder;
  /** SQL of the addresses `i` of which each has its own look; null: one look finds all. */
  each: string | null;
  /** Something is asked of the messages that are looked at. */
  isAsked: boolean;
}

/**
 * Messages found by index: those that a key reaches, by identity, sender, time and the threads of a rare
 * label.
 */
async function scan(
  db: Executor,
  scope: Scope,
  { filter, cursor, order }: Omit<ListQuery, "count">,
): Promise<MessageScan & { few: string[] | null }> {
  const only = scope.identityIds?.length === 1 ? scope.identityIds[0] : undefined;
  const identityId = filter.identityId ?? only;
  const few = filter.labelKeys ? await fewLabelledThreads(db, scope.accountId, filter.labelKeys) : null;
  const [conditions = [], ...others] = filter.anyOf ?? [];
  const found =
    others.length > 0 ? null : await fewFiltered(db, scope, { filter: { identityId }, conditions });
  const isForward = looksForward({ filter, cursor, ...(order && { order }) });
  // The oldest of the newest are those of all addresses together.
  const isEach =
    identityId === undefined && !(few ?? found ?? filter.threadIds) && (order !== "asc" || isForward);
  const addresses = isEach ? eachOf(scope) : null;
  const where =
    addresses === null
      ? ownedBy(scope, "m.identity_id", "m.account_id").and(isHeldMostly("m"))
      : ownedBy({ ...scope, identityIds: null }, "m.identity_id", "m.account_id");
  where
    .and("m.state in ('received', 'sent') and m.identity_id is not null")
    .and(isOf("m.identity_id", "?::uuid"), identityId, identityId)
    .and(`m.created_at ${order === "asc" ? ">" : "<"}${cursor?.id ? "=" : ""} ?::timestamptz`, cursor?.time)
    .and("m.created_at >= ?::timestamptz", filter.after)
    .and("m.created_at < ?::timestamptz", filter.before)
    .and("m.thread_id = any(?::uuid[])", few ?? undefined)
    .and("m.thread_id = any(?::uuid[])", filter.threadIds)
    .and("m.id = any(?::uuid[])", found ?? undefined);
  if (identityId !== undefined && filter.from?.includes("@"))
    where.and(fromCondition(filter.from, (value) => where.param(value)));
  const isAsked = conditionsOn(filter, () => "").length > 0 || (filter.labelKeys && !few) || cursor?.id;
  const each =
    addresses &&
    `(select i.id from identities i where i.account_id = ${where.param(scope.accountId)}::uuid
       and i.id = any(${where.param(addresses)}::uuid[]) and i.deleted_at is null offset 0) i`;
  return {
    where,
    few,
    direction: isForward ? "asc" : "desc",
    each,
    isAsked: Boolean(isAsked),
  };
}

/**
 * The addresses of a key that reaches several: of an account in which others have nearly all messages, one look for all of
 * them passes those.
 */
function eachOf({ identityIds }: Scope): readonly string[] | null {
  const each = [...new Set(identityIds)];
  return each.length < 2 || each.length > maxEach ? null : each;
}
