// Waiting for mail: GET /messages?wait= and POST /messages/wait. A call looks again whenever something was committed, until a
// message is there. The feed's pokes come at the commit, so an answer follows the 250 at once.
import { addMs, nowInstant } from "../lib/clock.ts";
import { keyStands } from "../store/access/api-keys.ts";
import type { MessageFilter } from "../store/mailbox/message-filter.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { takeStreamPlace } from "./event-stream.ts";
import type { PageMessage } from "./message-page.ts";
import { type PageOf, wholePage } from "./paging.ts";

/** The more calls one commit wakes, the longer each lets commits gather before it looks. */
const gatherMs = 0.5;
const maxGatherMs = 20;
/** A mail that is being stored has a time before the call's: longer than a turn takes. */
const underWayMs = 10_000;

interface Wait {
  auth: Auth;
  /** Seconds. */
  seconds: number;
  /** The client has gone. */
  gone: AbortSignal;
  filter: MessageFilter;
}

/** @param isNew new mail alone is asked for, which the look sees whatever else is there: the page need not say where it ended */
export type PageReader = (filter: MessageFilter, isNew: boolean) => Promise<PageOf<PageMessage>>;

/**
 * The first page that holds a received message, or an empty one when the time is over. What is there already is answered at once:
 * with `after` in the filter whatever came since, without it what is unread, or has the read state that the filter names.
 * @throws Failure rate_limited: the key has too many calls waiting
 */
export async function waitForMessages(
  { database, clock, actors, stopping }: Pick<HttpDeps, "database" | "clock" | "actors" | "stopping">,
  { auth, seconds, gone, filter: given }: Wait,
  look: PageReader,
): Promise<PageOf<PageMessage>> {
  const filter = { ...given, isReceived: true };
  const release = takeStreamPlace(auth.keyId);
  const ended = AbortSignal.any([stopping, gone]);
  /** How many were poked together; 0: nobody was. */
  let poked = 0;
  let wake = () => {};
  const poke = (together: number) => {
    poked = together;
    wake();
  };
  const end = () => poke(1);
  const { identityId, after } = filter;
  const unsubscribe =
    identityId === undefined
      ? actors.feed.onAccount(auth.accountId, poke)
      : actors.feed.onIdentity(identityId, poke);
  ended.addEventListener("abort", end, { once: true });
  const deadline = performance.now() + seconds * 1000;
  const recent = { ...filter, after: after ?? addMs(nowInstant(clock), -underWayMs) };
  try {
    const seen = after === undefined ? idsOf(await look(recent, true)) : null;
    const first = await look(after === undefined ? { isRead: false, ...filter } : filter, false);
    if (first.data.length > 0) return first;
    for (;;) {
      const left = deadline - performance.now();
      if (left <= 0 || ended.aborted) return wholePage([]);
      if (poked === 0) await pokeOr(left, (resolve) => (wake = resolve));
      if (poked > 0 && !ended.aborted) await Bun.sleep(Math.min(poked * gatherMs, maxGatherMs));
      poked = 0;
      const page = await look(recent, true);
      const data = page.data.filter(({ id }) => !seen?.has(id));
      if (data.length > 0) return (await keyStands(database, auth)) ? { ...page, data } : wholePage([]);
    }
  } finally {
    unsubscribe();
    ended.removeEventListener("abort", end);
    release();
  }
}

function idsOf({ data }: PageOf<PageMessage>): Set<string> {
  return new Set(data.map(({ id }) => id));
}

async function pokeOr(ms: number, onPoke: (resolve: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    onPoke(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
