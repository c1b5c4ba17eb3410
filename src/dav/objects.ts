// GET, PUT, DELETE and MOVE of objects. RFC 4791 5.3.2 to 5.3.4, RFC 6638 3.2
import { moveObjectTo } from "../../actors/identity/calendar/move-objects.ts";
import { AttendeeChange } from "../../actors/identity/calendar/object-plans.ts";
import {
  ConditionFailed,
  type Conditions,
  deleteObject,
  isScheduled,
  type ObjectPlace,
  putObject,
  UidConflict,
} from "../../actors/identity/calendar/put-objects.ts";
import { maxObjectBytes, type ReadObject } from "../calendar/objects/object-read.ts";
import { readCalendarObject } from "../reading/calendar-objects.ts";
import { textOf } from "../reading/object-texts.ts";
import { eventsOfObjects, findCalendar, getObject, listCalendars } from "../store/calendar/objects.ts";
import { DavRefusal, type DavRequest, notFound } from "./context.ts";
import { inboxText } from "./inbox.ts";
import { type DavPath, paths, placeOfHref } from "./paths.ts";
import { httpDate } from "./properties.ts";
import { bodyText } from "./request.ts";
import { isCollection, resourceOf } from "./resources.ts";
import { c, element, href } from "./xml-write.ts";

function conditionsOf(headers: Headers): Conditions {
  return {
    ifMatch: headers.get("if-match"),
    ifNoneMatch: headers.get("if-none-match"),
    ifScheduleTagMatch: headers.get("if-schedule-tag-match"),
  };
}

const calendarType = "text/calendar; charset=utf-8";

export async function getResource(request: DavRequest): Promise<Response> {
  const { deps, owner, place, headers } = request;
  const resource = await resourceOf(deps.database, owner, place);
  if (!resource) throw notFound();
  if (resource.kind === "inbox-item") {
    const text = await inboxText(deps, owner, resource.item);
    if (text === null) throw notFound();
    return new Response(text, { headers: { etag: `"${resource.item.id}"`, "content-type": calendarType } });
  }
  if (isCollection(resource) || place.kind !== "object" || resource.kind !== "object")
    return new Response("This is a collection of CalDAV. Open it with a calendar program.\n", {
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  const object = await getObject(deps.database, owner, {
    calendarId: resource.calendar.id,
    name: place.name,
  });
  if (!object) throw notFound();
  const rows = (await eventsOfObjects(deps.database, owner, [object])).get(object.objectUid) ?? [];
  const etag = `"${object.etag}"`;
  const common = {
    etag,
    "last-modified": httpDate(object.updatedAt),
    ...(rows.some(isScheduled) ? { "schedule-tag": `"${object.scheduleTag}"` } : {}),
  };
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null && (ifNoneMatch.trim() === "*" || ifNoneMatch.includes(etag)))
    return new Response(null, { status: 304, headers: common });
  const text = await textOf(owner, object, rows);
  return new Response(text, { headers: { ...common, "content-type": calendarType } });
}

export async function putResource(request: DavRequest): Promise<Response> {
  const { deps, owner, place, headers, body } = request;
  const target = await targetOf(request, place);
  const type = headers.get("content-type");
  if (
    type !== null &&
    !/^text\/calendar\b/i.test(type.trim()) &&
    !/^application\/octet-stream\b/i.test(type.trim())
  )
    throw new DavRefusal(403, [c("supported-calendar-data")], "Only text/calendar is kept here.");
  if (body.length > maxObjectBytes)
    throw new DavRefusal(403, [c("max-resource-size")], "An object has at most 1 MB.");
  const read = await readObjectOf(request);
  if (target.components !== null && !target.components.includes(read.component))
    throw new DavRefusal(
      403,
      [c("supported-calendar-component")],
      `This calendar takes ${target.components.join(", ")}.`,
    );
  try {
    const { calendarId, name } = target;
    const stored = await putObject(deps, owner, {
      place: { calendarId, name },
      read,
      source: body,
      conditions: conditionsOf(headers),
      asker: request.asker,
    });
    // RFC 4791 5.3.4: no ETag where the text is not given back as it was written.
    return new Response(null, {
      status: stored.isNew ? 201 : 204,
      headers: {
        ...(stored.isFaithful ? { etag: `"${stored.etag}"` } : {}),
        ...(stored.scheduleTag === null ? {} : { "schedule-tag": `"${stored.scheduleTag}"` }),
      },
    });
  } catch (error) {
    throw await refusalOf(request, error);
  }
}

interface ObjectTarget extends ObjectPlace {
  components: string[] | null;
}

/** @throws DavRefusal when no object can be at the place */
async function targetOf({ deps, owner }: DavRequest, place: DavPath): Promise<ObjectTarget> {
  if (place.kind !== "object" || place.email !== owner.email.toLowerCase())
    throw new DavRefusal(403, [c("calendar-collection-location-ok")], "Objects are kept in calendars.");
  const calendar = await findCalendar(deps.database, owner, place.calendar);
  if (!calendar) throw new DavRefusal(409, [], "There is no such calendar.");
  return { calendarId: calendar.id, name: place.name, components: calendar.components };
}

/** @throws DavRefusal */
async function readObjectOf(request: DavRequest): Promise<ReadObject> {
  const reading = await readCalendarObject(bodyText(request), { source: request.owner.accountId });
  if ("read" in reading) return reading.read;
  const { precondition, message } = reading.refused;
  throw new DavRefusal(403, [c(precondition)], message);
}

/** Return the WebDAV refusal for an error. */
async function refusalOf({ deps, owner }: DavRequest, error: unknown): Promise<unknown> {
  if (error instanceof ConditionFailed)
    return new DavRefusal(412, [], error.message, error.etag === null ? {} : { etag: `"${error.etag}"` });
  if (error instanceof AttendeeChange)
    return new DavRefusal(403, [c("allowed-attendee-scheduling-object-change")], error.message);
  if (error instanceof UidConflict) {
    const calendars = await listCalendars(deps.database, owner);
    const calendar = calendars.find(({ id }) => id === error.holder.calendarId);
    const at = calendar ? href(paths.object(owner.email, calendar.name, error.holder.name)) : "";
    return new DavRefusal(403, [element(c("no-uid-conflict"), at)], error.message);
  }
  return error;
}

export async function deleteResource(request: DavRequest): Promise<Response> {
  const { deps, owner, asker, place, headers } = request;
  const target = await targetOf(request, place).catch(() => {
    throw notFound();
  });
  const isQuiet = headers.get("schedule-reply")?.trim().toUpperCase() === "F";
  try {
    await deleteObject(deps, owner, { place: target, conditions: conditionsOf(headers), isQuiet, asker });
  } catch (error) {
    throw await refusalOf(request, error);
  }
  return new Response(null, { status: 204 });
}

/** MOVE to another name or calendar. RFC 4918 9.9 */
export async function moveResource(request: DavRequest): Promise<Response> {
  const { deps, owner, asker, place, headers } = request;
  const from = await targetOf(request, place).catch(() => {
    throw notFound();
  });
  const destination = placeOfHref(headers.get("destination") ?? "");
  if (!destination) throw new DavRefusal(502, [], "Destination is not a place here.");
  const to = await targetOf(request, destination);
  const overwrite = headers.get("overwrite")?.trim().toUpperCase() !== "F";
  const object = await getObject(deps.database, owner, from);
  if (!object) throw notFound();
  if (to.components !== null && !to.components.includes(object.component))
    throw new DavRefusal(403, [c("supported-calendar-component")]);
  const there = await getObject(deps.database, owner, to);
  const isSame = there?.objectUid === object.objectUid;
  if (there && !isSame) {
    if (!overwrite) throw new DavRefusal(412, [], "Another object is at the destination.");
    const conditions = { ifMatch: `"${there.etag}"`, ifNoneMatch: null, ifScheduleTagMatch: null };
    await deleteObject(deps, owner, { place: to, conditions, isQuiet: false, asker });
  }
  try {
    await deps.actors
      .identity(owner.accountId, owner.identityId)
      .run((turn) => moveObjectTo(turn, { from, to, conditions: conditionsOf(headers) }), { origin: asker });
  } catch (error) {
    throw await refusalOf(request, error);
  }
  return new Response(null, { status: there && !isSame ? 204 : 201 });
}
