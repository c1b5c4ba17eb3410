// SPEC Calendar events; DECISIONS Calendar.
import { type CalendarOwner, newEvent } from "../../../../actors/identity/calendar/calendar-content.ts";
import { createEvent, setCalendar } from "../../../../actors/identity/calendar/calendar-events.ts";
import { composeNotices, sendAll, withHeld } from "../../../../actors/identity/calendar/calendar-mail.ts";
import {
  type Loaded,
  loadEvent,
  planAnswer,
  planChange,
  planDelete,
  planNew,
} from "../../../../actors/identity/calendar/calendar-plans.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import { requireZone } from "../../../calendar/times.ts";
import { type Instant, parseInstant } from "../../../lib/clock.ts";
import {
  Calendar,
  CalendarEvent,
  CalendarEventCreate,
  CalendarEventDeleteQuery,
  CalendarEventListQuery,
  CalendarEventParams,
  CalendarEventPatch,
  CalendarEventPatchQuery,
  CalendarEventRespond,
  CalendarPatch,
  FreeBusy,
  FreeBusyQuery,
} from "../../../schema/calendar/calendar-events.ts";
import { IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { findCalendarRow, freshCalendar, zoneOfCalendar } from "../../../store/calendar/calendar-events.ts";
import { listEvents, listInstances } from "../../../store/calendar/window.ts";
import { type Call, call } from "../../call.ts";
import type { HttpDeps } from "../../context.ts";
import { operation, sendingFailures } from "../../openapi/operation.ts";
import { pageByKey } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { writePrepared } from "../../write.ts";
import { prepareChange, runChange } from "./calendar-changes.ts";
import {
  busyOf,
  eventAnswer,
  eventId,
  foundId,
  freshIds,
  ownerOf,
  placeOf,
  scheduleStatusOf,
  toCalendar,
  toCalendarEvent,
  toListedEvent,
  windowOf,
  withEtag,
} from "./calendar-wire.ts";

export const calendarCalls: readonly Call[] = [
  call(
    "PATCH /identities/{id}/calendar",
    {
      params: IdParams,
      body: CalendarPatch,
      answer: Single(Calendar),
      doc: operation("updateCalendar", "Set the zone of a calendar, and when it tells of its events", {
        description: "The zone is that of events that name none.",
        errors: ["capability_missing"],
        example: { timezone: "Europe/Berlin", starting_minutes: 10 },
      }),
    },
    async (deps, { auth, params, body }) => {
      const owner = await ownerOf(deps, auth, params.id);
      const { timezone, starting_minutes: startingMinutes, ending_minutes: endingMinutes } = body;
      const settings = {
        ...(timezone === undefined ? {} : { timezone: requireZone(timezone) }),
        ...(startingMinutes === undefined ? {} : { startingMinutes }),
        ...(endingMinutes === undefined ? {} : { endingMinutes }),
      };
      return { data: toCalendar(await actorOf(deps, owner).run((turn) => setCalendar(turn, settings))) };
    },
  ),
  call(
    "GET /identities/{id}/calendar",
    {
      params: IdParams,
      answer: Single(Calendar),
      doc: operation("getCalendar", "Read what is set for a calendar", {
        description: "The settings of the calendar of one address.",
        errors: ["capability_missing"],
      }),
    },
    async (deps, { auth, params }) => {
      const owner = await ownerOf(deps, auth, params.id);
      return { data: toCalendar((await findCalendarRow(deps.database, owner)) ?? freshCalendar(owner)) };
    },
  ),
  call(
    "GET /identities/{id}/calendar/events",
    {
      params: IdParams,
      query: CalendarEventListQuery,
      answer: Page(CalendarEvent),
      doc: operation("listCalendarEvents", "List events by when they begin", {
        description: "With `expand` the instances of a series stand in its place.",
        errors: ["capability_missing"],
      }),
    },
    async (deps, { auth, params, query }) => {
      const owner = ownerOf(deps, auth, params.id);
      const list = query.expand ? listInstances : listEvents;
      const read = async () => {
        const window = { identityId: pathId(params.id), ...windowOf(query.after, query.before) };
        return pageByKey(
          query,
          {
            fetch: (key, count) => list(deps.database, auth, { ...window, past: placeOf(key), count }),
            keyOf: ({ startAt, id }) => [startAt, id],
            parts: [(text) => parseInstant(text) === text, (text) => eventId(text) === text],
          },
          toListedEvent,
        );
      };
      // Asked at once, as a month is many pages; who may not ask is told that first.
      const page = read();
      await Promise.allSettled([owner, page]);
      await owner;
      return page;
    },
  ),
  call(
    "POST /identities/{id}/calendar/events",
    {
      params: IdParams,
      body: CalendarEventCreate,
      answer: { 201: Single(CalendarEvent), 202: Single(CalendarEvent) },
      doc: operation("createCalendarEvent", "Create an event", {
        description:
          "Times are local, in `timezone`. Attendees are told nothing unless `send_invites` is true: then each gets a mail.",
        errors: [...sendingFailures, "conflict"],
        etag: true,
        example: {
          title: "Planning",
          start: "2026-03-30T09:00:00",
          end: "2026-03-30T09:30:00",
          timezone: "Europe/Berlin",
          attendees: [{ email: "ada@example.com", name: "Ada" }],
        },
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const prepare = async () => {
        const owner = await ownerOf(deps, auth, params.id);
        const { send_invites: invites, ...input } = body;
        const timezone =
          input.timezone ?? (await zoneOfCalendar(deps.database, owner.accountId, owner.identityId));
        const row = newEvent(owner, freshIds(deps), { ...input, timezone });
        const sender = { scope: auth, owner, zone: null };
        const mails = invites ? await composeNotices(deps, sender, planNew(row)) : [];
        return {
          actor: actorOf(deps, owner),
          work: async (turn: Turn) => {
            const made = await createEvent(turn, row);
            return withHeld(made, await sendAll(turn, mails));
          },
        };
      };
      return withEtag(
        await writePrepared({ request, body }, { actors: deps.actors, prepare }, eventAnswer(201)),
      );
    },
  ),
  call(
    "GET /identities/{id}/calendar/events/{eventId}",
    {
      params: CalendarEventParams,
      answer: Single(CalendarEvent),
      doc: operation("getCalendarEvent", "Read an event", {
        description: "The answer's ETag is the state of the event, for `If-Match` of a later change.",
        errors: ["capability_missing"],
        etag: true,
      }),
    },
    async (deps, { auth, params, set }) => {
      const owner = await ownerOf(deps, auth, params.id);
      const { row } = await loadEvent(deps.database, owner, foundId(params.eventId));
      set.headers.etag = `"${row.etag}"`;
      return { data: { ...toCalendarEvent(row), ...(await scheduleStatusOf(deps, owner, row)) } };
    },
  ),
  call(
    "PATCH /identities/{id}/calendar/events/{eventId}",
    {
      params: CalendarEventParams,
      query: CalendarEventPatchQuery,
      body: CalendarEventPatch,
      answer: { 200: Single(CalendarEvent), 202: Single(CalendarEvent) },
      doc: operation("updateCalendarEvent", "Change an event", {
        description:
          "What is left out survives. An instance id changes that date only; with `mode=future` it and all later ones. With `send_invites` those are told whom the change concerns; where nothing changes that they see, all are invited.",
        errors: [...sendingFailures, "conflict"],
        etag: true,
        example: { start: "2026-03-30T10:00:00", end: "2026-03-30T10:30:00" },
      }),
    },
    async (deps, { auth, request, params, query, body, set }) => {
      const owner = await ownerOf(deps, auth, params.id);
      const { send_invites: invites, ...patch } = body;
      const change = { patch, mode: query.mode ?? ("single" as const), fresh: freshIds(deps) };
      const row = await runChange(deps, auth, {
        owner,
        id: foundId(params.eventId),
        ifMatch: request.headers.get("if-match"),
        plan: (loaded) => planChange(loaded, owner, change),
        mails: invites === true,
      });
      set.headers.etag = `"${row!.etag}"`;
      const { status, body: told } = eventAnswer(200)(row);
      set.status = status;
      return told as { data: CalendarEvent };
    },
  ),
  call(
    "DELETE /identities/{id}/calendar/events/{eventId}",
    {
      params: CalendarEventParams,
      query: CalendarEventDeleteQuery,
      doc: operation("deleteCalendarEvent", "Delete an event", {
        description:
          "`mode` is `single` for an instance id (that date) and `all` for a series id unless it says `future` (that date and all later ones). With `send_invites` the attendees are told; an event that others organise is declined. Of what is over nobody is told.",
        errors: [...sendingFailures, "conflict"],
        etag: true,
      }),
    },
    async (deps, { auth, request, params, query, set }) => {
      const owner = await ownerOf(deps, auth, params.id);
      await runChange(deps, auth, {
        owner,
        id: foundId(params.eventId),
        ifMatch: request.headers.get("if-match"),
        plan: (loaded) => planDelete(loaded, query.mode),
        mails: query.send_invites ?? false,
      });
      set.status = 204;
    },
  ),
  call(
    "POST /identities/{id}/calendar/events/{eventId}/respond",
    {
      params: CalendarEventParams,
      body: CalendarEventRespond,
      answer: { 200: Single(CalendarEvent), 202: Single(CalendarEvent) },
      doc: operation("respondToCalendarEvent", "Answer an invitation", {
        description: "The organizer gets the answer by mail.",
        errors: [...sendingFailures, "conflict"],
        etag: true,
        example: { status: "accepted", comment: "Looking forward to it." },
      }),
    },
    async (deps, { auth, request, params, body }) => {
      const prepare = async () => {
        const owner = await ownerOf(deps, auth, params.id);
        const { status, comment = null } = body;
        const change = {
          owner,
          id: foundId(params.eventId),
          ifMatch: request.headers.get("if-match"),
          plan: (loaded: Loaded, at: Instant) => planAnswer(loaded, owner, { status, at }),
          answer: { status, comment },
        };
        return { actor: actorOf(deps, owner), work: await prepareChange(deps, auth, change) };
      };
      return withEtag(
        await writePrepared({ request, body }, { actors: deps.actors, prepare }, eventAnswer(200)),
      );
    },
  ),
  call(
    "GET /identities/{id}/calendar/free-busy",
    {
      params: IdParams,
      query: FreeBusyQuery,
      answer: Single(FreeBusy),
      doc: operation("getFreeBusy", "Say when an address is busy", {
        description: "At most 92 days. Cancelled events, and those that the address declined, take no time.",
        errors: ["capability_missing"],
      }),
    },
    async (deps, { auth, params, query }) => {
      const { identityId } = await ownerOf(deps, auth, params.id);
      const window = windowOf(query.after, query.before);
      return { data: { busy: await busyOf(deps, auth, { identityId, ...window }) } };
    },
  ),
];

function actorOf({ actors }: HttpDeps, owner: CalendarOwner) {
  return actors.identity(owner.accountId, owner.identityId);
}
