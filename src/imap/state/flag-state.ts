// The flags of all messages of a folder that sessions have open, in memory: two bytes a message beside its UID, and one
// list for all messages that have the same flags. It stands where the folder's tracker stands.

import { FlagList } from "../wire/writer.ts";

/** No such message: it is gone. */
const gone = 0xffff;
/** Different lists that are kept; more than a folder needs to have. */
const mostLists = 60_000;
const growBy = 1024;
/** Messages that are gone and not forgotten. */
const mostGone = 10_000;

interface Kept {
  flags: readonly string[];
  list: FlagList;
  /** Messages that have it. */
  count: number;
}

export class FlagState {
  #uids: Uint32Array;
  #codes: Uint16Array;
  #length = 0;
  #gone = 0;
  /** No message before this index is unseen. */
  #seenBefore = 0;
  readonly #lists: Kept[] = [];
  readonly #codeOf = new Map<string, number>();
  /** What messages had that are gone, for clients that still have them. */
  readonly #last = new Map<number, FlagList>();
  /** Too many different lists: nothing is known any more. */
  #lost = false;

  /** @param room messages that will be put in at first */
  constructor(room: number) {
    this.#uids = new Uint32Array(room);
    this.#codes = new Uint16Array(room);
  }

  /** False once it has given up; then the database has to be asked. */
  get isKnown(): boolean {
    return !this.#lost;
  }

  /** All flags and keywords of a message, new or known. New ones have UIDs above all others. */
  set(uid: number, flags: readonly string[]): void {
    if (this.#lost) return;
    const code = this.#code(flags);
    const last = this.#length === 0 ? 0 : this.#uids[this.#length - 1]!;
    if (uid <= last) {
      const index = this.#indexOf(uid);
      if (index >= 0) this.#put(index, code);
      return;
    }
    if (this.#length === this.#uids.length) this.#grow();
    this.#uids[this.#length] = uid;
    this.#codes[this.#length++] = code;
    this.#lists[code]!.count++;
  }

  /** The message is gone; until `forgetGone` a reader still finds what it had. RFC 2180 4.1.1 */
  remove(uid: number): void {
    const index = this.#indexOf(uid);
    if (index < 0) return;
    const kept = this.#lists[this.#codes[index]!];
    if (kept && this.#last.size < mostGone) this.#last.set(uid, kept.list);
    this.#put(index, gone);
    if (this.#gone > growBy && this.#gone * 2 > this.#length) this.#compact();
  }

  /** What readers find of a message that is gone and not forgotten. */
  setGone(uid: number, flags: readonly string[]): void {
    if (!this.#last.has(uid)) return;
    const kept = this.#lists[this.#code(flags)];
    if (kept && !this.#lost) this.#last.set(uid, kept.list);
  }

  /** To be called when no client has messages any more that are gone. */
  forgetGone(): void {
    if (this.#last.size > 0) this.#last.clear();
  }

  /**
   * Flags of messages that are asked for in ascending order of UID; null for one that is not there.
   * @param withGone also what those had that are gone and not forgotten
   */
  reader(withGone = true): (uid: number) => FlagList | null {
    let at = 0;
    const lastOf = (uid: number) => (withGone ? (this.#last.get(uid) ?? null) : null);
    return (uid) => {
      // Behind the length may be what was there before the state was compacted.
      if (at >= this.#length || this.#uids[at] !== uid) {
        const index = this.#indexOf(uid);
        if (index < 0) return lastOf(uid);
        at = index;
      }
      return this.#lists[this.#codes[at++]!]?.list ?? lastOf(uid);
    };
  }

  /** Keywords in use, in order. */
  keywords(): string[] {
    const used = new Set<string>();
    for (const { flags, count } of this.#lists)
      if (count > 0) for (const flag of flags) if (!flag.startsWith("\\")) used.add(flag);
    return [...used].sort();
  }

  /** UID of the first message without \Seen; 0: there is none. */
  firstUnseen(): number {
    const isSeen = this.#lists.map(({ flags }) => flags.includes("\\Seen"));
    let at = this.#seenBefore;
    while (at < this.#length && isSeen[this.#codes[at]!] !== false) at++;
    this.#seenBefore = at;
    return at < this.#length ? this.#uids[at]! : 0;
  }

  #code(flags: readonly string[]): number {
    const key = flags.join(" ");
    const known = this.#codeOf.get(key);
    if (known !== undefined) return known;
    if (this.#lists.length >= mostLists) {
      this.#lost = true;
      return 0;
    }
    this.#codeOf.set(key, this.#lists.length);
    return this.#lists.push({ flags, list: new FlagList(flags), count: 0 }) - 1;
  }

  #put(index: number, code: number): void {
    const before = this.#codes[index]!;
    if (before === gone) return;
    this.#lists[before]!.count--;
    this.#codes[index] = code;
    this.#seenBefore = Math.min(this.#seenBefore, index);
    if (code === gone) this.#gone++;
    else this.#lists[code]!.count++;
  }

  #indexOf(uid: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#uids[middle]! < uid) low = middle + 1;
      else high = middle;
    }
    return this.#uids[low] === uid && low < this.#length ? low : -1;
  }

  #grow(): void {
    const room = this.#length + Math.max(growBy, this.#length >> 3);
    const uids = new Uint32Array(room);
    const codes = new Uint16Array(room);
    uids.set(this.#uids);
    codes.set(this.#codes);
    this.#uids = uids;
    this.#codes = codes;
  }

  #compact(): void {
    let kept = 0;
    for (let i = 0; i < this.#length; i++) {
      if (this.#codes[i] === gone) continue;
      this.#uids[kept] = this.#uids[i]!;
      this.#codes[kept++] = this.#codes[i]!;
    }
    this.#length = kept;
    this.#gone = 0;
    this.#seenBefore = 0;
  }
}
