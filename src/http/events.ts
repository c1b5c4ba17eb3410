// DECISIONS Events, webhooks, deliveries: what webhooks are told, for a receiver without a public URL.
import { Elysia } from "elysia";
import { addMs, type Clock, nowInstant } from "../lib/clock.ts";
import { encodeCursor } from "../lib/cursor.ts";
import { notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { Page } from "../schema/envelope.ts";
import { type Event, EventListQuery, Event as EventSchema, type EventType } from "../schema/events.ts";
import { type EventPosition, type EventRow, findEvent, listEvents } from "../store/events.ts";
import { getIdentity } from "../store/identities.ts";
import { type Auth, authOf, type HttpDeps } from "./context.ts";
import { invalidCursor, keyCursor, limitOf, type PageOf } from "./paging.ts";

const keptMs = 30 * 24 * 3600 * 1000;

export function eventRoutes({ database, clock }: HttpDeps) {
  return new Elysia({ prefix: "/api/v1/events", normalize: false }).get(
    "",
    async ({ request, query }): Promise<PageOf<Event>> => {
      const auth = authOf(request);
      const identityId = query.identity_id;
      if (identityId !== undefined && !(await getIdentity(database, auth, identityId))) throw notFound();
      const limit = limitOf(query);
      const { rows, stoppedAt } = await listEvents(database, auth, {
        after: await positionOf(database, auth, query.cursor),
        since: eventsSince(clock),
        type: query.type,
        identityId,
        count: limit + 1,
      });
      const next = rows.length > limit ? rows[limit - 1]! : stoppedAt;
      return {
        data: rows.slice(0, limit).map(toEvent),
        has_more: next !== null,
        next_cursor: next && encodeCursor([next.xid, next.id]),
      };
    },
    { query: EventListQuery, response: { 200: Page(EventSchema) } },
  );
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
    const position = await findEvent(database, auth.accountId, cursor);
    if (!position) throw invalidCursor();
    return position;
  }
  const key = keyCursor(cursor, [(xid) => /^\d{1,19}$/.test(xid), isUuid]);
  return key && { xid: key[0]!, id: key[1]! };
}

export function toEvent(row: EventRow): Event {
  return { id: row.id, type: row.type as EventType, created_at: row.createdAt, data: row.data };
}
