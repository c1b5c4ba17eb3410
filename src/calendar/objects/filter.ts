// Filters of calendar-query over the text of an object. The time ranges of events are decided by their stored rows (the
// caller says whether they overlap); those of to-dos, journal entries and alarms by the text. RFC 4791 7.8, 9.7, 9.9

import { DAY } from "../../lib/local-time.ts";
import { unescapeText } from "../../lib/text-escapes.ts";
import { instantAt, secondsOf, type UtcSeconds } from "../../lib/zones.ts";
import {
  type Component,
  type ContentLine,
  lineOf,
  linesOf,
  readComponents,
} from "../icalendar/content-lines.ts";
import { readBasic, readDuration } from "../icalendar/values.ts";
import { type ParsedInvitation, parseCalendar, timesOfInvitation } from "../invitations/invitation.ts";
import { expandAll } from "../recurrence/expansion.ts";
import { type ReadSeries, readSeries } from "../recurrence/recurrence.ts";
import type { EventTimes } from "../types.ts";

/** Seconds since the epoch; the ends may be infinite. */
export interface TimeRange {
  start: UtcSeconds;
  end: UtcSeconds;
}

export interface TextMatch {
  value: string;
  collation: "i;ascii-casemap" | "i;octet" | "i;unicode-casemap";
  isNegated: boolean;
}

export interface ParamFilter {
  name: string;
  isNotDefined: boolean;
  text: TextMatch | null;
}

export interface PropFilter extends ParamFilter {
  range: TimeRange | null;
  params: ParamFilter[];
}

export interface CompFilter {
  name: string;
  isNotDefined: boolean;
  range: TimeRange | null;
  props: PropFilter[];
  comps: CompFilter[];
}

export interface FilterContext {
  /** The zone of floating times. */
  zone: string;
  /** Whether the events of the object overlap a range; only asked of objects of VEVENT. */
  overlaps(range: TimeRange): boolean;
}

/** The most elements of a filter: each is compared with each line of an object. */
export const maxFilters = 200;

/** Whether the object's text matches a filter on VCALENDAR. */
export function matchesFilter(text: string, filter: CompFilter, context: FilterContext): boolean {
  const calendar = readComponents(text).components.find(({ name }) => name === "VCALENDAR");
  if (calendar === undefined || filter.name !== "VCALENDAR") return false;
  return isMatch(calendar, filter, { ...context, partOf: partsOf(text, calendar, context.zone) });
}

/** `partOf` is what was understood of a component of the calendar. */
type Within = FilterContext & { partOf: (component: Component) => ComponentTimes | null; parent?: Component };

function isMatch(component: Component, filter: CompFilter, context: Within): boolean {
  if (filter.range && !isInRange(component, filter.range, context)) return false;
  if (!filter.props.every((prop) => hasProp(component, prop))) return false;
  return filter.comps.every((comp) => {
    const found = component.children.filter(({ name }) => name === comp.name);
    if (comp.isNotDefined) return found.length === 0;
    return found.some((child) => isMatch(child, comp, { ...context, parent: component }));
  });
}

function hasProp(component: Component, filter: PropFilter): boolean {
  const lines = linesOf(component, filter.name);
  if (filter.isNotDefined) return lines.length === 0;
  return lines.some((line) => isPropMatch(line, filter));
}

function isPropMatch(line: ContentLine, { text, range, params }: PropFilter): boolean {
  if (text && !isTextMatch(unescapeText(line.value), text)) return false;
  if (range) {
    const at = readBasic(line.value)?.local;
    if (at === undefined || at < range.start || at >= range.end) return false;
  }
  return params.every(({ name, isNotDefined, text: wanted }) => {
    const value = line.params.get(name);
    if (isNotDefined) return value === undefined;
    return value !== undefined && (wanted === null || isTextMatch(value, wanted));
  });
}

const ascii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const folds = {
  "i;ascii-casemap": ascii,
  "i;octet": (text: string) => text,
  "i;unicode-casemap": (text: string) => text.normalize("NFKC").toLowerCase(),
};

/** RFC 4791 7.5: part of the text. */
function isTextMatch(text: string, { value, collation, isNegated }: TextMatch): boolean {
  const fold = folds[collation];
  return fold(text).includes(fold(value)) !== isNegated;
}

function isInRange(component: Component, range: TimeRange, context: Within): boolean {
  switch (component.name) {
    case "VEVENT":
      return context.overlaps(range);
    case "VTODO":
      return isTodoInRange(component, range, context);
    case "VJOURNAL":
      return overlapsPart(context.partOf(component), range);
    case "VALARM":
      return isAlarmInRange(component, range, context);
    default:
      return true;
  }
}

/** The times of a component. */
interface ComponentTimes {
  times: EventTimes;
  /** Null: its times are invalid. */
  read: ReadSeries | null;
}

type PartName = "VEVENT" | "VTODO" | "VJOURNAL";

/** To-dos and journal entries as events; a to-do is due at its end. */
function readParts(text: string, name: PartName): ParsedInvitation[] {
  const asEvents =
    name === "VEVENT"
      ? text
      : text
          .replace(/^BEGIN:VEVENT/gim, "BEGIN:X-OTHER")
          .replace(/^END:VEVENT/gim, "END:X-OTHER")
          .replace(/^(BEGIN|END):(VTODO|VJOURNAL)/gim, (line, edge: string, part: string) =>
            part.toUpperCase() === name ? `${edge}:VEVENT` : line,
          )
          .replace(/^DUE(?=[;:])/gim, /^DTSTART[;:]/im.test(text) ? "DTEND" : "DTSTART");
  return parseCalendar(asEvents).invitations;
}

function partFrom(part: ParsedInvitation, zone: string): ComponentTimes | null {
  const times = timesOfInvitation(part, zone);
  if (!times) return null;
  const series = { ...times, id: "00000000-0000-0000-0000-000000000000", recurrence: part.recurrence };
  return { times, read: readSeries(series) };
}

/** Read the components of a calendar, each type once, when it is first needed. */
function partsOf(text: string, calendar: Component, zone: string): Within["partOf"] {
  const known = new Map<string, Map<Component, ComponentTimes | null>>();
  return (component) => {
    const { name } = component;
    let parts = known.get(name);
    if (!parts) {
      const read = readParts(text, name as PartName);
      const own = calendar.children.filter((child) => child.name === name);
      parts = new Map(own.map((child, n) => [child, read[n] ? partFrom(read[n], zone) : null]));
      known.set(name, parts);
    }
    return parts.get(component) ?? null;
  };
}

function overlapsPart(part: ComponentTimes | null, range: TimeRange): boolean {
  return part?.read != null && expandAll([part.read], windowOf(range), 1).occurrences.length > 0;
}

/** Whether an event of the text overlaps the range; of a text that is not stored as rows. */
export function overlapsText(text: string, range: TimeRange, zone: string): boolean {
  return readParts(text, "VEVENT").some((part) => overlapsPart(partFrom(part, zone), range));
}

const first = secondsOf("0001-01-01T00:00:00.000000Z");
const last = secondsOf("9999-12-31T23:59:59.000000Z");

/** Names a range among those of a filter. */
export function rangeKey({ start, end }: TimeRange): string {
  return `${start} ${end}`;
}

/** The range within the years that are stored. */
export function windowOf({ start, end }: TimeRange): { after: string; before: string } {
  const within = (at: number) => Math.min(Math.max(at, first), last);
  return { after: instantAt(within(start)), before: instantAt(within(end)) };
}

/** RFC 4791 9.9, table of VTODO. */
function isTodoInRange(todo: Component, range: TimeRange, { partOf }: Within): boolean {
  if (lineOf(todo, "DTSTART") || lineOf(todo, "DUE")) return overlapsPart(partOf(todo), range);
  const at = (name: string) => readBasic(lineOf(todo, name)?.value ?? "")?.local ?? null;
  const [completed, created] = [at("COMPLETED"), at("CREATED")];
  if (completed !== null && created !== null)
    return (
      (range.start <= created || range.start <= completed) && (range.end >= created || range.end >= completed)
    );
  if (completed !== null) return range.start <= completed && range.end >= completed;
  return created === null || range.end > created;
}

/** Whether an alarm goes off in the range. Repetitions of the alarm are not counted. */
function isAlarmInRange(alarm: Component, range: TimeRange, { partOf, parent }: Within): boolean {
  const trigger = lineOf(alarm, "TRIGGER");
  if (!trigger || !parent) return false;
  const absolute = readBasic(trigger.value);
  if (absolute) return absolute.local >= range.start && absolute.local < range.end;
  const offset = offsetOf(trigger.value);
  const part = partOf(parent);
  if (offset === null || !part) return false;
  const isEnd = trigger.params.get("RELATED")?.toUpperCase() === "END";
  const { start_at, end_at } = part.times;
  const length = isEnd ? secondsOf(end_at) - secondsOf(start_at) : 0;
  const moved = { start: range.start - offset - length, end: range.end - offset - length };
  if (!part.read) return false;
  const { occurrences } = expandAll([part.read], windowOf({ ...moved, start: moved.start - DAY }), 50);
  return occurrences.some((one) => {
    const at = secondsOf(one.start_at);
    return at >= moved.start && at < moved.end;
  });
}

/** A duration of either sign, in seconds. */
function offsetOf(value: string): number | null {
  const isBefore = value.trim().startsWith("-");
  const duration = readDuration(value.trim().replace(/^[-+]/, ""));
  if (!duration) return null;
  return (isBefore ? -1 : 1) * (duration.days * DAY + duration.seconds);
}
