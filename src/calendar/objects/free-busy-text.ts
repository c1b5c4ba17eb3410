// Writes busy times as VFREEBUSY. RFC 5545 3.6.4
import type { Instant } from "../../lib/clock.ts";
import { formatBasic } from "../../lib/local-time.ts";
import { secondsOf } from "../../lib/zones.ts";
import { component, contentLine } from "../icalendar/content-write.ts";
import { type BusyInterval, busyIntervals } from "../recurrence/free-busy.ts";
import { calendarHead, calendarTail } from "./calendar-text.ts";

function utc(instant: Instant): string {
  return `${formatBasic(secondsOf(instant))}Z`;
}

/** @param of.lines further lines: METHOD of the calendar stands in `method`, ORGANIZER and ATTENDEE here */
export function writeFreeBusy(of: {
  after: Instant;
  before: Instant;
  times: readonly BusyInterval[];
  uid: string | null;
  dtstamp: Instant;
  lines?: string;
  method?: string;
}): string {
  const content = [
    of.uid === null ? "" : contentLine("UID", of.uid),
    contentLine("DTSTAMP", utc(of.dtstamp)),
    contentLine("DTSTART", utc(of.after)),
    contentLine("DTEND", utc(of.before)),
    of.lines ?? "",
    ...busyIntervals(of.times, of).map(({ start_at, end_at }) =>
      contentLine("FREEBUSY", `${utc(start_at)}/${utc(end_at)}`, [["FBTYPE", "BUSY"]]),
    ),
  ].join("");
  const method = of.method === undefined ? "" : contentLine("METHOD", of.method);
  return calendarHead(null) + method + component("VFREEBUSY", content) + calendarTail;
}
