// The UIDs of a folder's messages in order: message number n is the n-th. A map never changes; a change makes a new one
// that shares all chunks but those it touches. So all sessions of a process that have a folder open share one map, and
// a session that lags behind costs only the chunks that have changed since.

import type { Ranges } from "../wire/sequence-set.ts";

/** UIDs in a full chunk: what one change copies. */
const chunkUids = 1024;

export class UidMap {
  /** How many messages precede each chunk. */
  readonly #starts: Uint32Array;
  readonly size: number;

  private constructor(readonly chunks: readonly Uint32Array[]) {
    this.#starts = new Uint32Array(chunks.length);
    let size = 0;
    for (let i = 0; i < chunks.length; i++) {
      this.#starts[i] = size;
      size += chunks[i]!.length;
    }
    this.size = size;
  }

  static readonly empty = new UidMap([]);

  /** @param uids ascending */
  static of(uids: ArrayLike<number>): UidMap {
    const chunks: Uint32Array[] = [];
    for (let at = 0; at < uids.length; at += chunkUids) {
      const chunk = new Uint32Array(Math.min(chunkUids, uids.length - at));
      for (let i = 0; i < chunk.length; i++) chunk[i] = uids[at + i]!;
      chunks.push(chunk);
    }
    return new UidMap(chunks);
  }

  /** The highest UID, 0 when empty. */
  get last(): number {
    return this.chunks.at(-1)?.at(-1) ?? 0;
  }

  /** UID of a message number from 1 on; 0 beyond the last. */
  uidAt(sequence: number): number {
    if (sequence < 1 || sequence > this.size) return 0;
    const index = upperBound(this.#starts, sequence - 1) - 1;
    return this.chunks[index]![sequence - 1 - this.#starts[index]!]!;
  }

  /** How many messages have a lower UID. */
  rank(uid: number): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.chunks[middle]!.at(-1)! < uid) low = middle + 1;
      else high = middle;
    }
    if (low === this.chunks.length) return this.size;
    return this.#starts[low]! + lowerBound(this.chunks[low]!, uid);
  }

  /** Message number of a UID, 0 when the UID is not in the map. */
  sequenceOf(uid: number): number {
    const rank = this.rank(uid);
    return this.uidAt(rank + 1) === uid ? rank + 1 : 0;
  }

  /** Message numbers of a set of UIDs. */
  sequencesOf(uids: Ranges): number[] {
    const sequences: number[] = [];
    for (let i = 0; i < uids.length; i += 2) {
      const from = this.rank(uids[i]!) + 1;
      const to = this.rank(uids[i + 1]! + 1);
      if (from > to) continue;
      const last = sequences.length - 1;
      if (last > 0 && sequences[last] === from - 1) sequences[last] = to;
      else sequences.push(from, to);
    }
    return sequences;
  }

  /** UIDs above `uid`, in order. */
  *above(uid: number): Generator<number> {
    for (let sequence = this.rank(uid + 1) + 1; sequence <= this.size; sequence++) yield this.uidAt(sequence);
  }

  *[Symbol.iterator](): Generator<number> {
    for (const chunk of this.chunks) yield* chunk;
  }

  /** @param uids ascending, all above the last */
  append(uids: readonly number[]): UidMap {
    if (uids.length === 0) return this;
    const tail = this.chunks.at(-1);
    if (!tail || tail.length === chunkUids) return new UidMap([...this.chunks, ...UidMap.of(uids).chunks]);
    const joined = new Uint32Array(tail.length + uids.length);
    joined.set(tail);
    joined.set(uids, tail.length);
    return new UidMap([...this.chunks.slice(0, -1), ...UidMap.of(joined).chunks]);
  }

  /** @param uids ascending; those that are not in the map are skipped */
  remove(uids: readonly number[]): UidMap {
    if (uids.length === 0) return this;
    const chunks: Uint32Array[] = [];
    let at = 0;
    let changed = false;
    for (const chunk of this.chunks) {
      const last = chunk.at(-1)!;
      const begin = at;
      while (at < uids.length && uids[at]! <= last) at++;
      const kept = at === begin ? chunk : without(chunk, uids.slice(begin, at));
      changed ||= kept !== chunk;
      if (kept.length > 0) chunks.push(kept);
    }
    return changed ? new UidMap(chunks) : this;
  }
}

function without(chunk: Uint32Array, uids: readonly number[]): Uint32Array {
  const gone = new Set(uids);
  const kept = chunk.filter((uid) => !gone.has(uid));
  return kept.length === chunk.length ? chunk : kept;
}

/** First index whose value is at least `value`. */
function lowerBound(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index whose value is above `value`. */
function upperBound(sorted: Uint32Array, value: number): number {
  return lowerBound(sorted, value + 1);
}

/** UIDs of `before` that `after` has not, ascending. Shared chunks are skipped unread. */
export function removedBetween(before: UidMap, after: UidMap): number[] {
  const removed: number[] = [];
  let chunk = 0;
  let at = 0;
  for (const old of before.chunks) {
    if (at === 0 && after.chunks[chunk] === old) {
      chunk++;
      continue;
    }
    for (const uid of old) {
      while (chunk < after.chunks.length && (after.chunks[chunk]![at] ?? uid) < uid) {
        if (++at === after.chunks[chunk]!.length) {
          chunk++;
          at = 0;
        }
      }
      if (after.chunks[chunk]?.[at] !== uid) removed.push(uid);
      else if (++at === after.chunks[chunk]!.length) {
        chunk++;
        at = 0;
      }
    }
  }
  return removed;
}
