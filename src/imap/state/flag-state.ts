// The flags of all messages of a folder that sessions have open, in memory: two bytes a message beside its UID, and one
// list for all messages that have the same flags. It is at the modseq of the folder's tracker.

import { flagNames } from "../../store/mailbox/flag-names.ts";
import type { FolderSnapshot } from "../../store/mailbox/imap.ts";
import { FlagList } from "../wire/writer.ts";

/** The code of an expunged message. */
const gone = 0xffff;
/** Limit of different lists; beyond, the state is dropped. */
const maxLists = 60_000;
const growBy = 1024;
/** Expunged messages whose last flags are kept. */
const maxGone = 10_000;

interface FlagSet {
  flags: readonly string[];
  list: FlagList;
  /** How many messages have it. */
  count: number;
}

export class FlagState {
  #uids: Uint32Array;
  #codes: Uint16Array;
  #length = 0;
  #gone = 0;
  /** No message before this index is unseen. */
  #seenBefore = 0;
  readonly #lists: FlagSet[] = [];
  readonly #codeOf = new Map<string, number>();
  /** The last flags of expunged messages, for sessions that have not reported their EXPUNGE. */
  readonly #last = new Map<number, FlagList>();
  /** True once there were too many different lists: the state is dropped. */
  #lost = false;

  /** @param capacity how many messages it holds before it grows */
  constructor(capacity: number) {
    this.#uids = new Uint32Array(capacity);
    this.#codes = new Uint16Array(capacity);
  }

  /**
   * All messages of a folder, without the cost of `set` for each.
   * @param flags bits of Flag, in the order of `uids`, which ascend
   * @param keywords by UID; messages without keywords are absent
   */
  static of({ uids, flags, keywords }: Pick<FolderSnapshot, "uids" | "flags" | "keywords">): FlagState {
    const state = new FlagState(uids.length);
    state.#uids.set(uids);
    state.#length = uids.length;
    // A few of the combinations are in use.
    const codes = new Map<number, number>();
    for (let i = 0; i < uids.length; i++) {
      const bits = flags[i]!;
      let code = codes.get(bits);
      if (code === undefined) {
        code = state.#code(flagNames(bits, []));
        codes.set(bits, code);
      }
      state.#codes[i] = code;
      state.#lists[code]!.count++;
    }
    for (const [uid, words] of keywords) {
      const index = state.#indexOf(uid);
      if (index >= 0) state.set(uid, flagNames(flags[index]!, words));
    }
    return state;
  }

  /** False once the state is dropped; then the database has the flags. */
  get isKnown(): boolean {
    return !this.#lost;
  }

  /** Sets all flags and keywords of a message. A new message has a UID above all others. */
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

  /** Removes an expunged message; a reader finds its last flags until `forgetGone`. RFC 2180 4.1.1 */
  remove(uid: number): void {
    const index = this.#indexOf(uid);
    if (index < 0) return;
    const kept = this.#lists[this.#codes[index]!];
    if (kept && this.#last.size < maxGone) this.#last.set(uid, kept.list);
    this.#put(index, gone);
    if (this.#gone > growBy && this.#gone * 2 > this.#length) this.#compact();
  }

  /** Changes the last flags of an expunged message, where they are kept. */
  setGone(uid: number, flags: readonly string[]): void {
    if (!this.#last.has(uid)) return;
    const kept = this.#lists[this.#code(flags)];
    if (kept && !this.#lost) this.#last.set(uid, kept.list);
  }

  /** Drops the flags of expunged messages. Call it when every session has reported EXPUNGE. */
  forgetGone(): void {
    if (this.#last.size > 0) this.#last.clear();
  }

  /**
   * Reads flags of messages in ascending order of UID; null for a message that is not in the folder.
   * @param withGone also the last flags of expunged messages, where they are kept
   */
  reader(withGone = true): (uid: number) => FlagList | null {
    let at = 0;
    const lastOf = (uid: number) => (withGone ? (this.#last.get(uid) ?? null) : null);
    return (uid) => {
      // Above the length the arrays may hold values from before `#compact`.
      if (at >= this.#length || this.#uids[at] !== uid) {
        const index = this.#indexOf(uid);
        if (index < 0) return lastOf(uid);
        at = index;
      }
      return this.#lists[this.#codes[at++]!]?.list ?? lastOf(uid);
    };
  }

  /** The different lists of flags that messages in the folder have. */
  lists(): FlagList[] {
    return this.#lists.flatMap(({ list, count }) => (count > 0 ? [list] : []));
  }

  /**
   * UIDs of the messages in the folder whose flags pass the test, ascending. The test is asked once for each different list
   * of flags.
   */
  where(test: (list: FlagList) => boolean): number[] {
    const passes = Uint8Array.from(this.#lists, ({ list, count }) => (count > 0 && test(list) ? 1 : 0));
    const uids: number[] = [];
    if (!passes.includes(1)) return uids;
    for (let i = 0; i < this.#length; i++) if (passes[this.#codes[i]!] === 1) uids.push(this.#uids[i]!);
    return uids;
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
    if (this.#lists.length >= maxLists) {
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
    const capacity = this.#length + Math.max(growBy, this.#length >> 3);
    const uids = new Uint32Array(capacity);
    const codes = new Uint16Array(capacity);
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
