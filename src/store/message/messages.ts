// Queries over messages. A message in several folders is returned once, with the read state of its newest placement.
import type { InferSelectModel } from "drizzle-orm";
import { type BlobStore, unpackInRow } from "../blobs/blobs.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import {
  allConditions,
  type ListedMessage,
  type ListedRow,
  type ListOrder,
  type ListStart,
  type MessageFilter,
  toListed,
} from "../mailbox/message-filter.ts";
import { seenBit } from "../mailbox/seen-bit.ts";
import { heldBy, type Owner, type Scope } from "../scope.ts";
import { attachments, messages } from "../tables/index.ts";
import { contentHead, packContent, rawOfText, sizeOfContent, wholeContent } from "./content.ts";

export type MessageRow = InferSelectModel<typeof messages>;
export type AttachmentRow = InferSelectModel<typeof attachments>;

/** A message with its bodies, attachments and read state. */
export interface FullMessage {
  row: MessageRow;
  /** Packed Content. */
  packed: Uint8Array;
  attachments: AttachmentRow[];
  isRead: boolean;
}

/** Columns of a message with its body and read state; `m` and `b` are joined. */
const fullColumns = `m.*, b.content, ${rawOfText}, ${seenBit} as seen`;

const visible = "m.state in ('received', 'sent')";

/** List a thread's messages, oldest first unless `order` says otherwise: `count` past the cursor, with ties, without their bodies. */
export async function listMessages(
  db: Executor,
  scope: Scope,
  query: {
    threadId: string;
    filter: MessageFilter;
    cursor: ListStart | null;
    count: number;
    order?: ListOrder;
  },
): Promise<ListedMessage[]> {
  const { cursor, order = "asc" } = query;
  const past = order === "asc" ? ">" : "<";
  const where = ownedMessages(scope).and("m.thread_id = ?::uuid", query.threadId);
  if (cursor?.id) where.and(`(m.created_at, m.id) ${past} (?::timestamptz, ?::uuid)`, cursor.time, cursor.id);
  else where.and(`m.created_at ${past} ?::timestamptz`, cursor?.time);
  for (const condition of await allConditions(db, { scope, where }, query.filter)) where.and(condition);
  const rows = await db.rows<ListedRow>(
    `select l.id, l.created_at, ${contentHead} from (
       select m.account_id, m.id, m.created_at from messages m ${where} and m.state in ('received', 'sent', 'held')
       order by m.created_at ${order} fetch first (${where.param(query.count)}::int) rows with ties) l
     join bodies b on b.account_id = l.account_id and b.message_id = l.id
     order by l.created_at ${order}, l.id ${order}`,
    where.params,
  );
  return rows.map(toListed);
}

/** The received and sent messages of these ids, in no order, without their bodies. */
export async function listedByIds(
  db: Executor,
  scope: Scope,
  ids: readonly string[],
): Promise<ListedMessage[]> {
  if (ids.length === 0) return [];
  const where = ownedMessages(scope).and("m.id = any(?::uuid[])", ids);
  const rows = await db.rows<ListedRow>(
    `select m.id, m.created_at, ${contentHead} from messages m
     join bodies b on b.account_id = m.account_id and b.message_id = m.id ${where} and ${visible}`,
    where.params,
  );
  return rows.map(toListed);
}

/** Return the received messages among these that the filter lets through, in no order, with their read state. */
export async function matchingMessages(
  db: Executor,
  scope: Scope,
  { ids, filter, threadId }: { ids: readonly string[]; filter: MessageFilter; threadId?: string | undefined },
): Promise<{ id: string; isRead: boolean; isInTrash: boolean }[]> {
  if (ids.length === 0) return [];
  const where = ownedMessages(scope).and("m.thread_id = ?::uuid", threadId).and("m.state = 'received'");
  for (const condition of await allConditions(db, { scope, where }, filter)) where.and(condition);
  // A look-up by primary key for each, whatever the planner thinks of the table's size.
  const rows = await db.values(
    `select m.id, ${seenBit}, ${inTrash} from unnest(${where.param(ids)}::uuid[]) k(id)
     cross join lateral (select * from messages where account_id = ${where.param(scope.accountId)}::uuid and id = k.id offset 0) m ${where}`,
    where.params,
  );
  return rows.map(([id, seen, trashed]) => ({
    id: id as string,
    isRead: seen !== 0,
    isInTrash: trashed === true,
  }));
}

/** Whether the newest place of message `m` is the trash. */
const inTrash = `coalesce((select f.role = 'trash' from placements p
   join folders f on f.account_id = p.account_id and f.id = p.folder_id
   where p.account_id = m.account_id and p.message_id = m.id order by p.created_at desc, p.uid desc limit 1), false)`;

/**
 * Messages that a list named, in no order; those that wait for a review without what they say.
 * @param bare those whose bodies are not read: their content is empty
 */
export async function readListed(
  db: Executor,
  scope: Scope,
  { ids, bare }: { ids: readonly string[]; bare: readonly string[] },
): Promise<FullMessage[]> {
  if (ids.length === 0) return [];
  const where = ownedMessages(scope).and("m.id = any(?::uuid[])", ids);
  const read = `not (m.id = any(${where.param(bare)}::uuid[]))`;
  const rows = await db.rows(
    `select m.*, b.content, ${rawOfText}, ${seenBit} as seen from messages m
     left join bodies b on b.account_id = m.account_id and b.message_id = m.id and ${read}
     ${where} and m.state in ('received', 'sent', 'held')`,
    where.params,
  );
  const found = await withAttachments(db, scope, rows);
  return found.map((message) => (message.row.state === "held" ? withoutContent(message) : message));
}

const noContent = packContent({
  text: null,
  html: "",
  replyHtml: "",
  quotedHtml: null,
  replyText: "",
  defects: [],
});

/** A message without what its writer could say to its reader: subject, name, other recipients, bodies and files. */
export function withoutContent({ row, isRead }: FullMessage): FullMessage {
  const bare = { subject: null, fromName: null, preview: "", invitation: null };
  // The writer chose the addresses in To and Cc too; only the one that the mail came to is shown.
  const mailTo = row.deliveredTo === null ? [] : [{ email: row.deliveredTo, name: null }];
  const to = { mailTo, mailCc: [] };
  return { row: { ...row, ...bare, ...to }, packed: noContent, attachments: [], isRead };
}

/** A received, sent or spooled message; drafts are in store/drafts.ts. */
export async function getMessage(db: Executor, scope: Scope, id: string): Promise<FullMessage | null> {
  const where = ownedMessages(scope).and("m.id = ?::uuid", id);
  const rows = await db.rows(
    `select ${fullColumns} from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     ${where} and m.state in ('received', 'sent', 'spooled') and not m.withheld`,
    where.params,
  );
  return (await withAttachments(db, scope, rows))[0] ?? null;
}

/** Packed bytes of bodies that are read at once with their message. */
const smallPacked = 256 * 1024;

/** As `getMessage`; the size of its bodies, unpacked, where they are large. */
export async function getSmallMessage(
  db: Executor,
  scope: Scope,
  id: string,
): Promise<FullMessage | { size: number } | null> {
  const where = ownedMessages(scope).and("m.id = ?::uuid", id);
  const isSmall = `octet_length(b.content) <= ${smallPacked}`;
  const rows = await db.rows(
    `select m.*, case when ${isSmall} then b.content end as content, ${contentHead}, ${rawOfText}, ${seenBit} as seen
     from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     ${where} and m.state in ('received', 'sent', 'spooled') and not m.withheld`,
    where.params,
  );
  const [row] = rows;
  if (row && row.content === null) return { size: sizeOfContent(row.head as Uint8Array) };
  return (await withAttachments(db, scope, rows))[0] ?? null;
}

/** A received message that waits for a review, with what is known of it. */
export async function getHeld(db: Executor, scope: Scope, id: string): Promise<FullMessage | null> {
  const where = ownedMessages(scope).and("m.id = ?::uuid", id);
  const rows = await db.rows(
    `select m.*, b.content, ${rawOfText}, 0 as seen from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     ${where} and m.state = 'held'`,
    where.params,
  );
  return (await withAttachments(db, scope, rows))[0] ?? null;
}

/** A received message of an identity that waits for a review, without its body. */
export async function getHeldRow(
  db: Executor,
  { accountId, identityId }: Owner,
  id: string,
): Promise<MessageRow | null> {
  const [row] = await db.rows(
    "select * from messages where account_id = $1::uuid and id = $2::uuid and identity_id = $3::uuid and state = 'held'",
    [accountId, id, identityId],
  );
  return row ? toRow<MessageRow>(messages, row) : null;
}

/** The raw bytes of a message; null: it is gone. @throws BlobsUnavailable */
export async function readRaw(
  db: Executor,
  blobs: BlobStore,
  at: { scope: Scope; id: string },
): Promise<Uint8Array | null> {
  const where = ownedMessages(at.scope).and("m.id = ?::uuid", at.id);
  const [row] = await db.rows<StoredRaw>(
    `select b.raw, b.raw_blob as blob from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id ${where}`,
    where.params,
  );
  return row ? unpackRaw(blobs, row) : null;
}

/** Raw bytes as they are stored: packed in the row, or in a blob of this key. */
export interface StoredRaw {
  raw: Uint8Array | null;
  blob: string | null;
}

/** The stored raw bytes of messages, in order; null: the message is gone. */
export async function storedRaws(
  db: Executor,
  asked: readonly { accountId: string; id: string }[],
): Promise<(StoredRaw | null)[]> {
  const rows = await db.rows<StoredRaw & { n: number }>(
    `select k.n, b.raw, b.raw_blob as blob from unnest($1::int[], $2::uuid[], $3::uuid[]) as k(n, account_id, id)
     join bodies b on b.account_id = k.account_id and b.message_id = k.id`,
    [asked.map((_, n) => n), asked.map(({ accountId }) => accountId), asked.map(({ id }) => id)],
  );
  const found: (StoredRaw | null)[] = asked.map(() => null);
  for (const { n, raw, blob } of rows) found[n] = { raw, blob };
  return found;
}

/** Whether it is mail of the service, which nobody reads here. */
export async function isWithheld(
  db: Executor,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<boolean> {
  const [row] = await db.values(
    "select 1 from messages where account_id = $1::uuid and id = $2::uuid and withheld",
    [accountId, messageId],
  );
  return row !== undefined;
}

/** The bytes; null: none are stored. @throws BlobsUnavailable */
export async function unpackRaw(blobs: BlobStore, { raw, blob }: StoredRaw): Promise<Uint8Array | null> {
  if (raw) return unpackInRow(raw);
  return blob === null ? null : blobs.readRaw(blob);
}

export async function getAttachment(db: Executor, scope: Scope, id: string): Promise<AttachmentRow | null> {
  const where = ownedMessages(scope).and("a.id = ?::uuid", id);
  const [row] = await db.rows(
    `select a.* from attachments a join messages m on m.account_id = a.account_id and m.id = a.message_id
     ${where} and m.state <> 'held'`,
    where.params,
  );
  return row ? toRow<AttachmentRow>(attachments, row) : null;
}

/** Return received, sent and spooled messages by id, without their bodies, in no order. */
export async function getMessageRows(
  db: Executor,
  scope: Scope,
  ids: readonly string[],
): Promise<MessageRow[]> {
  const where = ownedMessages(scope).and("m.id = any(?::uuid[])", ids);
  const rows = await db.rows(
    `select m.* from messages m ${where} and m.state in ('received', 'sent', 'spooled') and not m.withheld`,
    where.params,
  );
  return rows.map((row) => toRow<MessageRow>(messages, row));
}

/** A received, sent or spooled message without its body. */
export async function getMessageRow(db: Executor, scope: Scope, id: string): Promise<MessageRow | null> {
  const where = ownedMessages(scope).and("m.id = ?::uuid", id);
  const [row] = await db.rows(
    `select m.* from messages m ${where} and m.state in ('received', 'sent', 'spooled') and not m.withheld`,
    where.params,
  );
  return row ? toRow<MessageRow>(messages, row) : null;
}

function ownedMessages(scope: Scope) {
  return heldBy(scope, "m");
}

async function withAttachments(
  db: Executor,
  scope: Scope,
  rows: Record<string, unknown>[],
): Promise<FullMessage[]> {
  const ids = rows.filter((row) => row.has_attachments).map((row) => row.id as string);
  const found =
    ids.length === 0
      ? []
      : await db.rows(
          `select a.* from attachments a where a.account_id = $1::uuid and a.message_id = any($2::uuid[])
           order by a.message_id, a.ordinal`,
          [scope.accountId, ids],
        );
  const byMessage = Map.groupBy(
    found.map((row) => toRow<AttachmentRow>(attachments, row)),
    (row) => row.messageId,
  );
  return rows.map((row) => ({
    row: toRow<MessageRow>(messages, row),
    packed: row.content
      ? wholeContent(row.content as Uint8Array, row.raw_of_text as Uint8Array | null)
      : noContent,
    attachments: byMessage.get(row.id as string) ?? [],
    isRead: row.seen !== 0,
  }));
}

/** The state of one identity's message; null when it does not exist. */
export async function messageState(
  db: Executor,
  { accountId, identityId }: Owner,
  id: string,
): Promise<MessageRow["state"] | null> {
  const [row] = await db.rows<Pick<MessageRow, "state">>(
    "select state from messages where account_id = $1::uuid and id = $2::uuid and identity_id = $3::uuid",
    [accountId, id, identityId],
  );
  return row?.state ?? null;
}

export function setSpam(accountId: string, ids: readonly string[], isSpam: boolean): DeferredStatement {
  return {
    text: "update messages set is_spam = $3::bool where account_id = $1::uuid and id = any($2::uuid[]) and is_spam <> $3::bool",
    params: [accountId, ids, isSpam],
  };
}

export function setHasAttachments(accountId: string, id: string): DeferredStatement {
  return {
    text: "update messages set has_attachments = true where account_id = $1::uuid and id = $2::uuid",
    params: [accountId, id],
  };
}

export function setCalendarEvent(accountId: string, id: string, calendarEventId: string): DeferredStatement {
  return {
    text: "update messages set calendar_event_id = $3::text where account_id = $1::uuid and id = $2::uuid",
    params: [accountId, id, calendarEventId],
  };
}
