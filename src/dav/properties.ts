// The properties of resources. RFC 4918 15, RFC 3744 4 and 5, RFC 4791 5.2 and 6.2, RFC 6578 4, RFC 6638 2, RFC 7809 5.
import type { CalendarOwner } from "../../actors/identity/calendar/calendar-content.ts";
import { maxAttendees } from "../calendar/icalendar/participants.ts";
import { calendarHead, calendarTail, writeZones } from "../calendar/objects/calendar-text.ts";
import { maxObjectBytes, maxObjectEvents, objectComponents } from "../calendar/objects/object-read.ts";
import { type Instant, instantOf, msOf } from "../lib/clock.ts";
import { monthNames } from "../lib/months.ts";
import type { CalendarCollectionRow, ObjectHead } from "../store/calendar/objects.ts";
import { defaultCalendarName } from "../store/calendar/objects-write.ts";
import type { DavRequest } from "./context.ts";
import { paths } from "./paths.ts";
import { aclOf, privilegesOf, supportedPrivileges } from "./privileges.ts";
import type { DavResource } from "./resources.ts";
import { tokenOf } from "./sync-token.ts";
import { apple, c, cs, d, element, escaped, href, text } from "./xml-write.ts";

/** The properties of a resource by name, with their content as XML. */
export interface Properties {
  keys(): Iterable<string>;
  get(name: string): (() => string) | undefined;
}

/** Properties that allprop leaves out. RFC 4791 5.2, RFC 3744 5 */
const named = new Set([
  d("acl"),
  d("supported-privilege-set"),
  d("current-user-privilege-set"),
  d("supported-report-set"),
  d("principal-collection-set"),
  d("sync-token"),
  c("calendar-timezone"),
  c("supported-collation-set"),
]);

export function isInAllprop(name: string): boolean {
  return name.startsWith("{DAV:}") && !named.has(name);
}

type PropertyReader = Pick<DavRequest, "owner" | "mayWrite">;

const userOf = ({ owner }: PropertyReader) => href(paths.principal(owner.email));
const principalOf = (reader: PropertyReader, resource: DavResource) =>
  "of" in resource ? href(paths.principal(resource.of.email)) : userOf(reader);

/** The properties that all resources have. */
const common = new Map<string, (reader: PropertyReader, resource: DavResource) => string>([
  [d("resourcetype"), (_, resource) => typeOf(resource)],
  [d("current-user-principal"), userOf],
  [d("owner"), principalOf],
  [d("principal-collection-set"), () => href(paths.principals)],
  [d("current-user-privilege-set"), ({ mayWrite }, resource) => privilegesOf(resource, mayWrite)],
  [d("supported-privilege-set"), () => supportedPrivileges],
  [d("acl"), (reader, resource) => aclOf(resource, principalOf(reader, resource))],
  [d("supported-report-set"), (_, resource) => reportsOf(resource)],
]);

export function propertiesOf(reader: PropertyReader, resource: DavResource): Properties {
  const own = ownProperties(reader.owner, resource);
  return {
    keys: () => new Set([...common.keys(), ...own.keys()]),
    get(name) {
      const found = own.get(name);
      if (found) return found;
      const shared = common.get(name);
      return shared && (() => shared(reader, resource));
    },
  };
}

function ownProperties(owner: CalendarOwner, resource: DavResource): Properties {
  return resource.kind === "object"
    ? objectProperties(resource.head)
    : new Map(listedProperties(owner, resource));
}

function listedProperties(
  owner: CalendarOwner,
  resource: Exclude<DavResource, { kind: "object" }>,
): [string, () => string][] {
  switch (resource.kind) {
    case "principal":
      return principalProperties(resource.of);
    case "calendar":
      return calendarProperties(owner, resource.calendar, resource.zone);
    case "inbox-item":
      return [
        [d("getcontenttype"), () => "text/calendar; charset=utf-8"],
        [d("getetag"), () => escaped(`"${resource.item.id}"`)],
        [d("creationdate"), () => resource.item.createdAt],
        [d("getlastmodified"), () => httpDate(resource.item.createdAt)],
      ];
    case "inbox":
      return [
        [d("displayname"), () => "Inbox"],
        [c("schedule-default-calendar-URL"), () => href(paths.calendar(owner.email, defaultCalendarName))],
        [c("calendar-free-busy-set"), () => href(paths.calendar(owner.email, defaultCalendarName))],
        [c("supported-calendar-component-set"), () => componentsXml(["VEVENT"])],
      ];
    case "outbox":
      return [
        [d("displayname"), () => "Outbox"],
        [c("supported-calendar-component-set"), () => componentsXml(["VFREEBUSY"])],
      ];
    case "home":
      return [[d("displayname"), () => escaped(resource.of.name ?? resource.of.email)]];
    default:
      return [[d("displayname"), () => "Calendars"]];
  }
}

function typeOf({ kind }: DavResource): string {
  const collection = element(d("collection"));
  const types: Record<DavResource["kind"], string> = {
    root: collection,
    principals: collection,
    homes: collection,
    home: collection,
    principal: collection + element(d("principal")),
    calendar: collection + element(c("calendar")),
    inbox: collection + element(c("schedule-inbox")),
    outbox: collection + element(c("schedule-outbox")),
    object: "",
    "inbox-item": "",
  };
  return types[kind];
}

function principalProperties({ email, name }: CalendarOwner): [string, () => string][] {
  const self = href(paths.principal(email));
  return [
    [d("displayname"), () => escaped(name ?? email)],
    [d("principal-URL"), () => self],
    [d("alternate-URI-set"), () => href(`mailto:${email}`)],
    [d("group-member-set"), () => ""],
    [d("group-membership"), () => ""],
    [c("calendar-home-set"), () => href(paths.home(email))],
    [c("calendar-user-address-set"), () => href(`mailto:${email}`) + self],
    [c("calendar-user-type"), () => "INDIVIDUAL"],
    [c("schedule-inbox-URL"), () => href(paths.inbox(email))],
    [c("schedule-outbox-URL"), () => href(paths.outbox(email))],
    [cs("email-address-set"), () => text(cs("email-address"), email)],
  ];
}

function componentsXml(names: readonly string[]): string {
  return names.map((name) => element(c("comp"), "", { name })).join("");
}

function calendarProperties(
  owner: CalendarOwner,
  calendar: CalendarCollectionRow,
  zone: string,
): [string, () => string][] {
  const isDefault = calendar.id === calendar.identityId;
  const shown = isDefault ? (owner.name ?? owner.email) : calendar.name;
  const dead = Object.entries(calendar.properties).map(([name, xml]): [string, () => string] => [
    name,
    () => xml,
  ]);
  return [
    [d("displayname"), () => escaped(shown)],
    [d("creationdate"), () => calendar.createdAt],
    [d("getcontenttype"), () => "text/calendar; charset=utf-8"],
    [d("sync-token"), () => escaped(tokenOf(calendar.id, calendar.modseq))],
    [cs("getctag"), () => escaped(`${calendar.id}-${calendar.modseq}`)],
    [c("supported-calendar-component-set"), () => componentsXml(calendar.components ?? objectComponents)],
    [
      c("supported-calendar-data"),
      () => element(c("calendar-data"), "", { "content-type": "text/calendar", version: "2.0" }),
    ],
    [
      c("supported-collation-set"),
      () =>
        ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]
          .map((name) => text(c("supported-collation"), name))
          .join(""),
    ],
    [c("max-resource-size"), () => String(maxObjectBytes)],
    [c("min-date-time"), () => "00010101T000000Z"],
    [c("max-date-time"), () => "99991231T235959Z"],
    [c("max-instances"), () => String(maxObjectEvents)],
    [c("max-attendees-per-instance"), () => String(maxAttendees - 1)],
    [c("schedule-calendar-transp"), () => element(c("opaque"))],
    [c("calendar-timezone-id"), () => escaped(zone)],
    [c("calendar-timezone"), () => escaped(zoneText(zone))],
    [apple("calendar-color"), () => "#3367D6FF"],
    [apple("calendar-order"), () => (isDefault ? "0" : "1")],
    ...dead,
  ];
}

function zoneText(timezone: string): string {
  const from = "2020-01-01T00:00:00.000000Z";
  return calendarHead(null) + writeZones([{ timezone, from, until: null }]) + calendarTail;
}

/** A report lists hundreds of objects: their properties are made once. */
const ofObjects = new Map<string, (head: ObjectHead) => string>([
  [d("getetag"), ({ etag }) => escaped(`"${etag}"`)],
  [d("getcontenttype"), ({ component }) => `text/calendar; charset=utf-8; component=${component}`],
  [d("creationdate"), ({ createdAt }) => createdAt],
  [d("getlastmodified"), ({ updatedAt }) => httpDate(updatedAt)],
  [c("schedule-tag"), ({ scheduleTag }) => escaped(`"${scheduleTag}"`)],
]);

function objectProperties(head: ObjectHead): Properties {
  return {
    keys: () => ofObjects.keys(),
    get(name) {
      const found = ofObjects.get(name);
      return found && (() => found(head));
    },
  };
}

const weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/** RFC 9110 5.6.7 */
export function httpDate(instant: Instant): string {
  const ms = msOf(instant);
  const [date = "", time = ""] = instantOf(ms).split("T");
  const [year, month, day] = date.split("-");
  const weekday = weekdays[Math.floor(ms / 86_400_000) % 7] ?? "Thu";
  return `${weekday}, ${day} ${monthNames[Number(month) - 1]} ${year} ${time.slice(0, 8)} GMT`;
}

function reportsOf({ kind }: DavResource): string {
  const names: string[] = [];
  if (kind === "calendar")
    names.push(c("calendar-query"), c("calendar-multiget"), c("free-busy-query"), d("sync-collection"));
  if (kind === "inbox") names.push(c("calendar-query"), c("calendar-multiget"));
  if (kind === "principals" || kind === "principal" || kind === "root")
    names.push(d("principal-property-search"), d("principal-search-property-set"));
  return names.map((name) => element(d("supported-report"), element(d("report"), element(name)))).join("");
}

/** Properties that a client cannot set. RFC 4918 9.2 */
export function isProtected(name: string): boolean {
  const settable = [
    d("displayname"),
    c("calendar-timezone"),
    c("calendar-timezone-id"),
    c("schedule-calendar-transp"),
  ];
  if (settable.includes(name)) return false;
  if (name.startsWith("{DAV:}")) return true;
  const own = calendarProperties({ accountId: "", identityId: "", email: "", name: null }, nobody, "UTC");
  const free = [apple("calendar-color"), apple("calendar-order")];
  return own.some(([known]) => known === name) && !free.includes(name);
}

const nobody: CalendarCollectionRow = {
  accountId: "",
  identityId: "",
  id: "",
  name: "",
  components: null,
  properties: {},
  modseq: 0,
  forgotten: 0,
  createdAt: "",
};
