// Reads the calendar parts of received mail: the fields of SPEC's Invitation and those that iTIP needs besides. Nothing
// here throws, expands a rule or trusts a size; what is wrong with a text is listed as defects.

import type { Instant } from "../../lib/clock.ts";
import { DAY } from "../../lib/local-time.ts";
import { unescapeText } from "../../lib/text-escapes.ts";
import { instantAt, toUtc } from "../../lib/zones.ts";
import { type Component, lineOf, maxTextCharacters, readComponents } from "../icalendar/content-lines.ts";
import { type Participant, readAttendees, readOrganizer } from "../icalendar/participants.ts";
import { readBasic } from "../icalendar/values.ts";
import { maxEventDays, timesOf, wallClock } from "../times.ts";
import { ZoneResolver } from "../timezones/resolver.ts";
import type { EventTimes, InvitationSummary, Recurrence } from "../types.ts";
import {
  type EventContext,
  instantOf,
  type RecurrenceId,
  readEnd,
  readRecurrence,
  readRecurrenceId,
  readTime,
  writeTime,
} from "./times.ts";

/** One VEVENT. */
export interface ParsedInvitation {
  /** The fields that the message reports. */
  invitation: InvitationSummary;
  dtstamp: Instant | null;
  recurrence_id: RecurrenceId | null;
  /** False where SEQUENCE is missing and `invitation.sequence` is therefore 0. */
  has_sequence: boolean;
  /** Null when the event does not repeat. EXDATE and RDATE in the form and zone of `invitation.start`. */
  recurrence: Recurrence | null;
  /** SENT-BY of the organizer: who acts in the organizer's name. */
  organizer_sent_by: string | null;
  attendees: Participant[];
  comment: string | null;
  /** The written end, or the one that RFC 5545 3.6.1 implies, in the form of `invitation.start`. */
  implied_end: string | null;
}

export interface ParsedCalendar {
  method: string | null;
  invitations: ParsedInvitation[];
  defects: string[];
}

const maxEvents = 500;
const maxDefects = 50;

function readText(event: Component, name: string, limit: number): string | null {
  const line = lineOf(event, name);
  return line ? unescapeText(line.value).slice(0, limit).toWellFormed() : null;
}

function readToken(event: Component, name: string): string | null {
  const value = lineOf(event, name)?.value.trim().toUpperCase() ?? "";
  return /^[A-Z0-9-]{1,40}$/.test(value) ? value : null;
}

function readSequence(event: Component, context: EventContext): number {
  const text = lineOf(event, "SEQUENCE")?.value.trim();
  if (text === undefined) return 0;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 2_147_483_647) return value;
  context.addDefect(`SEQUENCE has the value "${text.slice(0, 40)}"; it is taken as 0.`);
  return 0;
}

function readStamp(event: Component): Instant | null {
  const basic = readBasic(lineOf(event, "DTSTAMP")?.value ?? "");
  return basic && basic.form !== "date" ? instantAt(basic.local) : null;
}

function readUid(event: Component, context: EventContext): string {
  const uid = (readText(event, "UID", 1000) ?? "").trim();
  if (!uid) context.addDefect("UID is missing.");
  return uid;
}

function readEvent(event: Component, context: EventContext): ParsedInvitation {
  const startLine = lineOf(event, "DTSTART");
  const start = startLine ? readTime(startLine, startLine.value, context) : null;
  const end = start ? readEnd(event, start, context) : null;
  const organizer = readOrganizer(event, context.addDefect);
  const attendees = readAttendees(event, context.addDefect);
  const invitation: InvitationSummary = {
    method: context.method,
    uid: readUid(event, context),
    sequence: readSequence(event, context),
    status: readToken(event, "STATUS"),
    summary: readText(event, "SUMMARY", 5000),
    description: readText(event, "DESCRIPTION", 100_000),
    location: readText(event, "LOCATION", 5000),
    start: start ? writeTime(start.local, start) : null,
    end: start && end !== null ? writeTime(end, start) : null,
    starts_at: start ? instantOf(start) : null,
    ends_at: start && end !== null ? instantOf({ ...start, local: end }) : null,
    all_day: start?.isDate ?? false,
    timezone: start?.zone ?? null,
    organizer_email: organizer?.email ?? null,
    organizer_name: organizer?.name ?? null,
    attendees: attendees.map(({ email, name, partstat, optional, rsvp }) => ({
      email,
      name,
      status: partstat,
      optional,
      rsvp,
    })),
    recurrence_rule: lineOf(event, "RRULE")?.value.trim() ?? null,
    is_instance: lineOf(event, "RECURRENCE-ID") !== null,
  };
  return {
    invitation,
    dtstamp: readStamp(event),
    recurrence_id: readRecurrenceId(event, context),
    has_sequence: lineOf(event, "SEQUENCE") !== null,
    recurrence: start ? readRecurrence(event, start, context) : null,
    organizer_sent_by: organizer?.sentBy ?? null,
    attendees,
    comment: readText(event, "COMMENT", 5000),
    implied_end: start ? writeTime(end ?? start.local + (start.isDate ? DAY : 0), start) : null,
  };
}

/**
 * Reads a calendar text. METHOD in the text counts, otherwise the Content-Type's. Never throws; work and results are
 * bounded for every text.
 */
export function parseCalendar(text: string, methodFromContentType: string | null = null): ParsedCalendar {
  const { components, defects: found } = readComponents(text);
  const defects = new Set(found);
  const addDefect = (defect: string) => {
    if (defects.size < maxDefects) defects.add(defect);
  };
  const calendars = components.filter((component) => component.name === "VCALENDAR");
  const zones = new ZoneResolver(
    [...calendars.flatMap((calendar) => calendar.children), ...components].filter(
      ({ name }) => name === "VTIMEZONE",
    ),
    calendars.map((one) => lineOf(one, "X-WR-TIMEZONE")?.value.trim() ?? null).find((name) => name) ?? null,
    addDefect,
  );
  const outer = methodFromContentType?.trim().toUpperCase() ?? "";
  const fallback = /^[A-Z-]{1,40}$/.test(outer) ? outer : null;
  let first: string | null = null;
  const invitations: ParsedInvitation[] = [];
  for (const calendar of calendars.length ? calendars : [{ name: "", lines: [], children: components }]) {
    const method = readToken(calendar, "METHOD") ?? fallback;
    if (fallback && method !== fallback)
      addDefect(`METHOD is ${method}, but the Content-Type says ${fallback}.`);
    first ??= method;
    for (const event of calendar.children.filter(({ name }) => name === "VEVENT")) {
      if (invitations.length === maxEvents)
        addDefect(`There are more than ${maxEvents} events; the rest is left out.`);
      else invitations.push(readEvent(event, { method, zones, addDefect }));
    }
  }
  if (calendars.length === 0) addDefect("There is no VCALENDAR.");
  if (invitations.length === 0) addDefect("There is no VEVENT.");
  return { method: first ?? fallback, invitations, defects: [...defects] };
}

/**
 * The events of all calendar parts of a mail; null when there are none. An object that is both inline and a file counts
 * once. Objects that ask for something (METHOD other than PUBLISH) come first.
 */
export function readCalendars(
  parts: readonly { text: string; method: string | null }[],
): ParsedCalendar | null {
  let left = maxTextCharacters;
  const found: ParsedCalendar[] = [];
  for (const { text, method } of parts) {
    if (left <= 0) break;
    left -= text.length;
    const calendar = parseCalendar(text, method);
    if (calendar.invitations.length > 0) found.push(calendar);
  }
  const asks = ({ method }: ParsedCalendar) => Number(method !== null && method !== "PUBLISH");
  const [first, ...others] = found.sort((a, b) => asks(b) - asks(a));
  if (!first) return null;
  const keyOf = ({ invitation: { method, uid }, recurrence_id }: ParsedInvitation) =>
    JSON.stringify([method, uid, recurrence_id?.value ?? null]);
  const invitations = [...first.invitations];
  for (const { invitations: more } of others) {
    const known = new Set(invitations.map(keyOf));
    invitations.push(...more.filter((invitation) => !known.has(keyOf(invitation))));
  }
  return { ...first, invitations: invitations.slice(0, maxEvents) };
}

/** The event that the message reports: the series or single event, else its first changed date. */
export function primaryInvitation(parsed: ParsedCalendar): ParsedInvitation | null {
  return (
    parsed.invitations.find(({ invitation }) => !invitation.is_instance) ?? parsed.invitations[0] ?? null
  );
}

/**
 * The times of an invitation's event; null when it has no start. Floating times are in `defaultZone`, all-day events
 * begin and end at its midnights. An end more than ten years after the start is ignored.
 */
export function timesOfInvitation(
  { invitation, implied_end }: ParsedInvitation,
  defaultZone: string,
): EventTimes | null {
  const start = invitation.start === null ? null : wallClock(invitation.start);
  if (start === null) return null;
  const allDay = invitation.all_day;
  const timezone = invitation.timezone ?? defaultZone;
  const least = start + (allDay ? DAY : 0);
  const end = Math.max(wallClock(implied_end ?? "") ?? least, least);
  const times = timesOf({
    start,
    end: end - start > maxEventDays * DAY ? least : end,
    allDay,
    timezone,
  });
  return times.end_at < times.start_at ? { ...times, end: times.start, end_at: times.start_at } : times;
}

/** The instant of a recurrence id; dates and floating times are read in the series' zone. */
export function recurrenceIdAt(id: RecurrenceId, seriesZone: string): Instant {
  return id.at ?? instantAt(toUtc(wallClock(id.value) ?? 0, id.timezone ?? seriesZone));
}
