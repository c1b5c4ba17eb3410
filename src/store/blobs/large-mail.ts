// The octets of a large mail, read from its blob at the pace of the client and never held whole. The blob is read in ranges
// and decompressed piece by piece from the start: zstd allows no other order.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import type { DisplayedForm } from "../../mail/displayed-form.ts";
import { BlobMissing, type BlobStore, BlobsUnavailable, blobKey, damaged } from "./blobs.ts";

/** Mails of fewer octets are read whole. */
export const largeBytes = 1024 * 1024;
/** Compressed octets that are read at a time. */
const rangeBytes = 256 * 1024;

/** Keys of blobs that turned out damaged after octets of them had been passed on. */
const doubted = new Set<string>();
const maxDoubted = 1000;

/** Whether a blob broke off while it was read: read it whole, so that a client hears of it before the first octet. */
export function isDoubted(key: string): boolean {
  return doubted.has(key);
}

/** A doubted blob was read whole: it was repaired. */
export function trustAgain(key: string): void {
  doubted.delete(key);
}

function doubt(key: string): void {
  if (doubted.size >= maxDoubted) doubted.delete(doubted.keys().next().value!);
  doubted.add(key);
}

export interface LargeMail {
  blobs: Pick<BlobStore, "read">;
  key: string;
  /** null: as stored. */
  displayedForm: DisplayedForm | null;
}

/**
 * Octets [from, to) of the displayed form, in pieces. What is read to its end is compared with the key. A caller that stops early frees all
 * resources.
 * @throws BlobsUnavailable; BlobMissing when the blob is damaged
 */
export async function* largePieces(
  { blobs, key, displayedForm }: LargeMail,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of displayedPieces(rawPieces(blobs, key), displayedForm)) {
    const begin = Math.max(0, from - at);
    const end = Math.min(piece.length, to - at);
    at += piece.length;
    if (begin < end) yield piece.subarray(begin, end);
    if (at >= to) return;
  }
  if (at < to) throw damaged(key);
}

async function* rawPieces(blobs: Pick<BlobStore, "read">, key: string): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(packedPieces(blobs, key));
  const raw = createZstdDecompress();
  packed.once("error", (error) => raw.destroy(error));
  packed.pipe(raw);
  const digest = createHash("sha256");
  try {
    // The last piece waits until all are known to be those of the key.
    let last: Uint8Array | null = null;
    for await (const piece of raw) {
      digest.update(piece as Uint8Array);
      if (last) yield last;
      last = piece as Uint8Array;
    }
    if (!last || blobKey(digest.digest("hex")) !== key) throw damaged(key);
    yield last;
  } catch (error) {
    // The place does not answer: that says nothing of the bytes.
    if (error instanceof BlobsUnavailable && !(error instanceof BlobMissing)) throw error;
    doubt(key);
    throw error instanceof BlobMissing ? error : damaged(key);
  } finally {
    packed.destroy();
    raw.destroy();
  }
}

async function* packedPieces(blobs: Pick<BlobStore, "read">, key: string): AsyncGenerator<Uint8Array> {
  for (let start = 0; ; start += rangeBytes) {
    const piece = await blobs.read(key, { start, end: start + rangeBytes });
    if (piece.length > 0) yield piece;
    if (piece.length < rangeBytes) return;
  }
}

/** As displayedBytes, piece by piece. */
async function* displayedPieces(
  pieces: AsyncIterable<Uint8Array>,
  displayedForm: DisplayedForm | null,
): AsyncGenerator<Uint8Array> {
  if (displayedForm) yield Buffer.from(displayedForm.prefix, "latin1");
  const cuts = displayedForm?.cuts ?? [];
  let at = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let i = 0; i < cuts.length; i += 2) {
      const begin = Math.min(Math.max(cuts[i]! - at, from), piece.length);
      const end = Math.min(Math.max(cuts[i + 1]! - at, from), piece.length);
      if (begin > from) yield piece.subarray(from, begin);
      from = Math.max(from, end);
    }
    if (from < piece.length) yield piece.subarray(from);
    at += piece.length;
  }
}
