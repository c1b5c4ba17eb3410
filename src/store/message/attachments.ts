// Attachments. The bytes of a part are read from the raw mail and not stored a second time; uploads to a draft are blobs.
import { readPart } from "../../mail/parse/parse.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { Scope } from "../scope.ts";
import { attachments } from "../tables/index.ts";
import { type AttachmentRow, getAttachment, readRaw } from "./messages.ts";

/** An attachment with its bytes, or null when it is not there. @throws BlobsUnavailable */
export async function readAttachment(
  { database, blobs }: { database: Executor; blobs: BlobStore },
  scope: Scope,
  id: string,
): Promise<{ row: AttachmentRow; bytes: Uint8Array } | null> {
  const row = await getAttachment(database, scope, id);
  const bytes = row && (await attachedBytes({ database, blobs }, scope, row));
  return bytes && { row, bytes };
}

/** The bytes of an attachment, or null when they are not there. @throws BlobsUnavailable */
export async function attachedBytes(
  { database, blobs }: { database: Executor; blobs: BlobStore },
  scope: Scope,
  { blob, part, messageId }: AttachmentRow,
): Promise<Uint8Array | null> {
  if (blob !== null) return blobs.readRaw(blob);
  if (part === null) return null;
  const raw = await readRaw(database, blobs, { scope, id: messageId });
  return (raw && readPart(raw, part)?.bytes) ?? null;
}

/** The attachments of a message, in order. */
export async function listAttachments(
  db: Executor,
  accountId: string,
  messageId: string,
): Promise<AttachmentRow[]> {
  const rows = await db.rows(
    "select * from attachments where account_id = $1::uuid and message_id = $2::uuid order by ordinal",
    [accountId, messageId],
  );
  return rows.map((row) => toRow<AttachmentRow>(attachments, row));
}

/** The blobs of a message's attachments, in order; null for one that is a part of the mail. */
export async function attachedBlobs(
  db: Executor,
  accountId: string,
  messageId: string,
): Promise<(string | null)[]> {
  const rows = await db.values(
    "select blob from attachments where account_id = $1::uuid and message_id = $2::uuid order by ordinal limit 200",
    [accountId, messageId],
  );
  return rows.map(([blob]) => blob as string | null);
}
