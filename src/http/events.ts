// DECISIONS Events, webhooks, deliveries: what webhooks are told, for a receiver without a public URL.
import { Elysia } from "elysia";
import { addMs, type Clock, nowInstant } from "../lib/clock.ts";
import { encodeCursor } from "../lib/cursor.ts";
import { notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { Page } from "../schema/envelope.ts";
import {
  type Event,
  EventListQuery,
  Event as EventSchema,
  EventStreamQuery,
  type EventType,
} from "../schema/events.ts";
import { type EventPosition, type EventRow, endOfEvents, findEvent, listEvents } from "../store/events.ts";
import { getIdentity } from "../store/identities.ts";
import { type Auth, authOf, type HttpDeps } from "./context.ts";
import { type EventFilter, EventReader } from "./event-reader.ts";
import { eventStream, takeStreamPlace } from "./event-stream.ts";
import { invalidCursor, keyCursor, limitOf, type PageOf } from "./paging.ts";

const keptMs = 30 * 24 * 3600 * 1000;

/** Longer than a stream's heartbeat and than any `wait`: Bun closes what is silent for so many seconds. */
const patienceSeconds = 120;

export function eventRoutes(deps: HttpDeps) {
  const { database, clock, stopping } = deps;
  const source = { database, stopping, feed: deps.actors.feed };
  const since = () => eventsSince(clock);
  return new Elysia({ prefix: "/api/v1/events", normalize: false })
    .get(
      "",
      async ({ request, query, server }): Promise<PageOf<Event>> => {
        const auth = authOf(request);
        const filter = { ...(await filterOf(database, auth, query)), since };
        const after = await positionOf(database, auth, query.cursor);
        const first = await eventPage(database, { auth, filter, after, limit: limitOf(query) });
        const waitMs = Number(query.wait ?? 0) * 1000;
        if (waitMs === 0 || first.data.length > 0 || first.has_more) return first;
        server?.timeout(request, patienceSeconds);
        const reader = new EventReader(source, { auth, filter, after });
        request.signal.addEventListener("abort", reader.end, { once: true });
        const found = await reader.next(1, waitMs).finally(reader.end);
        return found.length === 0
          ? first
          : eventPage(database, { auth, filter, after, limit: limitOf(query) });
      },
      { query: EventListQuery, response: { 200: Page(EventSchema) } },
    )
    .get(
      "/stream",
      async ({ request, query, server }) => {
        const auth = authOf(request);
        const filter = { ...(await filterOf(database, auth, query)), since };
        const last = request.headers.get("last-event-id") || query.cursor;
        const after = (await positionOf(database, auth, last)) ?? (await endOfEvents(database));
        const release = takeStreamPlace(auth.keyId);
        server?.timeout(request, patienceSeconds);
        const reader = new EventReader(source, { auth, filter, after });
        return eventStream(reader, toEvent, { signal: request.signal, release });
      },
      { query: EventStreamQuery },
    );
}

interface Filters {
  type?: EventType;
  identity_id?: string;
}

/** @throws Failure not_found */
async function filterOf(database: HttpDeps["database"], auth: Auth, { type, identity_id }: Filters) {
  if (identity_id !== undefined && !(await getIdentity(database, auth, identity_id))) throw notFound();
  return { type, identityId: identity_id };
}

async function eventPage(
  database: HttpDeps["database"],
  {
    auth,
    filter,
    after,
    limit,
  }: { auth: Auth; filter: EventFilter; after: EventPosition | null; limit: number },
): Promise<PageOf<Event>> {
  const { type, identityId, since } = filter;
  const query = { after, since: since(), type, identityId, count: limit + 1 };
  const { rows, stoppedAt } = await listEvents(database, auth, query);
  const next = rows.length > limit ? rows[limit - 1]! : stoppedAt;
  return {
    data: rows.slice(0, limit).map(toEvent),
    has_more: next !== null,
    next_cursor: next && encodeCursor([next.xid, next.id]),
  };
}

/** Events from before are not shown. */
export function eventsSince(clock: Clock): string {
  return addMs(nowInstant(clock), -keptMs);
}

/**
 * Where a reader stands: a cursor, or the id of the last event that it saw.
 * @throws Failure invalid_cursor
 */
export async function positionOf(
  database: HttpDeps["database"],
  auth: Auth,
  cursor: string | undefined,
): Promise<EventPosition | null> {
  if (cursor !== undefined && isUuid(cursor)) {
    const position = await findEvent(database, auth, cursor);
    if (!position) throw invalidCursor();
    return position;
  }
  const key = keyCursor(cursor, [(xid) => /^\d{1,19}$/.test(xid), isUuid]);
  return key && { xid: key[0]!, id: key[1]! };
}

export function toEvent(row: EventRow): Event {
  return { id: row.id, type: row.type as EventType, created_at: row.createdAt, data: row.data };
}
