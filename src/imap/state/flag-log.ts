// The last flag change of each message, in order of modseq: which sessions have still to report. All sessions
// of a folder share it. It has one entry a message, so it never outgrows the folder, however far a session lags behind.

export interface LoggedFlagChange {
  modseq: number;
  uid: number;
  /** All flags and keywords the message has now, without \Recent. */
  flags: readonly string[];
}

/** Fewer entries than this are not worth cleaning up. */
const smallLog = 256;

export class FlagLog {
  /** null where a later entry replaces it. */
  #entries: (LoggedFlagChange | null)[] = [];
  /** The modseq of each entry; ascending. */
  #modseqs: number[] = [];
  #indexes = new Map<number, number>();
  #nextClean = smallLog;

  /** How many changes are kept. */
  get size(): number {
    return this.#indexes.size;
  }

  /** Changes come in order of modseq. */
  add(change: LoggedFlagChange): void {
    this.drop(change.uid);
    this.#indexes.set(change.uid, this.#entries.length);
    this.#entries.push(change);
    this.#modseqs.push(change.modseq);
  }

  /** Drops the entry of a message that is expunged or has a newer change. */
  drop(uid: number): void {
    const index = this.#indexes.get(uid);
    if (index === undefined) return;
    this.#entries[index] = null;
    this.#indexes.delete(uid);
  }

  /** Changes above `modseq`, in order. The log must not change meanwhile. */
  *after(modseq: number): Generator<LoggedFlagChange> {
    let low = 0;
    let high = this.#modseqs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#modseqs[middle]! <= modseq) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < this.#entries.length; i++) {
      const entry = this.#entries[i];
      if (entry) yield entry;
    }
  }

  /** True when `forget` is due. Its bound is the least `flagsReported` of all sessions. */
  get isLarge(): boolean {
    return this.#entries.length >= this.#nextClean;
  }

  /** Drops the changes up to a modseq, which every session has reported. */
  forget(upTo: number): void {
    const kept = [...this.after(upTo)];
    this.#entries = kept;
    this.#modseqs = kept.map(({ modseq }) => modseq);
    this.#indexes = new Map(kept.map(({ uid }, index) => [uid, index]));
    this.#nextClean = Math.max(smallLog, 2 * kept.length);
  }
}
