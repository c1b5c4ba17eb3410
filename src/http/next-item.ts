// The next item of a key: the oldest event that it was not handed out, and that nobody who asks with it has on lease. A look
// begins at the place of the filter, so that what was settled is never looked at again. DECISIONS Events, webhooks, deliveries.
import { addMs, type Instant, laterOf, nowInstant } from "../lib/clock.ts";
import { Failure } from "../lib/failure.ts";
import {
  type EventPosition,
  eventBounds,
  farthestOfEvents,
  getEvent,
  hasHeldEvents,
  isBehind,
  listEvents,
} from "../store/events/events.ts";
import { beginNextPlace, findNextPlace, itemAskedBy, type NextPlace } from "../store/events/next.ts";
import { readableTexts } from "./message-answer.ts";
import {
  isMail,
  type Look,
  type NextCall,
  type NextDeps,
  NextSearch,
  shownAs,
  spreadMs,
  type TakenItem,
} from "./next-search.ts";

/** Events are kept so long. */
const keptMs = 30 * 24 * 3600 * 1000;
/** Events from before its first call that a key is handed: the newest. */
const maxBefore = 5000;
/** Events of one look at the log: the next item is most often the first. */
const pageSizes = [20, 100, 500];

/**
 * The next item, leased; the place is moved behind what is settled.
 * @throws Failure rate_limited: too many items are on lease
 */
export async function lookForNext(deps: NextDeps, call: NextCall): Promise<Look> {
  const { database, clock } = deps;
  const { auth, filter } = call;
  const now = nowInstant(clock);
  const oldest = addMs(now, -keptMs);
  const place = await placeOf(deps, call, { now, oldest });
  const search = new NextSearch(deps, call, { now, place });
  const skippedSince = place.settledAt < oldest ? place.settledAt : null;
  if (skippedSince !== null && (await search.olderMail(oldest))) return search.look(skippedSince);
  let from: EventPosition = place;
  for (let n = 0; ; n++) {
    const count = pageSizes[Math.min(n, pageSizes.length - 1)]!;
    const { types, mail } = filter;
    const identityId = mail.identityId === undefined ? {} : { identityId: mail.identityId };
    const rows = await listEvents(database, auth, { from, since: oldest, types, count, ...identityId });
    if (await search.events(rows)) break;
    if (rows.length < count) {
      search.reachEnd();
      break;
    }
    from = rows.at(-1)!;
    if (!search.mayGoOn) break;
    if (n > 0) await search.keepPlace();
  }
  await search.keepPlace();
  return search.look(skippedSince);
}

/** Whether committed events may stand behind a transaction that still runs, whose end nobody announces. */
export function mayComeSoon({ database }: NextDeps, { auth }: NextCall): Promise<boolean> {
  return hasHeldEvents(database, auth.accountId);
}

/** The item that a call with this Idempotency-Key was answered with, while its lease stands; null: the call is new. @throws Failure idempotency_key_reuse */
export async function takenBefore(
  deps: NextDeps,
  { auth, asked, format }: NextCall,
): Promise<TakenItem | null> {
  if (asked === null) return null;
  const { database, clock } = deps;
  const before = await itemAskedBy(database, auth, asked.by);
  if (before === null) return null;
  if (!Buffer.from(before.askedWith).equals(asked.with))
    throw new Failure(
      "idempotency_key_reuse",
      "This Idempotency-Key was used with another body. Use a new key for a new request.",
    );
  const { id, eventId, ack, attempt, leasedUntil } = before;
  if (leasedUntil <= nowInstant(clock)) return null;
  const event = eventId === null ? null : await getEvent(database, auth, eventId);
  if (eventId !== null && event === null) return null;
  const isAboutMail = event === null || isMail(event.type);
  const message = isAboutMail ? await readableTexts({ ...deps, format }, auth, id) : null;
  if (isAboutMail && message === null) return null;
  return { ...shownAs(event, message), id, message, ack, attempt, leasedUntil };
}

/** Where the filter stands; one that is new begins where the call says, or behind what a wider one has settled. */
async function placeOf(
  { database }: NextDeps,
  { auth, filter, begin }: NextCall,
  { now, oldest }: { now: Instant; oldest: Instant },
): Promise<NextPlace> {
  const found = await findNextPlace(database, auth, filter.digest);
  if (found) return found;
  const since = laterOf(oldest, filter.mail.after ?? oldest);
  const { begin: first, end } = await eventBounds(database, auth, since);
  const { types, mail } = filter;
  const floor =
    begin === "now"
      ? null
      : await farthestOfEvents(database, auth, {
          from: end,
          downTo: first,
          since,
          types,
          count: maxBefore,
          ...(mail.identityId !== undefined && { identityId: mail.identityId }),
        });
  let place: NextPlace =
    begin === "now"
      ? { ...end, begun: end, settledAt: addMs(now, -spreadMs), usedAt: now }
      : { ...(floor ?? first), begun: end, settledAt: since, usedAt: now };
  for (const digest of begin === "now" ? [] : filter.wider) {
    const wider = await findNextPlace(database, auth, digest);
    if (wider && isBehind(wider, place)) place = { ...wider, usedAt: now };
  }
  await beginNextPlace(database, auth, { ...place, filter: filter.digest });
  return place;
}
