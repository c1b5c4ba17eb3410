// The content of the calendar's pages: of one address, or of all of them together, in the zone of the browser.

import { toListedEvent } from "../../http/resources/calendar/calendar-wire.ts";
import type { Html } from "../../lib/html.ts";
import { zoneName } from "../../lib/zones.ts";
import { capabilitiesOf } from "../../schema/addresses/capabilities.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { calendarsInUse } from "../../store/calendar/calendar-addresses.ts";
import { zoneOfCalendar } from "../../store/calendar/calendar-events.ts";
import { listInstances } from "../../store/calendar/window.ts";
import { type NamedSender, namedSender } from "../drafts/shown-name.ts";
import type { Here } from "../frame/answers.ts";
import type { FormContext } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { zoneIn } from "../session/session.ts";
import { type CalendarSpan, calendarViews, type DayEvent, type Days, daysOf } from "./days.ts";
import type { EventForm } from "./event-form.ts";

const shownAddresses = 200;
/** Calendars that are shown together; one of the others is shown when it is chosen. */
const mostTogether = 40;
const shownEvents = 500;
/** Colours of the style sheet. */
const hues = 8;

/** An address whose calendar may be shown. */
export interface CalendarAddress extends NamedSender {
  hue: number;
}

/** An event with the addresses in whose calendars it is. */
export interface PlacedEvent extends CalendarEvent {
  hue: number;
  whose: readonly string[];
  /** One of these addresses organises it. */
  isOwn: boolean;
}

export interface CalendarPlace {
  addresses: readonly CalendarAddress[];
  /** The address that is shown; null: all of them. */
  chosen: CalendarAddress | null;
  /** Addresses whose calendars are shown. */
  shownOf: readonly CalendarAddress[];
  /** The zone that days and times are in. */
  zone: string;
  view: CalendarSpan;
  /** All hours of a day, also those in which nothing is. */
  isWhole: boolean;
}

export interface CalendarView extends CalendarPlace {
  shown: Days;
  days: ReadonlyMap<string, readonly DayEvent<PlacedEvent>[]>;
  /** There are more events than are shown. */
  isCut: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  /** The person may make and change events. */
  mayChange: boolean;
  /** Minutes before their events at which addresses are reminded of them. */
  reminders: ReadonlyMap<string, number>;
  context: FormContext;
  /** Fields by which a form leads back to what is shown. */
  kept: Readonly<Record<string, string>>;
  form: EventForm;
  /** The address that the form makes an event for. */
  formOf: string;
  /** The id of the event that the form makes. */
  once: string;
  /** The form is open. */
  isMaking: boolean;
  /** Whether the guests of the form are free, in words. */
  guests?: Html;
  error?: string;
}

/** @param wanted parameters of the page, or fields of a form that keep them @returns null: no address has a calendar */
export async function placeOf(here: Here, wanted: URLSearchParams): Promise<CalendarPlace | null> {
  const { deps, scope, account, request } = here;
  const { database } = deps;
  const all = await listIdentities(database, scope, { filter: {}, cursor: null, count: shownAddresses });
  const addresses = all
    .filter(({ type }) => capabilitiesOf(type).calendar)
    .map((one, index) => ({ ...namedSender(one), hue: index % hues }));
  const first = addresses[0];
  if (!first) return null;
  const asked = addresses.find(({ id }) => id === wanted.get("shown"));
  const chosen = asked ?? (addresses.length === 1 ? first : null);
  const zone = zoneIn(request) ?? (await zoneOfCalendar(database, account.accountId, (chosen ?? first).id));
  const ids = addresses.map(({ id }) => id);
  const used = chosen ? null : await calendarsInUse(database, account.accountId, ids);
  const shownOf = chosen ? [chosen] : addresses.filter(({ id }) => used?.has(id)).slice(0, mostTogether);
  const view = calendarViews.find((one) => one === wanted.get("view")) ?? "week";
  return { addresses, chosen, shownOf, zone, view, isWhole: wanted.get("hours") === "all" };
}

/** Parameters of a page as fields: the names of older links are read too. */
export function wantedOf({ searchParams }: URL): URLSearchParams {
  const wanted = new URLSearchParams(searchParams);
  const on = ["on", "week", "from"].map((name) => searchParams.get(name)).find((text) => text !== null);
  if (on) wanted.set("on", on);
  if (searchParams.has("address")) wanted.set("shown", searchParams.get("address")!);
  return wanted;
}

export function daysAt(place: CalendarPlace, on: string | null, now: number): Days {
  return daysOf(place.view, on, { zone: place.zone, now });
}

/** The events of the days, by their beginning; one that several of the addresses have stands there once. */
export async function eventsOf(
  { deps, auth }: Here,
  { shownOf }: Pick<CalendarPlace, "shownOf">,
  { after, before }: Days,
): Promise<{ events: PlacedEvent[]; isCut: boolean }> {
  const lists = await Promise.all(
    shownOf.map(async ({ id: identityId, email, hue }) => {
      const window = { identityId, after, before, past: null, count: shownEvents + 1 };
      const listed = await listInstances(deps.database, auth, window);
      return listed.map((one): PlacedEvent => {
        const event = toListedEvent(one);
        const { organizer_email: organizer } = event;
        return { ...event, hue, whose: [email], isOwn: organizer === null || isSame(organizer, email) };
      });
    }),
  );
  const key = ({ uid, start_at: start, original_start: original }: PlacedEvent) =>
    `${start} ${original ?? ""} ${uid}`;
  const same = Map.groupBy(lists.flat(), key);
  const events = [...same.values()].map((copies) => {
    const event = copies.find(({ isOwn }) => isOwn) ?? copies[0]!;
    return { ...event, whose: copies.flatMap(({ whose }) => whose) };
  });
  events.sort((a, b) => (a.start_at < b.start_at ? -1 : 1));
  // A calendar that has more gave its first ones alone.
  const isCut = events.length > shownEvents || lists.some((list) => list.length > shownEvents);
  return { events: events.slice(0, shownEvents), isCut };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A zone that a form or a cookie names; null: it is none. */
export function knownZone(text: string | null): string | null {
  return text === null || text.length > 64 ? null : zoneName(text);
}

/** Fields that name a place, where it is not the usual one. */
export function placeFields(wanted: URLSearchParams): Record<string, string> {
  const named = ["shown", "view", "hours"].map((name) => [name, wanted.get(name) ?? ""] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== "" && value !== "week"));
}

export const shownTitle = (title: string) => title.trim() || phrases.invitation.untitled;

/** The address of a page of the calendar. */
export function calendarPath(
  { view, chosen, addresses, isWhole }: Pick<CalendarPlace, "view" | "chosen" | "addresses" | "isWhole">,
  on: string,
): string {
  const query = new URLSearchParams();
  if (chosen && addresses.length > 1) query.set("address", chosen.id);
  if (view !== "week") query.set("view", view);
  if (isWhole) query.set("hours", "all");
  query.set(view === "week" ? "week" : view === "agenda" ? "from" : "on", on);
  return `/console/calendar?${query}`;
}
