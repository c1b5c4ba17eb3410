// The ids that THREAD links, as numbers: each different id of a folder has one, so that an id costs its text once and compares at once.
import { bytesBeside, KeptEntry } from "../fetch/kept-items.ts";

/** Octets of a message beside its numbers: where they begin, by UID. */
const messageOctets = 40;

/** RFC 5256 3 (1) */
export interface MessageLinks {
  /** Null: the message has no id. */
  messageId: number | null;
  /** References, oldest first; else the first id of In-Reply-To. */
  references: number[];
}

export class KeptLinks extends KeptEntry {
  #numbers = new Map<string, number>();
  /** How many references follow, the own id, 0 for none, and the references. */
  #flat = new Uint32Array(0);
  #length = 0;
  /** Where a UID's stand. */
  #places = new Map<number, number>();
  #textOctets = 0;

  /** Undefined: not known. */
  of(uid: number): MessageLinks | undefined {
    const at = this.#places.get(uid);
    if (at === undefined) return undefined;
    const flat = this.#flat;
    const references: number[] = [];
    for (let i = at + 2, end = i + flat[at]!; i < end; i++) references.push(flat[i]!);
    return { messageId: flat[at + 1]! || null, references };
  }

  has(uid: number): boolean {
    return this.#places.has(uid);
  }

  set(uid: number, messageId: string | null, references: readonly string[]): void {
    if (this.#places.has(uid)) return;
    const length = this.#length + 2 + references.length;
    if (length > this.#flat.length) {
      const grown = new Uint32Array(Math.max(length, 1024, this.#flat.length + (this.#flat.length >> 1)));
      grown.set(this.#flat.subarray(0, this.#length));
      this.#flat = grown;
    }
    this.#places.set(uid, this.#length);
    this.#flat[this.#length++] = references.length;
    this.#flat[this.#length++] = messageId === null ? 0 : this.#number(messageId);
    for (const id of references) this.#flat[this.#length++] = this.#number(id);
  }

  #number(id: string): number {
    const normal = normalId(id);
    const known = this.#numbers.get(normal);
    if (known !== undefined) return known;
    // A copy: the id is a piece of a header, and would keep all of it.
    this.#numbers.set(Buffer.from(normal, "utf8").toString("utf8"), this.#numbers.size + 1);
    this.#textOctets += normal.length + bytesBeside;
    return this.#numbers.size;
  }

  settle(): void {
    this.kept.settle(this, this.#textOctets + this.#flat.byteLength + this.#places.size * messageOctets);
  }

  remove(uid: number): void {
    this.#places.delete(uid);
    if (this.#places.size === 0) this.#clear();
  }

  #clear(): void {
    this.#numbers = new Map();
    this.#flat = new Uint32Array(0);
    this.#length = 0;
    this.#places = new Map();
    this.#textOctets = 0;
  }
}

/** Drops needless quotes around the local part of an id. RFC 5256 3 */
export function normalId(id: string): string {
  if (!id.startsWith('"')) return id;
  const quoted = /^"((?:[^"\\]|\\.)*)"(@.*)?$/s.exec(id);
  return quoted ? `${quoted[1]!.replace(/\\(.)/gs, "$1")}${quoted[2] ?? ""}` : id;
}
