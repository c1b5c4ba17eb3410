// Full-text search over messages: subject, names and addresses, and the reply text, without stemming. A clock actor writes
// the documents after the commit, which keeps the receive turn short; a mail is found a second or so after it was received.
// A document also holds one word for its account and one for its identity, so that the index reads one tenant's entries
// alone; access is decided by the columns.
import { displayedBytes, displayedStructure } from "../../mail/displayed-form.ts";
import { isTooLong, mailSearchText } from "../../mail/search/search-text.ts";
import { trigramsOf } from "../../mail/search/trigrams.ts";
import { type BlobStore, unpack } from "../blobs/blobs.ts";
import type { Database, Executor, Param, Statement } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { heldBy, type Scope } from "../scope.ts";
import { messages } from "../tables/index.ts";
import { unpackOutline, unpackReplyText } from "./content.ts";
import { labelCondition } from "./labels.ts";
import { conditionsOn, type MessageFilter } from "./message-filter.ts";
import { type FullMessage, getMessages, type MessageRow } from "./messages.ts";

/** A search result. */
export interface Hit {
  rank: number;
  id: string;
}

/** The most matches that are ranked, newest first. */
const ranked = 5000;

/** Best first, then newest; `count` past the cursor. */
export async function searchMessages(
  db: Executor,
  scope: Scope,
  query: { text: string; filter: MessageFilter; after: readonly string[] | null; count: number },
): Promise<Hit[]> {
  const { filter } = query;
  const where = heldBy(scope, "s");
  const words = `websearch_to_tsquery('simple', ${where.param(query.text)}::text)`;
  where
    .and(`s.document @@ (${words} && ?::tsquery)`, tenantWords(scope, filter.identityId))
    .and("s.identity_id = ?::uuid", filter.identityId)
    .and("s.created_at >= ?::timestamptz", filter.after)
    .and("s.created_at < ?::timestamptz", filter.before);
  const param = (value: Param) => where.param(value);
  const conditions = conditionsOn(filter, param);
  if (filter.labelKeys) {
    const labelled = await labelCondition(db, scope, filter.labelKeys);
    conditions.push(labelled({ account: "m.account_id", id: "m.thread_id" }, param));
  }
  const messageConditions = conditions.map((condition) => `and ${condition}`).join(" ");
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
export async function messagesOf(
  db: Executor,
  scope: Scope,
  hits: readonly Pick<Hit, "id">[],
): Promise<FullMessage[]> {
  const found = await getMessages(
    db,
    scope,
    hits.map(({ id }) => id),
  );
  const byId = new Map(found.map((message) => [message.row.id, message]));
  return hits.flatMap(({ id }) => byId.get(id) ?? []);
}

function tenantWords({ accountId, identityIds }: Scope, identityId: string | undefined): string {
  if (identityId !== undefined) return identityWord(identityId);
  return identityIds === null ? accountWord(accountId) : identityIds.map(identityWord).join(" | ");
}

function accountWord(id: string): string {
  return `a${id.replaceAll("-", "")}`;
}

/** The word that marks an identity's documents and trigrams. */
export function identityWord(id: string): string {
  return `i${id.replaceAll("-", "")}`;
}

/** Characters of each field that are indexed: a tsvector holds less than a megabyte. */
const mostCharacters = 100_000;

/** The input of a document. */
type Indexed = MessageRow & {
  content: Uint8Array;
  outline: Uint8Array;
  raw: Uint8Array | null;
  rawBlob: string | null;
};

/**
 * Writes the documents and trigrams of up to `count` queued messages. The deletion of a message waits for the transaction
 * that writes its document, then deletes the document.
 * @returns messages taken from the queue
 */
export async function indexQueued(db: Database, blobs: BlobStore, count: number): Promise<number> {
  const { taken, large } = await db.transaction(async (tx) => {
    const queued = await tx.rows<{ account_id: string; message_id: string }>(
      `delete from search_queue where ctid = any(array(
         select ctid from search_queue order by account_id, message_id limit $1::int for update skip locked))
       returning account_id, message_id`,
      [count],
    );
    if (queued.length === 0) return { taken: 0, large: [] };
    const rows = await tx.rows(
      `select m.*, b.content, coalesce(b.outline, b.content) as outline, b.raw, b.raw_blob from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
       join messages m on m.account_id = k.account_id and m.id = k.id
       join bodies b on b.account_id = m.account_id and b.message_id = m.id
       where m.state in ('received', 'sent') and m.identity_id is not null`,
      [queued.map((row) => row.account_id), queued.map((row) => row.message_id)],
    );
    const indexed = rows.map(indexedRow);
    await writeDocuments(tx, indexed);
    return { taken: queued.length, large: indexed.filter((row) => row.raw === null) };
  });
  // Outside the transaction, as reading a blob may take long. Without trigrams, SEARCH reads the message itself.
  for (const row of large) await writeTrigrams(db, blobs, row);
  return taken;
}

function indexedRow(row: Record<string, unknown>): Indexed {
  return {
    ...toRow<MessageRow>(messages, row),
    content: row.content as Uint8Array,
    outline: row.outline as Uint8Array,
    raw: row.raw as Uint8Array | null,
    rawBlob: row.raw_blob as string | null,
  };
}

async function writeDocuments(db: Executor, rows: readonly Indexed[]): Promise<void> {
  const documents = await Promise.all(
    rows.map(async (row) => {
      const grams = row.raw && (await trigramLine(row.raw, row));
      return { ...documentOf(row, unpackReplyText(row.content)), grams };
    }),
  );
  await db.values(
    `insert into message_search (account_id, message_id, identity_id, created_at, document, grams)
     select account_id, message_id, identity_id, created_at,
            setweight(to_tsvector('simple', subject), 'A') || setweight(to_tsvector('simple', people), 'B')
            || to_tsvector('simple', body) || to_tsvector('simple', tenant),
            array_to_tsvector(string_to_array(grams, ' '))
     from json_to_recordset($1::text::json) as d(account_id uuid, message_id uuid, identity_id uuid, created_at timestamptz,
                                           subject text, people text, body text, tenant text, grams text)
     on conflict (account_id, message_id)
       do update set document = excluded.document, created_at = excluded.created_at, grams = excluded.grams`,
    [JSON.stringify(documents)],
  );
}

/** Writes the trigrams of a mail in a blob, unless the message (a draft) has got another mail since it was read. */
async function writeTrigrams(db: Database, blobs: BlobStore, row: Indexed): Promise<void> {
  const structure = unpackOutline(row.outline)?.structure;
  if (row.rawBlob === null || !structure || isTooLong(structure)) return;
  const packed = await blobs.get(row.rawBlob);
  const grams = packed && (await trigramLine(packed, row));
  if (!grams) return;
  await db.values(
    `update message_search s set grams = array_to_tsvector(string_to_array($4::text, ' ')) from messages m
     where s.account_id = $1::uuid and s.message_id = $2::uuid and m.account_id = s.account_id and m.id = s.message_id
       and m.raw_sha256 = $3::bytea`,
    [row.accountId, row.id, row.rawSha256, grams],
  );
}

/** Trigrams in one line, with the identity's word; null when the mail is too long to index. */
async function trigramLine(
  packed: Uint8Array,
  { outline, identityId }: Pick<Indexed, "outline" | "identityId">,
): Promise<string | null> {
  const read = unpackOutline(outline);
  if (!read || isTooLong(read.structure)) return null;
  const { structure, shown } = read;
  const raw = await unpack(packed);
  const text = shown
    ? mailSearchText(displayedBytes(raw, shown), displayedStructure(structure, shown))
    : mailSearchText(raw, structure);
  const grams = trigramsOf(`${text.header()}\n${text.body()}`);
  return grams && [...grams, identityWord(identityId!)].join(" ");
}

function documentOf(row: MessageRow, replyText: string) {
  const people = [
    { email: row.fromEmail, name: row.fromName },
    ...row.mailTo,
    ...row.mailCc,
    ...row.mailBcc,
    ...(row.deliveredTo === null ? [] : [{ email: row.deliveredTo, name: null }]),
  ];
  // Postgres parses an address as one word; its parts are added to be found too.
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

/** Drops the queue's first message, whose document cannot be written. Without trigrams, SEARCH reads the message itself. */
export async function dropFirstQueued(db: Executor): Promise<string | null> {
  const [row] = await db.rows<{ message_id: string }>(
    `with dropped as (
       delete from search_queue where ctid = (select ctid from search_queue order by account_id, message_id limit 1)
       returning account_id, message_id
     ), emptied as (
       insert into message_search (account_id, message_id, identity_id, created_at, document)
       select m.account_id, m.id, m.identity_id, m.created_at, ''::tsvector from dropped d
       join messages m on m.account_id = d.account_id and m.id = d.message_id and m.identity_id is not null
       on conflict (account_id, message_id) do update set grams = null
     ) select message_id from dropped`,
  );
  return row?.message_id ?? null;
}

/** Queues a message for indexing; one that is queued already stays so. */
export function queueForSearch(accountId: string, messageId: string): Statement {
  return {
    text: "insert into search_queue (account_id, message_id) values ($1::uuid, $2::uuid) on conflict do nothing",
    params: [accountId, messageId],
  };
}
