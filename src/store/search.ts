// Full text over messages: subject, names and addresses, and the reply text, in no particular language. Documents are
// written by a clock actor after the commit, so what was received in the last second or so is not found yet: the receive
// turn stays as short as it is. A document also holds one word for its account and one for its identity: they make the
// index answer for one tenant alone, while the columns decide what a key sees.
import type { Instant } from "../lib/clock.ts";
import { unpackContent } from "./content.ts";
import type { Database, Executor, Param } from "./database.ts";
import { hasKeyword } from "./labels.ts";
import { type FullMessage, getMessages, type MessageRow } from "./messages.ts";
import { toRow } from "./rows.ts";
import { ownedBy, type Scope } from "./scope.ts";
import { messages } from "./tables/index.ts";

export interface SearchFilter {
  identityId?: string;
  /** An address, or a domain. */
  from?: string;
  to?: string;
  after?: Instant;
  before?: Instant;
  hasAttachments?: boolean;
  labelKeys?: readonly string[];
}

/** A message that was found. */
export interface Hit {
  rank: number;
  id: string;
}

/** Of more matches than this the newest are ranked. */
const ranked = 5000;

/** Best first, then newest; `count` past the cursor. */
export async function searchMessages(
  db: Executor,
  scope: Scope,
  query: { text: string; filter: SearchFilter; after: readonly string[] | null; count: number },
): Promise<Hit[]> {
  const { filter } = query;
  const where = ownedBy(scope, "s.identity_id", "s.account_id");
  const words = `websearch_to_tsquery('simple', ${where.param(query.text)}::text)`;
  where
    .and(`s.document @@ (${words} && ?::tsquery)`, tenantWords(scope, filter.identityId))
    .and("s.identity_id = ?::uuid", filter.identityId)
    .and("s.created_at >= ?::timestamptz", filter.after)
    .and("s.created_at < ?::timestamptz", filter.before);
  const messageConditions = conditionsOn(filter, (value) => where.param(value));
  const inner = `select s.message_id, s.document from message_search s ${where} and numnode(${words}) > 0
    and exists (select from messages m where m.account_id = s.account_id and m.id = s.message_id
                and m.state in ('received', 'sent') ${messageConditions})
    order by s.message_id desc limit ${ranked}`;
  const past = query.after
    ? `where (rank, message_id) < (${where.param(Number(query.after[0]))}::float4, ${where.param(query.after[1]!)}::uuid)`
    : "";
  const rows = await db.rows<{ rank: number; message_id: string }>(
    `select * from (select ts_rank(h.document, ${words}) as rank, h.message_id from (${inner}) h) r ${past}
     order by rank desc, message_id desc limit ${where.param(query.count)}::int`,
    where.params,
  );
  return rows.map(({ rank, message_id: id }) => ({ rank, id }));
}

/** The messages of hits, in their order. */
export async function messagesOf(db: Executor, scope: Scope, hits: readonly Hit[]): Promise<FullMessage[]> {
  const found = await getMessages(
    db,
    scope,
    hits.map(({ id }) => id),
  );
  const byId = new Map(found.map((message) => [message.row.id, message]));
  return hits.flatMap(({ id }) => byId.get(id) ?? []);
}

function conditionsOn(filter: SearchFilter, param: (value: Param) => string): string {
  const conditions: string[] = [];
  if (filter.from !== undefined) {
    const from = param(filter.from.toLowerCase());
    conditions.push(
      filter.from.includes("@")
        ? `lower(m.from_email) = ${from}::text`
        : `lower(split_part(m.from_email, '@', -1)) = ${from}::text`,
    );
  }
  if (filter.to !== undefined) {
    const to = param(filter.to.toLowerCase());
    conditions.push(`(lower(m.delivered_to) = ${to}::text or exists (
      select from jsonb_array_elements(m.mail_to || m.mail_cc || m.mail_bcc) e where lower(e->>'email') = ${to}::text))`);
  }
  if (filter.hasAttachments !== undefined)
    conditions.push(`m.has_attachments = ${param(filter.hasAttachments)}::bool`);
  if (filter.labelKeys !== undefined) {
    conditions.push(`m.thread_id in (
      select l.thread_id from placements p join messages l on l.account_id = p.account_id and l.id = p.message_id
      where p.account_id = s.account_id and ${hasKeyword(`${param(filter.labelKeys)}::text[]`)})`);
  }
  return conditions.map((condition) => `and ${condition}`).join(" ");
}

function tenantWords({ accountId, identityIds }: Scope, identityId: string | undefined): string {
  if (identityId !== undefined) return identityWord(identityId);
  return identityIds === null ? accountWord(accountId) : identityIds.map(identityWord).join(" | ");
}

function accountWord(id: string): string {
  return `a${id.replaceAll("-", "")}`;
}

function identityWord(id: string): string {
  return `i${id.replaceAll("-", "")}`;
}

/** A tsvector holds less than a megabyte. */
const mostCharacters = 100_000;

/**
 * Writes the documents of up to `count` queued messages. Whoever deletes a message waits for a document that is being
 * written, and then takes it away.
 * @returns how many were taken from the queue
 */
export function indexQueued(db: Database, count: number): Promise<number> {
  return db.transaction(async (tx) => {
    const taken = await tx.rows<{ account_id: string; message_id: string }>(
      `delete from search_queue q using (
         select account_id, message_id from search_queue order by account_id, message_id limit $1::int for update skip locked
       ) d where q.account_id = d.account_id and q.message_id = d.message_id
       returning q.account_id, q.message_id`,
      [count],
    );
    if (taken.length === 0) return 0;
    const rows = await tx.rows(
      `select m.*, b.content from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
       join messages m on m.account_id = k.account_id and m.id = k.id
       join bodies b on b.account_id = m.account_id and b.message_id = m.id
       where m.state in ('received', 'sent') and m.identity_id is not null`,
      [taken.map((row) => row.account_id), taken.map((row) => row.message_id)],
    );
    await writeDocuments(tx, rows);
    return taken.length;
  });
}

async function writeDocuments(db: Executor, rows: readonly Record<string, unknown>[]): Promise<void> {
  const documents = rows.map((row) =>
    documentOf(toRow<MessageRow>(messages, row), unpackContent(row.content as Uint8Array).replyText),
  );
  await db.values(
    `insert into message_search (account_id, message_id, identity_id, created_at, document)
     select account_id, message_id, identity_id, created_at,
            setweight(to_tsvector('simple', subject), 'A') || setweight(to_tsvector('simple', people), 'B')
            || to_tsvector('simple', body) || to_tsvector('simple', tenant)
     from json_to_recordset($1::text::json) as d(account_id uuid, message_id uuid, identity_id uuid, created_at timestamptz,
                                           subject text, people text, body text, tenant text)
     on conflict (account_id, message_id) do update set document = excluded.document, created_at = excluded.created_at`,
    [JSON.stringify(documents)],
  );
}

function documentOf(row: MessageRow, replyText: string) {
  const people = [
    { email: row.fromEmail, name: row.fromName },
    ...row.mailTo,
    ...row.mailCc,
    ...row.mailBcc,
    ...(row.deliveredTo === null ? [] : [{ email: row.deliveredTo, name: null }]),
  ];
  // An address is one word to the parser; its parts are looked for too.
  const named = people.map(({ email, name }) => `${name ?? ""} ${email} ${email.replace(/[@._+-]/g, " ")}`);
  return {
    account_id: row.accountId,
    message_id: row.id,
    identity_id: row.identityId,
    created_at: row.createdAt,
    subject: bounded(row.subject ?? ""),
    people: bounded(named.join("\n")),
    body: bounded(replyText),
    tenant: `${accountWord(row.accountId)} ${identityWord(row.identityId!)}`,
  };
}

function bounded(text: string): string {
  return text.slice(0, mostCharacters).replaceAll("\0", " ").toWellFormed();
}

/** Gives up on the queue's first message: no document can be written of it. */
export async function dropFirstQueued(db: Executor): Promise<string | null> {
  const [row] = await db.rows<{ message_id: string }>(
    `delete from search_queue q using (select account_id, message_id from search_queue order by account_id, message_id limit 1) d
     where q.account_id = d.account_id and q.message_id = d.message_id returning q.message_id`,
  );
  return row?.message_id ?? null;
}
