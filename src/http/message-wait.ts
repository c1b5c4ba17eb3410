// Waiting for mail: GET /messages?wait= and POST /messages/wait. A call looks again whenever something was committed, until a
// message is there. The feed's pokes come at the commit, so an answer follows the 250 at once.
import {
  addMs,
  type Clock,
  type Instant,
  instantOf,
  laterOf,
  nowInstant,
  parseInstant,
  runAfter,
  steadyMs,
} from "../lib/clock.ts";
import { encodeCursor } from "../lib/cursor.ts";
import { isUuid, msOfId } from "../lib/ids.ts";
import { callerStands } from "../store/access/api-keys.ts";
import type { MessageFilter } from "../store/mailbox/message-filter.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { takeStreamPlace } from "./event-stream.ts";
import type { PageMessage } from "./message-page.ts";
import { keyCursor, type PageOf, wholePage } from "./paging.ts";

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

/**
 * @param isNew new mail alone is asked for, which the look sees whatever else is there: the page need not say where it ended
 * @param cursor where a list that is read in turn goes on
 */
export type PageReader = (
  filter: MessageFilter,
  isNew: boolean,
  cursor?: string,
) => Promise<PageOf<PageMessage>>;

type WaitDeps = Pick<HttpDeps, "database" | "clock" | "actors" | "stopping">;

/**
 * The first page that holds a received message, or an empty one when the time is over. What is there already is answered at once:
 * with `after` in the filter whatever came since, without it what is unread, or has the read state that the filter names.
 * @throws Failure rate_limited: the key has too many calls waiting
 */
export async function waitForMessages(
  deps: WaitDeps,
  { auth, filter: given, ...wait }: Wait,
  look: PageReader,
): Promise<PageOf<PageMessage>> {
  const { database, clock } = deps;
  const filter = { ...given, isReceived: true };
  const { after } = filter;
  const recent = { ...filter, after: after ?? addMs(nowInstant(clock), -underWayMs) };
  return listening(deps, { auth, filter, ...wait }, async (poked) => {
    const seen = after === undefined ? idsOf(await look(recent, true)) : null;
    const first = await look(after === undefined ? { isRead: false, ...filter } : filter, false);
    if (first.data.length > 0) return first;
    while (await poked()) {
      const page = await look(recent, true);
      const data = page.data.filter(({ id }) => !seen?.has(id));
      if (data.length > 0)
        return (await callerStands(database, auth, nowInstant(clock))) ? { ...page, data } : wholePage([]);
    }
    return wholePage([]);
  });
}

/** Where waiting in turn goes on. */
export interface WaitPlace {
  /** Mail from before is passed over. */
  since: Instant;
  /** Messages that were answered, and are as new as `since`. */
  answered: readonly string[];
}

/** Answered messages that a place remembers. */
const maxAnsweredMessages = 16;

/** @throws Failure invalid_cursor */
export function waitPlaceOf(cursor: string): WaitPlace {
  const isIds = (text: string) => text.split(",").every(isUuid);
  const [since, answered] = keyCursor(cursor, [(text) => parseInstant(text) !== null, isIds])!;
  return { since: since!, answered: answered!.split(",") };
}

/**
 * The place behind a message that was created then. Turns of other addresses may commit mail that is older by as much as they
 * take: it still counts.
 */
function placeBehind(
  place: WaitPlace | null,
  { id, createdAt }: { id: string; createdAt: Instant },
): WaitPlace {
  const all = [...(place?.answered ?? []), id];
  const forgotten = all.slice(0, -maxAnsweredMessages);
  const since = [addMs(createdAt, -underWayMs), ...forgotten.map((one) => instantOf(msOfId(one) + 1))];
  return {
    since: since.reduce(laterOf, place?.since ?? since[0]!),
    answered: all.slice(-maxAnsweredMessages),
  };
}

/**
 * As `waitForMessages`, oldest first: the page's cursors say where to go on, so that a call begins behind what the one before
 * answered, and what came between them counts. Without `after` unread mail counts, so what a call finds it finds until it was
 * read or the place is behind it.
 * @param wait.most messages of the answer
 */
export async function waitInTurn(
  deps: WaitDeps,
  {
    place,
    cursor,
    most,
    ...wait
  }: Wait & { place: WaitPlace | null; cursor: string | undefined; most: number },
  look: PageReader,
): Promise<PageOf<PageMessage>> {
  const { database, clock } = deps;
  const { auth, filter: given } = wait;
  const { after } = given;
  const since = place === null ? after : laterOf(place.since, after ?? place.since);
  const filter: MessageFilter = {
    ...(after === undefined ? { isRead: false } : {}),
    ...given,
    isReceived: true,
    ...(since === undefined ? {} : { after: since }),
  };
  const begun = addMs(nowInstant(clock), -underWayMs);
  const recent = { ...filter, after: laterOf(begun, since ?? begun) };
  const nothing = { ...wholePage<PageMessage>([]), next_cursor: cursor ?? null };
  return listening(deps, wait, async (poked) => {
    let page = await unanswered(filter, false);
    // A replica may lack what was committed just before: the newest is asked for where all is.
    if (page.data.length === 0) page = await unanswered(recent, true);
    while (page.data.length === 0 && (await poked())) page = await unanswered(recent, true);
    if (page.data.length === 0 || !(await callerStands(database, auth, nowInstant(clock)))) return nothing;
    let behind = place;
    const data = page.data.slice(0, most).map((message) => {
      behind = placeBehind(behind, { id: message.id, createdAt: `${message.cursor.slice(0, 26)}Z` });
      return { ...message, cursor: encodeCursor([behind.since, behind.answered.join(",")]) };
    });
    const has_more = page.has_more || page.data.length > most;
    return { data, has_more, next_cursor: data.at(-1)!.cursor };
  });

  async function unanswered(filter: MessageFilter, isNew: boolean): Promise<PageOf<PageMessage>> {
    for (let at: string | undefined; ; ) {
      const page = await look(filter, isNew, at);
      const data = page.data.filter(({ id }) => !place?.answered.includes(id));
      if (data.length > 0 || page.next_cursor === null) return { ...page, data };
      at = page.next_cursor;
    }
  }
}

/**
 * Work that listens to the feed. Its `poked` resolves when something was committed, or after `most` milliseconds, and to false
 * when the time is over.
 * @throws Failure rate_limited: the key has too many calls waiting
 */
export async function listening<T>(
  { actors, clock, stopping }: Pick<WaitDeps, "actors" | "clock" | "stopping">,
  { auth, seconds, gone, filter: { identityId } }: Wait,
  work: (poked: (most?: number) => Promise<boolean>) => Promise<T>,
): Promise<T> {
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
  const unsubscribe =
    identityId === undefined
      ? actors.feed.onAccount(auth.accountId, poke)
      : actors.feed.onIdentity(identityId, poke);
  ended.addEventListener("abort", end, { once: true });
  const deadline = steadyMs(clock) + seconds * 1000;
  try {
    return await work(async (most = Number.POSITIVE_INFINITY) => {
      const left = deadline - steadyMs(clock);
      if (left <= 0 || ended.aborted) return false;
      if (poked === 0) await pokeOr(clock, Math.min(left, most), (resolve) => (wake = resolve));
      if (poked > 0 && !ended.aborted) await Bun.sleep(Math.min(poked * gatherMs, maxGatherMs));
      poked = 0;
      return true;
    });
  } finally {
    unsubscribe();
    ended.removeEventListener("abort", end);
    release();
  }
}

function idsOf({ data }: PageOf<PageMessage>): Set<string> {
  return new Set(data.map(({ id }) => id));
}

async function pokeOr(clock: Clock, ms: number, onPoke: (resolve: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = runAfter(clock, ms, resolve, "awaited");
    onPoke(() => {
      cancel();
      resolve();
    });
  });
}
