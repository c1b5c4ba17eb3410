// GET /messages?wait=: looks again whenever something was committed, until a message is there. The feed's pokes come at the
// commit, so an answer follows the 250 at once.
import { addMs, nowInstant } from "../lib/clock.ts";
import { keyStands } from "../store/accounts/api-keys.ts";
import type { MessageFilter } from "../store/mail/message-filter.ts";
import type { FullMessage } from "../store/mail/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { takeStreamPlace } from "./event-stream.ts";
import { type PageOf, wholePage } from "./paging.ts";

/** Calls of this process that wait: the more there are, the longer each lets commits gather before it looks. */
let waiting = 0;
const gatherMs = 2;
const longestGatherMs = 50;
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

/**
 * The first page that holds a message, or an empty one when the time is over. Without `after` in the filter what was there
 * before does not count.
 * @throws Failure rate_limited: the key has too many calls waiting
 */
export async function waitForMessages(
  { database, clock, actors, stopping }: Pick<HttpDeps, "database" | "clock" | "actors" | "stopping">,
  { auth, seconds, gone, filter }: Wait,
  look: (filter: MessageFilter) => Promise<PageOf<FullMessage>>,
): Promise<PageOf<FullMessage>> {
  const release = takeStreamPlace(auth.keyId);
  const ended = AbortSignal.any([stopping, gone]);
  let poked = false;
  let wake = () => {};
  const poke = () => {
    poked = true;
    wake();
  };
  const { identityId, after } = filter;
  const unsubscribe =
    identityId === undefined ? actors.feed.onTopic("events", poke) : actors.feed.onIdentity(identityId, poke);
  ended.addEventListener("abort", poke, { once: true });
  const deadline = performance.now() + seconds * 1000;
  const asked = { ...filter, after: after ?? addMs(nowInstant(clock), -underWayMs) };
  waiting++;
  try {
    const before = after === undefined ? idsOf(await look(asked)) : null;
    for (;;) {
      poked = false;
      const page = await look(asked);
      const data = page.data.filter(({ row }) => !before?.has(row.id));
      if (data.length > 0) return { ...page, data };
      const left = deadline - performance.now();
      if (left <= 0 || ended.aborted || !(await keyStands(database, auth))) return wholePage([]);
      if (!poked) await pokeOr(left, (resolve) => (wake = resolve));
      if (poked && !ended.aborted) await Bun.sleep(Math.min(waiting * gatherMs, longestGatherMs));
    }
  } finally {
    waiting--;
    unsubscribe();
    ended.removeEventListener("abort", poke);
    release();
  }
}

function idsOf({ data }: PageOf<FullMessage>): Set<string> {
  return new Set(data.map(({ row }) => row.id));
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
