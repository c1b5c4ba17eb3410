// Attempts to one provider from this process, and its weak askings for less mail: what a pace begins from.

export class ProviderCounts {
  underWay = 0;
  /** Answers that may ask for less, in the minute that began at `#from`. */
  weak = 0;
  #from = Number.NEGATIVE_INFINITY;
  #now = 0;
  #before = 0;

  ended(nowMs: number): void {
    this.#turn(nowMs);
    this.#now++;
  }

  /** Attempts that ended within about the last minute. */
  lastMinute(nowMs: number): number {
    this.#turn(nowMs);
    return Math.max(this.#now, this.#before);
  }

  #turn(nowMs: number): void {
    const age = Math.abs(nowMs - this.#from);
    if (age < 60_000) return;
    this.#before = age < 120_000 ? this.#now : 0;
    this.#now = 0;
    this.weak = 0;
    this.#from = nowMs;
  }
}
