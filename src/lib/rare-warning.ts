// A warning about a condition that lasts: logged at most once a minute.
import { messageOf } from "./failure.ts";
import type { Log } from "./log.ts";

const everyMs = 60_000;

export class RareWarning {
  readonly #log: Log;
  readonly #message: string;
  readonly #now: () => number;
  #writtenAt: number | null = null;

  /** @param now milliseconds of a monotonic clock */
  constructor(log: Log, message: string, now: () => number) {
    this.#log = log;
    this.#message = message;
    this.#now = now;
  }

  write(error: unknown): void {
    const now = this.#now();
    if (this.#writtenAt !== null && now - this.#writtenAt < everyMs) return;
    this.#writtenAt = now;
    this.#log.warn(this.#message, { error: messageOf(error) });
  }

  /** Ends the condition: the next warning is logged at once. @returns whether one was logged */
  over(): boolean {
    const warned = this.#writtenAt !== null;
    this.#writtenAt = null;
    return warned;
  }
}
