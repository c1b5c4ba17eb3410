// Writes the calendar texts that are sent, RFC 5545 and 5546: REQUEST, CANCEL and REPLY for a single event, a series
// with its changed dates, or one date of a series. Local times have a TZID with its VTIMEZONE; UTC times end in Z.

import type { Instant } from "../../lib/clock.ts";
import { DAY, formatBasic, formatBasicDate, type LocalSeconds, parseDate } from "../../lib/local-time.ts";
import { instantAt, secondsOf, toLocal, toUtc } from "../../lib/zones.ts";
import { component, contentLine, escapeText, type Params } from "../icalendar/content-write.ts";
import { partstatOf, roleNameOf } from "../icalendar/participants.ts";
import { expand } from "../recurrence/expansion.ts";
import { seriesEnd } from "../recurrence/recurrence.ts";
import { readRule, withParts } from "../recurrence/rule.ts";
import { storedClock, wallClock } from "../times.ts";
import { writeZone } from "../timezones/vtimezone-write.ts";
import type { AttendeeStatus, EventAttendee, EventContent, ExpandableSeries } from "../types.ts";

export interface OutgoingEvent extends EventContent {
  uid: string;
  sequence: number;
  /** Set on one date of a series: its original start in the form of the series' `start`, and the series' zone. */
  recurrence_id: { value: string; timezone: string } | null;
}

export interface OutgoingCalendar {
  method: "REQUEST" | "CANCEL" | "REPLY";
  /** The time at which this text was made. */
  dtstamp: Instant;
  /** The single event or series first, then dates of the series that were changed; or one such date alone. */
  events: readonly OutgoingEvent[];
}

export const PRODID = "-//Postroom//Postroom//EN";

function utcValue(instant: Instant): string {
  return `${formatBasic(secondsOf(instant))}Z`;
}

/** A time as a property: DATE, UTC, or local time with TZID. RFC 5545 3.3.4, 3.3.5 */
function timeLine(
  name: string,
  local: readonly LocalSeconds[],
  form: { allDay: boolean; timezone: string },
): string {
  if (form.allDay) return contentLine(name, local.map(formatBasicDate).join(","), [["VALUE", "DATE"]]);
  if (form.timezone === "UTC")
    return contentLine(name, local.map((time) => `${formatBasic(time)}Z`).join(","));
  return contentLine(name, local.map(formatBasic).join(","), [["TZID", form.timezone]]);
}

function asSeries(event: OutgoingEvent): ExpandableSeries {
  return { ...event, id: event.uid };
}

/** The rule with UNTIL in the type of DTSTART: other programs refuse mixed types. RFC 5545 3.3.10 */
function portableRule(event: OutgoingEvent, text: string): string {
  const until = readRule(text).rule?.until ?? null;
  if (!until) return withParts(text, {});
  if (event.all_day) {
    const local = until.form === "utc" ? toLocal(until.at, event.timezone) : until.at;
    return withParts(text, { UNTIL: formatBasicDate(local) });
  }
  if (until.form === "utc") return withParts(text, {});
  const local = until.form === "date" ? until.at + DAY - 1 : until.at;
  return withParts(text, { UNTIL: `${formatBasic(toUtc(local, event.timezone))}Z` });
}

/** The starts that EXDATE removes. A date that excludes a whole day of a timed series becomes that day's instances. */
function removedTimes(event: OutgoingEvent): LocalSeconds[] {
  const found: LocalSeconds[] = [];
  for (const text of event.recurrence?.exdates ?? []) {
    const date = parseDate(text);
    if (date === null || event.all_day) {
      const local = wallClock(text);
      if (local !== null) found.push(local);
      continue;
    }
    const bare = {
      ...asSeries(event),
      recurrence: { rule: event.recurrence?.rule ?? null, rdates: [], exdates: [] },
    };
    const window = {
      after: instantAt(toUtc(date, event.timezone)),
      before: instantAt(toUtc(date + DAY, event.timezone)),
    };
    for (const { start } of expand(bare, window).occurrences)
      if (start.startsWith(text)) found.push(storedClock(start));
  }
  return found;
}

function recurrenceLines(event: OutgoingEvent): string[] {
  if (!event.recurrence || event.recurrence_id) return [];
  const form = { allDay: event.all_day, timezone: event.timezone };
  const lines: string[] = [];
  if (event.recurrence.rule) lines.push(contentLine("RRULE", portableRule(event, event.recurrence.rule)));
  const further = event.recurrence.rdates.map(wallClock).filter((local) => local !== null);
  for (const local of further) {
    // RDATE is written in UTC: libical misreads its TZID.
    const at = event.all_day ? local : toUtc(local, event.timezone);
    lines.push(timeLine("RDATE", [at], { allDay: event.all_day, timezone: "UTC" }));
  }
  for (const local of removedTimes(event)) lines.push(timeLine("EXDATE", [local], form));
  return lines;
}

function mailto(email: string): string {
  // RFC 6068 2: these characters would end or change the address.
  return `mailto:${email.replace(/[%?#\s]/g, (character) => encodeURIComponent(character))}`;
}

function attendeeLine(attendee: EventAttendee, method: OutgoingCalendar["method"]): string {
  const params: Params = [
    ["CUTYPE", method === "REPLY" ? null : "INDIVIDUAL"],
    ["ROLE", method === "REPLY" ? null : roleNameOf(attendee.role)],
    ["PARTSTAT", partstatOf(attendee.status)],
    ["RSVP", method === "REQUEST" && attendee.rsvp ? "TRUE" : null],
    ["CN", attendee.name || null],
  ];
  return contentLine("ATTENDEE", mailto(attendee.email), params);
}

function textLine(name: string, text: string | null): string {
  return text === null || text === "" ? "" : contentLine(name, escapeText(text));
}

export const eventStatuses = {
  confirmed: "CONFIRMED",
  tentative: "TENTATIVE",
  cancelled: "CANCELLED",
} as const;

/** The lines of a VEVENT but STATUS and TRANSP. */
export function eventLines(
  event: OutgoingEvent,
  calendar: Pick<OutgoingCalendar, "method" | "dtstamp">,
): string {
  const form = { allDay: event.all_day, timezone: event.timezone };
  const id = event.recurrence_id;
  const isReply = calendar.method === "REPLY";
  const organizer = event.organizer_email;
  return [
    textLine("UID", event.uid),
    contentLine("DTSTAMP", utcValue(calendar.dtstamp)),
    id ? timeLine("RECURRENCE-ID", [storedClock(id.value)], { ...form, timezone: id.timezone }) : "",
    timeLine("DTSTART", [storedClock(event.start)], form),
    timeLine("DTEND", [storedClock(event.end)], form),
    ...(isReply ? [] : recurrenceLines(event)),
    contentLine("SEQUENCE", String(event.sequence)),
    textLine("SUMMARY", event.title),
    textLine("DESCRIPTION", isReply ? null : event.description),
    textLine("LOCATION", event.location),
    organizer ? contentLine("ORGANIZER", mailto(organizer), [["CN", event.organizer_name || null]]) : "",
    ...event.attendees.map((attendee) => attendeeLine(attendee, calendar.method)),
  ].join("");
}

/** The VTIMEZONEs of all zones in use, each for the time span of its events. */
function zoneComponents(events: readonly OutgoingEvent[]): string {
  const spans = new Map<string, { from: number; until: number | null }>();
  const need = (zone: string, from: number, until: number | null) => {
    if (zone === "UTC") return;
    const known = spans.get(zone) ?? { from, until: from };
    const end = known.until === null || until === null ? null : Math.max(known.until, until);
    spans.set(zone, { from: Math.min(known.from, from), until: end });
  };
  for (const event of events) {
    if (event.all_day) continue;
    const end = event.recurrence && !event.recurrence_id ? seriesEnd(asSeries(event)) : event.end_at;
    need(event.timezone, secondsOf(event.start_at), end === null ? null : secondsOf(end));
    const id = event.recurrence_id;
    if (id) {
      const at = toUtc(storedClock(id.value), id.timezone);
      need(id.timezone, at, at);
    }
  }
  return [...spans].map(([zone, span]) => writeZone(zone, span)).join("");
}

function write(calendar: OutgoingCalendar, tail: (event: OutgoingEvent) => string): string {
  const head = [
    contentLine("PRODID", PRODID),
    contentLine("VERSION", "2.0"),
    contentLine("CALSCALE", "GREGORIAN"),
    contentLine("METHOD", calendar.method),
  ].join("");
  const events = calendar.events.map((event) =>
    component("VEVENT", eventLines(event, calendar) + tail(event)),
  );
  return component("VCALENDAR", head + zoneComponents(calendar.events) + events.join(""));
}

/** A REQUEST: an invitation or a change. RFC 5546 3.2.2 */
export function writeRequest(events: readonly OutgoingEvent[], dtstamp: Instant): string {
  return write({ method: "REQUEST", dtstamp, events }, (event) =>
    [contentLine("STATUS", eventStatuses[event.status]), contentLine("TRANSP", "OPAQUE")].join(""),
  );
}

/**
 * A CANCEL. With `whole` the event is cancelled; otherwise only the listed attendees are uninvited, and STATUS is not
 * written. RFC 5546 3.2.5
 */
export function writeCancel(event: OutgoingEvent, dtstamp: Instant, whole: boolean): string {
  return write({ method: "CANCEL", dtstamp, events: [event] }, () =>
    whole ? contentLine("STATUS", "CANCELLED") : "",
  );
}

export interface AttendeeReply {
  email: string;
  name: string | null;
  status: AttendeeStatus;
  comment: string | null;
}

/** A REPLY: one attendee's answer to the organizer, with the event's own UID and SEQUENCE. RFC 5546 3.2.3 */
export function writeReply(event: OutgoingEvent, answer: AttendeeReply, dtstamp: Instant): string {
  const line: EventAttendee = {
    ...answer,
    role: "required",
    optional: false,
    rsvp: false,
    responded_at: null,
  };
  const replied = { ...event, attendees: [line] };
  return write({ method: "REPLY", dtstamp, events: [replied] }, () =>
    [textLine("COMMENT", answer.comment), contentLine("REQUEST-STATUS", "2.0;Success")].join(""),
  );
}
