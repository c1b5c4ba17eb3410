// The times of a VEVENT: DTSTART, DTEND or DURATION, RRULE, RDATE, EXDATE, RECURRENCE-ID, RFC 5545 3.8.2, 3.8.4.4 and
// 3.8.5. All of them are given in the form and zone of DTSTART.

import type { Instant } from "../../lib/clock.ts";
import { type Component, type ContentLine, lineOf, linesOf } from "../icalendar/content-lines.ts";
import { readBasic, readDuration } from "../icalendar/values.ts";
import { type Rule, readRule } from "../recurrence/rule.ts";
import { walkRule } from "../recurrence/rule-walk.ts";
import { DAY, formatDate, formatLocal, type LocalSeconds, nearestMidnight } from "../time/local-time.ts";
import type { ZoneResolver } from "../timezones/resolver.ts";
import { instantAt, toLocal, toUtc } from "../timezones/zones.ts";
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

/** What reading one VEVENT needs of the text around it. */
export interface Context {
  method: string | null;
  zones: ZoneResolver;
  say: (defect: string) => void;
}

const MOST_DATES = 2000;

export interface ReadTime {
  local: LocalSeconds;
  isDate: boolean;
  /** Null: floating, or a date. */
  zone: string | null;
}

/** The value of a line as a time, or null with a defect said. */
export function readTime(line: ContentLine, value: string, context: Context): ReadTime | null {
  // Exchange writes TZID=tzone://Microsoft/Utc without quotes, so that its end is in the value.
  const colon = value.lastIndexOf(":");
  const tail = colon > 0 && value.startsWith("//") ? value.slice(colon + 1) : value;
  const basic = readBasic(tail);
  if (!basic) {
    context.say(`${line.name} has the value "${value.slice(0, 40)}", which is no time.`);
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

/** Null for dates and floating times: they are no moment. */
export function instantOf({ local, isDate, zone }: ReadTime): Instant | null {
  return isDate || zone === null ? null : instantAt(toUtc(local, zone));
}

/** The wall-clock time in another time's zone and form. */
function like(time: ReadTime, model: ReadTime): LocalSeconds {
  if (model.isDate) return Math.ceil(time.local / DAY) * DAY;
  if (time.isDate || time.zone === null || model.zone === null || time.zone === model.zone) return time.local;
  return toLocal(toUtc(time.local, time.zone), model.zone);
}

/** A wall-clock time in the form of another: date or date-time. */
export function writeTime(local: LocalSeconds, model: ReadTime): string {
  return model.isDate ? formatDate(local) : formatLocal(local);
}

/** The written end, by DTEND or DURATION, in the form and zone of the start; null when there is none that makes sense. */
export function readEnd(event: Component, start: ReadTime, context: Context): LocalSeconds | null {
  const line = lineOf(event, "DTEND");
  const written = line ? readTime(line, line.value, context) : null;
  if (written) {
    const end = like(written, start);
    const [from, to] = [instantOf(start), instantOf({ ...start, local: end })];
    if (from && to ? to >= from : end >= start.local) return end;
    context.say("DTEND is before DTSTART; it is left out.");
    return null;
  }
  const text = lineOf(event, "DURATION")?.value;
  if (text === undefined) return null;
  const duration = readDuration(text);
  if (!duration) {
    context.say(`DURATION has the value "${text.slice(0, 40)}", which is none or too long; it is left out.`);
    return null;
  }
  // RFC 5545 3.3.6: days by the calendar, then hours by the clock.
  const moved = start.local + duration.days * DAY;
  if (start.isDate) return Math.ceil((moved + duration.seconds) / DAY) * DAY;
  if (start.zone === null) return moved + duration.seconds;
  return toLocal(toUtc(moved, start.zone) + duration.seconds, start.zone);
}

/** The series that a date belongs to. */
interface Dated {
  start: ReadTime;
  /** Does the rule give this day? */
  gives: (day: LocalSeconds) => boolean;
  context: Context;
}

/**
 * The day of an all-day series that a time means, as its midnight. A time in UTC is some zone's midnight: the sender's,
 * where the text tells it, else one that is near. Of the days that come into question the one that the rule gives.
 */
function dayMeant({ local, zone }: ReadTime, { gives, context }: Dated): LocalSeconds {
  const floor = Math.floor(local / DAY) * DAY;
  if (zone !== "UTC" || local === floor) return floor;
  const home = context.zones.home(local);
  const days = [nearestMidnight(local), floor, floor + DAY];
  if (home !== null) days.unshift(Math.floor(toLocal(local, home) / DAY) * DAY);
  return days.find(gives) ?? days[0]!;
}

/** Days that a rule is asked for: more are taken as they are nearest. */
const MOST_ASKED = 300;

function giver(rule: Rule | null, start: ReadTime): Dated["gives"] {
  if (!rule) return () => false;
  const endless = { ...rule, until: null, count: null };
  let asked = 0;
  return (day) => {
    if (++asked > MOST_ASKED) return false;
    let isGiven = false;
    walkRule(endless, { start: start.local, from: day, until: day }, (time) => {
      isGiven = Math.floor(time / DAY) * DAY === day;
      return false;
    });
    return isGiven;
  };
}

/** EXDATE or RDATE values in the form of the start. */
function readDates(event: Component, name: "EXDATE" | "RDATE", of: Dated): string[] {
  const dates = new Set<string>();
  for (const line of linesOf(event, name)) {
    for (const item of line.value.split(",", MOST_DATES)) {
      const [value = "", period] = item.split("/", 2);
      if (!value.trim()) continue;
      if (dates.size >= MOST_DATES) {
        of.context.say(`There are more than ${MOST_DATES} ${name} values; the rest is left out.`);
        return [...dates];
      }
      if (period !== undefined) of.context.say("An RDATE has a period; it lasts as long as the event.");
      const time = readTime(line, value, of.context);
      if (!time) continue;
      // A date leaves out a whole day of a timed series.
      if (time.isDate) dates.add(formatDate(time.local));
      else if (of.start.isDate) dates.add(formatDate(dayMeant(time, of)));
      else dates.add(writeTime(like(time, of.start), of.start));
    }
  }
  return [...dates].sort();
}

/** Null when the event does not repeat. */
export function readRecurrence(event: Component, start: ReadTime, context: Context): Recurrence | null {
  const rules = linesOf(event, "RRULE");
  const rdates = readDates(event, "RDATE", { start, gives: () => false, context });
  if (rules.length === 0 && rdates.length === 0) return null;
  if (rules.length > 1) context.say("There is more than one RRULE; the first one counts.");
  const text = rules[0]?.value.trim() ?? null;
  const { rule, problems } = readRule(text ?? "");
  if (text !== null) for (const problem of problems) context.say(`RRULE: ${problem}`);
  return {
    rule: text,
    rdates,
    exdates: readDates(event, "EXDATE", { start, gives: giver(rule, start), context }),
  };
}

/** Null when there is none or it is no time. */
export function readRecurrenceId(event: Component, context: Context): RecurrenceId | null {
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
