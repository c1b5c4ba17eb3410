// When a deferred recipient is tried again: after 1 minute, then 1.5 times as long each time, at most 4 hours, for two days.
// Pure.
import { addMs, type Instant, msOf } from "../lib/clock.ts";

const firstMs = 60_000;
const growth = 1.5;
const maxMs = 4 * 3_600_000;
/** RFC 5321 4.5.4.1 asks for four to five days at least; two are what people expect today. */
export const giveUpMs = 48 * 3_600_000;

/**
 * The time of the next attempt; null when two days are over, which makes the last answer final.
 *
 * @param attempts how many have been made, at least 1
 * @param span `since`: when the mail was queued; `now`: the end of the last attempt
 * @param random from 0 up to 1: spreads the delay by 20 % either way
 */
export function nextAttempt(
  attempts: number,
  span: { since: Instant; now: Instant },
  random: number,
): Instant | null {
  const steps = Math.min(Math.max(attempts, 1) - 1, 40);
  const delay = Math.min(firstMs * growth ** steps, maxMs) * (0.8 + 0.4 * random);
  const end = msOf(span.since) + giveUpMs;
  const now = msOf(span.now);
  if (now >= end) return null;
  // The last attempt is made when the two days end, not a full delay before.
  return addMs(span.now, Math.round(Math.min(delay, end - now)));
}
