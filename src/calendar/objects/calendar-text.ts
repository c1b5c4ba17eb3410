// Writes stored events as calendar texts without METHOD: what feeds show, and objects that no client wrote. RFC 5545 3.4,
// 3.6.1; RFC 7986 5 for the properties of the calendar.
import type { Instant } from "../../lib/clock.ts";
import { DAY } from "../../lib/local-time.ts";
import { secondsOf } from "../../lib/zones.ts";
import { component, contentLine, escapeText } from "../icalendar/content-write.ts";
import { eventLines, eventStatuses, type OutgoingEvent, PRODID } from "../invitations/itip-write.ts";
import { writeZone } from "../timezones/vtimezone-write.ts";
import { writeAlarms } from "./alarms.ts";

/** A stored event as a VEVENT shows it. */
export interface WrittenEvent extends OutgoingEvent {
  created_at: Instant;
  updated_at: Instant;
  /** Minutes before it of alarms, the longest first; null: whatever its client wrote. */
  reminders?: readonly number[] | null;
}

/** A VEVENT. Its text depends on the event alone. */
export function writeEvent(event: WrittenEvent): string {
  const isAlone = event.attendees.length === 0;
  const shown = isAlone ? { ...event, organizer_email: null } : event;
  const lines = eventLines(shown, { method: "REQUEST", dtstamp: event.updated_at });
  // RFC 5545 3.8.2.2: DTEND is later than DTSTART; an event without one is a moment.
  const isMoment = event.start_at === event.end_at;
  const timed = isMoment ? lines.replace(/^DTEND[;:].*\r\n/m, "") : lines;
  return component(
    "VEVENT",
    [
      timed,
      contentLine("CREATED", utc(event.created_at)),
      contentLine("LAST-MODIFIED", utc(event.updated_at)),
      contentLine("STATUS", eventStatuses[event.status]),
      writeAlarms(event.reminders ?? [], event.title),
    ].join(""),
  );
}

function utc(instant: Instant): string {
  return `${instant.slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** The zones of a text, each with the span that it is used in; `until` null: without end. */
export function writeZones(
  zones: readonly { timezone: string; from: Instant; until: Instant | null }[],
): string {
  return zones
    .filter(({ timezone }) => timezone !== "UTC")
    .map(({ timezone, from, until }) =>
      zoneOfYears(timezone, Number(from.slice(0, 4)), until === null ? null : Number(until.slice(0, 4))),
    )
    .join("");
}

/** The most texts of zones that are kept, each below a kilobyte. */
const maxZones = 1000;
const writtenZones = new Map<string, string>();

/** A VTIMEZONE of whole years: few texts serve all events. `last` null: without end. */
function zoneOfYears(timezone: string, first: number, last: number | null): string {
  const key = `${timezone} ${first} ${last}`;
  let text = writtenZones.get(key);
  if (text === undefined) {
    const begin = (year: number) => secondsOf(`${String(year).padStart(4, "0")}-01-01T00:00:00.000000Z`);
    // The zone's year begins up to a day before or after that of UTC.
    const from = begin(first) - (first > 1 ? DAY : 0);
    const until = last === null || last === 9999 ? null : begin(last + 1) + DAY;
    text = writeZone(timezone, { from, until });
    if (writtenZones.size === maxZones) writtenZones.clear();
    writtenZones.set(key, text);
  }
  return text;
}

/** The beginning of a calendar. `name` is shown for it: NAME and, as most programs read it, X-WR-CALNAME. */
export function calendarHead(name: string | null, refreshSeconds: number | null = null): string {
  return [
    "BEGIN:VCALENDAR\r\n",
    contentLine("PRODID", PRODID),
    contentLine("VERSION", "2.0"),
    contentLine("CALSCALE", "GREGORIAN"),
    ...(name === null
      ? []
      : [contentLine("NAME", escapeText(name)), contentLine("X-WR-CALNAME", escapeText(name))]),
    ...(refreshSeconds === null
      ? []
      : [
          contentLine("REFRESH-INTERVAL", `PT${refreshSeconds}S`, [["VALUE", "DURATION"]]),
          contentLine("X-PUBLISHED-TTL", `PT${refreshSeconds}S`),
        ]),
  ].join("");
}

export const calendarTail = "END:VCALENDAR\r\n";
