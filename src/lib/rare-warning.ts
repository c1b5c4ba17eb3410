// A warning about what stays wrong: written once a minute, however often it comes.
import { messageOf } from "./failure.ts";
import type { Log } from "./log.ts";

const everyMs = 60_000;

export class RareWarning {
  readonly #log: Log;
  readonly #message: string;
  readonly #now: () => number;
  #writtenAt: number | null = null;

  /** @param now milliseconds since whenever */
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

  /** It is well again: the next one is written at once. @returns whether there was a warning */
  over(): boolean {
    const warned = this.#writtenAt !== null;
    this.#writtenAt = null;
    return warned;
  }
}
