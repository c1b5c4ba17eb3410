// MKCALENDAR, extended MKCOL, and DELETE of a calendar. RFC 4791 5.3.1, RFC 5689
import { createCalendar, deleteEmptyCalendar } from "../../actors/identity/calendar/collections.ts";
import { deleteObject } from "../../actors/identity/calendar/put-objects.ts";
import { isObjectComponent } from "../calendar/objects/object-read.ts";
import { findCalendar } from "../store/calendar/objects.ts";
import { DavRefusal, type DavRequest, notFound, xmlType } from "./context.ts";
import { isProtected } from "./properties.ts";
import { changesIn } from "./propfind.ts";
import { readBody } from "./request.ts";
import { childOf, childrenOf, type XmlElement } from "./xml-read.ts";
import { c, d, declarations, errorXml, xmlHead } from "./xml-write.ts";

export async function makeCalendar(request: DavRequest): Promise<Response> {
  const { deps, owner, place, method } = request;
  if (place.kind !== "calendar" || place.email !== owner.email.toLowerCase()) {
    if (place.kind === "object" || place.kind === "inbox")
      throw new DavRefusal(
        403,
        [c("calendar-collection-location-ok")],
        "Calendars are made in the calendar home.",
      );
    throw new DavRefusal(method === "MKCOL" ? 405 : 403, [c("calendar-collection-location-ok")]);
  }
  const root = await readBody(request);
  if (method === "MKCOL") checkType(root);
  const { values } = changesIn(root);
  const components = componentsOf(values, root);
  for (const name of [d("resourcetype"), c("supported-calendar-component-set")]) values.delete(name);
  const refused = [...values.keys()].find(isProtected);
  if (refused) throw new DavRefusal(403, [d("cannot-modify-protected-property")], refused);
  const properties = Object.fromEntries(
    [...values].filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const made = await deps.actors
    .identity(owner.accountId, owner.identityId)
    .run((turn) => createCalendar(turn, { name: place.calendar, components, properties }));
  if (made === null) {
    throw method === "MKCOL"
      ? new DavRefusal(405, [], "The place is taken.")
      : new DavRefusal(405, [d("resource-must-be-null")], "The place is taken.");
  }
  const tag = method === "MKCOL" ? "D:mkcol-response" : "C:mkcalendar-response";
  return new Response(`${xmlHead}<${tag}${declarations}/>`, {
    status: 201,
    headers: { "content-type": xmlType, "cache-control": "no-cache" },
  });
}

/** RFC 5689 3: only calendars are made here. */
function checkType(root: XmlElement | null): void {
  const types = childrenOf(root, d("set"))
    .flatMap((set) => childrenOf(set, d("prop")))
    .flatMap((prop) => childrenOf(prop, d("resourcetype")))
    .flatMap(({ children }) => children.map(({ name }) => name));
  if (!types.includes(c("calendar")))
    throw new DavRefusal(403, [d("valid-resourcetype")], "Only calendars are made here.");
}

/** The component types that a calendar is to take; null: all. @throws DavRefusal */
function componentsOf(values: ReadonlyMap<string, string | null>, root: XmlElement | null): string[] | null {
  if (!values.has(c("supported-calendar-component-set"))) return null;
  const sets = childrenOf(root, d("set"))
    .flatMap((set) => childrenOf(set, d("prop")))
    .map((prop) => childOf(prop, c("supported-calendar-component-set")));
  const names = sets.flatMap((set) =>
    childrenOf(set, c("comp")).map(({ attributes }) => attributes.name?.toUpperCase() ?? ""),
  );
  if (names.length === 0 || !names.every(isObjectComponent))
    throw new DavRefusal(
      403,
      [c("supported-calendar-component")],
      "Calendars hold VEVENT, VTODO and VJOURNAL.",
    );
  return [...new Set(names)];
}

const objectsAtOnce = 100;

/** Deletes a calendar with its objects, one turn each, as a client that deletes them. */
export async function deleteCalendar(request: DavRequest): Promise<Response> {
  const { deps, owner, asker, place, headers } = request;
  if (place.kind !== "calendar") throw notFound();
  const calendar = await findCalendar(deps.database, owner, place.calendar);
  if (!calendar) throw notFound();
  if (calendar.id === owner.identityId) {
    const error = errorXml([c("default-calendar-needed")], "The default calendar of an address stays.");
    return new Response(error, { status: 403, headers: { "content-type": xmlType } });
  }
  const actor = deps.actors.identity(owner.accountId, owner.identityId);
  const isQuiet = headers.get("schedule-reply")?.trim().toUpperCase() === "F";
  const conditions = { ifMatch: null, ifNoneMatch: null, ifScheduleTagMatch: null };
  for (;;) {
    const left = await actor.run((turn) => deleteEmptyCalendar(turn, calendar, objectsAtOnce));
    if (left.length === 0) return new Response(null, { status: 204 });
    for (const name of left) {
      await deleteObject(deps, owner, {
        place: { calendarId: calendar.id, name },
        conditions,
        isQuiet,
        asker,
      }).catch(ignoreGone);
    }
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "not_found")) throw error;
}
