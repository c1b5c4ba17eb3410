// Long work on the main thread, with pauses in which others have their turn.
export class Pauses {
  readonly #workMs: number;
  #due: number;

  /** @param workMs milliseconds of work between two pauses */
  constructor(workMs = 10) {
    this.#workMs = workMs;
    this.#due = performance.now() + workMs;
  }

  get isDue(): boolean {
    return performance.now() >= this.#due;
  }

  /** Resolves once everything else that was ready has run. */
  async take(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#due = performance.now() + this.#workMs;
  }
}
