// Long work on the main thread, with pauses in which others have their turn. The pieces of many that work at a time are one after
// the other, so all of them together keep within a few milliseconds of each turn of the event loop.

/** Milliseconds of a turn of the event loop after which no further piece begins in it. */
const turnMs = 5;

const waiting: (() => void)[] = [];
/** When the first piece of this turn began; null: none has. */
let beganAt: number | null = null;

/** Resolves once everything else that was ready has run, in the order of those who ask. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(beginNext);
  });
}

function beginNext(): void {
  if (beganAt === null) {
    beganAt = performance.now();
    setImmediate(endTurn);
  } else if (performance.now() - beganAt >= turnMs) {
    setImmediate(beginNext);
    return;
  }
  waiting.shift()!();
}

function endTurn(): void {
  beganAt = null;
}

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
    await othersTurn();
    this.#due = performance.now() + this.#workMs;
  }
}
