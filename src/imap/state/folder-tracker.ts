// A process's copy of one folder that sessions have open: its UIDs and its latest flag changes, applied from
// the change log in order of modseq. A session's view (session-view.ts) lags behind it until the session may
// report.

import type { KeptFolder } from "../fetch/kept-items.ts";
import { type Ranges, rangesOf } from "../wire/sequence-set.ts";
import { FlagLog } from "./flag-log.ts";
import type { FlagState } from "./flag-state.ts";
import { SessionView } from "./session-view.ts";
import { removedBetween, UidMap } from "./uid-map.ts";

/** One row of the change log, for this folder. */
export type FolderChange =
  /** `flags`: all flags and keywords of the message now, without \Recent; null when it is expunged already. */
  | { kind: "placed"; modseq: number; uid: number; flags?: readonly string[] | null }
  /** `flags`: all flags and keywords, without \Recent. `modseq`: the message's own, which FETCH returns. */
  | { kind: "flags"; modseq: number; uid: number; flags: readonly string[] }
  | { kind: "expunged"; modseq: number; uid: number };

export interface FolderState {
  /** Ascending. */
  uids: ArrayLike<number>;
  /** Changes up to here are in `uids`. */
  modseq: number;
  /** A lower bound of UIDNEXT; by default one above the last UID. */
  uidNext?: number;
  /** The first UID that no read-write session has seen: it and those above become \Recent. RFC 3501 2.3.2 */
  recentFrom: number;
  /** Flags of all messages at that modseq. */
  states?: FlagState;
}

/** Expunged messages: `sequences` as successive EXPUNGE responses number them, and their UIDs. */
export interface Removed {
  sequences: readonly number[];
  uids: Ranges;
}

export class FolderTracker {
  map: UidMap;
  modseq: number;
  /** UIDNEXT. */
  uidNext: number;
  /** The first read-write session that reports these messages moves it; the identity feed stores it from here. */
  recentFrom: number;
  readonly flags = new FlagLog();
  /** Flags of all messages; null where they were not loaded: the database has them. */
  readonly states: FlagState | null;
  /** Items of its messages as FETCH has written them. */
  readonly kept: KeptFolder = new Map();
  readonly #views = new Set<SessionView>();
  /** The last difference, cached: most sessions lag behind from the same map. */
  #difference: { before: UidMap; after: UidMap; removed: Removed } | null = null;

  constructor(state: FolderState) {
    this.map = UidMap.of(state.uids);
    this.modseq = state.modseq;
    this.uidNext = Math.max(state.uidNext ?? 1, this.map.last + 1);
    this.recentFrom = state.recentFrom;
    this.states = state.states ?? null;
  }

  /** How many sessions have the folder open. */
  get sessions(): number {
    return this.#views.size;
  }

  open(readOnly: boolean): SessionView {
    const view = new SessionView(this, readOnly, () => this.#views.delete(view));
    this.#views.add(view);
    return view;
  }

  /** The messages of an earlier map that are expunged now. */
  removedSince(before: UidMap): Removed {
    const after = this.map;
    if (this.#difference?.before === before && this.#difference.after === after)
      return this.#difference.removed;
    const gone = removedBetween(before, after);
    const sequences = gone.map((uid, index) => before.sequenceOf(uid) - index);
    const removed = { sequences, uids: rangesOf(gone) };
    this.#difference = { before, after, removed };
    return removed;
  }

  /**
   * Applies changes in the order of the log.
   * @param upTo the modseq read up to; all changes of one modseq come in one call, and those at or below the
   *   tracker's modseq are skipped, so applying a stretch twice changes nothing
   */
  apply(changes: readonly FolderChange[], upTo: number): void {
    if (![...this.#views].some((view) => view.isBehind)) this.states?.forgetGone();
    const placed: number[] = [];
    const expunged = new Set<number>();
    const last = this.map.last;
    for (const change of changes) {
      if (change.modseq <= this.modseq) continue;
      switch (change.kind) {
        case "placed":
          if (change.uid > (placed.at(-1) ?? last)) placed.push(change.uid);
          this.uidNext = Math.max(this.uidNext, change.uid + 1);
          if (change.flags) this.states?.set(change.uid, change.flags);
          break;
        case "flags":
          if (expunged.has(change.uid)) break;
          this.flags.add(change);
          this.states?.set(change.uid, change.flags);
          break;
        case "expunged":
          expunged.add(change.uid);
          this.flags.drop(change.uid);
          this.states?.remove(change.uid);
          for (const column of this.kept.values()) column.remove(change.uid);
          break;
      }
    }
    if (upTo > this.modseq) this.modseq = upTo;
    const gone = [...expunged].sort((a, b) => a - b);
    this.map = this.map.remove(gone).append(placed.filter((uid) => !expunged.has(uid)));
    if (this.flags.isLarge) this.#clean();
  }

  #clean(): void {
    let reported = this.modseq;
    for (const view of this.#views) reported = Math.min(reported, view.flagsReported);
    this.flags.forget(reported);
  }
}
