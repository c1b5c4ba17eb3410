// Reads the times of a VEVENT: DTSTART, DTEND or DURATION, RRULE, RDATE, EXDATE and RECURRENCE-ID, RFC 5545 3.8.2,
// 3.8.4.4 and 3.8.5. Results are in the form and zone of DTSTART.

import type { Instant } from "../../lib/clock.ts";
import { DAY, formatDate, formatLocal, type LocalSeconds, nearestMidnight } from "../../lib/local-time.ts";
import { instantAt, toLocal, toUtc } from "../../lib/zones.ts";
import { type Component, type ContentLine, lineOf, linesOf } from "../icalendar/content-lines.ts";
import { readBasic, readDuration } from "../icalendar/values.ts";
import { type RecurrenceRule, readRule } from "../recurrence/rule.ts";
import { walkRule } from "../recurrence/rule-walk.ts";
import type { ZoneResolver } from "../timezones/resolver.ts";
import type { Recurrence } from "../types.ts";

export interface RecurrenceId {
  /** In the form and zone of `timezone`: `2026-01-02T09:00:00`, or a date. */
  value: string;
  timezone: string | null;
  /** Null for dates and floating times. */
  at: Instant | null;
  /** RANGE=THISANDFUTURE */
  this_and_future: boolean;
}

/** The surrounding text's facts that reading one VEVENT needs. */
export interface EventContext {
  method: string | null;
  zones: ZoneResolver;
  addDefect: (defect: string) => void;
}

const maxDates = 2000;

export interface ReadTime {
  local: LocalSeconds;
  isDate: boolean;
  /** Null: floating, or a date. */
  zone: string | null;
}

/** Reads a line's value as a time; null, with a defect added, when it is none. */
export function readTime(line: ContentLine, value: string, context: EventContext): ReadTime | null {
  // Exchange writes TZID=tzone://Microsoft/Utc without quotes: the rest of the TZID is in the value.
  const colon = value.lastIndexOf(":");
  const tail = colon > 0 && value.startsWith("//") ? value.slice(colon + 1) : value;
  const basic = readBasic(tail);
  if (!basic) {
    context.addDefect(`${line.name} has the value "${value.slice(0, 40)}", which is no time.`);
    return null;
  }
  if (line.params.get("VALUE")?.toUpperCase() === "DATE" || basic.form === "date") {
    return { local: Math.floor(basic.local / DAY) * DAY, isDate: true, zone: null };
  }
  if (basic.form === "utc") return { local: basic.local, isDate: false, zone: "UTC" };
  const written = line.params.get("TZID");
  const tzid = tail === value ? written : `${written}:${value.slice(0, colon)}`;
  const zone = tzid ? context.zones.zone(tzid, basic.local) : null;
  return { local: basic.local, isDate: false, zone };
}

/** The instant of a time; null for dates and floating times. */
export function instantOf({ local, isDate, zone }: ReadTime): Instant | null {
  return isDate || zone === null ? null : instantAt(toUtc(local, zone));
}

/** The wall-clock time in another time's zone and form. */
function convertedTo(time: ReadTime, model: ReadTime): LocalSeconds {
  if (model.isDate) return Math.ceil(time.local / DAY) * DAY;
  if (time.isDate || time.zone === null || model.zone === null || time.zone === model.zone) return time.local;
  return toLocal(toUtc(time.local, time.zone), model.zone);
}

/** A wall-clock time in the form of another: date or date-time. */
export function writeTime(local: LocalSeconds, model: ReadTime): string {
  return model.isDate ? formatDate(local) : formatLocal(local);
}

/** The end by DTEND or DURATION, in the form and zone of the start; null when there is no valid one. */
export function readEnd(event: Component, start: ReadTime, context: EventContext): LocalSeconds | null {
  const line = lineOf(event, "DTEND");
  const written = line ? readTime(line, line.value, context) : null;
  if (written) {
    const end = convertedTo(written, start);
    const [from, to] = [instantOf(start), instantOf({ ...start, local: end })];
    if (from && to ? to >= from : end >= start.local) return end;
    context.addDefect("DTEND is before DTSTART; it is left out.");
    return null;
  }
  const text = lineOf(event, "DURATION")?.value;
  if (text === undefined) return null;
  const duration = readDuration(text);
  if (!duration) {
    context.addDefect(
      `DURATION has the value "${text.slice(0, 40)}", which is none or too long; it is left out.`,
    );
    return null;
  }
  // RFC 5545 3.3.6: days are calendar days, hours are exact time.
  const moved = start.local + duration.days * DAY;
  if (start.isDate) return Math.ceil((moved + duration.seconds) / DAY) * DAY;
  if (start.zone === null) return moved + duration.seconds;
  return toLocal(toUtc(moved, start.zone) + duration.seconds, start.zone);
}

/** The series of an EXDATE or RDATE. */
interface DateContext {
  start: ReadTime;
  /** Whether the rule has an instance on this day. */
  hasDay: (day: LocalSeconds) => boolean;
  context: EventContext;
}

/**
 * The day of an all-day series that a time names, as its midnight. A time in UTC is midnight in some zone: in the
 * sender's, if the text names it, otherwise in one nearby. Of the possible days, the first on which the rule has an
 * instance is taken.
 */
function dayOfTime({ local, zone }: ReadTime, { hasDay, context }: DateContext): LocalSeconds {
  const floor = Math.floor(local / DAY) * DAY;
  if (zone !== "UTC" || local === floor) return floor;
  const home = context.zones.home(local);
  const days = [nearestMidnight(local), floor, floor + DAY];
  if (home !== null) days.unshift(Math.floor(toLocal(local, home) / DAY) * DAY);
  return days.find(hasDay) ?? days[0]!;
}

/** Days of one event that are looked up in its rule. */
const maxLookUps = 300;

function dayTest(rule: RecurrenceRule | null, start: ReadTime): DateContext["hasDay"] {
  if (!rule) return () => false;
  const endless = { ...rule, until: null, count: null };
  let lookups = 0;
  return (day) => {
    if (++lookups > maxLookUps) return false;
    let isFound = false;
    walkRule(endless, { start: start.local, from: day, until: day }, (time) => {
      isFound = Math.floor(time / DAY) * DAY === day;
      return false;
    });
    return isFound;
  };
}

/** EXDATE or RDATE values in the form of the start, sorted. */
function readDates(event: Component, name: "EXDATE" | "RDATE", of: DateContext): string[] {
  const dates = new Set<string>();
  for (const line of linesOf(event, name)) {
    for (const item of line.value.split(",", maxDates)) {
      const [value = "", period] = item.split("/", 2);
      if (!value.trim()) continue;
      if (dates.size >= maxDates) {
        of.context.addDefect(`There are more than ${maxDates} ${name} values; the rest is left out.`);
        return [...dates];
      }
      if (period !== undefined) of.context.addDefect("An RDATE has a period; it lasts as long as the event.");
      const time = readTime(line, value, of.context);
      if (!time) continue;
      // A date excludes a whole day of a timed series.
      if (time.isDate) dates.add(formatDate(time.local));
      else if (of.start.isDate) dates.add(formatDate(dayOfTime(time, of)));
      else dates.add(writeTime(convertedTo(time, of.start), of.start));
    }
  }
  return [...dates].sort();
}

/** Reads RRULE, RDATE and EXDATE; null when the event does not repeat. */
export function readRecurrence(event: Component, start: ReadTime, context: EventContext): Recurrence | null {
  const rules = linesOf(event, "RRULE");
  const rdates = readDates(event, "RDATE", { start, hasDay: () => false, context });
  if (rules.length === 0 && rdates.length === 0) return null;
  if (rules.length > 1) context.addDefect("There is more than one RRULE; the first one counts.");
  const text = rules[0]?.value.trim() ?? null;
  const { rule, problems } = readRule(text ?? "");
  if (text !== null) for (const problem of problems) context.addDefect(`RRULE: ${problem}`);
  return {
    rule: text,
    rdates,
    exdates: readDates(event, "EXDATE", { start, hasDay: dayTest(rule, start), context }),
  };
}

/** Reads RECURRENCE-ID; null when there is none or it is not a time. */
export function readRecurrenceId(event: Component, context: EventContext): RecurrenceId | null {
  const line = lineOf(event, "RECURRENCE-ID");
  const time = line ? readTime(line, line.value, context) : null;
  if (!line || !time) return null;
  return {
    value: writeTime(time.local, time),
    timezone: time.zone,
    at: instantOf(time),
    this_and_future: line.params.get("RANGE")?.toUpperCase() === "THISANDFUTURE",
  };
}
