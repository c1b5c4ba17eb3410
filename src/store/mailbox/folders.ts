// Queries over folders and their rows. A row is the newest message of a thread in a folder; rows are in the order of
// those messages' dates, newest first. In Drafts and Scheduled every draft is a row.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { DeferredStatement, Executor, Param } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { MessageRow } from "../message/messages.ts";
import { heldBy, type Owner, ownedBy, type Scope, Where } from "../scope.ts";
import { Flag, folders, messages } from "../tables/index.ts";
import { alsoHasKeyword, keywordKeys, type LabelCondition, labelCondition, listLabels } from "./labels.ts";
import { allConditions, conditionsOn, type MessageFilter } from "./message-filter.ts";
import type { ThreadRow } from "./threads.ts";

export type FolderRow = InferSelectModel<typeof folders>;

/** The most folders of an identity. */
const maxFolders = 2000;

/** Folders that every address has. */
export const folderRoles = ["inbox", "sent", "drafts", "scheduled", "archive", "spam", "trash"];

/** Folders with a role first, in the order of `folderRoles`; then by name. */
export async function listFolders(db: Executor, scope: Scope, identityId: string): Promise<FolderRow[]> {
  const where = ownedBy(scope, "identity_id").and("identity_id = ?::uuid", identityId);
  const rows = await db.rows(
    `select * from folders ${where}
     order by array_position(${where.param(folderRoles)}::text[], role) nulls last, name limit ${maxFolders}`,
    where.params,
  );
  return rows.map((row) => toRow<FolderRow>(folders, row));
}

/** The inboxes of the addresses that a key reaches, by address; `count` past the address `after`. */
export async function listInboxes(
  db: Executor,
  scope: Scope,
  query: { identityId?: string; after?: string; count: number },
): Promise<FolderRow[]> {
  const where = heldBy(scope, "folders")
    .and("identity_id = ?::uuid", query.identityId)
    .and("identity_id > ?::uuid", query.after);
  const rows = await db.rows(
    `select * from folders ${where} and role = 'inbox' order by identity_id limit ${where.param(query.count)}::int`,
    where.params,
  );
  return rows.map((row) => toRow<FolderRow>(folders, row));
}

/** Names among these that a folder without a role has, whatever their case, of one address or of all in reach. */
export async function namedFolders(
  db: Executor,
  scope: Scope,
  { names, identityId }: { names: readonly string[]; identityId: string | undefined },
): Promise<string[]> {
  const where = heldBy(scope, "f").and("f.identity_id = ?::uuid", identityId);
  const rows = await db.values(
    `select asked.name from unnest(${where.param(names)}::text[]) as asked(name)
     where exists (select from folders f ${where} and f.role is null and lower(f.name) = lower(asked.name))`,
    where.params,
  );
  return rows.map(([name]) => name as string);
}

/** Names of folders without a role, of one address or of all in reach: the first 500. */
export async function folderNames(
  db: Executor,
  scope: Scope,
  identityId: string | undefined,
): Promise<string[]> {
  const where = heldBy(scope, "folders").and("identity_id = ?::uuid", identityId);
  const rows = await db.values(
    `select distinct name, lower(name) from folders ${where} and role is null order by lower(name), name limit 500`,
    where.params,
  );
  return rows.map(([name]) => name as string);
}

/** By role, id or name, in this order. */
export async function findFolder(
  db: Executor,
  scope: Scope,
  { identityId, folder }: { identityId: string; folder: string },
): Promise<FolderRow | null> {
  const where = ownedBy(scope, "identity_id").and("identity_id = ?::uuid", identityId);
  const plain = folder.trim();
  const [role, id, bare, name] = [plain.toLowerCase(), plain.toLowerCase(), plain, folder].map((text) =>
    where.param(text),
  );
  // Programs of IMAP make names with blanks around them, too.
  const rows = await db.rows(
    `select * from folders ${where} and (role = ${role}::text or id::text = ${id}::text or name in (${name}::text, ${bare}::text))
     order by role = ${role}::text desc nulls last, id::text = ${id}::text desc, name = ${name}::text desc limit 1`,
    where.params,
  );
  return rows[0] ? toRow<FolderRow>(folders, rows[0]) : null;
}

/** A row of a folder: its newest message of a thread, with the thread. */
export interface Conversation {
  message: MessageRow;
  isRead: boolean;
  thread: Pick<ThreadRow, "messageCount" | "status" | "lastMessageAt">;
  labels: string[];
}

/** The position of a row in the list's order; the next page begins after it. */
export interface RowPosition {
  date: Instant;
  uid: number;
}

interface ConversationCandidate extends RowPosition {
  messageId: string;
  threadId: string;
  flags: number;
  matches: boolean;
}

/** The filter of a list of rows: by the message that a row shows, and the date that orders it. */
export type RowFilter = Omit<MessageFilter, "identityId" | "to">;

const perScan = 200;
const maxScans = 50;

/**
 * Up to `count` rows past a position. Messages that are not the newest of their thread are skipped; after
 * `scanned * maxScans` messages the page ends early.
 * @returns the rows, and the position of the next page; null at the end
 */
export async function listConversations(
  db: Executor,
  scope: Scope,
  query: { folder: FolderRow; filter: RowFilter; after: RowPosition | null; count: number },
): Promise<{ rows: Conversation[]; next: RowPosition | null }> {
  const { folder, filter, after, count } = query;
  const found: ConversationCandidate[] = [];
  const labelled = filter.labelKeys ? await labelCondition(db, scope, filter.labelKeys) : null;
  const seen = new Set<string>();
  let position = after;
  for (let scans = 0; scans < maxScans; scans++) {
    const some = await scan(db, { folder, filter, labelled }, position);
    const threadIds = [...new Set(some.map(({ threadId }) => threadId))].filter((id) => !seen.has(id));
    // The first message of a thread is its newest one, unless one stands in front of where the list begins.
    for (const id of await inFront(db, folder, { threadIds, after, before: filter.before })) seen.add(id);
    for (const candidate of some) {
      if (!seen.has(candidate.threadId)) {
        if (candidate.matches && found.length === count)
          return { rows: await threadRows(db, scope, found), next: position };
        if (candidate.matches) found.push(candidate);
        seen.add(candidate.threadId);
      }
      position = candidate;
    }
    if (some.length < perScan) return { rows: await threadRows(db, scope, found), next: null };
  }
  return { rows: await threadRows(db, scope, found), next: position };
}

async function scan(
  db: Executor,
  { folder, filter, labelled }: { folder: FolderRow; filter: RowFilter; labelled: LabelCondition | null },
  after: RowPosition | null,
): Promise<ConversationCandidate[]> {
  const where = new Where()
    .and("p.account_id = ?::uuid", folder.accountId)
    .and("p.folder_id = ?::uuid", folder.id)
    .and("p.internal_date >= ?::timestamptz", filter.after)
    .and("p.internal_date < ?::timestamptz", filter.before)
    .and("(p.internal_date, p.uid) < (?::timestamptz, ?::int8)", after?.date ?? "infinity", after?.uid ?? 0);
  const param = (value: Param) => where.param(value);
  const { isRead, from, hasAttachments } = filter;
  const conditions = conditionsOn({ from, hasAttachments }, param);
  if (isRead !== undefined) conditions.push(`p.flags & ${Flag.seen} ${isRead ? "<>" : "="} 0`);
  if (labelled)
    conditions.push(`coalesce(${labelled({ account: "m.account_id", id: "m.thread_id" }, param)}, false)`);
  const rows = await db.rows(
    `select p.internal_date, p.uid, p.flags, p.message_id, m.thread_id, ${conditions.join(" and ") || "true"} as matches
     from placements p join messages m on m.account_id = p.account_id and m.id = p.message_id
     ${where} order by p.internal_date desc, p.uid desc limit ${perScan}`,
    where.params,
  );
  return rows.map((row) => ({
    date: row.internal_date as Instant,
    uid: row.uid as number,
    flags: row.flags as number,
    messageId: row.message_id as string,
    threadId: row.thread_id as string,
    matches: row.matches as boolean,
  }));
}

/** The threads among these with a message in the folder that is newer than all that a list shows. */
async function inFront(
  db: Executor,
  { accountId, id }: FolderRow,
  {
    threadIds,
    after,
    before,
  }: { threadIds: readonly string[]; after: RowPosition | null; before: Instant | undefined },
): Promise<string[]> {
  if (threadIds.length === 0 || (after === null && before === undefined)) return [];
  // By the messages of each thread, whatever the planner thinks of the folder's size.
  const rows = await db.values(
    `select t.id from unnest($3::uuid[]) as t(id)
     cross join lateral (
       select true from (select m.id from messages m where m.account_id = $1::uuid and m.thread_id = t.id offset 0) m
       cross join lateral (select p.internal_date, p.uid from placements p
         where p.account_id = $1::uuid and p.message_id = m.id and p.folder_id = $2::uuid offset 0) p
       where (p.internal_date, p.uid) >= ($4::timestamptz, $5::int8) or p.internal_date >= $6::timestamptz limit 1
     ) n`,
    [accountId, id, threadIds, after?.date ?? "infinity", after?.uid ?? 0, before ?? "infinity"],
  );
  return rows.map(([thread]) => thread as string);
}

async function threadRows(
  db: Executor,
  scope: Scope,
  found: readonly ConversationCandidate[],
): Promise<Conversation[]> {
  if (found.length === 0) return [];
  const rows = await db.rows(
    `select m.*, t.message_count, t.status, t.last_message_at
     from (select * from messages m where m.account_id = $1::uuid and m.id = any($2::uuid[]) offset 0) m
     join threads t on t.account_id = m.account_id and t.id = m.thread_id`,
    [scope.accountId, found.map(({ messageId }) => messageId)],
  );
  const byId = new Map(rows.map((row) => [row.id as string, row]));
  const shown = found.flatMap(({ messageId, flags }) => {
    const row = byId.get(messageId);
    return row ? [toConversation(row, (flags & Flag.seen) !== 0)] : [];
  });
  return withLabels(db, scope, shown);
}

function toConversation(row: Record<string, unknown>, isRead: boolean): Conversation {
  return {
    message: toRow<MessageRow>(messages, row),
    isRead,
    thread: {
      messageCount: row.message_count as number,
      status: row.status as ThreadRow["status"],
      lastMessageAt: row.last_message_at as Instant | null,
    },
    labels: [],
  };
}

/** Adds the names of the labels of the rows' threads. */
async function withLabels(db: Executor, scope: Scope, rows: Conversation[]): Promise<Conversation[]> {
  const identityId = rows[0]?.message.identityId;
  const known = identityId ? await listLabels(db, scope, identityId) : [];
  if (known.length === 0) return rows;
  const names = new Map(
    known.flatMap((label) => keywordKeys(label).map((key) => [key, label.name] as const)),
  );
  const found = await db.rows<{ thread_id: string; keys: string[] }>(
    `select distinct m.thread_id, keyword_keys(p.identity_id, p.keywords) as keys
     from messages m join placements p on p.account_id = m.account_id and p.message_id = m.id
     where m.account_id = $1::uuid and m.thread_id = any($2::uuid[]) and ${alsoHasKeyword("$3::text[]")}`,
    [scope.accountId, rows.map(({ message }) => message.threadId), [...names.keys()]],
  );
  const byThread = Map.groupBy(found, (row) => row.thread_id);
  return rows.map((row) => {
    const keys = (byThread.get(row.message.threadId) ?? []).flatMap((each) => each.keys);
    return { ...row, labels: [...new Set(keys.flatMap((key) => names.get(key) ?? []))].sort() };
  });
}

/** Drafts of one identity as rows, newest first: all of them, or those that are scheduled. */
export async function listDraftRows(
  db: Executor,
  scope: Scope,
  query: {
    identityId: string;
    scheduled: boolean;
    filter: RowFilter;
    after: readonly string[] | null;
    count: number;
  },
): Promise<Conversation[]> {
  const where = ownedBy(scope, "m.identity_id", "m.account_id")
    .and("m.identity_id = ?::uuid", query.identityId)
    .and("(m.created_at, m.id) < (?::timestamptz, ?::uuid)", query.after?.[0], query.after?.[1]);
  const { isRead, ...filter } = query.filter;
  if (isRead === false) return [];
  for (const condition of await allConditions(db, { scope, where }, filter)) where.and(condition);
  const rows = await db.rows(
    `select m.*, t.message_count, t.status, t.last_message_at from messages m
     join threads t on t.account_id = m.account_id and t.id = m.thread_id
     ${where} and m.state in ('draft', 'scheduled', 'sending', 'pending_review') ${query.scheduled ? "and m.state in ('scheduled', 'sending')" : ""}
     order by m.created_at desc, m.id desc limit ${where.param(query.count)}::int`,
    where.params,
  );
  return withLabels(
    db,
    scope,
    rows.map((row) => toConversation(row, true)),
  );
}

/** Whether a name without a folder is subscribed. RFC 9051 6.3.7 */
export async function isSubscribed(
  db: Executor,
  { accountId, identityId }: Owner,
  name: string,
): Promise<boolean> {
  const [row] = await db.values(
    "select 1 from subscriptions where account_id = $1::uuid and identity_id = $2::uuid and name = $3::text",
    [accountId, identityId, name],
  );
  return row !== undefined;
}

const maxSubscriptions = 2000;

/** Keeps the subscription to a name whose folder goes; not beyond 2,000 of an identity, since names that come and go leave one each. */
export function keepSubscription({ accountId, identityId }: Owner, name: string): DeferredStatement {
  return {
    text: `insert into subscriptions (account_id, identity_id, name) select $1::uuid, $2::uuid, $3::text
           where not exists (select from subscriptions where account_id = $1::uuid and identity_id = $2::uuid offset ${maxSubscriptions - 1} limit 1)
           on conflict do nothing`,
    params: [accountId, identityId, name],
  };
}

/** Deletes a folder's \Recent mark. */
export function deleteRecent(accountId: string, folderId: string): DeferredStatement {
  return {
    text: "delete from folder_recent where account_id = $1::uuid and folder_id = $2::uuid",
    params: [accountId, folderId],
  };
}
