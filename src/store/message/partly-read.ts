// Messages whose parsing ran out of time (DECISIONS Threads, messages, folders, labels): claims of those that are due to
// be parsed again, and their bytes.
import type { Instant } from "../../lib/clock.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import type { Database, DeferredStatement, Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { messages } from "../tables/index.ts";
import { rawOfText, unpackContent, wholeContent } from "./content.ts";
import { type MessageRow, unpackRaw } from "./messages.ts";

export interface PartlyRead {
  accountId: string;
  messageId: string;
  /** Including the claimed one. */
  attempts: number;
}

/**
 * Claims the message that is due longest. Its next attempt (in 2 minutes, then 4, at most an hour) is stored before it is
 * parsed, so that a mail that crashes a process is not parsed again at once.
 */
export async function claimPartlyRead(db: Database, now: Instant): Promise<PartlyRead | null> {
  const [row] = await db.rows<{ account_id: string; message_id: string; attempts: number }>(
    `update partly_read set attempts = attempts + 1,
       due_at = to_timestamp(extract(epoch from $1::timestamptz) + 60 * least(60, power(2, attempts + 1)))
     where ctid = (select ctid from partly_read where due_at <= $1::timestamptz
                   order by due_at limit 1 for update skip locked)
     returning account_id, message_id, attempts`,
    [now],
  );
  if (!row) return null;
  return { accountId: row.account_id, messageId: row.message_id, attempts: row.attempts };
}

export interface PartlyReadMail {
  row: MessageRow;
  raw: Uint8Array;
  /** For a draft: its bodies as the client sent them. */
  written: ReturnType<typeof unpackContent>["written"];
}

/** Null when the message is gone. @throws BlobsUnavailable */
export async function loadPartlyRead(
  db: Database,
  blobs: BlobStore,
  { accountId, messageId }: PartlyRead,
): Promise<PartlyReadMail | null> {
  const [found] = await db.rows<{ content: Uint8Array; raw: Uint8Array | null; raw_blob: string | null }>(
    `select m.*, b.content, b.raw, b.raw_blob from messages m
     join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where m.account_id = $1::uuid and m.id = $2::uuid`,
    [accountId, messageId],
  );
  if (!found) return null;
  const raw = await unpackRaw(blobs, { raw: found.raw, blob: found.raw_blob });
  if (!raw) return null;
  return {
    row: toRow<MessageRow>(messages, found),
    raw,
    written: unpackContent(wholeContent(found.content, found.raw)).written,
  };
}

export async function dropPartlyRead(db: Database, { accountId, messageId }: PartlyRead): Promise<void> {
  await db.values(
    "delete from partly_read where account_id = $1::uuid and message_id = $2::uuid returning 1",
    [accountId, messageId],
  );
}

/** Queues a message for parsing, first a minute after `now`. */
export function queuePartlyRead(accountId: string, messageId: string, now: Instant): DeferredStatement {
  return {
    text: `insert into partly_read (account_id, message_id, attempts, due_at)
           values ($1::uuid, $2::uuid, 0, $3::timestamptz + interval '1 minute')
           on conflict (account_id, message_id) do update set attempts = 0, due_at = excluded.due_at`,
    params: [accountId, messageId, now],
  };
}

export function unqueuePartlyRead(accountId: string, messageId: string): DeferredStatement {
  return {
    text: "delete from partly_read where account_id = $1::uuid and message_id = $2::uuid",
    params: [accountId, messageId],
  };
}

/** A message with its packed content; null when it is gone. */
export async function messageWithContent(
  db: Executor,
  accountId: string,
  messageId: string,
): Promise<{ row: MessageRow; content: Uint8Array } | null> {
  const [found] = await db.rows<{ content: Uint8Array; raw_of_text: Uint8Array | null }>(
    `select m.*, b.content, ${rawOfText} from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where m.account_id = $1::uuid and m.id = $2::uuid`,
    [accountId, messageId],
  );
  if (!found) return null;
  const content = wholeContent(found.content, found.raw_of_text);
  return { row: toRow<MessageRow>(messages, found), content };
}
