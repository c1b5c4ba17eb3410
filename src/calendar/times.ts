// An event's times from the fields of a request, and back. Local start and end with a zone are authoritative; instants
// are derived from them (DECISIONS Calendar).

import { isoDate } from "../lib/date-forms.ts";
import { type Failure, invalid } from "../lib/failure.ts";
import { DAY, formatDate, formatLocal, type LocalSeconds, parseDate, parseLocal } from "../lib/local-time.ts";
import { must } from "../lib/must.ts";
import { instantAt, localTimes, toUtc, zoneLike, zoneName } from "../lib/zones.ts";
import type { EventTimes } from "./types.ts";

export interface TimesInput {
  start: string;
  end: string;
  all_day: boolean;
  timezone: string;
}

/** The longest event. RFC 5545 sets no limit; this bounds how far back a window has to look. */
export const maxEventDays = 3660;

/** The wall-clock time of a stored `start`, `end` or original start: a date is its midnight. Null when it is neither. */
export function wallClock(text: string): LocalSeconds | null {
  return parseLocal(text) ?? parseDate(text);
}

/** The wall-clock time of an event that was validated. */
export function storedClock(text: string): LocalSeconds {
  return must(wallClock(text), "times of validated events are dates or local times");
}

/** The wall-clock time in the form that events of this kind are written in. */
export function writeWallClock(local: LocalSeconds, allDay: boolean): string {
  return allDay ? formatDate(local) : formatLocal(local);
}

/** The IANA zone of this name in its usual spelling. Throws a `validation_error` Failure for anything else. */
export function requireZone(name: string): string {
  const zone = zoneName(name);
  if (!zone)
    throw invalid(
      `"${name.slice(0, 80)}" is not an IANA time zone. Send a name such as ${zoneLike(name) ?? "Europe/Berlin"} or UTC.`,
    );
  return zone;
}

const hasOffset = /^[^T]*T.*(?:Z|[+-]\d\d:?\d\d)$/is;

/** Refuses times with offsets, with the same ones in the event's zone. @throws Failure validation_error */
function refuseOffsets({ start, end, all_day: isAllDay, timezone }: TimesInput): void {
  const field = hasOffset.test(start) ? "start" : hasOffset.test(end) ? "end" : null;
  if (field === null || isAllDay) return;
  const local = localTimes({ start, end }, timezone);
  const meant = local === null ? "" : ` Did you mean ${JSON.stringify({ ...local, timezone })}?`;
  throw offsetRefusal(field, meant);
}

function offsetRefusal(field: string, meant = ""): Failure {
  return invalid(
    `${field} has an offset or Z. Send local time without it, such as 2026-01-02T09:00:00, and the zone in "timezone".${meant}`,
  );
}

function readTime(field: string, text: string, allDay: boolean): LocalSeconds {
  const local = allDay ? parseDate(text) : parseLocal(text);
  if (local !== null) return local;
  if (hasOffset.test(text)) throw offsetRefusal(field);
  if (allDay) throw invalid(`${field} must be a date such as 2026-01-02, because the event is all-day.`);
  if (parseDate(text) !== null) {
    throw invalid(
      `${field} is a date. Send a local date-time such as 2026-01-02T09:00:00, or set "all_day" to true.`,
    );
  }
  const date = parseLocal(isoDate(text)?.replace(" ", "T") ?? "");
  const meant = date === null ? "" : ` Did you mean "${formatLocal(date)}"?`;
  throw invalid(
    `${field} is not a local date-time, but ${JSON.stringify(text.slice(0, 80))}. Send one such as 2026-01-02T09:00:00.${meant}`,
  );
}

/**
 * The times of an event from local start and end and a zone. Throws a `validation_error` Failure that says what to
 * send instead: offsets, unknown zones, days that do not exist, an end before the start.
 */
export function eventTimes(input: TimesInput): EventTimes {
  const timezone = requireZone(input.timezone);
  refuseOffsets({ ...input, timezone });
  const start = readTime("start", input.start, input.all_day);
  const end = readTime("end", input.end, input.all_day);
  const times = timesOf({ start, end, allDay: input.all_day, timezone });
  if (input.all_day && end <= start) {
    throw invalid("end must be after start: for an all-day event it is the day after the last one.");
  }
  if (times.end_at < times.start_at)
    throw invalid("end is before start. Send an end at or after the start; to move an event, send both.");
  if (end - start > maxEventDays * DAY) {
    throw invalid(`The event is longer than ${maxEventDays} days. Use a recurrence rule for what repeats.`);
  }
  return times;
}

/** The times of an event from checked wall-clock values. */
export function timesOf(of: {
  start: LocalSeconds;
  end: LocalSeconds;
  allDay: boolean;
  timezone: string;
}): EventTimes {
  return {
    all_day: of.allDay,
    start: writeWallClock(of.start, of.allDay),
    end: writeWallClock(of.end, of.allDay),
    timezone: of.timezone,
    start_at: instantAt(toUtc(of.start, of.timezone)),
    end_at: instantAt(toUtc(of.end, of.timezone)),
  };
}

/** The same wall-clock times with instants by the current zone data. */
export function refreshTimes({ start, end, all_day, timezone }: EventTimes): EventTimes {
  return timesOf({ start: wallClock(start) ?? 0, end: wallClock(end) ?? 0, allDay: all_day, timezone });
}
