// What strangers are made to wait for. A greeting that comes late shows who talks first, as no mail server does (RFC 5321
// 3.1); each unknown recipient costs twice the time of the one before, and a network that tries very many is sent away.
// Trusted networks wait for nothing.
import { clientNetwork } from "../lib/client-network.ts";
import type { Clock } from "../lib/clock.ts";
import { TokenBuckets } from "../lib/token-bucket.ts";
import { SmtpReply } from "./replies.ts";

export interface Patience {
  greetingMs: number;
  /** At a session's first unknown recipient; 0: none, and no limit for a network. */
  tarpitMs: number;
}

/** Unknown recipients of one network: so many at once, then one in ten seconds. */
const harvest = { perSecond: 0.1, burst: 100 };
/** Senders give up on RCPT after five minutes. RFC 5321 4.5.3.2.3 */
const longestMs = 30_000;
/** smtp-server's own wait before its greeting. */
const libraryMs = 100;

export class Manners {
  readonly #patience: Patience;
  readonly #unknown: TokenBuckets;

  constructor(patience: Patience, clock: Clock) {
    this.#patience = patience;
    this.#unknown = new TokenBuckets(harvest.perSecond, harvest.burst, clock);
  }

  /** Until the greeting may be said. */
  async greeting(): Promise<void> {
    await rest(this.#patience.greetingMs - libraryMs);
  }

  /**
   * Until an unknown recipient is refused.
   * @param count of the session, from 1
   * @throws SmtpReply when its network has tried too many
   */
  async unknownRecipient(ip: string, count: number): Promise<void> {
    const { tarpitMs } = this.#patience;
    if (tarpitMs === 0) return;
    await rest(Math.min(tarpitMs * 2 ** (count - 1), longestMs));
    if (!this.#unknown.take(clientNetwork(ip)).allowed)
      throw new SmtpReply(421, "4.7.1 Too many unknown recipients from your network, try again later");
  }
}

async function rest(ms: number): Promise<void> {
  if (ms <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms).unref();
  await promise;
}
