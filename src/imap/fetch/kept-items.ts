// Items of FETCH responses, kept as they were written. The content that a UID names never changes (RFC 9051 2.3.1.1), so
// that nothing kept becomes wrong; mail programs sweep over the same folder again and again. One a process, within a limit:
// what was not used for longest gives way, and nothing does while it is in use.
import type { Clock } from "../../lib/clock.ts";

/** Limit of all kept octets, with what each costs beside them. */
const maxBytes = 32 * 1024 * 1024;
export const bytesBeside = 64;
const maxColumns = 2000;
/** Longer items are not kept: a client that reads whole mails reads each once. */
const maxOctets = 8192;
/** A column that was used since is not given up for another. */
const inUseMs = 10_000;
const unusedMs = 10 * 60_000;

/** An entry for a folder's messages under one key. */
export abstract class KeptEntry {
  bytes = 0;
  usedMs = 0;

  constructor(
    readonly kept: KeptItems,
    readonly key: string,
    readonly folder: KeptFolder,
  ) {}

  /** Forgets an expunged message. */
  abstract remove(uid: number): void;
}

/** One item of a folder's messages. */
export class KeptColumn extends KeptEntry {
  /** Octets as binary text, by UID. */
  readonly octets = new Map<number, string>();

  remove(uid: number): void {
    this.kept.remove(this, uid);
  }
}

/** The entries of a folder, which its tracker holds. */
export type KeptFolder = Map<string, KeptEntry>;

export class KeptItems {
  readonly #clock: Clock;
  /** The one used last is the last. */
  readonly #columns = new Set<KeptEntry>();
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All kept octets, with what they cost beside. */
  get bytes(): number {
    return this.#bytes;
  }

  column(folder: KeptFolder, key: string): KeptColumn {
    return this.entry(folder, key, KeptColumn);
  }

  /** The entry of that key, which is always of that class. */
  entry<E extends KeptEntry>(
    folder: KeptFolder,
    key: string,
    Entry: new (kept: KeptItems, key: string, folder: KeptFolder) => E,
  ): E {
    const before = folder.get(key);
    const column = before instanceof Entry ? before : new Entry(this, key, folder);
    folder.set(key, column);
    column.usedMs = this.#clock.now();
    this.#columns.delete(column);
    this.#columns.add(column);
    for (const first of this.#columns) {
      if (this.#columns.size <= maxColumns) break;
      this.#drop(first);
    }
    return column;
  }

  keep(column: KeptColumn, uid: number, octets: string): void {
    const more = octets.length + bytesBeside;
    if (!this.#columns.has(column) || column.octets.has(uid) || !this.#makeRoom(column, more)) return;
    column.octets.set(uid, octets);
    column.bytes += more;
    this.#bytes += more;
  }

  /** Counts what an entry has come to cost. One for which there is no room is given up. @param bytes all of its own */
  settle(entry: KeptEntry, bytes: number): void {
    if (!this.#columns.has(entry)) return;
    const more = bytes - entry.bytes;
    const fits = more <= 0 || this.#makeRoom(entry, more);
    entry.bytes = bytes;
    this.#bytes += more;
    if (!fits) this.#drop(entry);
  }

  remove(column: KeptColumn, uid: number): void {
    const octets = column.octets.get(uid);
    if (octets === undefined) return;
    column.octets.delete(uid);
    column.bytes -= octets.length + bytesBeside;
    this.#bytes -= octets.length + bytesBeside;
  }

  /** Drops what nobody has used for some minutes. */
  forgetUnused(): void {
    const oldest = this.#clock.now() - unusedMs;
    for (const column of this.#columns) {
      if (column.usedMs > oldest) return;
      this.#drop(column);
    }
  }

  #makeRoom(column: KeptEntry, more: number): boolean {
    if (this.#bytes + more <= maxBytes) return true;
    const now = this.#clock.now();
    for (const oldest of this.#columns) {
      if (oldest === column || now - oldest.usedMs < inUseMs) return false;
      this.#drop(oldest);
      if (this.#bytes + more <= maxBytes) return true;
    }
    return false;
  }

  /** A command that is reading it goes on with what it has. */
  #drop(column: KeptEntry): void {
    this.#columns.delete(column);
    column.folder.delete(column.key);
    this.#bytes -= column.bytes;
    column.bytes = 0;
  }
}

/** Whether so many octets are kept. */
export function mayKeep(octets: number): boolean {
  return octets <= maxOctets;
}
