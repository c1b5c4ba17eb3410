// The time between two looks of a worker at its queue: what is queued meanwhile is seen by the next one. It doubles while looks are futile, as when mail is queued for a destination that
// has no room, up to a limit; one that was not futile makes it short again, and so does room.

export interface RestOptions {
  shortestMs: number;
  longestMs: number;
}

export class Rest {
  readonly #options: RestOptions;
  #ms: number;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #isCut = false;
  #wake: () => void = () => {};

  constructor(options: RestOptions) {
    this.#options = options;
    this.#ms = options.shortestMs;
  }

  /** Milliseconds between the last look and the next one, unless it is cut. */
  get ms(): number {
    return this.#isCut ? this.#options.shortestMs : this.#ms;
  }

  /** Resolves when the next look may begin, and takes it as begun. */
  async over(): Promise<void> {
    await sleepUntil(this.#lookedMs + this.#options.shortestMs);
    if (this.ms > this.#options.shortestMs) {
      const cut = Promise.withResolvers<void>();
      this.#wake = cut.resolve;
      await Promise.race([sleepUntil(this.#lookedMs + this.ms), cut.promise]);
    }
    this.#lookedMs = performance.now();
    this.#isCut = false;
  }

  /** Set the rest after a look. */
  looked(isFutile: boolean): void {
    const { shortestMs, longestMs } = this.#options;
    this.#ms = isFutile ? Math.min(2 * this.#ms, longestMs) : shortestMs;
  }

  /** The next look comes after the shortest rest. */
  cut(): void {
    this.#isCut = true;
    this.#wake();
  }
}

async function sleepUntil(ms: number): Promise<void> {
  const leftMs = ms - performance.now();
  if (leftMs > 0) await Bun.sleep(leftMs);
}
