// A fair queue: the source that has used the least processor time is served next, so that a flood from one source delays no
// other. A source is what causes the work: an account, or the network of a sender. A new source starts with the time of
// those that are being served: time spent away earns no credit.
import { must } from "../lib/must.ts";

export interface QueuedWork {
  readonly source: string;
  /** Served before all work that is not urgent. */
  readonly urgent: boolean;
}

interface Served {
  /** Milliseconds used, on a scale that all sources share. */
  ms: number;
  /** Jobs that wait or run. */
  open: number;
}

export class FairQueue<T extends QueuedWork> {
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

  /** Removes and returns the next job that may begin now; null when there is none. The job counts as running until `done`. */
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

  /** Removes a job that nobody waits for any longer. @returns false when it has begun */
  remove(work: T): boolean {
    if (!this.#waiting.delete(work)) return false;
    this.done(work);
    return true;
  }

  /** Adds to the time that a source has used; negative to correct an estimate. */
  charge(source: string, ms: number): void {
    const served = this.#sources.get(source);
    if (served) served.ms += ms;
  }

  /** Records that a job has ended. */
  done({ source }: T): void {
    const served = must(this.#sources.get(source), "a source is known while work of it waits");
    served.open--;
    // A source that used more than its share is remembered until the queue is empty.
    if (served.open === 0 && served.ms <= this.#level) this.#sources.delete(source);
    for (const { open } of this.#sources.values()) if (open > 0) return;
    this.#sources.clear();
    this.#level = 0;
  }
}
