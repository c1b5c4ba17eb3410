// Patience of an import with a database that is slow or away: what failed for the moment is tried again, with fewer mails a turn.
import { setTimeout as rest } from "node:timers/promises";
import { importedAtOnce } from "../../../actors/identity/mailbox/import.ts";
import { Failure, messageOf } from "../../lib/failure.ts";
import { outageFailure } from "../../store/outage.ts";
import { CommandError, type CommandJob } from "../context.ts";

/** Milliseconds of a turn above which the next one has fewer mails: a transaction may take 60 s. */
const longMs = 20_000;
/** Mails that a turn has more than the one before, as long as turns are short: each costs something however few it has. */
const moreMails = 5;
const firstPauseMs = 200;
const maxPauseMs = 30_000;
/** Failures of one piece of work, one after the other: about two minutes, beside the time that they take themselves. */
const maxFailures = 11;

export class Patience {
  readonly #job: CommandJob;
  #most = importedAtOnce;

  constructor(job: CommandJob) {
    this.#job = job;
  }

  /** Mails of the next turn. */
  get most(): number {
    return this.#most;
  }

  /** Notes how long a turn of so many mails took. */
  took(mails: number, ms: number): void {
    if (ms > longMs) this.#most = Math.max(1, Math.floor(mails / 2));
    else this.#most = Math.min(importedAtOnce, Math.max(this.#most, mails + moreMails));
  }

  /**
   * Does work that may be done again when nobody knows what became of it.
   * @throws what is no matter of time; CommandError when it was stopped, or failed too often
   */
  async insist<T>(work: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (!isOfTheMoment(error)) throw error;
        if (failures === maxFailures) throw new CommandError(`${saying(error)} ${goesOn}`);
        this.#most = Math.max(1, Math.floor(this.#most / 2));
        await this.#pause(failures, error);
      }
    }
  }

  async #pause(failures: number, error: unknown): Promise<void> {
    const { signal, progress } = this.#job;
    const ms = Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs);
    if (ms >= 1000) progress(`waiting ${Math.round(ms / 1000)} s: ${saying(error)}`);
    await rest(ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new CommandError(`Stopped. Run it again: it goes on from here.`);
  }
}

const goesOn = "What is stored stays. Run it again: it goes on from here.";

function isOfTheMoment(error: unknown): boolean {
  if (error instanceof Failure) return error.code === "unavailable" || error.code === "rate_limited";
  return outageFailure(error) !== null;
}

/** The sentence of an outage, without its advice to try again: that is what happens. */
function saying(error: unknown): string {
  return (outageFailure(error)?.message ?? messageOf(error)).replace(" Try again in a moment.", "");
}
