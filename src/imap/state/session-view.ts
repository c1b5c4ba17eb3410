// One session's view of its selected folder: the message numbers that the client knows, which may lag behind the
// folder. RFC 9051 5.2, 7.5.1: numbers change only by untagged responses, and EXPUNGE must not be sent during FETCH, STORE
// and SEARCH by number; EXISTS and FETCH may be sent at any time. A view holds a reference to a shared map and a few
// numbers; it has chunks of its own only while an EXPUNGE is pending.

import {
  highestNamed,
  type MessageSet,
  normalRanges,
  type Ranges,
  rangesHave,
  rangesOf,
  resolveSet,
} from "../wire/sequence-set.ts";
import type { FolderTracker } from "./folder-tracker.ts";
import type { UidMap } from "./uid-map.ts";

/** Untagged responses, in the order in which they are sent. */
export type Update =
  /** `sequences`: as successive EXPUNGE responses number them. `uids`: the same messages, for VANISHED. */
  | { kind: "expunge"; sequences: readonly number[]; uids: Ranges }
  | { kind: "exists"; count: number; uids: Ranges }
  /** IMAP4rev1 only. */
  | { kind: "recent"; count: number }
  | { kind: "flags"; sequence: number; uid: number; flags: readonly string[]; modseq: number };

/** Flag changes that one `take` returns; the rest stays for the next call. */
const flagsAtOnce = 1000;

export class SessionView {
  #map: UidMap;
  /** The highest UID that EXISTS has covered: messages above are new. */
  #highest: number;
  /** Flag changes up to this modseq have been reported. */
  flagsReported: number;
  /** Everything up to this modseq has been reported, EXPUNGE too. */
  #synced: number;
  /** UIDs to the modseq at which the client knows their flags, where that is beyond `flagsReported`. */
  #known: Map<number, number> | null = null;
  #recent: number[] = [];
  #recentCount = 0;
  #saved: Ranges = [];

  constructor(
    readonly tracker: FolderTracker,
    readonly readOnly: boolean,
    readonly close: () => void,
  ) {
    this.#map = tracker.map;
    this.#highest = this.#map.last;
    this.flagsReported = tracker.modseq;
    this.#synced = tracker.modseq;
    this.#claimRecent(0);
    this.#recentCount = this.#countRecent();
  }

  /** True while EXISTS or EXPUNGE is pending. */
  get isBehind(): boolean {
    return this.#map !== this.tracker.map;
  }

  /** The number of messages that the client knows: its last EXISTS less each EXPUNGE. */
  get exists(): number {
    return this.#map.size;
  }

  get recent(): number {
    return this.#recentCount;
  }

  /** Highest UID the client knows of, 0 when there is none: what `*` is in a UID set. */
  get lastUid(): number {
    return this.#map.last;
  }

  /** The HIGHESTMODSEQ that may be reported: below every pending change. RFC 7162 6 */
  get highestModseq(): number {
    return this.#synced;
  }

  /** True when `take` would return updates; with `expunge` false, other updates than EXPUNGE. */
  pending(expunge = true): boolean {
    const { tracker } = this;
    if (this.flagsReported < tracker.modseq && !tracker.flags.after(this.flagsReported).next().done)
      return true;
    if (this.#map === tracker.map) return false;
    if (tracker.map.last > this.#highest) return true;
    return expunge && tracker.removedSince(this.#map).sequences.length > 0;
  }

  uidAt(sequence: number): number {
    return this.#map.uidAt(sequence);
  }

  /** 0 when the client does not know the UID. */
  sequenceOf(uid: number): number {
    return this.#map.sequenceOf(uid);
  }

  /** The UIDs that are \Recent in this session. */
  get recentUids(): Ranges {
    return this.#recent;
  }

  isRecent(uid: number): boolean {
    return rangesHave(this.#recent, uid);
  }

  /**
   * The message numbers that a set names, as ranges, whether it was written with numbers or with UIDs. UIDs that do not
   * exist are skipped; null for a message number that does not exist, which is BAD. RFC 9051 9 `seq-number`
   */
  sequences(set: MessageSet, byUid: boolean): Ranges | null {
    if (set.kind === "saved") return this.#map.sequencesOf(this.#saved);
    if (byUid) return this.#map.sequencesOf(resolveSet(set, this.#map.last));
    if (this.#map.size === 0 || highestNamed(set) > this.#map.size) return null;
    return resolveSet(set, this.#map.size);
  }

  /** As `sequences`, for SEARCH: numbers above EXISTS match nothing. */
  sequencesThere(set: MessageSet, byUid: boolean): Ranges {
    if (set.kind === "saved" || byUid) return this.sequences(set, byUid)!;
    const { size } = this.#map;
    const there: number[] = [];
    for (let named = resolveSet(set, size), i = 0; i < named.length; i += 2)
      if (named[i]! <= size) there.push(Math.max(1, named[i]!), Math.min(size, named[i + 1]!));
    return there;
  }

  /** The UIDs of message numbers, as ranges that hold no UID of another message in the folder. */
  uidsOf(sequences: Ranges): Ranges {
    const uids: number[] = [];
    for (let i = 0; i < sequences.length; i += 2) {
      uids.push(this.#map.uidAt(sequences[i]!), this.#map.uidAt(sequences[i + 1]!));
    }
    return normalRanges(uids);
  }

  /** Sets `$`. UIDs ascending. RFC 5182 2.1 */
  save(uids: Iterable<number>): void {
    this.#saved = rangesOf(uids);
  }

  /**
   * Notes that the client knows the flags that this session's own STORE gave a message: from a FETCH response, or
   * because the STORE was .SILENT and the client had known the flags before.
   * @param modseq the message's, after the change
   * @param previous the message's, before it; null when the client has been sent the flags in full
   */
  acknowledge(uid: number, modseq: number, previous: number | null): void {
    // Another session changed the flags just before, unknown to this client: the FETCH is still to be sent.
    if (previous !== null && previous > this.flagsReported && this.#known?.get(uid) !== previous) return;
    this.#known ??= new Map();
    this.#known.set(uid, modseq);
  }

  /**
   * Catches up with the folder. Call it until it returns nothing, or continue later.
   * @param expunge whether EXPUNGE may be sent now
   * @param added whether EXISTS may be sent now; while new messages wait for it, EXPUNGE waits too
   * @returns the untagged responses to send, in order
   */
  take(expunge: boolean, added = true): Update[] {
    const updates: Update[] = [];
    const known = this.#highest;
    if (added || this.tracker.map.last <= this.#highest) this.#takeMessages(updates, expunge);
    this.#takeFlags(updates, known);
    if (this.flagsReported === this.tracker.modseq && this.#map === this.tracker.map)
      this.#synced = this.flagsReported;
    return updates;
  }

  #takeMessages(updates: Update[], expunge: boolean): void {
    const { map } = this.tracker;
    if (this.#map === map) return;
    const { sequences, uids } = this.tracker.removedSince(this.#map);
    const added = rangesOf(map.above(this.#highest));
    if (sequences.length === 0 || expunge) {
      if (sequences.length > 0) updates.push({ kind: "expunge", sequences, uids });
      this.#map = map;
    } else if (added.length > 0) this.#map = this.#map.append([...map.above(this.#highest)]);
    if (added.length > 0) {
      const above = this.#highest;
      this.#highest = map.last;
      this.#claimRecent(above);
      updates.push({ kind: "exists", count: this.#map.size, uids: added });
    }
    const recent = this.#countRecent();
    if (recent !== this.#recentCount || added.length > 0) updates.push({ kind: "recent", count: recent });
    this.#recentCount = recent;
  }

  /** @param known the highest UID before this EXISTS: the client fetches the flags of newer messages itself */
  #takeFlags(updates: Update[], known: number): void {
    const { flags, modseq: upTo } = this.tracker;
    let count = 0;
    let reported = this.flagsReported;
    for (const change of flags.after(this.flagsReported)) {
      // All changes of one modseq are reported together, so that `flagsReported` is exact.
      if (count >= flagsAtOnce && change.modseq > reported) {
        this.flagsReported = reported;
        return;
      }
      reported = Math.max(reported, change.modseq);
      const { uid, modseq } = change;
      if (uid > known || (this.#known?.get(uid) ?? 0) >= modseq) continue;
      const sequence = this.#map.sequenceOf(uid);
      if (sequence === 0) continue;
      updates.push({ kind: "flags", sequence, uid, flags: change.flags, modseq });
      count++;
    }
    this.flagsReported = upTo;
    this.#forgetKnown();
  }

  #forgetKnown(): void {
    if (!this.#known) return;
    for (const [uid, modseq] of this.#known) if (modseq <= this.flagsReported) this.#known.delete(uid);
    if (this.#known.size === 0) this.#known = null;
  }

  /** Messages above `above` that no read-write session has seen become \Recent in this one. RFC 3501 2.3.2 */
  #claimRecent(above: number): void {
    const { tracker } = this;
    const from = Math.max(tracker.recentFrom, above + 1);
    const to = this.#highest;
    if (from > to) return;
    const last = this.#recent.length - 1;
    if (last > 0 && this.#recent[last]! >= from - 1) this.#recent[last] = to;
    else this.#recent.push(from, to);
    if (!this.readOnly) tracker.recentFrom = to + 1;
  }

  #countRecent(): number {
    let count = 0;
    for (let i = 0; i < this.#recent.length; i += 2) {
      count += this.#map.rank(this.#recent[i + 1]! + 1) - this.#map.rank(this.#recent[i]!);
    }
    return count;
  }
}
