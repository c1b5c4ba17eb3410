// Delays for strangers. A delayed greeting exposes clients that talk before it, which mail servers never do (RFC 5321 3.1).
// Each unknown recipient of a session is refused after twice the delay of the one before, and a network that tries very
// many is disconnected. Trusted networks are not delayed.

import type { Clock } from "../lib/clock.ts";
import { clientNetwork } from "../lib/networks.ts";
import { SharedBuckets, type SharedLimits } from "../lib/shared-limits.ts";
import { SmtpReply } from "./replies.ts";

export interface Delays {
  greetingMs: number;
  /** Before the first unknown recipient of a session is refused; 0: no delay, and no limit for a network. */
  tarpitMs: number;
}

/** Unknown recipients of one network: 100 at once, then one in ten seconds. */
const unknownRecipients = { rate: 0.1, burst: 100 };
/** Senders give up on RCPT after five minutes. RFC 5321 4.5.3.2.3 */
const maxDelayMs = 30_000;

export class GreetingDelay {
  readonly #delays: Delays;
  readonly #unknown: SharedBuckets;

  constructor(delays: Delays, { clock, sharedLimits: limits }: { clock: Clock; sharedLimits: SharedLimits }) {
    this.#delays = delays;
    this.#unknown = new SharedBuckets("unknown recipients", { ...unknownRecipients, clock, limits });
  }

  /** Resolves when the greeting may be sent. */
  async beforeGreeting(): Promise<void> {
    await wait(this.#delays.greetingMs);
  }

  /**
   * Resolves when an unknown recipient may be refused.
   * @param count unknown recipients of this session, including this one
   * @throws SmtpReply 421 when the client's network has tried too many
   */
  async beforeRefusal(ip: string, count: number): Promise<void> {
    const { tarpitMs } = this.#delays;
    if (tarpitMs === 0) return;
    await wait(Math.min(tarpitMs * 2 ** (count - 1), maxDelayMs));
    if (!(await this.#unknown.take(clientNetwork(ip))).allowed)
      throw new SmtpReply(421, "4.7.1 Too many unknown recipients from your network, try again later");
  }
}

async function wait(ms: number): Promise<void> {
  if (ms <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms).unref();
  await promise;
}
