// Writes an object from its events and what its client wrote. Of a client's text only the properties are replaced that say
// something else than the events: its own properties, alarms and zones stay. The result depends on both alone.

import { instantAt, toUtc } from "../../lib/zones.ts";
import { component, contentLine } from "../icalendar/content-write.ts";
import { partstatOf } from "../icalendar/participants.ts";
import {
  type ParsedInvitation,
  parseCalendar,
  recurrenceIdAt,
  timesOfInvitation,
} from "../invitations/invitation.ts";
import { seriesEnd } from "../recurrence/recurrence.ts";
import { wallClock } from "../times.ts";
import type { EventStatus } from "../types.ts";
import { minutesOf, withAlarms } from "./alarms.ts";
import { calendarHead, calendarTail, type WrittenEvent, writeEvent, writeZones } from "./calendar-text.ts";
import { type RawComponent, type RawLine, readRaw, withParam, writeRaw } from "./raw.ts";
import { type ScheduleStatuses, withStatuses } from "./schedule-status.ts";

/** Properties that say one thing together. */
const groups = {
  uid: ["UID"],
  times: ["DTSTART", "DTEND", "DURATION"],
  recurrence: ["RRULE", "RDATE", "EXDATE", "EXRULE"],
  title: ["SUMMARY"],
  description: ["DESCRIPTION"],
  location: ["LOCATION"],
  status: ["STATUS"],
  sequence: ["SEQUENCE"],
  organizer: ["ORGANIZER"],
  attendees: ["ATTENDEE"],
} as const;
export type PropertyGroup = keyof typeof groups;

const statuses: Record<string, EventStatus> = { TENTATIVE: "tentative", CANCELLED: "cancelled" };

/** The groups in which a component that was read differs from an event. */
export function differences(part: ParsedInvitation, event: WrittenEvent): PropertyGroup[] {
  const { invitation } = part;
  const times = timesOfInvitation(part, event.timezone);
  const isAlone = event.attendees.length === 0;
  const lower = (text: string | null) => text?.toLowerCase() ?? null;
  const same: Record<PropertyGroup, boolean> = {
    // A series that was cut off of another one has the text of that one.
    uid: invitation.uid === event.uid,
    times:
      times !== null &&
      times.all_day === event.all_day &&
      times.start === event.start &&
      times.end === event.end &&
      (event.all_day || times.timezone === event.timezone),
    recurrence:
      event.recurrence_id !== null || JSON.stringify(part.recurrence) === JSON.stringify(event.recurrence),
    title: (invitation.summary ?? "") === event.title,
    description: (invitation.description ?? "") === (event.description ?? ""),
    location: (invitation.location ?? "") === (event.location ?? ""),
    status: (statuses[invitation.status ?? ""] ?? "confirmed") === event.status,
    // Without attendees nobody compares it: the client's text stays as it was written.
    sequence: isAlone || invitation.sequence === event.sequence,
    organizer:
      lower(invitation.organizer_email) === lower(event.organizer_email) ||
      (isAlone && invitation.organizer_email === null),
    attendees:
      part.attendees.length === event.attendees.length &&
      part.attendees.every((one, n) => {
        const other = event.attendees[n]!;
        return lower(one.email) === lower(other.email) && one.status === other.status;
      }),
  };
  return (Object.keys(groups) as PropertyGroup[]).filter((group) => !same[group]);
}

/**
 * The text of an object.
 * @param source what its client wrote last; null: nobody wrote it
 * @param statuses of mails about it, by recipient
 */
export function objectText(
  source: string | null,
  events: readonly WrittenEvent[],
  statuses: ScheduleStatuses | null = null,
): string {
  const zones = zonesOf(events);
  const withThem = (one: RawComponent) => (statuses ? withStatuses(one, statuses) : one);
  if (source === null) {
    const write = (event: WrittenEvent) => {
      const text = writeEvent(event);
      return statuses ? writeRaw(withThem(readRaw(text)[0]!)) : text;
    };
    return calendarHead(null) + writeZones(zones) + events.map(write).join("") + calendarTail;
  }
  const calendar = readRaw(source)[0]!;
  const parts = parseCalendar(source).invitations;
  const written = calendar.children.filter(({ name }) => name === "VEVENT");
  const known = new Map(
    written.flatMap((one, n) => (parts[n] ? [[keyOfPart(parts[n], events), { one, part: parts[n] }]] : [])),
  );
  const merged = events.map((event) => {
    const found = known.get(keyOfEvent(event));
    return found ? mergedEvent(found.one, found.part, event) : readRaw(writeEvent(event))[0]!;
  });
  const described = calendar.children.filter(({ name }) => name === "VTIMEZONE");
  const tzids = new Set(described.map((zone) => zone.lines.find(({ name }) => name === "TZID")?.value));
  const used = new Set(merged.flatMap(({ lines }) => lines.map(({ params }) => params.get("TZID"))));
  const missing = writeZones(zones.filter(({ timezone }) => used.has(timezone) && !tzids.has(timezone)));
  const others = calendar.children.filter(({ name }) => name !== "VEVENT" && name !== "VTIMEZONE");
  return component(
    "VCALENDAR",
    [
      ...calendar.lines.map(({ raw }) => `${raw}\r\n`),
      ...described.map(writeRaw),
      missing,
      ...others.map(writeRaw),
      ...merged.map((one) => writeRaw(withThem(one))),
    ].join(""),
  );
}

function zonesOf(events: readonly WrittenEvent[]) {
  const zones = new Map<string, { timezone: string; from: string; until: string | null }>();
  for (const event of events.filter(({ all_day }) => !all_day)) {
    const { timezone, start_at, end_at } = event;
    const until = event.recurrence === null ? end_at : seriesEnd({ ...event, id: event.uid });
    const known = zones.get(timezone) ?? { timezone, from: start_at, until };
    const from = [known.from, start_at].sort()[0]!;
    const later = known.until === null || until === null ? null : [known.until, until].sort()[1]!;
    zones.set(timezone, { timezone, from, until: later });
  }
  return [...zones.values()];
}

/** The instant that a RECURRENCE-ID names, or "" for the event itself. */
function keyOfEvent({ recurrence_id: id }: WrittenEvent): string {
  return id === null ? "" : instantAt(toUtc(wallClock(id.value) ?? 0, id.timezone));
}

function keyOfPart({ recurrence_id: id }: ParsedInvitation, events: readonly WrittenEvent[]): string {
  const main = events.find(({ recurrence_id }) => recurrence_id === null) ?? events[0];
  return id === null ? "" : recurrenceIdAt(id, main?.timezone ?? "UTC");
}

function mergedEvent(read: RawComponent, part: ParsedInvitation, event: WrittenEvent): RawComponent {
  const one = withReminders(read, event);
  const changed = differences(part, event);
  if (changed.length === 0) return one;
  const fresh = readRaw(writeEvent(event))[0]!.lines;
  const names = new Set<string>([
    ...changed.filter((group) => group !== "attendees").flatMap((group) => groups[group]),
    "DTSTAMP",
    "LAST-MODIFIED",
  ]);
  let kept = one.lines.filter(({ name }) => !names.has(name));
  if (changed.includes("attendees")) kept = withAttendees(kept, fresh, { part, event });
  return { ...one, lines: [...kept, ...fresh.filter(({ name }) => names.has(name))] };
}

/** The client's alarms stay where they are those of the event. */
function withReminders(one: RawComponent, { reminders, title }: WrittenEvent): RawComponent {
  const isSame = !reminders || JSON.stringify(minutesOf(one)) === JSON.stringify(reminders);
  return isSame ? one : withAlarms(one, { reminders, title });
}

/** The client's lines of those who are still invited, with their answers, and new lines of the others. */
function withAttendees(
  lines: readonly RawLine[],
  fresh: readonly RawLine[],
  { part, event }: { part: ParsedInvitation; event: WrittenEvent },
): RawLine[] {
  const before = lines.filter(({ name }) => name === "ATTENDEE");
  const now = fresh.filter(({ name }) => name === "ATTENDEE");
  const places = new Map(part.attendees.map(({ email }, n) => [email.toLowerCase(), n]));
  const attendees = event.attendees.map((attendee, n) => {
    const at = places.get(attendee.email.toLowerCase());
    const line = at === undefined || before.length !== part.attendees.length ? undefined : before[at];
    if (at === undefined || !line) return now[n]!;
    return part.attendees[at]!.status === attendee.status
      ? line
      : withParam(line, "PARTSTAT", partstatOf(attendee.status));
  });
  return [...lines.filter(({ name }) => name !== "ATTENDEE"), ...attendees.filter(Boolean)];
}

/** The lines of a VCALENDAR; one without lines gets those that it must have. */
export function calendarHeadOf(lines: readonly RawLine[]): string {
  if (lines.length > 0) return lines.map(({ raw }) => `${raw}\r\n`).join("");
  return contentLine("VERSION", "2.0") + contentLine("PRODID", "-//Postroom//Postroom//EN");
}
