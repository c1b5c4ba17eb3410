// Large raw bytes outside the database, compressed (zstd). A blob's key is the SHA-256 of its raw bytes, so that equal bytes
// are stored once. References are counted in SQL; an unreferenced blob is swept once it is too old to belong to a
// transaction that is under way.
import { createHash } from "node:crypto";
import { systemClock } from "../../lib/clock.ts";
import { collectAfter } from "../../lib/collect.ts";
import { frameContentSize } from "../../lib/zstd.ts";

export interface Packed {
  /** SHA-256 of the raw bytes, hex. */
  sha256: string;
  /** Length of the raw bytes. */
  size: number;
  /** The key in the blob store: `ab/abcd…`. */
  key: string;
  zstd: Uint8Array;
}

/** Bytes `start` to `end`, the end not included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBlob {
  key: string;
  size: number;
  /** When it was last written, milliseconds since the epoch. */
  writtenMs: number;
}

/** Where blobs are kept. Its own errors are of the file system or of the S3 server. */
export interface BlobPlace {
  /** Resolves when the bytes are on disk. Putting a stored key again only renews the time that it was written. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such blob. */
  get(key: string, range?: ByteRange): Promise<Uint8Array | null>;
  /**
   * Deletes a blob that was last written before that time (milliseconds since the epoch; Infinity: whenever).
   * @returns false when it is younger, or not there
   */
  delete(key: string, writtenBeforeMs: number): Promise<boolean>;
  /** Up to about 1,000 blobs in the order of their keys, those after `after`; empty at the end. */
  list(after: string | null): Promise<StoredBlob[]>;
  /** The line that says whose the blobs are; null where there is none: owner.ts. */
  readMark(): Promise<string | null>;
  /** Resolves when the line is on disk. */
  writeMark(line: string): Promise<void>;
  /** Whether a backup lies in the same folder or bucket: its objects look like blobs that nobody refers to. */
  holdsBackups(): Promise<boolean>;
}

/** Every method throws BlobsUnavailable for what its place does not do now. */
export interface BlobStore extends BlobPlace {
  /** The place, as messages name it: "the bucket mail at https://s3.example.com". */
  readonly where: string;
  /** As `get`, for a blob that a row refers to. @throws BlobMissing when it is not there */
  read(key: string, range?: ByteRange): Promise<Uint8Array>;
  /** All raw bytes of a blob that a row refers to. @throws BlobMissing when they are not there, or not those of the key */
  readRaw(key: string): Promise<Uint8Array>;
}

/** Bytes cannot be stored or read now: a retry may help. The message is for the operator, and names the settings. */
export class BlobsUnavailable extends Error {
  override readonly name: string = "BlobsUnavailable";

  constructor(
    message: string,
    /** The place's own answer, without our words around it. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The bytes of a mail are not in their place, or are damaged: in a blob, or in their row. */
export class BlobMissing extends BlobsUnavailable {
  override readonly name = "BlobMissing";
}

/** "away" for BlobsUnavailable; for `catch` of work that is tried again. @throws every other error */
export function unlessAway(error: unknown): "away" {
  if (error instanceof BlobsUnavailable) return "away";
  throw error;
}

/** The file ending of a backup's manifest in the folder `backups`. */
export const manifestEnding = ".manifest";

/** The key of the mark, among those of blobs. */
export const markName = "owner";

const keyPattern = /^[0-9a-f]{2}\/[0-9a-f]{64}$/;

export function isBlobKey(text: string): boolean {
  return keyPattern.test(text);
}

export function blobKey(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** Null for the error of a file or an object that is not there; for `catch`. @throws every other error */
export function absent(error: unknown): null {
  const code = (error as { code?: string }).code;
  if (code === "NoSuchKey" || code === "ENOENT") return null;
  throw error;
}

/** Below this, handing the work to another thread costs more than doing it. */
const smallBytes = 32 * 1024;
const level = { level: 1 };

/** Hashes and compresses raw bytes; large ones on another thread. */
export async function pack(raw: Uint8Array): Promise<Packed> {
  const bytes = raw as Uint8Array<ArrayBuffer>;
  const sha256 = await hashOf(bytes);
  const zstd =
    bytes.length <= smallBytes ? Bun.zstdCompressSync(bytes, level) : await Bun.zstdCompress(bytes, level);
  const own = ownBuffer(zstd);
  // The compressor's buffer, as large as what could not be compressed.
  if (own !== zstd) collectAfter(bytes.length);
  return { sha256, size: raw.length, key: blobKey(sha256), zstd: own };
}

/** Bytes from which on another thread hashes them, which copies them first. */
const largeBytes = 1024 * 1024;

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (bytes.length <= largeBytes) return createHash("sha256").update(bytes).digest("hex");
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

/** Compresses a header block; `unpack` decompresses it. */
export function packHead(head: Uint8Array): Uint8Array {
  return ownBuffer(Bun.zstdCompressSync(head as Uint8Array<ArrayBuffer>, level));
}

/** The raw bytes of a blob. @throws BlobMissing when they are not those of its key */
export async function unpackBlob(key: string, zstd: Uint8Array): Promise<Uint8Array> {
  const raw = await unpack(zstd).catch(() => null);
  if (raw && key === blobKey(await hashOf(raw as Uint8Array<ArrayBuffer>))) return raw;
  throw damaged(key);
}

export function damaged(key: string): BlobMissing {
  return new BlobMissing(
    `the blob ${key} is damaged: postroom check names what it belongs to, and a backup may have it whole`,
    "damaged",
  );
}

/** Decompresses raw bytes. @throws Error when they are damaged */
export async function unpack(zstd: Uint8Array): Promise<Uint8Array> {
  // Nothing would decompress to nothing.
  if (zstd.length === 0) throw new Error("there are no compressed bytes");
  const bytes = zstd as Uint8Array<ArrayBuffer>;
  return ownBuffer(
    frameContentSize(bytes) <= smallBytes ? Bun.zstdDecompressSync(bytes) : await Bun.zstdDecompress(bytes),
  );
}

/** Decompresses raw bytes that stand in the row of their mail. @throws BlobMissing when they are damaged */
export async function unpackInRow(zstd: Uint8Array): Promise<Uint8Array> {
  return unpack(zstd).catch(() => {
    throw damagedRow();
  });
}

export function damagedRow(): BlobMissing {
  return new BlobMissing(
    "the bytes of a mail in the database are damaged: postroom check names it, and a backup may have it whole",
    "damaged",
  );
}

/** Copies a view into a much larger buffer, which would stay in memory with it. */
function ownBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > bytes.length * 2 ? bytes.slice() : bytes;
}

/**
 * Reads the next step of blobs and deletes those that are unreferenced and older than `olderThanMs`, which must exceed the
 * longest time between `put` and the commit that counts the reference. The times of blobs are of the machine or of the S3
 * server: a clock that is moved makes no mail old that is coming in.
 * @returns blobs read and deleted, and the key after which the next step begins; null at the end
 */
export async function sweepOrphans(
  store: BlobStore,
  isReferenced: (keys: readonly string[]) => Promise<Set<string>>,
  options: { olderThanMs: number; after?: string | null; nowMs?: number },
): Promise<{ seen: number; deleted: number; next: string | null }> {
  const found = await store.list(options.after ?? null);
  const limit = (options.nowMs ?? systemClock.now()) - options.olderThanMs;
  const old = found.filter(({ writtenMs }) => writtenMs < limit).map(({ key }) => key);
  const referenced = old.length > 0 ? await isReferenced(old) : new Set<string>();
  const orphans = old.filter((key) => !referenced.has(key));
  let deleted = 0;
  for (const key of orphans) if (await store.delete(key, limit)) deleted++;
  return { seen: found.length, deleted, next: found.at(-1)?.key ?? null };
}
