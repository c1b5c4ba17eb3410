// The text of an object in other forms: expanded to instances within a window, or limited to some components and
// properties. RFC 4791 9.6

import { lineOf } from "../icalendar/content-lines.ts";
import { contentLine } from "../icalendar/content-write.ts";
import { parseCalendar, recurrenceIdAt } from "../invitations/invitation.ts";
import { expand, type Window } from "../recurrence/expansion.ts";
import { formatBasic, formatBasicDate } from "../time/local-time.ts";
import { wallClock } from "../time/times.ts";
import { instantAt, secondsOf, toUtc } from "../timezones/zones.ts";
import type { WrittenEvent } from "./calendar-text.ts";
import { calendarOf } from "./object-text.ts";
import { type RawComponent, type RawLine, readRaw, writeRaw } from "./raw.ts";

/** Instances of one object. */
const MOST_EXPANDED = 1000;

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

/** The instances of an object that touch a window, in UTC, each as a component. */
export function expandedText(text: string, events: readonly WrittenEvent[], window: Window): string {
  const calendar = readRaw(text)[0]!;
  const components = calendar.children.filter(({ name }) => name === "VEVENT");
  const zone = events[0]?.timezone ?? "UTC";
  const parts = parseCalendar(text).invitations;
  const byPlace = new Map(
    components.map((one, n) => {
      const id = parts[n]?.recurrence_id ?? null;
      return [id === null ? "" : recurrenceIdAt(id, zone), one];
    }),
  );
  const placeOf = (event: WrittenEvent) => {
    const id = event.recurrence_id;
    return id === null ? "" : instantAt(toUtc(wallClock(id.value) ?? 0, id.timezone));
  };
  const changed = new Set(events.map(placeOf));
  const found = events.flatMap((event) => {
    const component = byPlace.get(placeOf(event));
    if (!component) return [];
    if (event.recurrence === null) {
      const isInside =
        event.start_at < window.before && (event.end_at > window.after || event.start_at >= window.after);
      const { recurrence_id: id } = event;
      const place = id && { at: placeOf(event), local: id.value };
      return isInside ? [instance(component, event, place)] : [];
    }
    const series = { ...event, id: "00000000-0000-0000-0000-000000000000" };
    return expand(series, window, MOST_EXPANDED)
      .occurrences.filter(({ start_at }) => !changed.has(start_at))
      .map((occurrence) => {
        const place = { at: occurrence.start_at, local: occurrence.original_start };
        return instance(component, { ...event, ...occurrence }, place);
      });
  });
  const lines = calendar.lines;
  return calendarOf(found, lines);
}

type Times = Pick<WrittenEvent, "all_day" | "start" | "end" | "start_at" | "end_at">;

function instance(
  component: RawComponent,
  times: Times,
  place: { at: string; local: string } | null,
): RawComponent {
  const line = (name: string, at: string, local: string) => {
    if (times.all_day) return contentLine(name, formatBasicDate(wallClock(local) ?? 0), [["VALUE", "DATE"]]);
    return contentLine(name, `${formatBasic(secondsOf(at))}Z`);
  };
  const isMoment = times.start_at === times.end_at;
  const written = [
    line("DTSTART", times.start_at, times.start),
    isMoment ? "" : line("DTEND", times.end_at, times.end),
    place === null ? "" : line("RECURRENCE-ID", place.at, place.local),
  ].join("");
  const fresh = readRaw(`BEGIN:X\r\n${written}END:X\r\n`)[0]!.lines;
  const kept = component.lines.filter(({ name }) => !timeNames.has(name));
  return { ...component, lines: [...kept, ...fresh] };
}

/** Which components and properties of a text are wanted; null: all of them. RFC 4791 9.6.1 to 9.6.4 */
export interface WantedParts {
  name: string;
  props: readonly { name: string; isEmpty: boolean }[] | null;
  comps: readonly WantedParts[] | null;
}

export function limitedText(text: string, wanted: WantedParts): string {
  const calendar = readRaw(text)[0]!;
  return wanted.name === "VCALENDAR" ? writeRaw(limited(calendar, wanted)) : text;
}

function limited(component: RawComponent, { props, comps }: WantedParts): RawComponent {
  const lines = props === null ? component.lines : props.flatMap((prop) => linesLike(component, prop));
  const children =
    comps === null
      ? component.children
      : component.children.flatMap((child) => {
          const found = comps.find(({ name }) => name === child.name);
          return found ? [limited(child, found)] : [];
        });
  return { ...component, lines, children };
}

function linesLike(
  component: RawComponent,
  { name, isEmpty }: { name: string; isEmpty: boolean },
): RawLine[] {
  if (!lineOf(component, name)) return [];
  const lines = component.lines.filter((line) => line.name === name);
  return isEmpty ? lines.map((line) => ({ ...line, raw: `${name}:`, value: "" })) : lines;
}
