// The time between two polls of a queue by its worker: what is queued meanwhile is found by the next one. It doubles up to a
// maximum while polls find nothing that can be taken, as when mail is queued for a saturated destination, and is the
// minimum again after one that did, or when a slot is free.

export interface PollLimits {
  minMs: number;
  maxMs: number;
}

export class PollBackoff {
  readonly #limits: PollLimits;
  #ms: number;
  #polledMs = Number.NEGATIVE_INFINITY;
  #isReset = false;
  #wake: () => void = () => {};

  constructor(limits: PollLimits) {
    this.#limits = limits;
    this.#ms = limits.minMs;
  }

  /** Milliseconds between the last poll and the next one. */
  get ms(): number {
    return this.#isReset ? this.#limits.minMs : this.#ms;
  }

  /** Resolves when the next poll may begin, and takes it as begun. */
  async wait(): Promise<void> {
    await sleepUntil(this.#polledMs + this.#limits.minMs);
    if (this.ms > this.#limits.minMs) {
      const reset = Promise.withResolvers<void>();
      this.#wake = reset.resolve;
      await Promise.race([sleepUntil(this.#polledMs + this.ms), reset.promise]);
    }
    this.#polledMs = performance.now();
    this.#isReset = false;
  }

  /** Set the time until the next poll. */
  polled(isFutile: boolean): void {
    const { minMs, maxMs } = this.#limits;
    this.#ms = isFutile ? Math.min(2 * this.#ms, maxMs) : minMs;
  }

  /** The next poll comes after the minimum. */
  reset(): void {
    this.#isReset = true;
    this.#wake();
  }
}

async function sleepUntil(ms: number): Promise<void> {
  const waitMs = ms - performance.now();
  if (waitMs > 0) await Bun.sleep(waitMs);
}
