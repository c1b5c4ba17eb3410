// The search index: the words of each message (subject, names and addresses, names of files, and the reply text, without
// stemming), and segments that say which messages may hold a text. A clock actor writes them after the commit, which keeps
// the receive turn short; a mail is found a second or so after it was received. Older rows have a document and trigrams
// in its place, each with one word for the account and one for the identity. search-hits.ts and imap-search.ts ask both.
import { isReadable } from "../../mail/attached/searched-text.ts";
import { displayedBytes, displayedStructure } from "../../mail/displayed-form.ts";
import {
  boundedText,
  type IndexedMail,
  indexedMail,
  maxFilenames,
  weightedTexts,
  withMore,
} from "../../mail/search/indexed-mail.ts";
import { isTooLong, mailSearchText } from "../../mail/search/search-text.ts";
import type { WeightedText } from "../../mail/search/search-words.ts";
import { type BlobStore, unpack } from "../blobs/blobs.ts";
import { binaryArray, type Database, type DeferredStatement, type Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import {
  type SearchedText,
  unpackedSize,
  unpackOutline,
  unpackSearchedText,
  wholeContent,
} from "../message/content.ts";
import type { MessageRow } from "../message/messages.ts";
import { messages } from "../tables/index.ts";
import { dropOldCuts, takeCut } from "./cut-mails.ts";
import { peopleOf } from "./people.ts";
import { countQueuedFiles, dropFiles, queueFiles, type SearchedFiles } from "./search-files.ts";
import { appendSegment, mergeSegments } from "./search-segments.ts";

/** The word that marks an account's documents and trigrams. */
export function accountWord(id: string): string {
  return `a${id.replaceAll("-", "")}`;
}

/** The word that marks an identity's documents and trigrams. */
export function identityWord(id: string): string {
  return `i${id.replaceAll("-", "")}`;
}

/** Bytes of bodies, packed and unpacked, that are read here: a few milliseconds. A process reads larger ones, as it reads files. */
const smallContent = { packed: 64 * 1024, unpacked: 128 * 1024 };

/** Octets of a mail that is read beside others of its batch. */
const smallMail = 1024 * 1024;

/** The input of a document. */
export type Indexed = MessageRow & {
  /** null: large. */
  content: Uint8Array | null;
  outline: Uint8Array;
  raw: Uint8Array | null;
  rawBlob: string | null;
  filenames: readonly string[];
  /** Types of the files. */
  types: readonly string[];
};

/**
 * Writes what the index has of up to `count` queued messages. The deletion of a message waits for the transaction
 * that writes its document, then deletes the document.
 * @returns messages taken from the queue, and whether others waited for the database meanwhile
 */
export async function indexQueued(
  db: Database,
  blobs: BlobStore,
  count: number,
): Promise<{ taken: number; othersWait: boolean }> {
  const { taken, large, accounts, withFiles, othersWait } = await db.transaction(async (tx) => {
    const queued = await tx.rows<{ account_id: string; message_id: string }>(
      `delete from search_queue where ctid = any(array(
         select ctid from search_queue order by account_id, message_id limit $1::int for update skip locked))
       returning account_id, message_id`,
      [count],
    );
    if (queued.length === 0) return { taken: 0, large: [], accounts: [], withFiles: 0, othersWait: false };
    const asked = queued.map((row) => ({ accountId: row.account_id, messageId: row.message_id }));
    const { ready, left } = await cutBefore(tx, asked);
    const indexed = await messagesToIndex(tx, left);
    const read = await Promise.all(
      indexed.map(async (row): Promise<Written> => {
        const isCovered = isRead(row);
        const bodies = bodiesOf(row);
        const mail = await indexedOf(row, isCovered ? row.raw : null, textsOf(row, bodies));
        return { ...row, ...mail, isCovered, hasMore: hasMore(row, bodies) };
      }),
    );
    const all = [...ready, ...read];
    const due = await writeIndexed(tx, all);
    const more = all.filter((each) => each.hasMore);
    const bodiesAlone = indexed.filter(({ content, types }) => content === null && !types.some(isReadable));
    await queueFiles(tx, more, new Set(bodiesAlone.map(({ id }) => id)));
    const large = indexed.filter((row) => !isRead(row));
    const othersWait = db.load.waiting > 0;
    return { taken: queued.length, large, accounts: due, withFiles: more.length, othersWait };
  });
  if (taken === 0) dropOldCuts();
  countQueuedFiles(withFiles);
  // Outside the transaction, as reading a blob may take long, and one by one, as each is in memory several times. Until then,
  // SEARCH reads the message itself.
  for (const row of large) await writeLarge(db, blobs, row);
  for (const account of accounts) await mergeSegments(db, account);
  return { taken, othersWait };
}

interface QueuedMessage {
  accountId: string;
  messageId: string;
}

/** A message as it is written into the index. */
type Written = Pick<MessageRow, "accountId" | "id" | "identityId" | "createdAt"> &
  IndexedMail & {
    /** Whether segments have all of it. */
    isCovered: boolean;
    hasMore: boolean;
  };

/** Messages whose mail this process has cut when it came in, and those that are left to be read. */
async function cutBefore(
  db: Executor,
  queued: readonly QueuedMessage[],
): Promise<{ ready: Written[]; left: QueuedMessage[] }> {
  const cuts = new Map(
    queued.flatMap(({ messageId }) => {
      const cut = takeCut(messageId);
      return cut ? [[messageId, cut] as const] : [];
    }),
  );
  if (cuts.size === 0) return { ready: [], left: [...queued] };
  const cut = queued.filter(({ messageId }) => cuts.has(messageId));
  const rows = await db.rows<Pick<MessageRow, "accountId" | "id" | "identityId" | "createdAt" | "rawSha256">>(
    `select m.account_id as "accountId", m.id, m.identity_id as "identityId", m.created_at as "createdAt", m.raw_sha256 as "rawSha256"
     from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
     join messages m on m.account_id = k.account_id and m.id = k.id
     where m.state in ('received', 'sent') and m.identity_id is not null`,
    [cut.map(({ accountId }) => accountId), cut.map(({ messageId }) => messageId)],
  );
  const ready = rows.flatMap((row): Written[] => {
    const { prefix, sha256, ...mail } = cuts.get(row.id)!;
    if (!Buffer.from(sha256).equals(row.rawSha256)) return [];
    const indexed = withMore(mail, { prefix, marks: [identityWord(row.identityId!)] });
    return [{ ...row, ...indexed, isCovered: true, hasMore: mail.hasMore }];
  });
  const isReady = new Set(ready.map(({ id }) => id));
  return { ready, left: queued.filter(({ messageId }) => !isReady.has(messageId)) };
}

/** Whether the raw bytes are read with the others of the batch. */
function isRead({ raw, size }: Indexed): boolean {
  return raw !== null && size <= smallMail;
}

/** Messages that can be searched, with what the index has of them. */
async function messagesToIndex(db: Executor, asked: readonly QueuedMessage[]): Promise<Indexed[]> {
  if (asked.length === 0) return [];
  const rows = await db.rows(
    `select m.*, case when octet_length(b.content) <= ${smallContent.packed} then b.content end as content, coalesce(b.outline, b.content) as outline, b.raw, b.raw_blob, f.filenames, f.types
     from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
     join messages m on m.account_id = k.account_id and m.id = k.id
     join bodies b on b.account_id = m.account_id and b.message_id = m.id
     cross join lateral (
       select coalesce(array_agg(a.filename), '{}') as filenames, coalesce(array_agg(a.content_type), '{}') as types
       from (select filename, content_type from attachments a where a.account_id = m.account_id and a.message_id = m.id
             order by a.ordinal limit ${maxFilenames}) a) f
     where m.state in ('received', 'sent') and m.identity_id is not null`,
    [asked.map(({ accountId }) => accountId), asked.map(({ messageId }) => messageId)],
  );
  return rows.map(indexedRow);
}

/** Whether a reading process finds more to search: files, large bodies, or what HTML alone quotes. */
function hasMore({ types, content }: Indexed, { isQuotedInHtml }: SearchedText): boolean {
  return types.some(isReadable) || content === null || isQuotedInHtml;
}

function indexedRow(row: Record<string, unknown>): Indexed {
  const content = row.content as Uint8Array | null;
  return {
    ...toRow<MessageRow>(messages, row),
    content: content && unpackedSize(content) <= smallContent.unpacked ? content : null,
    outline: row.outline as Uint8Array,
    raw: row.raw as Uint8Array | null,
    rawBlob: row.raw_blob as string | null,
    filenames: row.filenames as string[],
    types: row.types as string[],
  };
}

/** @returns accounts whose segments are to be merged */
async function writeIndexed(db: Executor, rows: readonly Written[]): Promise<string[]> {
  // to_tsvector would take five times as long as the words that were cut before, and JSON a tenth longer than arrays.
  await db.values(
    `insert into message_search (account_id, message_id, identity_id, created_at, document, grams, words)
     select account_id, message_id, identity_id, created_at, '', case when covered then ''::tsvector end, words
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::bool[], $6::tsvector[])
       as d(account_id, message_id, identity_id, created_at, covered, words)
     on conflict (account_id, message_id) do update
       set document = '', created_at = excluded.created_at, grams = excluded.grams, words = excluded.words`,
    [
      rows.map(({ accountId }) => accountId),
      rows.map(({ id }) => id),
      rows.map(({ identityId }) => identityId),
      rows.map(({ createdAt }) => createdAt),
      rows.map(({ isCovered }) => isCovered),
      binaryArray(
        "tsvector",
        rows.map(({ words }) => words),
      ),
    ],
  );
  const due: string[] = [];
  for (const [account, mails] of Map.groupBy(rows, ({ accountId }) => accountId)) {
    const numbers = mails.map((each) => ({ id: each.id, ...each.numbers }));
    if (await appendSegment(db, account, numbers)) due.push(account);
  }
  return due;
}

/** Writes what a large mail holds, unless the message (a draft) has got another mail since it was read. */
async function writeLarge(db: Database, blobs: BlobStore, row: Indexed): Promise<void> {
  const structure = unpackOutline(row.outline)?.structure;
  if (!structure || isTooLong(structure)) return;
  const packed = row.raw ?? (row.rawBlob === null ? null : await blobs.get(row.rawBlob));
  if (!packed) return;
  const { numbers } = await indexedOf(row, packed, textsOf(row, bodiesOf(row)));
  await db.transaction(async (tx) => {
    const covered = await tx.values(
      `update message_search s set grams = '' from messages m
       where s.account_id = $1::uuid and s.message_id = $2::uuid and m.account_id = s.account_id and m.id = s.message_id
         and m.raw_sha256 = $3::bytea returning 1`,
      [row.accountId, row.id, row.rawSha256],
    );
    if (covered.length > 0) await appendSegment(tx, row.accountId, [{ id: row.id, ...numbers }]);
  });
}

/** The words of a message, and its numbers in a segment. @param packed null: not read */
async function indexedOf(
  row: Indexed,
  packed: Uint8Array | null,
  texts: readonly WeightedText[],
): Promise<IndexedMail> {
  const whole = packed && (await wholeText(row, packed));
  // Until it is read, a mail in a blob has no entry for what is missing: its row says so.
  return indexedMail(texts, {
    whole: packed === null ? "" : whole,
    marks: [identityWord(row.identityId!)],
  });
}

/** The folded text of the whole mail; null when it is too long to index, or damaged. */
async function wholeText({ outline }: Indexed, packed: Uint8Array): Promise<string | null> {
  const read = unpackOutline(outline);
  if (!read || isTooLong(read.structure)) return null;
  const { structure, shown } = read;
  const raw = await unpack(packed).catch(() => null);
  if (!raw) return null;
  const text = shown
    ? mailSearchText(displayedBytes(raw, shown), displayedStructure(structure, shown))
    : mailSearchText(raw, structure);
  return `${text.header()}\n${text.body()}`;
}

/** The texts that a REST search covers. */
function textsOf(row: Indexed, { reply, quoted }: BodyTexts): WeightedText[] {
  const { subject, filenames } = row;
  return weightedTexts({ subject, people: peopleOf(row), reply, quoted, filenames });
}

type BodyTexts = Pick<SearchedText, "reply" | "quoted">;

/** Nothing of large ones, which a process reads later. */
function bodiesOf({ content, raw }: Indexed): SearchedText {
  return content ? unpackSearchedText(content, raw) : { reply: "", quoted: "", isQuotedInHtml: false };
}

/** A message with what a process reads of it. */
export interface MailToSearch {
  row: Indexed;
  /** Packed Content. */
  content: Uint8Array;
  /** The packed raw bytes; null: no file of it may have a text. */
  raw: Uint8Array | null;
}

/** Null when the message is gone. @throws BlobsUnavailable */
export async function loadFiles(
  db: Database,
  blobs: BlobStore,
  { accountId, messageId, withFiles }: SearchedFiles & { withFiles: boolean },
): Promise<MailToSearch | null> {
  const [row] = await messagesToIndex(db, [{ accountId, messageId }]);
  const content = row && (row.content ?? (await loadContent(db, row)));
  if (!row || !content) return null;
  const whole = wholeContent(content, row.raw);
  if (!withFiles || !row.types.some(isReadable)) return { row, content: whole, raw: null };
  const raw = row.raw ?? (row.rawBlob === null ? null : await blobs.read(row.rawBlob));
  return raw && { row, content: whole, raw };
}

async function loadContent(db: Executor, { accountId, id }: Indexed): Promise<Uint8Array | null> {
  const [row] = await db.rows<{ content: Uint8Array }>(
    "select content from bodies where account_id = $1::uuid and message_id = $2::uuid",
    [accountId, id],
  );
  return row?.content ?? null;
}

/** The texts that a process found in a message; more of each than is indexed is left out. */
export interface FoundBodies extends BodyTexts {
  /** The text of its files, and what HTML alone quotes. */
  more: string;
}

/** Writes what a process found in a message, unless it (a draft) has got another mail since it was read. */
export async function writeFiles(
  db: Database,
  claimed: SearchedFiles,
  { row, found }: { row: Indexed; found: FoundBodies },
): Promise<void> {
  const texts: WeightedText[] = [...textsOf(row, found), { text: boundedText(found.more), weight: "C" }];
  const { words, numbers } = await indexedOf(row, null, texts);
  const isDue = await db.transaction(async (tx) => {
    if (!(await dropFiles(tx, claimed))) return false;
    const written = await tx.values(
      `update message_search s set words = $4::tsvector from messages m
       where s.account_id = $1::uuid and s.message_id = $2::uuid and m.account_id = s.account_id and m.id = s.message_id
         and m.raw_sha256 = $3::bytea returning 1`,
      [row.accountId, row.id, row.rawSha256, words],
    );
    return written.length > 0 && appendSegment(tx, row.accountId, [{ id: row.id, ...numbers }]);
  });
  if (isDue) await mergeSegments(db, row.accountId);
}

/** Drops the queue's first message, whose document cannot be written. SEARCH reads the message itself. */
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
export function queueForSearch(accountId: string, messageId: string): DeferredStatement {
  return {
    text: "insert into search_queue (account_id, message_id) values ($1::uuid, $2::uuid) on conflict do nothing",
    params: [accountId, messageId],
  };
}
