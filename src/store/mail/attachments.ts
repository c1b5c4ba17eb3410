// The bytes of attachments: read out of the raw mail, not stored twice; those uploaded to a draft are blobs.
import { readPart } from "../../mail/parse/parse.ts";
import { type BlobStore, unpack } from "../blobs/blobs.ts";
import type { Executor } from "../database/database.ts";
import type { Scope } from "../scope.ts";
import { type AttachmentRow, getAttachment, readRaw } from "./messages.ts";

/** An attachment with its bytes, or null when it is not there or its object is gone. */
export async function readAttachment(
  { database, blobs }: { database: Executor; blobs: BlobStore },
  scope: Scope,
  id: string,
): Promise<{ row: AttachmentRow; bytes: Uint8Array } | null> {
  const row = await getAttachment(database, scope, id);
  if (!row) return null;
  if (row.blob !== null) {
    const packed = await blobs.get(row.blob);
    return packed ? { row, bytes: await unpack(packed) } : null;
  }
  if (row.part === null) return null;
  const raw = await readRaw(database, blobs, { scope, id: row.messageId });
  const part = raw && readPart(raw, row.part);
  return part ? { row, bytes: part.bytes } : null;
}
