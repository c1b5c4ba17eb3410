// Bytes that come from outside, at the pace of their sender: the first of them in memory, all of them in a file once
// they are many. A slow sender costs disk, not memory, and what all senders together may take of both is bounded.
// A file loses its name as soon as it is open, or as another process has filled it, so the system removes it however its
// user ends; what a crash leaves is removed at the next start.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { ByteBudget, type ByteHold } from "./byte-budget.ts";
import { collectAfter, collectArriving } from "./collect.ts";
import { passingId } from "./ids.ts";

export interface SpillLimits {
  /** Bytes of one client that stay in memory. */
  inMemory: number;
  /** Bytes of all clients in memory, until they are released. */
  arriving: number;
  /** Bytes of all files that are read back into memory at once; later reads wait. One of the largest that may come fits. */
  whole: number;
  /** Bytes of all clients in files. */
  onDisk: number;
}

const megabyte = 1024 * 1024;

/** 104 MB of memory in all. What reads, hashes, packs and stores a large one holds several times its bytes meanwhile. */
const standard: SpillLimits = {
  inMemory: megabyte,
  arriving: 64 * megabyte,
  whole: 40 * megabyte,
  onDisk: 2048 * megabyte,
};

/** Buffers that share these limits. */
export class Spills {
  readonly limits: SpillLimits;
  readonly arriving: ByteBudget;
  readonly whole: ByteBudget;
  readonly onDisk: ByteBudget;

  /** @param dir an existing folder */
  constructor(
    readonly dir: string,
    limits: Partial<SpillLimits> = {},
  ) {
    this.limits = { ...standard, ...limits };
    this.arriving = new ByteBudget(this.limits.arriving);
    this.whole = new ByteBudget(this.limits.whole);
    this.onDisk = new ByteBudget(this.limits.onDisk);
  }

  open(): Spill {
    return new Spill(this);
  }

  /**
   * A file that another process fills by its name, of about so many bytes; null: there is no room on the disk.
   * `dropName` once it is filled; `release` ends it.
   */
  async file(bytes: number): Promise<SpillFile | null> {
    const hold = this.onDisk.hold();
    if (!hold.take(bytes)) return null;
    try {
      const { handle, path } = await openNamed(this.dir);
      const dropName = () => rm(path, { force: true }).catch(() => {});
      const release = async () => {
        hold.release();
        await dropName();
        await handle.close().catch(() => {});
      };
      return { handle, path, dropName, release };
    } catch (error) {
      hold.release();
      if (isFull(error)) return null;
      throw error;
    }
  }
}

/** A file, and what it takes of the disk. */
export interface SpillFile {
  handle: FileHandle;
  path: string;
  /** The system then removes the file however its user ends. Never throws. */
  dropName(): Promise<void>;
  /** Never throws; once. */
  release(): Promise<void>;
}

/** The bytes of one client. One call at a time; `release` ends it. */
export class Spill {
  #size = 0;
  #chunks: Uint8Array[] = [];
  #file: FileHandle | null = null;
  readonly #arriving: ByteHold;
  readonly #whole: ByteHold;
  readonly #onDisk: ByteHold;

  constructor(private readonly spills: Spills) {
    this.#arriving = spills.arriving.hold();
    this.#whole = spills.whole.hold();
    this.#onDisk = spills.onDisk.hold();
  }

  /** Bytes written. */
  get size(): number {
    return this.#size;
  }

  /**
   * Appends bytes, which the caller does not change afterwards.
   * @returns false when the disk limit is reached: the caller releases the buffer
   */
  async write(chunk: Uint8Array): Promise<boolean> {
    const size = this.#size + chunk.length;
    if (!this.#file && size <= this.spills.limits.inMemory && this.#arriving.take(chunk.length)) {
      this.#chunks.push(chunk);
      this.#size = size;
      return true;
    }
    try {
      if (!this.#onDisk.take(this.#file ? chunk.length : size)) return false;
      if (!this.#file) {
        this.#file = await openNameless(this.spills.dir);
        for (const early of this.#chunks) await writeAll(this.#file, early);
        this.#chunks = [];
        this.#arriving.release();
      }
      await writeAll(this.#file, chunk);
      // With what it was read from.
      await collectArriving(2 * chunk.length);
    } catch (error) {
      if (isFull(error)) return false;
      throw error;
    }
    this.#size = size;
    return true;
  }

  /** All bytes, once the memory limit has room for them; they count until `release`. */
  async bytes(): Promise<Uint8Array> {
    if (!this.#file) {
      const [only] = this.#chunks;
      return this.#chunks.length === 1 ? only! : Buffer.concat(this.#chunks, this.#size);
    }
    await this.#whole.wait(this.#size);
    // Released meanwhile: nothing would give the bytes back later.
    if (!this.#file) {
      this.#whole.release();
      throw new Error("the bytes were released while they waited for room");
    }
    const bytes = new Uint8Array(this.#size);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new Error("a file of arriving bytes ends early");
      at += bytesRead;
    }
    await this.#closeFile();
    return bytes;
  }

  /** Drops the bytes. Never throws; a second call does nothing. */
  async release(): Promise<void> {
    collectAfter(this.#size);
    this.#chunks = [];
    this.#arriving.release();
    this.#whole.release();
    await this.#closeFile();
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close().catch(() => {});
    this.#onDisk.release();
  }
}

/** Separate limits for mail from outside, and for clients with a key or a password. */
export interface SpillSet {
  mail: Spills;
  clients: Spills;
}

/** Makes the folder under `dataDir` if it is missing, and removes files that a kill left before they were unlinked. */
export function openSpills(dataDir: string): SpillSet {
  const dir = join(dataDir, "arriving");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(dir)) rmSync(join(dir, name), { force: true, recursive: true });
  return { mail: new Spills(dir), clients: new Spills(dir) };
}

async function openNameless(dir: string): Promise<FileHandle> {
  const { handle, path } = await openNamed(dir);
  // Another process that starts on this directory may have removed the file just now.
  await rm(path, { force: true });
  return handle;
}

async function openNamed(dir: string): Promise<{ handle: FileHandle; path: string }> {
  const path = join(dir, passingId());
  return { handle: await open(path, "wx+", 0o600), path };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT";
}
