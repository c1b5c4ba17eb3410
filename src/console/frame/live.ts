// The page's event stream: that something happened since the page was made, and where; the page then asks for itself anew.

import type { HttpDeps } from "../../http/context.ts";
import { EventReader, streamStart } from "../../http/event-reader.ts";
import { eventStream, takeStreamPlace } from "../../http/event-stream.ts";
import { addMs, nowInstant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import { findSession } from "../../store/access/console.ts";
import { type EventRow, eventBounds } from "../../store/events/events.ts";
import { opens } from "../session/accounts.ts";
import { type Here, page, routes } from "./answers.ts";

/** Events from before are not looked at. */
const keptMs = 60_000;

export function livePages(deps: HttpDeps) {
  return routes().get("/console/live", page(deps, "reviewer", live));
}

/** @throws Failure invalid_cursor */
async function live({ deps, auth, visit, request, url }: Here): Promise<Response> {
  const { database, clock, actors, stopping } = deps;
  const { tokenHash } = must(visit.session, "the page is for people who are logged in");
  const release = takeStreamPlace(`session:${Buffer.from(tokenHash).toString("base64url")}`);
  try {
    const since = () => addMs(nowInstant(clock), -keptMs);
    const bounds = await eventBounds(database, auth, since());
    const last = request.headers.get("last-event-id") || url.searchParams.get("after");
    const after = await streamStart({ database, auth, bounds }, last ?? undefined);
    const stands = async () => {
      const session = await findSession(database, tokenHash, nowInstant(clock));
      return session !== null && (await opens(deps, session, auth.accountId));
    };
    const reader = new EventReader(
      { database, clock, feed: actors.feed, stopping },
      { auth, filter: { scope: async () => auth, since }, after, stands },
    );
    return eventStream(reader, toNews, { signal: request.signal, release });
  } catch (error) {
    release();
    throw error;
  }
}

/** No more than where to look. */
function toNews({ type, data }: EventRow) {
  const { thread_id = null, identity_id: identity, event_id: event } = data;
  return { thread_id, ...(type === "calendar_event.starting" && { event: `${identity}/${event}` }) };
}
