// Networks whose mails use up the processor time that a mail may take: such a mail is stored all the same, but a network that sends
// one after the other has to wait before its next mail is taken.

import type { Clock } from "../lib/clock.ts";
import { dropOldest } from "../lib/oldest.ts";
import { SharedBuckets, type SharedLimits } from "../lib/shared-limits.ts";
import { SmtpReply } from "./replies.ts";

/** Costly mails of one network: three at once, then one in ten minutes. */
const costlyMails = { rate: 1 / 600, burst: 3 };
const maxClosed = 10_000;

export class CostlyMails {
  readonly #clock: Clock;
  readonly #taken: SharedBuckets;
  /** Until when networks are told to wait, in milliseconds. */
  readonly #closed = new Map<string, number>();

  constructor({ clock, sharedLimits: limits }: { clock: Clock; sharedLimits: SharedLimits }) {
    this.#clock = clock;
    this.#taken = new SharedBuckets("costly mails", { ...costlyMails, clock, limits, isExact: true });
  }

  /** Records a costly mail of a network. */
  async note(network: string): Promise<void> {
    const { remaining, resetAt } = await this.#taken.take(network);
    if (remaining >= 1) return;
    dropOldest(this.#closed, maxClosed - 1);
    // The bucket is full at `resetAt`: a costly mail is taken again when one of its tokens is there.
    const spare = ((costlyMails.burst - 1) / costlyMails.rate) * 1000;
    this.#closed.set(network, Math.max(this.#clock.now(), resetAt * 1000 - spare));
  }

  /** @throws SmtpReply 451 while the network has to wait */
  check(network: string): void {
    const until = this.#closed.get(network);
    if (until === undefined) return;
    if (this.#clock.now() < until)
      throw new SmtpReply(451, "4.7.1 Mails from your network took too long to read, try again later");
    this.#closed.delete(network);
  }
}
