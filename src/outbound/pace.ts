// How much mail goes to a provider that has asked for less: half as much after each time it asks, then steadily more (additive
// increase, multiplicative decrease) until it takes what it took before. A provider is the registrable domain of mail servers,
// as many domains share them. Pure.
import { isIP } from "node:net";
import { getDomain } from "tldts";
import { addMs, type Instant, msOf } from "../lib/clock.ts";
import type { RecipientResult } from "./outcome.ts";

export interface Pace {
  provider: string;
  /** Attempts a minute over all processes, at `basedAt`. */
  rate: number;
  /** At which the pace ends. */
  ceiling: number;
  /** Attempts at once in each process, at `basedAt`. */
  concurrency: number;
  basedAt: Instant;
  /** The provider's reply. */
  response: string;
}

const leastRate = 2;
/** The pace that a provider is assumed to have taken before, at least: attempts a minute, and at once. */
const usual = { rate: 60, concurrency: 4 };
/** From `leastRate` to the ceiling it takes at most so many minutes. */
const recoveryMinutes = 30;
/** Answers to attempts that were under way at once ask once. */
export const sameAskingMs = 10_000;
const minuteMs = 60_000;

/** The provider of a mail server; an address is its own. */
export function providerOf(host: string): string {
  const name = host.toLowerCase();
  return isIP(name) ? name : (getDomain(name, { validateHostname: false }) ?? name);
}

/** The pace as it is now; null: it has ended. */
export function paceAt(pace: Pace, now: Instant): { rate: number; concurrency: number } | null {
  const minutes = Math.max(0, msOf(now) - msOf(pace.basedAt)) / minuteMs;
  const rate = pace.rate + (minutes * pace.ceiling) / recoveryMinutes;
  return rate >= pace.ceiling ? null : { rate, concurrency: pace.concurrency + Math.floor(minutes) };
}

/** When a pace ends, without another asking. */
export function endOf({ basedAt, rate, ceiling }: Pace): Instant {
  return addMs(basedAt, Math.ceil(((ceiling - rate) / ceiling) * recoveryMinutes * minuteMs));
}

/**
 * The pace after the provider has asked for less.
 * @param observed attempts in the last minute and attempts under way, of this process
 */
export function slowed(
  before: Pace | null,
  asked: {
    provider: string;
    response: string;
    observed: { rate: number; concurrency: number };
    now: Instant;
  },
): Pace {
  const { provider, response, observed, now } = asked;
  const current = before && paceAt(before, now);
  const rate = current?.rate ?? Math.max(observed.rate, usual.rate);
  const concurrency = current?.concurrency ?? Math.max(observed.concurrency, usual.concurrency);
  return {
    provider,
    rate: Math.max(leastRate, rate / 2),
    ceiling: current ? before.ceiling : rate,
    concurrency: Math.max(1, Math.floor(concurrency / 2)),
    basedAt: now,
    response,
  };
}

const saysRate =
  /too many|too (?:fast|quick|much)|\brate\b|ratelimit|throttl|slow down|volume|exceed|excessive|concurren|unusual|(?:connection|message|recipient)s? limit|limit reached|resources (?:temporarily )?(?:un|restrict)/i;
const saysLater = /try (?:again )?later|again later|temporarily deferred|come back/i;
/** About one mail or recipient, or a rule of first contact. RFC 6647 */
const saysOther =
  /gr[ae]y-?list|mailbox|quota|over ?quota|no such|unknown|too many recipients|policy reasons/i;

/**
 * Whether an answer asks for less mail from here: `strong` by its words or 421 while a session was open, `weak` where it only asks to come
 * again for reasons of policy, which can be about one mail. RFC 5321 3.8 (421), RFC 3463 3.8 (X.7.x)
 */
export function asksForLess({
  kind,
  code,
  enhanced,
  response,
  refusedAt,
}: RecipientResult): "strong" | "weak" | null {
  if (kind !== "deferred" || code === null || code < 400 || code > 499 || refusedAt === null) return null;
  if (saysOther.test(response)) return null;
  // Storage and one transaction's recipients are not the sender's pace. RFC 3463 3.3, 3.6
  if (enhanced?.startsWith("4.2.") || enhanced === "4.5.3" || enhanced === "4.3.1") return null;
  if (saysRate.test(response)) return "strong";
  if (code === 421)
    return enhanced === "4.3.2" || /shut|clos|restart|maintenance/i.test(response) ? null : "strong";
  return enhanced?.startsWith("4.7.") && saysLater.test(response) ? "weak" : null;
}
