// The end of exchanges that have none: two who answer each other by themselves, meetings that are moved again and again, a list and a
// holiday answer, a ring of forwards. Answers of who lives in the world are counted by sender and recipient; what somebody begins is
// none. All time is the world's.
import { type Instant, instantOf } from "../lib/clock.ts";

/** An exchange that was ended. */
export interface Loop {
  /** The address whose answer was dropped, and to whom it was. */
  between: [string, string];
  /** Mails from one to the other and back. */
  mails: number;
  began: Instant;
  ended: Instant;
}

/** Answers of one to the other in a day, where a scenario says nothing else. */
export const maxAnswersADay = 100;
/** Answers of one to the other's answers with no rest between them: what answers mail that begins anew, as a report each day, is none. */
export const maxAnswersInARow = 200;
/** After so long without a mail between two an exchange begins anew. */
const restMs = 30 * 24 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** Pairs that are remembered; the oldest are forgotten. */
const maxExchanges = 100_000;
const maxLoops = 1_000;

interface Exchange {
  beganMs: number;
  lastMs: number;
  mails: number;
  /** By who answers. */
  answers: Map<string, { inARow: number; day: number; ofDay: number }>;
  /** The day in which it was ended last: told once then. */
  endedDay: number | null;
}

export class LoopGuard {
  readonly #exchanges = new Map<string, Exchange>();
  #loops: Loop[] = [];
  #ended = 0;
  /** Answers of one to the other in a day. */
  maxADay = maxAnswersADay;

  /** How many exchanges were ended. */
  get count(): number {
    return this.#ended;
  }

  /** Exchanges that were ended after the first so many, as far as they are remembered. */
  after(count: number): Loop[] {
    return count >= this.#ended ? [] : this.#loops.slice(count - this.#ended);
  }

  /** Counts a mail from one to the other. */
  passed(from: string, to: string, nowMs: number): void {
    const exchange = this.#exchange(from, to, nowMs);
    exchange.mails++;
    exchange.lastMs = nowMs;
  }

  /**
   * Counts an answer.
   * @param isOfAnswer what it answers is an answer itself
   * @returns why it is dropped; null: it may go
   */
  refuse(
    from: string,
    to: string,
    { nowMs, isOfAnswer }: { nowMs: number; isOfAnswer: boolean },
  ): string | null {
    const exchange = this.#exchange(from, to, nowMs);
    const day = Math.floor(nowMs / dayMs);
    const before = exchange.answers.get(from.toLowerCase()) ?? { inARow: 0, day, ofDay: 0 };
    const inARow = before.inARow + (isOfAnswer ? 1 : 0);
    const answers = { inARow, day, ofDay: (before.day === day ? before.ofDay : 0) + 1 };
    exchange.answers.set(from.toLowerCase(), answers);
    const most = Math.max(maxAnswersInARow, 2 * this.maxADay);
    const isOver = isOfAnswer && inARow > most;
    if (!isOver && answers.ofDay <= this.maxADay) return null;
    const loop: Loop = {
      between: [from, to],
      mails: exchange.mails,
      began: instantOf(exchange.beganMs),
      ended: instantOf(nowMs),
    };
    if (exchange.endedDay !== day) {
      this.#ended++;
      this.#loops = [...this.#loops.slice(1 - maxLoops), loop];
    }
    exchange.endedDay = day;
    const limit = isOver ? `${most} answers in a row` : `${this.maxADay} answers in a day`;
    return `${wordsOf(loop)}: more than ${limit}`;
  }

  clear(): void {
    this.#exchanges.clear();
    this.#loops = [];
    this.#ended = 0;
    this.maxADay = maxAnswersADay;
  }

  #exchange(from: string, to: string, nowMs: number): Exchange {
    const key = [from.toLowerCase(), to.toLowerCase()].sort().join(" ");
    const known = this.#exchanges.get(key);
    if (known && nowMs - known.lastMs < restMs) return known;
    const exchange = { beganMs: nowMs, lastMs: nowMs, mails: 0, answers: new Map(), endedDay: null };
    this.#exchanges.delete(key);
    this.#exchanges.set(key, exchange);
    const [oldest] = this.#exchanges.keys();
    if (this.#exchanges.size > maxExchanges && oldest !== undefined) this.#exchanges.delete(oldest);
    return exchange;
  }
}

/** @returns a part of a sentence */
export function wordsOf({ between: [one, other], mails, began, ended }: Loop): string {
  return `${one} and ${other} answer each other without end, ${mails} mails from ${began} to ${ended}`;
}
