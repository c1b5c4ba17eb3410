// The search index: a document of each message's words (subject, names and addresses, names of files, and the reply text, without stemming),
// and its trigrams. A clock actor writes them after the commit, which keeps the receive turn short; a mail is found a second
// or so after it was received. Both also hold one word for the account and one for the identity, so that the index reads
// one tenant's entries alone; access is decided by the columns. search-hits.ts and imap-search.ts ask it.
import { displayedBytes, displayedStructure } from "../../mail/displayed-form.ts";
import { isTooLong, mailSearchText, searchFold } from "../../mail/search/search-text.ts";
import { searchDocument, type WeightedText } from "../../mail/search/search-words.ts";
import { searchEntries } from "../../mail/search/trigrams.ts";
import { type BlobStore, unpack } from "../blobs/blobs.ts";
import type { Database, DeferredStatement, Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { unpackOutline, unpackReplyText } from "../message/content.ts";
import type { MessageRow } from "../message/messages.ts";
import { messages } from "../tables/index.ts";
import { peopleOf } from "./people.ts";

/** The word that marks an account's documents and trigrams. */
export function accountWord(id: string): string {
  return `a${id.replaceAll("-", "")}`;
}

/** The word that marks an identity's documents and trigrams. */
export function identityWord(id: string): string {
  return `i${id.replaceAll("-", "")}`;
}

/** Characters of each field that are indexed: a tsvector holds less than a megabyte. */
const maxCharacters = 100_000;

/** Files of a message whose names are indexed. */
const maxFilenames = 100;

/** The input of a document. */
type Indexed = MessageRow & {
  content: Uint8Array;
  outline: Uint8Array;
  raw: Uint8Array | null;
  rawBlob: string | null;
  filenames: readonly string[];
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
      `select m.*, b.content, coalesce(b.outline, b.content) as outline, b.raw, b.raw_blob,
         array(select a.filename from attachments a where a.account_id = m.account_id and a.message_id = m.id
               order by a.ordinal limit ${maxFilenames}) as filenames
       from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
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
    filenames: row.filenames as string[],
  };
}

async function writeDocuments(db: Executor, rows: readonly Indexed[]): Promise<void> {
  const documents = await Promise.all(
    rows.map(async (row) => {
      const texts = textsOf(row);
      return {
        account_id: row.accountId,
        message_id: row.id,
        identity_id: row.identityId,
        created_at: row.createdAt,
        document: searchDocument([
          ...texts,
          { text: bounded(row.filenames.join("\n")), weight: "D" },
          { text: tenantOf(row).join(" "), weight: "D" },
        ]),
        grams: await entryLine(row, row.raw, texts),
      };
    }),
  );
  // to_tsvector would take five times as long as the words that were cut before.
  await db.values(
    `insert into message_search (account_id, message_id, identity_id, created_at, document, grams)
     select account_id, message_id, identity_id, created_at, document, array_to_tsvector(string_to_array(grams, ' '))
     from json_to_recordset($1::text::json) as d(account_id uuid, message_id uuid, identity_id uuid, created_at timestamptz,
                                           document tsvector, grams text)
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
  if (!packed) return;
  const grams = await entryLine(row, packed, textsOf(row));
  await db.values(
    `update message_search s set grams = array_to_tsvector(string_to_array($4::text, ' ')) from messages m
     where s.account_id = $1::uuid and s.message_id = $2::uuid and m.account_id = s.account_id and m.id = s.message_id
       and m.raw_sha256 = $3::bytea`,
    [row.accountId, row.id, row.rawSha256, grams],
  );
}

/** The index entries of a message in one line, with the words of its account and identity. @param packed null: not read */
async function entryLine(
  row: Indexed,
  packed: Uint8Array | null,
  texts: readonly WeightedText[],
): Promise<string> {
  const shown = searchFold(texts.map(({ text }) => text).join("\n"));
  const entries = searchEntries({ shown, whole: packed && (await wholeText(row, packed)) });
  entries.push(...tenantOf(row));
  return entries.join(" ");
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

/** The texts that a REST search covers, by weight: subject, then people, then text. */
function textsOf(row: Indexed): WeightedText[] {
  const people = peopleOf(row).map(({ email, name }) => (name === null ? email : `${name} ${email}`));
  return [
    { text: bounded(row.subject ?? ""), weight: "A" },
    { text: bounded(people.join("\n")), weight: "B" },
    { text: bounded(unpackReplyText(row.content, row.raw)), weight: "D" },
  ];
}

/** The words that mark a message's tenant. */
function tenantOf(row: MessageRow): string[] {
  return [accountWord(row.accountId), identityWord(row.identityId!)];
}

function bounded(text: string): string {
  return text.slice(0, maxCharacters);
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
export function queueForSearch(accountId: string, messageId: string): DeferredStatement {
  return {
    text: "insert into search_queue (account_id, message_id) values ($1::uuid, $2::uuid) on conflict do nothing",
    params: [accountId, messageId],
  };
}
