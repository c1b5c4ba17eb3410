// DECISIONS Events, webhooks, deliveries: the events that webhooks receive, for clients without a public URL.
import type { Static } from "@sinclair/typebox";
import { addMs, type Clock, nowInstant } from "../../../lib/clock.ts";
import { encodeCursor } from "../../../lib/cursor.ts";
import { Failure } from "../../../lib/failure.ts";
import { Page } from "../../../schema/envelope.ts";
import {
  Event,
  EventListQuery,
  EventStreamQuery,
  type EventType,
  EventTypeQuery,
} from "../../../schema/events/events.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import {
  type EventPosition,
  type EventRow,
  eventBounds,
  isBehind,
  listEvents,
} from "../../../store/events/events.ts";
import { type Call, call } from "../../call.ts";
import type { Auth, HttpDeps } from "../../context.ts";
import { type EventFilter, EventReader, eventPositionOf, streamStart } from "../../event-reader.ts";
import { asksForSocket, eventSocket } from "../../event-socket.ts";
import { eventStream, takeStreamPlace } from "../../event-stream.ts";
import { operation } from "../../openapi/operation.ts";
import { narrowed, type OwnerQuery } from "../../owner-filter.ts";
import { limitOf, type PageOf } from "../../paging.ts";
import { instantOf, repeatedOf } from "../../params.ts";
import { found } from "../../resource.ts";

const keptMs = 30 * 24 * 3600 * 1000;

/** Seconds of silence after which Bun closes a connection: longer than a stream's heartbeat and than any `wait`. */
const patienceSeconds = 120;

export const eventCalls: readonly Call[] = [
  call(
    "GET /events",
    {
      query: EventListQuery,
      answer: Page(Event),
      doc: operation("listEvents", "Read events of the last 30 days", {
        description:
          "What webhooks are told, for a receiver without a public URL: oldest first, or by `order=desc` newest first. To follow them, begin with `cursor=now`, or with `after` and a time, and go on with `next_cursor` and `wait`.",
      }),
    },
    async (deps, { auth, request, query, server }): Promise<PageOf<Event>> => {
      const look = await lookOf(deps, auth, { request, query });
      const first = await eventPage(deps.database, look);
      const waitMs = Number(query.wait ?? 0) * 1000;
      if (waitMs === 0 || first.data.length > 0) return first;
      server?.timeout(request, patienceSeconds);
      const { filter, from: after } = look;
      const reader = new EventReader(source(deps), { auth, filter, after });
      request.signal.addEventListener("abort", reader.end, { once: true });
      const found = await reader.next(1, waitMs, deps.clock).finally(reader.end);
      return found.length === 0 ? first : eventPage(deps.database, look);
    },
  ),
  call(
    "GET /events/stream",
    {
      query: EventStreamQuery,
      doc: operation("streamEvents", "Follow events as they happen", {
        description:
          "Server-sent events; `Last-Event-ID` resumes without a gap. A WebSocket handshake at the same address is answered with the same events, each a text message; there `cursor` with the id of the last event resumes.",
        produces: ["text/event-stream"],
        items: Event,
      }),
    },
    async (deps, { auth, request, query, server }) => {
      const { database, clock, stopping } = deps;
      const filter = {
        ...(await filterOf(database, auth, { request, query })),
        since: () => eventsSince(clock),
      };
      const bounds = await eventBounds(database, auth, filter.since());
      const last = request.headers.get("last-event-id") || query.cursor;
      const after = await streamStart({ database, auth, bounds }, last);
      const release = takeStreamPlace(auth.keyId);
      server?.timeout(request, patienceSeconds);
      const reader = new EventReader(source(deps), { auth, filter, after });
      if (asksForSocket(request))
        return eventSocket({ server, request, stopping }, reader, { toJson: toEvent, release });
      return eventStream(reader, toEvent, { signal: request.signal, release });
    },
  ),
];

function source(deps: HttpDeps) {
  return { database: deps.database, clock: deps.clock, stopping: deps.stopping, feed: deps.actors.feed };
}

interface Filters extends OwnerQuery {
  type?: EventType;
  identity_id?: string;
}

/** @throws Failure not_found, validation_error */
async function filterOf(
  database: HttpDeps["database"],
  auth: Auth,
  { request, query }: { request: Request; query: Filters },
) {
  const { identity_id } = query;
  const listed = repeatedOf(request, "type", EventTypeQuery);
  const types = listed && [...new Set(listed.flatMap((some) => some.split(",")))];
  if (identity_id !== undefined) await found(getIdentity(database, auth, identity_id));
  const scope = () => narrowed(database, auth, query);
  await scope();
  return { types, identityId: identity_id, scope };
}

/** One call of the list. */
interface EventListInput {
  auth: Auth;
  filter: EventFilter;
  from: EventPosition;
  /** Newest first, down to this one. */
  downTo?: EventPosition;
  limit: number;
  /** A page that is the last one says where to go on from: behind all that can be seen. */
  goesOn: EventPosition | null;
}

/** @throws Failure not_found, invalid_cursor, validation_error */
async function lookOf(
  { database, clock }: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  call: { request: Request; query: Static<typeof EventListQuery> },
): Promise<EventListInput> {
  const { query } = call;
  if (query.order === "desc" && query.wait !== undefined)
    throw new Failure(
      "validation_error",
      "wait is for what comes next, and order=desc for what was. Leave one of them out.",
    );
  const after = instantOf("after", query.after) ?? "";
  const since = () => {
    const oldest = eventsSince(clock);
    if (after > oldest) return after;
    return oldest;
  };
  const filter = { ...(await filterOf(database, auth, call)), since };
  const bounds = await eventBounds(database, auth, since());
  const { begin, end } = bounds;
  const asked = await eventPositionOf({ database, auth, bounds }, query.cursor);
  const look = { auth, filter, limit: limitOf(query) };
  if (query.order === "desc") {
    const from = asked && isBehind(end, asked) ? asked : end;
    return { ...look, from, downTo: begin, goesOn: null };
  }
  const from = asked && isBehind(asked, begin) ? asked : begin;
  const goesOn = query.wait === undefined && query.cursor !== "now" ? null : end;
  return { ...look, from, goesOn };
}

async function eventPage(
  database: HttpDeps["database"],
  { filter, from, downTo, limit, goesOn }: EventListInput,
): Promise<PageOf<Event>> {
  const { types, identityId, scope, since } = filter;
  const query = { from, since: since(), types, identityId, count: limit + 1, downTo };
  const rows = await listEvents(database, await scope(), query);
  const shown = rows.slice(0, limit);
  const more = rows.length > limit;
  const last = shown.at(-1) ?? from;
  const next = more || (goesOn && isBehind(last, goesOn)) ? last : goesOn;
  return {
    data: shown.map(toEvent),
    has_more: more,
    next_cursor: next && encodeCursor([next.xid, next.id]),
  };
}

/** Events from before are not shown. */
function eventsSince(clock: Clock): string {
  return addMs(nowInstant(clock), -keptMs);
}

function toEvent(row: EventRow): Event {
  return { id: row.id, type: row.type as EventType, created_at: row.createdAt, data: row.data };
}
