// Work that waits for a thread: whoever has been given least time comes next, so that a flood from one source holds up
// nobody else. A source is whoever causes the work: an account, or the network of a sender. A source that comes anew
// starts where those that are being served stand: it has saved up no time while it was away.

export interface Waiting {
  readonly source: string;
  /** Comes before all that is not urgent. */
  readonly urgent: boolean;
}

interface Served {
  /** Milliseconds given, on the scale that all sources share. */
  ms: number;
  /** Pieces of work that wait or run. */
  open: number;
}

export class FairQueue<T extends Waiting> {
  /** In order of arrival. */
  readonly #waiting = new Set<T>();
  readonly #sources = new Map<string, Served>();
  #level = 0;

  get length(): number {
    return this.#waiting.size;
  }

  add(work: T): void {
    const served = this.#sources.get(work.source) ?? { ms: this.#level, open: 0 };
    served.open++;
    this.#sources.set(work.source, served);
    this.#waiting.add(work);
  }

  /** The next piece that may begin now, taken out; null when there is none. It is under way until `done`. */
  take(mayBegin: (work: T) => boolean): T | null {
    let next: T | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const work of this.#waiting) {
      const rank = work.urgent ? -1 : this.#sources.get(work.source)!.ms;
      if (rank >= least || !mayBegin(work)) continue;
      [next, least] = [work, rank];
    }
    if (next === null) return null;
    this.#waiting.delete(next);
    this.#level = Math.max(this.#level, least);
    return next;
  }

  /** Takes out work that nobody waits for any longer. @returns false when it has begun */
  remove(work: T): boolean {
    if (!this.#waiting.delete(work)) return false;
    this.done(work);
    return true;
  }

  /** Counts time that a source was given; negative: it was less than was counted before. */
  charge(source: string, ms: number): void {
    const served = this.#sources.get(source);
    if (served) served.ms += ms;
  }

  /** A piece of work is over. */
  done({ source }: T): void {
    const served = this.#sources.get(source)!;
    served.open--;
    // Nobody is owed anything once all are served; a source that had more than its share is remembered until then.
    if (served.open === 0 && served.ms <= this.#level) this.#sources.delete(source);
    for (const { open } of this.#sources.values()) if (open > 0) return;
    this.#sources.clear();
    this.#level = 0;
  }
}
