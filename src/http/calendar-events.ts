// SPEC Calendar events; DECISIONS Calendar.
import { Elysia } from "elysia";
import type { CalendarOwner } from "../../actors/identity/calendar-content.ts";
import { newEvent } from "../../actors/identity/calendar-content.ts";
import { changeEvent, createEvent, setCalendarZone } from "../../actors/identity/calendar-events.ts";
import { loadEvent, planChange, planDelete } from "../../actors/identity/calendar-plans.ts";
import { busyIntervals } from "../calendar/free-busy.ts";
import { readInstanceId } from "../calendar/instance-id.ts";
import { refreshTimes, requireZone } from "../calendar/times.ts";
import { type Instant, msOf, parseInstant } from "../lib/clock.ts";
import { Failure, invalid, notFound } from "../lib/failure.ts";
import { isUuid, newId } from "../lib/ids.ts";
import {
  type CalendarEvent,
  CalendarEventCreate,
  CalendarEventDeleteQuery,
  CalendarEventListQuery,
  CalendarEventParams,
  CalendarEventPatch,
  CalendarEventPatchQuery,
  CalendarEvent as CalendarEventSchema,
  CalendarPatch,
  Calendar as CalendarSchema,
  FreeBusyQuery,
  FreeBusy as FreeBusySchema,
} from "../schema/calendar-events.ts";
import { capabilitiesOf } from "../schema/capabilities.ts";
import { IdParams } from "../schema/common.ts";
import { Page, Single } from "../schema/envelope.ts";
import {
  type CalendarEventRow,
  type EventPlace,
  farFuture,
  farPast,
  zoneOfCalendar,
} from "../store/calendar-events.ts";
import { listEvents, listInstances, seriesOf } from "../store/calendar-window.ts";
import { getIdentity } from "../store/identities.ts";
import { type Auth, authOf, type HttpDeps } from "./context.ts";
import { pageByKey } from "./paging.ts";
import { pathId } from "./params.ts";
import { writePrepared } from "./write.ts";

export function calendarRoutes(deps: HttpDeps) {
  const { database, actors } = deps;
  const actorOf = (owner: CalendarOwner) => actors.identity(owner.accountId, owner.identityId);
  return new Elysia({ prefix: "/api/v1/identities/:id/calendar", normalize: false })
    .patch(
      "",
      async ({ request, params, body }) => {
        const owner = await ownerOf(deps, authOf(request), params.id);
        const timezone = requireZone(body.timezone);
        await actorOf(owner).run((turn) => setCalendarZone(turn, timezone));
        return { data: { identity_id: owner.identityId, timezone } };
      },
      { params: IdParams, body: CalendarPatch, response: { 200: Single(CalendarSchema) } },
    )
    .get(
      "/events",
      async ({ request, params, query }) => {
        const auth = authOf(request);
        const { identityId } = await ownerOf(deps, auth, params.id);
        const window = { identityId, ...windowOf(query.after, query.before) };
        const list = query.expand === "true" ? listInstances : listEvents;
        return pageByKey(
          query,
          {
            fetch: (key, count) => list(database, auth, { ...window, past: placeOf(key), count }),
            keyOf: (row) => [row.startAt, row.id],
            parts: [(text) => parseInstant(text) === text, (text) => eventId(text) === text],
          },
          toCalendarEvent,
        );
      },
      { params: IdParams, query: CalendarEventListQuery, response: { 200: Page(CalendarEventSchema) } },
    )
    .post(
      "/events",
      async ({ request, params, body }) => {
        const prepare = async () => {
          const owner = await ownerOf(deps, authOf(request), params.id);
          const { send_invites: _, ...input } = body;
          const row = newEvent(owner, freshIds(deps), input);
          return {
            actor: actorOf(owner),
            work: (turn: Parameters<typeof createEvent>[0]) => createEvent(turn, row),
          };
        };
        const response = await writePrepared({ request, body }, { actors, prepare }, (row) => ({
          status: 201,
          body: { data: toCalendarEvent(row) },
        }));
        return withEtag(response);
      },
      { params: IdParams, body: CalendarEventCreate, response: { 201: Single(CalendarEventSchema) } },
    )
    .get(
      "/events/:eventId",
      async ({ request, params, set }) => {
        const owner = await ownerOf(deps, authOf(request), params.id);
        const { row } = await loadEvent(database, owner, foundId(params.eventId));
        set.headers.etag = `"${row.etag}"`;
        return { data: toCalendarEvent(row) };
      },
      { params: CalendarEventParams, response: { 200: Single(CalendarEventSchema) } },
    )
    .patch(
      "/events/:eventId",
      async ({ request, params, query, body, set }) => {
        const owner = await ownerOf(deps, authOf(request), params.id);
        const expected = {
          id: foundId(params.eventId),
          ifMatch: request.headers.get("if-match"),
          version: null,
        };
        const { send_invites: _, ...patch } = body;
        const change = { patch, mode: query.mode ?? ("single" as const), fresh: freshIds(deps) };
        const row = await actorOf(owner).run((turn) =>
          changeEvent(turn, owner, { expected, plan: (loaded) => planChange(loaded, owner, change) }),
        );
        set.headers.etag = `"${row!.etag}"`;
        return { data: toCalendarEvent(row!) };
      },
      {
        params: CalendarEventParams,
        query: CalendarEventPatchQuery,
        body: CalendarEventPatch,
        response: { 200: Single(CalendarEventSchema) },
      },
    )
    .delete(
      "/events/:eventId",
      async ({ request, params, query, set }) => {
        const owner = await ownerOf(deps, authOf(request), params.id);
        const expected = {
          id: foundId(params.eventId),
          ifMatch: request.headers.get("if-match"),
          version: null,
        };
        await actorOf(owner).run((turn) =>
          changeEvent(turn, owner, { expected, plan: (loaded) => planDelete(loaded, query.mode) }),
        );
        set.status = 204;
      },
      { params: CalendarEventParams, query: CalendarEventDeleteQuery },
    )
    .get(
      "/free-busy",
      async ({ request, params, query }) => {
        const auth = authOf(request);
        const { identityId } = await ownerOf(deps, auth, params.id);
        const window = windowOf(query.after, query.before);
        return { data: { busy: await busyOf(deps, auth, { identityId, ...window }) } };
      },
      { params: IdParams, query: FreeBusyQuery, response: { 200: Single(FreeBusySchema) } },
    );
}

/** @throws Failure not_found, capability_missing */
async function ownerOf({ database }: HttpDeps, auth: Auth, text: string): Promise<CalendarOwner> {
  const identity = await getIdentity(database, auth, pathId(text));
  if (!identity) throw notFound();
  if (!capabilitiesOf(identity.type).calendar) {
    throw new Failure(
      "capability_missing",
      `An address of type ${identity.type} has no calendar. Use one of type agent, human or team.`,
    );
  }
  const { accountId, id } = identity;
  return {
    accountId,
    identityId: id,
    email: `${identity.localPart}@${identity.domain}`,
    name: identity.displayName,
    zone: await zoneOfCalendar(database, accountId, id),
  };
}

/** The canonical form of an event's id, or null when it is none. */
function eventId(text: string): string | null {
  const id = text.slice(0, 36).toLowerCase() + text.slice(36).toUpperCase();
  return isUuid(id) || (isUuid(id.slice(0, 36)) && readInstanceId(id)) ? id : null;
}

function foundId(text: string): string {
  const id = eventId(text);
  if (id === null) throw notFound();
  return id;
}

/** UID: RFC 7986 5.3 */
function freshIds({ mailHostname }: HttpDeps): { id: string; uid: string } {
  const id = newId();
  return { id, uid: `${id}@${mailHostname}` };
}

function windowOf(
  after: string | undefined,
  before: string | undefined,
): { after: Instant; before: Instant } {
  const window = { after: bound("after", after) ?? farPast, before: bound("before", before) ?? farFuture };
  if (window.before <= window.after) throw invalid('"before" must be later than "after".');
  return window;
}

function bound(name: string, text: string | undefined): Instant | null {
  if (text === undefined) return null;
  const instant = parseInstant(text);
  if (!instant) {
    throw invalid(
      `Field "${name}" in the query must be a date-time with zone, such as 2026-01-02T03:04:05Z.`,
    );
  }
  return instant;
}

function placeOf(key: readonly string[] | null): EventPlace | null {
  return key && { startAt: key[0]!, id: key[1]! };
}

const longestBusyMs = 92 * 86_400_000;
const mostBusy = 20_000;

async function busyOf(
  { database }: HttpDeps,
  auth: Auth,
  window: { identityId: string; after: Instant; before: Instant },
) {
  if (msOf(window.before) - msOf(window.after) > longestBusyMs) {
    throw invalid('"after" and "before" are more than 92 days apart. Ask for less at once.');
  }
  const rows: CalendarEventRow[] = [];
  for (let past: EventPlace | null = null; ; ) {
    const some: CalendarEventRow[] = await listInstances(database, auth, { ...window, past, count: 1000 });
    rows.push(...some);
    const last = some.at(-1);
    if (!last || some.length < 1000) break;
    if (rows.length >= mostBusy)
      throw invalid("There are too many events in this window. Ask for less at once.");
    past = { startAt: last.startAt, id: last.id };
  }
  const sources = rows.map((row) => ({
    start_at: row.startAt,
    end_at: row.endAt,
    status: row.status,
    response_status: row.responseStatus,
  }));
  return busyIntervals(sources, window);
}

async function withEtag(response: Response): Promise<Response> {
  if (response.ok) {
    const { data } = (await response.clone().json()) as { data: CalendarEvent };
    response.headers.set("etag", `"${data.etag}"`);
  }
  return response;
}

export function toCalendarEvent(row: CalendarEventRow): CalendarEvent {
  const times = refreshTimes(seriesOf(row));
  return {
    id: row.id,
    identity_id: row.identityId,
    kind: row.kind,
    series_id: row.seriesId,
    original_start: row.originalStart,
    uid: row.uid,
    sequence: row.sequence,
    etag: row.etag,
    status: row.status,
    title: row.title,
    description: row.description,
    location: row.location,
    all_day: row.allDay,
    start: times.start,
    end: times.end,
    timezone: times.timezone,
    start_at: times.start_at,
    end_at: times.end_at,
    recurrence: row.recurrence,
    attendees: row.attendees,
    organizer_email: row.organizerEmail,
    organizer_name: row.organizerName,
    response_status: row.responseStatus,
    source: row.source,
    origin_message_id: row.originMessageId,
    metadata: row.metadata,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
