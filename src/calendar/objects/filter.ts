// Filters of calendar-query over the text of an object. The time ranges of events are decided by their stored rows (the
// caller says whether they overlap); those of to-dos, journal entries and alarms by the text. RFC 4791 7.8, 9.7, 9.9
import {
  type Component,
  type ContentLine,
  lineOf,
  linesOf,
  readComponents,
  unescapeText,
} from "../icalendar/content-lines.ts";
import { readBasic, readDuration } from "../icalendar/values.ts";
import { type ParsedInvitation, parseCalendar, timesOfInvitation } from "../invitations/invitation.ts";
import { expand } from "../recurrence/expansion.ts";
import { DAY } from "../time/local-time.ts";
import { instantAt, secondsOf, type UtcSeconds } from "../timezones/zones.ts";

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

/** Whether the object's text matches a filter on VCALENDAR. */
export function matchesFilter(text: string, filter: CompFilter, context: FilterContext): boolean {
  const calendar = readComponents(text).components.find(({ name }) => name === "VCALENDAR");
  return (
    calendar !== undefined && filter.name === "VCALENDAR" && isMatch(calendar, filter, { ...context, text })
  );
}

type Within = FilterContext & { text: string; parent?: Component };

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
      return partsOf(context.text, "VJOURNAL").some((part) => overlapsPart(part, range, context.zone));
    case "VALARM":
      return isAlarmInRange(component, range, context);
    default:
      return true;
  }
}

/** To-dos and journal entries as events; a to-do is due at its end. */
function partsOf(text: string, name: "VEVENT" | "VTODO" | "VJOURNAL"): ParsedInvitation[] {
  const asEvents = text
    .replace(new RegExp(`^(BEGIN|END):${name}`, "gmi"), "$1:VEVENT")
    .replace(/^DUE(?=[;:])/gim, /^DTSTART[;:]/im.test(text) ? "DTEND" : "DTSTART");
  return parseCalendar(asEvents).invitations;
}

function overlapsPart(part: ParsedInvitation, range: TimeRange, zone: string): boolean {
  const times = timesOfInvitation(part, zone);
  if (!times) return false;
  const series = { ...times, id: "00000000-0000-0000-0000-000000000000", recurrence: part.recurrence };
  return expand(series, windowOf(range), 1).occurrences.length > 0;
}

/** Whether an event of the text overlaps the range; of a text that is not stored as rows. */
export function overlapsText(text: string, range: TimeRange, zone: string): boolean {
  return partsOf(text, "VEVENT").some((part) => overlapsPart(part, range, zone));
}

const first = secondsOf("0001-01-01T00:00:00.000000Z");
const last = secondsOf("9999-12-31T23:59:59.000000Z");

/** The range within the years that are stored. */
export function windowOf({ start, end }: TimeRange): { after: string; before: string } {
  const within = (at: number) => Math.min(Math.max(at, first), last);
  return { after: instantAt(within(start)), before: instantAt(within(end)) };
}

/** RFC 4791 9.9, table of VTODO. */
function isTodoInRange(todo: Component, range: TimeRange, { text, zone }: Within): boolean {
  if (lineOf(todo, "DTSTART") || lineOf(todo, "DUE"))
    return partsOf(text, "VTODO").some((part) => overlapsPart(part, range, zone));
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
function isAlarmInRange(alarm: Component, range: TimeRange, { text, zone, parent }: Within): boolean {
  const trigger = lineOf(alarm, "TRIGGER");
  if (!trigger || !parent) return false;
  const absolute = readBasic(trigger.value);
  if (absolute) return absolute.local >= range.start && absolute.local < range.end;
  const offset = offsetOf(trigger.value);
  if (offset === null) return false;
  const isEnd = trigger.params.get("RELATED")?.toUpperCase() === "END";
  return partsOf(text, parent.name as "VEVENT").some((part) => {
    const times = timesOfInvitation(part, zone);
    if (!times) return false;
    const length = isEnd ? secondsOf(times.end_at) - secondsOf(times.start_at) : 0;
    const moved = { start: range.start - offset - length, end: range.end - offset - length };
    const series = { ...times, id: "00000000-0000-0000-0000-000000000000", recurrence: part.recurrence };
    const { occurrences } = expand(series, windowOf({ ...moved, start: moved.start - DAY }), 50);
    return occurrences.some(({ start_at }) => {
      const at = secondsOf(start_at);
      return at >= moved.start && at < moved.end;
    });
  });
}

/** A duration of either sign, in seconds. */
function offsetOf(value: string): number | null {
  const isBefore = value.trim().startsWith("-");
  const duration = readDuration(value.trim().replace(/^[-+]/, ""));
  if (!duration) return null;
  return (isBefore ? -1 : 1) * (duration.days * DAY + duration.seconds);
}
