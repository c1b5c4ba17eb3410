// Large raw bytes, outside of the database. A blob's name is the SHA-256 of the raw mail, so the same bytes are stored
// once and writing them again changes nothing. What is stored is compressed (zstd). Who refers to a blob is counted in
// SQL; a blob that nobody refers to is swept once it is old enough not to be on its way into a transaction.
import { createHash } from "node:crypto";
import { type Clock, systemClock } from "../../lib/clock.ts";

export interface Packed {
  /** Of the raw bytes, hex. */
  sha256: string;
  /** Of the raw bytes. */
  size: number;
  /** Where the blob store keeps them: `ab/abcd…`. */
  key: string;
  zstd: Uint8Array;
}

/** Compressed bytes up to this size live in the row. ARCHITECTURE 4 Bytes */
export const inlineLimit = 64 * 1024;

/** Bytes `start` to `end`, the end not included. */
export interface Range {
  start: number;
  end: number;
}

export interface StoredBlob {
  key: string;
  size: number;
  /** When it was last written, milliseconds since the epoch. */
  writtenMs: number;
}

export interface BlobStore {
  /** Resolves when the bytes are on disk. The same key again renews the time it was written, and nothing else. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such blob. */
  get(key: string, range?: Range): Promise<Uint8Array | null>;
  /**
   * Deletes a blob that was last written before that time (milliseconds since the epoch; Infinity: whenever).
   * @returns false when it is younger, or not there
   */
  delete(key: string, writtenBeforeMs: number): Promise<boolean>;
  /** Up to about 1,000 blobs in the order of their keys, those after `after`; empty at the end. */
  list(after: string | null): Promise<StoredBlob[]>;
}

export function blobKey(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Below this, handing the work to another thread costs more than doing it. */
const smallBytes = 32 * 1024;
const level = { level: 1 };

/** Hashes and compresses raw bytes; large ones off this thread. */
export async function pack(raw: Uint8Array): Promise<Packed> {
  const bytes = raw as Uint8Array<ArrayBuffer>;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const zstd =
    bytes.length <= smallBytes ? Bun.zstdCompressSync(bytes, level) : await Bun.zstdCompress(bytes, level);
  return { sha256, size: raw.length, key: blobKey(sha256), zstd: alone(zstd) };
}

/** Compresses a header block; `unpack` gives it back. */
export function packHead(head: Uint8Array): Uint8Array {
  return alone(Bun.zstdCompressSync(head as Uint8Array<ArrayBuffer>, level));
}

/** The raw bytes again. @throws Error when they are damaged */
export async function unpack(zstd: Uint8Array): Promise<Uint8Array> {
  const bytes = zstd as Uint8Array<ArrayBuffer>;
  return alone(
    bytes.length <= smallBytes / 4 ? Bun.zstdDecompressSync(bytes) : await Bun.zstdDecompress(bytes),
  );
}

/** Never a view into something larger, which would stay in memory with it. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > bytes.length * 2 ? bytes.slice() : bytes;
}

/**
 * One step of sweeping: looks at the next blobs and deletes those that are older than `olderThanMs` and that nobody
 * refers to. The age must exceed the longest time between `put` and the commit that counts the reference.
 * @returns how many it looked at and deleted, and where to go on; null when the end was reached
 */
export async function sweepOrphans(
  store: BlobStore,
  isReferenced: (keys: readonly string[]) => Promise<Set<string>>,
  options: { olderThanMs: number; after?: string | null; clock?: Clock },
): Promise<{ seen: number; deleted: number; next: string | null }> {
  const found = await store.list(options.after ?? null);
  const limit = (options.clock ?? systemClock).now() - options.olderThanMs;
  const old = found.filter((blob) => blob.writtenMs < limit).map((blob) => blob.key);
  const referenced = old.length > 0 ? await isReferenced(old) : new Set<string>();
  const orphans = old.filter((key) => !referenced.has(key));
  let deleted = 0;
  for (const key of orphans) if (await store.delete(key, limit)) deleted++;
  return { seen: found.length, deleted, next: found.at(-1)?.key ?? null };
}
