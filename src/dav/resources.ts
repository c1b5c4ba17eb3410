// The resources behind places: what exists for the client that asks. RFC 4791 4, RFC 6638 2
import type { CalendarOwner } from "../../actors/identity/calendar/calendar-content.ts";
import { zoneOfCalendar } from "../store/calendar/calendar-events.ts";
import {
  type CalendarCollectionRow,
  findCalendar,
  getObject,
  listCalendars,
  listObjectHeads,
  type ObjectHead,
} from "../store/calendar/objects.ts";
import { type CalendarInboxRow, findInboxItem, listInbox } from "../store/calendar/scheduling-inbox.ts";
import type { Executor } from "../store/database/database.ts";
import type { DavRequest } from "./context.ts";
import { type DavPath, paths } from "./paths.ts";

export type DavResource =
  | { kind: "root" | "principals" | "homes" | "inbox" | "outbox"; path: string }
  | { kind: "principal" | "home"; path: string; of: CalendarOwner }
  | { kind: "calendar"; path: string; calendar: CalendarCollectionRow; zone: string }
  | { kind: "object"; path: string; calendar: CalendarCollectionRow; head: ObjectHead }
  | { kind: "inbox-item"; path: string; item: CalendarInboxRow };

/** The resource of a place; null when it is not there, or another address's. */
export async function resourceOf(
  db: Executor,
  owner: CalendarOwner,
  place: DavPath,
): Promise<DavResource | null> {
  if ("email" in place && place.email !== owner.email.toLowerCase()) return null;
  const { email } = owner;
  switch (place.kind) {
    case "root":
      return { kind: "root", path: paths.root };
    case "principals":
      return { kind: "principals", path: paths.principals };
    case "homes":
      return { kind: "homes", path: paths.homes };
    case "principal":
      return principalResource(owner);
    case "home":
      return homeResource(owner);
    case "outbox":
      return { kind: "outbox", path: paths.outbox(email) };
    case "inbox": {
      if (place.item === null) return { kind: "inbox", path: paths.inbox(email) };
      const item = await findInboxItem(db, owner, place.item.replace(/\.ics$/, ""));
      return item && inboxItem(owner, item);
    }
    case "calendar": {
      const calendar = await findCalendar(db, owner, place.calendar);
      return calendar && calendarResource(owner, calendar, await zoneOf(db, owner));
    }
    case "object": {
      const calendar = await findCalendar(db, owner, place.calendar);
      const head = calendar && (await getObject(db, owner, { calendarId: calendar.id, name: place.name }));
      return calendar && head && objectResource(owner, calendar, head);
    }
  }
}

export function principalResource(of: CalendarOwner): DavResource {
  return { kind: "principal", path: paths.principal(of.email), of };
}

function homeResource(of: CalendarOwner): DavResource {
  return { kind: "home", path: paths.home(of.email), of };
}

function zoneOf(db: Executor, { accountId, identityId }: CalendarOwner): Promise<string> {
  return zoneOfCalendar(db, accountId, identityId);
}

function calendarResource(owner: CalendarOwner, calendar: CalendarCollectionRow, zone: string): DavResource {
  return { kind: "calendar", path: paths.calendar(owner.email, calendar.name), calendar, zone };
}

export function objectResource(
  owner: CalendarOwner,
  calendar: CalendarCollectionRow,
  head: ObjectHead,
): DavResource & { kind: "object" } {
  return { kind: "object", path: paths.object(owner.email, calendar.name, head.name), calendar, head };
}

function inboxItem(owner: CalendarOwner, item: CalendarInboxRow): DavResource {
  return { kind: "inbox-item", path: paths.inboxItem(owner.email, `${item.id}.ics`), item };
}

const pageRows = 500;

/** The members of a collection. */
export async function* membersOf(
  { deps: { database: db }, owner, reached }: Pick<DavRequest, "deps" | "owner" | "reached">,
  resource: DavResource,
): AsyncGenerator<DavResource> {
  const { email } = owner;
  switch (resource.kind) {
    case "root":
      yield { kind: "principals", path: paths.principals };
      yield { kind: "homes", path: paths.homes };
      return;
    case "principals":
      for (const one of await reached()) yield principalResource(one);
      return;
    case "homes":
      for (const one of await reached()) yield homeResource(one);
      return;
    case "home": {
      const zone = await zoneOf(db, owner);
      for (const calendar of await listCalendars(db, owner)) yield calendarResource(owner, calendar, zone);
      yield { kind: "inbox", path: paths.inbox(email) };
      yield { kind: "outbox", path: paths.outbox(email) };
      return;
    }
    case "inbox":
      for (const item of await listInbox(db, owner)) yield inboxItem(owner, item);
      return;
    case "calendar": {
      const { calendar } = resource;
      for (let past = ""; ; ) {
        const heads = await listObjectHeads(db, owner, { calendarId: calendar.id, past, count: pageRows });
        for (const head of heads) yield objectResource(owner, calendar, head);
        if (heads.length < pageRows) return;
        past = heads.at(-1)!.name;
      }
    }
  }
}

export function isCollection({ kind }: DavResource): boolean {
  return kind !== "object" && kind !== "inbox-item";
}
