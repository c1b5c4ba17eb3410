// The text of an object in other forms: expanded to instances within a window, or limited to some components and
// properties. RFC 4791 9.6

import { formatBasic, formatBasicDate } from "../../lib/local-time.ts";
import { instantAt, secondsOf, toUtc } from "../../lib/zones.ts";
import { contentLine } from "../icalendar/content-write.ts";
import { parseCalendar, recurrenceIdAt } from "../invitations/invitation.ts";
import { type ExpansionWindow, expand } from "../recurrence/expansion.ts";
import { wallClock } from "../times.ts";
import type { WrittenEvent } from "./calendar-text.ts";
import { calendarHeadOf } from "./object-text.ts";
import { type RawComponent, readRaw, writeRaw } from "./raw.ts";

/** Instances of one object. */
const maxExpanded = 1000;
/** Characters of one object's instances. */
const maxExpandedCharacters = 4_000_000;

const timeNames = new Set([
  "DTSTART",
  "DTEND",
  "DURATION",
  "RECURRENCE-ID",
  "RRULE",
  "RDATE",
  "EXDATE",
  "EXRULE",
]);

/** The components and properties of a text to keep; null: all of them. RFC 4791 9.6.1 to 9.6.4 */
export interface WantedParts {
  name: string;
  props: readonly { name: string; isEmpty: boolean }[] | null;
  comps: readonly WantedParts[] | null;
}

/**
 * The instances of an object that touch a window, in UTC, each as a component; of them the wanted parts.
 * @returns null when there are too many
 */
export function expandedText(
  text: string,
  events: readonly WrittenEvent[],
  { window, wanted }: { window: ExpansionWindow; wanted: WantedParts | null },
): string | null {
  const calendar = readRaw(text)[0]!;
  const components = calendar.children.filter(({ name }) => name === "VEVENT");
  const zone = events[0]?.timezone ?? "UTC";
  const parts = parseCalendar(text).invitations;
  const wantedHere = wanted?.name === "VCALENDAR" ? wanted : null;
  const wantedOfEvents = wantedHere?.comps ? wantedIn(wantedHere.comps, "VEVENT") : null;
  const frames = new Map(
    wantedOfEvents === undefined
      ? []
      : components.map((one, n) => {
          const id = parts[n]?.recurrence_id ?? null;
          return [id === null ? "" : recurrenceIdAt(id, zone), frameOf(one, wantedOfEvents)];
        }),
  );
  const changed = new Set(events.map(placeOf));
  const found: string[] = [];
  let length = 0;
  const add = (frame: Frame, times: Times, place: { at: string; local: string } | null) => {
    const one = instance(frame, times, place);
    length += one.length;
    found.push(one);
    return length <= maxExpandedCharacters;
  };
  for (const event of events) {
    const frame = frames.get(placeOf(event));
    if (!frame) continue;
    if (event.recurrence === null) {
      const isInside =
        event.start_at < window.before && (event.end_at > window.after || event.start_at >= window.after);
      const { recurrence_id: id } = event;
      const place = id && { at: placeOf(event), local: id.value };
      if (isInside && !add(frame, event, place)) return null;
      continue;
    }
    const series = { ...event, id: "00000000-0000-0000-0000-000000000000" };
    const { occurrences, more } = expand(series, window, maxExpanded);
    if (more) return null;
    for (const occurrence of occurrences) {
      if (changed.has(occurrence.start_at)) continue;
      const { start_at: at, original_start: local } = occurrence;
      if (!add(frame, { ...occurrence, all_day: event.all_day }, { at, local })) return null;
    }
  }
  const head = wantedHere ? limited({ ...calendar, children: [] }, wantedHere) : calendar;
  return `BEGIN:VCALENDAR\r\n${calendarHeadOf(head.lines)}${found.join("")}END:VCALENDAR\r\n`;
}

/**
 * The text without those changed dates that neither take place in the window nor were to. RFC 4791 9.6.6
 * @param events the object's, the event itself first
 */
export function limitedSetText(
  text: string,
  events: readonly WrittenEvent[],
  { after, before }: ExpansionWindow,
): string {
  const calendar = readRaw(text)[0]!;
  const zone = events[0]?.timezone ?? "UTC";
  const main = events.find(({ recurrence_id }) => recurrence_id === null);
  const lasts = main ? secondsOf(main.end_at) - secondsOf(main.start_at) : 0;
  const byPlace = new Map(events.map((event) => [placeOf(event), event]));
  const parts = parseCalendar(text).invitations;
  const components = calendar.children.filter(({ name }) => name === "VEVENT");
  const isIn = (from: string, to: string) => from < before && (to > after || from >= after);
  const isLeftOut = (component: RawComponent) => {
    const id = parts[components.indexOf(component)]?.recurrence_id ?? null;
    if (id === null) return false;
    const place = recurrenceIdAt(id, zone);
    const event = byPlace.get(place);
    const isThere = event !== undefined && isIn(event.start_at, event.end_at);
    return !isThere && !isIn(place, instantAt(secondsOf(place) + lasts));
  };
  return writeRaw({
    ...calendar,
    children: calendar.children.filter((child) => child.name !== "VEVENT" || !isLeftOut(child)),
  });
}

/** The instant at which a changed date was to begin; "" for the event itself. */
function placeOf({ recurrence_id: id }: WrittenEvent): string {
  return id === null ? "" : instantAt(toUtc(wallClock(id.value) ?? 0, id.timezone));
}

/** The lines that all instances of a component share, and which of its times to keep. */
interface Frame {
  lines: string;
  children: string;
  times: (name: string) => boolean;
}

function frameOf(component: RawComponent, wanted: WantedParts | null): Frame {
  const { lines, children } = wanted ? limited(component, wanted) : component;
  const kept = lines.filter(({ name }) => !timeNames.has(name));
  const named = wanted?.props ? new Set(wanted.props.map(({ name }) => name)) : null;
  return {
    lines: kept.map(({ raw }) => `${raw}\r\n`).join(""),
    children: children.map(writeRaw).join(""),
    times: (name) => named === null || named.has(name),
  };
}

type Times = Pick<WrittenEvent, "all_day" | "start" | "end" | "start_at" | "end_at">;

function instance(
  { lines, children, times: isWanted }: Frame,
  times: Times,
  place: { at: string; local: string } | null,
): string {
  const line = (name: string, at: string, local: string) => {
    if (!isWanted(name)) return "";
    if (times.all_day) return contentLine(name, formatBasicDate(wallClock(local) ?? 0), [["VALUE", "DATE"]]);
    return contentLine(name, `${formatBasic(secondsOf(at))}Z`);
  };
  const isMoment = times.start_at === times.end_at;
  const written = [
    line("DTSTART", times.start_at, times.start),
    isMoment ? "" : line("DTEND", times.end_at, times.end),
    place === null ? "" : line("RECURRENCE-ID", place.at, place.local),
  ].join("");
  return `BEGIN:VEVENT\r\n${lines}${written}${children}END:VEVENT\r\n`;
}

export function limitedText(text: string, wanted: WantedParts): string {
  const calendar = readRaw(text)[0]!;
  return wanted.name === "VCALENDAR" ? writeRaw(limited(calendar, wanted)) : text;
}

function limited(component: RawComponent, { props, comps }: WantedParts): RawComponent {
  const byName = props && Map.groupBy(component.lines, ({ name }) => name);
  const lines = props
    ? props.flatMap(({ name, isEmpty }) => {
        const own = byName!.get(name) ?? [];
        return isEmpty ? own.map((line) => ({ ...line, raw: `${name}:`, value: "" })) : own;
      })
    : component.lines;
  const children =
    comps === null
      ? component.children
      : component.children.flatMap((child) => {
          const found = wantedIn(comps, child.name);
          return found ? [limited(child, found)] : [];
        });
  return { ...component, lines, children };
}

/** Undefined: components of this name are not wanted. */
function wantedIn(comps: readonly WantedParts[], name: string): WantedParts | undefined {
  return comps.find((one) => one.name === name);
}
