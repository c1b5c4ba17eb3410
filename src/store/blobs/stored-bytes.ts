// Bytes that clients download: raw mails and attachments. What is small or packed inside a part is held in memory; the
// octets of a large mail are read from its blob at the pace of the client, from the first one that is wanted to the last.
import { decoderOf } from "../../mail/mime/decoders.ts";
import type { PartStructure } from "../../mail/mime/part.ts";
import { findPart } from "../../mail/mime/structure.ts";
import { readPart } from "../../mail/parse/parse.ts";
import type { Executor } from "../database/database.ts";
import { unpackOutline } from "../message/content.ts";
import { type AttachmentRow, getAttachment, type MessageRow, unpackRaw } from "../message/messages.ts";
import type { Scope } from "../scope.ts";
import type { BlobStore, ByteRange } from "./blobs.ts";
import { isDoubted, largeBytes, largePieces, trustAgain } from "./large-mail.ts";

export interface StoredBytes {
  size: number;
  /** All of them, where they are in memory already. */
  held?: Uint8Array;
  /** Octets of the range, in pieces. @throws BlobsUnavailable; Error when they are damaged */
  pieces(range: ByteRange): AsyncIterable<Uint8Array>;
}

interface BytesSource {
  database: Executor;
  blobs: BlobStore;
}

/** The octets of a message as received; null when it is gone. @throws BlobsUnavailable */
export async function openRaw(
  { database, blobs }: BytesSource,
  { accountId, id, size }: MessageRow,
): Promise<StoredBytes | null> {
  const body = await bodyOf(database, { accountId, id });
  if (!body) return null;
  if (body.raw_blob !== null && isStreamed(body.raw_blob, size))
    return streamed(blobs, { key: body.raw_blob, size });
  const raw = await wholeRaw(blobs, body);
  return raw && inMemory(raw);
}

/** An attachment with its bytes, or null when it is not there. @throws BlobsUnavailable */
export async function openAttachment(
  source: BytesSource,
  scope: Scope,
  id: string,
): Promise<{ row: AttachmentRow; bytes: StoredBytes } | null> {
  const row = await getAttachment(source.database, scope, id);
  const bytes = row && (await attachmentBytes(source, row));
  return bytes && { row, bytes };
}

async function attachmentBytes(
  { database, blobs }: BytesSource,
  row: AttachmentRow,
): Promise<StoredBytes | null> {
  if (row.blob !== null) {
    if (isStreamed(row.blob, row.size)) return streamed(blobs, { key: row.blob, size: row.size });
    const bytes = await blobs.readRaw(row.blob);
    trustAgain(row.blob);
    return inMemory(bytes);
  }
  if (row.part === null) return null;
  const body = await bodyOf(database, { accountId: row.accountId, id: row.messageId });
  if (!body) return null;
  const { raw_blob: key } = body;
  const part = key !== null && isStreamed(key, row.size) ? wholePart(body.outline, row.part) : null;
  if (part && key !== null) return decodedPart(blobs, { key, part, size: row.size });
  const raw = await wholeRaw(blobs, body);
  const found = raw && readPart(raw, row.part);
  return found ? inMemory(found.bytes) : null;
}

interface Body {
  raw: Uint8Array | null;
  raw_blob: string | null;
  outline: Uint8Array;
}

async function bodyOf(db: Executor, key: { accountId: string; id: string }): Promise<Body | null> {
  const [row] = await db.rows<Body>(
    `select raw, raw_blob, coalesce(outline, content) as outline from bodies
     where account_id = $1::uuid and message_id = $2::uuid`,
    [key.accountId, key.id],
  );
  return row ?? null;
}

/** A blob that broke off once is read whole, so that the next client is refused before the first octet. */
function isStreamed(key: string, size: number): boolean {
  return size >= largeBytes && !isDoubted(key);
}

async function wholeRaw(blobs: BlobStore, { raw, raw_blob: key }: Body): Promise<Uint8Array | null> {
  const found = await unpackRaw(blobs, { raw, blob: key });
  if (key !== null) trustAgain(key);
  return found;
}

/** The part of that section, where its octets follow from its encoding alone; null for a file packed inside one. */
function wholePart(outline: Uint8Array, section: string): PartStructure | null {
  const structure = unpackOutline(outline)?.structure;
  const part = structure ? findPart(structure, section) : null;
  return part && part.type !== "multipart" && decoderOf(part.encoding) ? part : null;
}

/** Bytes that are held already. */
export function inMemory(bytes: Uint8Array): StoredBytes {
  return {
    size: bytes.length,
    held: bytes,
    async *pieces({ start, end }) {
      yield bytes.subarray(start, end);
    },
  };
}

function streamed(blobs: BlobStore, { key, size }: { key: string; size: number }): StoredBytes {
  return {
    size,
    pieces: ({ start, end }) => largePieces({ blobs, key, displayedForm: null }, { from: start, to: end }),
  };
}

/** A part of a mail in a blob: decoded from its beginning up to the last octet that is wanted. */
function decodedPart(
  blobs: BlobStore,
  { key, part, size }: { key: string; part: PartStructure; size: number },
): StoredBytes {
  return {
    size,
    async *pieces({ start, end }) {
      const decoder = decoderOf(part.encoding)!();
      const cut = cutter(start, end);
      const octets = { from: part.bodyStart, to: part.end };
      for await (const piece of largePieces({ blobs, key, displayedForm: null }, octets)) {
        const wanted = cut(decoder.push(piece));
        if (wanted.length > 0) yield wanted;
        if (cut.isOver()) return;
      }
      const last = cut(decoder.end());
      if (last.length > 0) yield last;
    },
  };
}

/** Takes [start, end) out of pieces that follow each other. */
function cutter(start: number, end: number) {
  let at = 0;
  const cut = (piece: Uint8Array): Uint8Array => {
    const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += piece.length;
    return wanted;
  };
  return Object.assign(cut, { isOver: () => at >= end });
}
