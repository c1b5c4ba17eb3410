// Queries of the console's inbox: threads with their newest message, and what waits for a person's decision.
import type { Instant } from "../../lib/clock.ts";
import { type CalendarEventRow, toEventRow } from "../calendar/calendar-events.ts";
import type { Executor, Param } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { MessageRow } from "../message/messages.ts";
import { heldBy, type Scope } from "../scope.ts";
import { Flag, type MessageState, messages, type StoredMailbox, type ThreadStatus } from "../tables/index.ts";
import { type LabelCondition, labelCondition } from "./labels.ts";
import { seenBit } from "./seen-bit.ts";

/** Messages of a thread that its line in a list looks at. */
const lookedAt = 8;

export interface LineMessage {
  direction: "inbound" | "outbound";
  fromEmail: string;
  fromName: string | null;
  mailTo: StoredMailbox[];
  preview: string;
  hasAttachments: boolean;
  isSpam: boolean;
  isRead: boolean;
  isFlagged: boolean;
  keywords: string[];
}

/** The newest messages of each thread, newest first. */
export async function newestMessages(
  db: Executor,
  { accountId }: Scope,
  threadIds: readonly string[],
): Promise<Map<string, LineMessage[]>> {
  if (threadIds.length === 0) return new Map();
  const rows = await db.rows<{ id: string; found: LineMessage[] | null }>(
    `select t.id, l.found from unnest($2::uuid[]) t(id) cross join lateral (
       select jsonb_agg(jsonb_build_object(
         'direction', m.direction, 'fromEmail', m.from_email, 'fromName', m.from_name, 'mailTo', m.mail_to,
         'preview', left(m.preview, 160), 'hasAttachments', m.has_attachments, 'isSpam', m.is_spam, 'isRead', m.seen <> 0,
         'isFlagged', coalesce(m.flags & ${Flag.flagged}, 0) <> 0,
         'keywords', coalesce(m.keywords, '{}')) order by m.created_at desc) as found
       from (
         select m.*, ${seenBit} as seen, p.flags, p.keywords from messages m
         left join lateral (
           select p.flags, p.keywords from placements p where p.account_id = m.account_id and p.message_id = m.id
           order by p.created_at desc, p.uid desc limit 1) p on true
         where m.account_id = $1::uuid and m.thread_id = t.id and m.state in ('received', 'sent')
         order by m.created_at desc limit ${lookedAt}) m
     ) l`,
    [accountId, threadIds],
  );
  return new Map(rows.map(({ id, found }) => [id, found ?? []]));
}

/** Why a person is asked: a send or received mail waits, a thread is theirs, or mail came back. */
export type NeedKind = "send" | "received" | "thread" | "bounce";

export interface Need {
  kind: NeedKind;
  threadId: string;
  identityId: string;
  status: ThreadStatus;
  subject: string | null;
  /** The mail that it is about; null: the thread as a whole. */
  messageId: string | null;
  reviewId: string | null;
  reasons: string[];
  at: Instant;
}

/** Addresses of which each has its own look at an index. */
export const maxLooks = 200;

interface NeedQuery {
  identityId?: string | undefined;
  /** Keys of a label's keyword: threads that have it. */
  labelKeys?: readonly string[] | undefined;
  /** Mail that came back earlier is not asked about any more. */
  since: Instant;
  cursor: Instant | null;
  count: number;
}

/** List what waits for a person's decision, newest first: `count` past the cursor, with ties. */
export async function listNeeds(db: Executor, scope: Scope, query: NeedQuery): Promise<Need[]> {
  const params: Param[] = [];
  const labelled = query.labelKeys && (await labelCondition(db, scope, query.labelKeys));
  const first = `order by n.at desc fetch first (${query.count}) rows with ties`;
  const { identityIds } = scope;
  const each = query.identityId === undefined && identityIds !== null ? identityIds : [];
  if (each.length < 2 || each.length > maxLooks) {
    const text = needsText(scope, { ...query, labelled }, params);
    return db.rows<Need & Record<string, unknown>>(`select * from (${text}) n ${first}`, params);
  }
  params.push(each);
  const text = needsText({ ...scope, identityIds: null }, { ...query, labelled, own: "i.id" }, params);
  return db.rows<Need & Record<string, unknown>>(
    `select n.* from unnest($1::uuid[]) i(id) cross join lateral (select * from (${text}) n ${first}) n ${first}`,
    params,
  );
}

/** How many there are, counted up to `most`. */
export async function countNeeds(
  db: Executor,
  scope: Scope,
  { most, since }: { most: number; since: Instant },
): Promise<number> {
  const params: Param[] = [];
  const text = needsText(scope, { since, cursor: null, count: most }, params);
  const [row] = await db.rows<{ count: number }>(`select count(*)::int as count from (${text}) n`, params);
  return Math.min(row?.count ?? 0, most);
}

function needsText(
  scope: Scope,
  {
    identityId,
    since,
    cursor,
    count,
    labelled,
    own,
  }: NeedQuery & { labelled?: LabelCondition | undefined; own?: string },
  params: Param[],
): string {
  const take = (value: Param, type: string) => {
    params.push(value);
    return `$${params.length}::${type}`;
  };
  const account = take(scope.accountId, "uuid");
  const whose = (table: string) =>
    [
      labelled === undefined
        ? ""
        : ` and ${labelled({ account: "t.account_id", id: "t.id" }, (value) => {
            params.push(value);
            return `$${params.length}`;
          })}`,
      scope.identityIds === null
        ? ""
        : ` and ${table}.identity_id = any(${take(scope.identityIds, "uuid[]")})`,
      own === undefined ? "" : ` and ${table}.identity_id = ${own}`,
      identityId === undefined ? "" : ` and ${table}.identity_id = ${take(identityId, "uuid")}`,
    ].join("");
  const past = (column: string) => (cursor === null ? "" : ` and ${column} < ${take(cursor, "timestamptz")}`);
  const first = `fetch first (${count}) rows with ties`;
  const held = (table: string) =>
    `(select i.deleted_at from identities i where i.account_id = ${table}.account_id and i.id = ${table}.identity_id) is null`;
  return `(select case r.direction when 'outbound' then 'send' else 'received' end as kind, r.thread_id as "threadId",
      r.identity_id as "identityId", t.status, t.subject, r.message_id as "messageId", r.id as "reviewId", r.reasons, r.created_at as at
    from reviews r join threads t on t.account_id = r.account_id and t.id = r.thread_id
    where r.account_id = ${account} and r.status = 'pending' and r.approve_at is null${whose("r")}${past("r.created_at")} and ${held("r")}
    order by r.created_at desc ${first})
  union all
   (select 'thread', t.id, t.identity_id, t.status, t.subject, null::uuid, null::uuid, '{}'::text[], t.sort_at
    from threads t
    where t.account_id = ${account} and t.status = 'human_review' and (t.message_count > 0 or exists (
        select from reviews o where o.account_id = t.account_id and o.thread_id = t.id and o.status = 'taken_over'))${whose("t")}${past("t.sort_at")} and ${held("t")}
      and not exists (select from reviews r where r.account_id = t.account_id and r.thread_id = t.id and r.status = 'pending')
    order by t.sort_at desc ${first})
  union all
   (select 'bounce', t.id, t.identity_id, t.status, t.subject, o.message_id, null::uuid, array[o.recipient], o.updated_at
    from outbound o join messages m on m.account_id = o.account_id and m.id = o.message_id
      join threads t on t.account_id = m.account_id and t.id = m.thread_id
    where o.account_id = ${account} and o.status = 'bounced' and o.updated_at > ${take(since, "timestamptz")}${whose("o")}${past("o.updated_at")}
      and ${held("o")} and t.status in ('open', 'waiting') and m.state = 'sent' and not m.withheld
      and not exists (select from outbound e where e.account_id = o.account_id and e.message_id = o.message_id
        and e.status = 'bounced' and (e.updated_at, e.id) > (o.updated_at, o.id))
      and not exists (select from messages n where n.account_id = m.account_id and n.thread_id = m.thread_id
        and n.direction = 'outbound' and n.state = 'sent' and n.created_at > m.created_at)
    order by o.updated_at desc ${first})`;
}

/** The mails that wait, whatever their state, without their bodies. */
export async function waitingMails(
  db: Executor,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, MessageRow>> {
  if (ids.length === 0) return new Map();
  const where = heldBy(scope, "m").and("m.id = any(?::uuid[])", ids);
  const rows = await db.rows(`select m.* from messages m ${where}`, where.params);
  return new Map(rows.map((row) => [row.id as string, toRow<MessageRow>(messages, row)]));
}

/** Messages of a thread, newest first, before a time; those that wait for a review are not among them. */
export async function threadWindow(
  db: Executor,
  scope: Scope,
  { threadId, before, count }: { threadId: string; before: Instant | null; count: number },
): Promise<string[]> {
  const where = heldBy(scope, "m")
    .and("m.thread_id = ?::uuid", threadId)
    .and("m.created_at < ?::timestamptz", before ?? undefined);
  const rows = await db.values(
    `select m.id from messages m ${where} and m.state in ('received', 'sent') and not m.withheld
     order by m.created_at desc, m.id desc limit ${where.param(count)}::int`,
    where.params,
  );
  return rows.map(([id]) => id as string);
}

/** Outcomes of recipients of sent messages that matter to a reader: all but the delivered. */
export async function undelivered(
  db: Executor,
  { accountId }: Scope,
  messageIds: readonly string[],
): Promise<{ messageId: string; recipient: string; status: string; response: string | null }[]> {
  if (messageIds.length === 0) return [];
  return db.rows(
    `select message_id as "messageId", recipient, status, response from outbound
     where account_id = $1::uuid and message_id = any($2::uuid[]) and status <> 'delivered' order by message_id, ordinal limit 500`,
    [accountId, messageIds],
  );
}

/** Stored events that mails are about, by their ids. */
export async function eventsOfMails(
  db: Executor,
  { accountId }: Scope,
  eventIds: readonly string[],
): Promise<Map<string, CalendarEventRow>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db.rows(
    `select * from calendar_events where account_id = $1::uuid and id = any($2::text[])`,
    [accountId, eventIds],
  );
  return new Map(rows.map((row) => [row.id as string, toEventRow(row)]));
}

export interface ThreadDraft {
  id: string;
  state: MessageState;
  preview: string;
  updatedAt: Instant;
  sendAt: Instant | null;
  writtenBy: MessageRow["writtenBy"];
  /** The name of the key that wrote it last; null: no key did, or it was revoked. */
  keyName: string | null;
}

/** Drafts of a thread that wait for nobody's decision, newest first. */
export async function threadDrafts(db: Executor, scope: Scope, threadId: string): Promise<ThreadDraft[]> {
  const where = heldBy(scope, "m").and("m.thread_id = ?::uuid", threadId);
  return db.rows(
    `select m.id, m.state, m.preview, coalesce(m.updated_at, m.created_at) as "updatedAt", m.send_at as "sendAt",
       m.written_by as "writtenBy", (select k.name from api_keys k where k.account_id = m.account_id and k.id =
         case when m.written_by->>'kind' = 'key' then (m.written_by->>'id')::uuid end) as "keyName"
     from messages m ${where} and m.state in ('draft', 'scheduled', 'sending') order by m.created_at desc limit 10`,
    where.params,
  );
}

/** Drafts of all addresses, or of one, the newest first, `count` past the cursor with ties. */
export async function draftRows(
  db: Executor,
  scope: Scope,
  {
    identityId,
    labelKeys,
    cursor,
    count,
  }: {
    identityId?: string | undefined;
    labelKeys?: readonly string[] | undefined;
    cursor: Instant | null;
    count: number;
  },
): Promise<MessageRow[]> {
  const labelled = labelKeys && (await labelCondition(db, scope, labelKeys));
  const where = heldBy(scope, "m")
    .and("m.identity_id = ?::uuid", identityId)
    .and("m.created_at < ?::timestamptz", cursor ?? undefined);
  if (labelled)
    where.and(labelled({ account: "m.account_id", id: "m.thread_id" }, (value) => where.param(value)));
  const rows = await db.rows(
    `select m.* from messages m ${where} and m.state in ('draft', 'scheduled', 'sending')
     order by m.created_at desc fetch first (${count}) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<MessageRow>(messages, row));
}
