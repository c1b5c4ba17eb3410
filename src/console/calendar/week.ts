// The days that the calendar shows, a week or those of the agenda, as dates of the calendar's zone, and the events of each.

import { type Instant, instantOf, msOf } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import { dateIn, dateOf, dayMs, readDate } from "./dates.ts";

/** Days one after the other, and where to go from them. */
export interface Days {
  /** The days of a week, Monday first, such as 2026-11-16. */
  days: readonly string[];
  today: string;
  previous: string;
  next: string;
  /** Instants that hold all of it, whatever the zone. */
  after: Instant;
  before: Instant;
}

interface Moment {
  zone: string;
  now: number;
}

/** @param wanted a date in the week; anything else: this week */
export function weekOf(wanted: string | null, { zone, now }: Moment): Days {
  const today = dateIn(zone, now);
  const ms = readDate(wanted) ?? readDate(today)!;
  // 1 January 1970 was a Thursday
  const monday = ms - ((((Math.floor(ms / dayMs) + 3) % 7) + 7) % 7) * dayMs;
  return daysFrom(monday, 7, today);
}

const agendaDays = 30;

/** Thirty days. @param wanted the first of them; anything else: today */
export function agendaOf(wanted: string | null, { zone, now }: Moment): Days {
  const today = dateIn(zone, now);
  return daysFrom(readDate(wanted) ?? readDate(today)!, agendaDays, today);
}

function daysFrom(first: number, count: number, today: string): Days {
  return {
    days: Array.from({ length: count }, (_, n) => dateOf(first + n * dayMs)),
    today,
    previous: dateOf(first - count * dayMs),
    next: dateOf(first + count * dayMs),
    after: instantOf(first - dayMs),
    before: instantOf(first + (count + 1) * dayMs),
  };
}

export interface DayEvent {
  event: CalendarEvent;
  /** As the day shows it: `09:00` to `09:30`; null: all day, or all of this day. */
  from: string | null;
  to: string | null;
}

/** The events of each day, those of the whole day first. */
export function byDay(
  { days }: Pick<Days, "days">,
  { events, zone }: { events: readonly CalendarEvent[]; zone: string },
): Map<string, DayEvent[]> {
  const shown = new Map<string, DayEvent[]>(days.map((day) => [day, []]));
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  for (const event of events) {
    const [startMs, endMs] = [msOf(event.start_at), msOf(event.end_at)];
    const first = event.all_day ? event.start.slice(0, 10) : dateIn(zone, startMs);
    // the end is exclusive
    const last = event.all_day
      ? dateOf(readDate(event.end.slice(0, 10))! - 1)
      : dateIn(zone, Math.max(startMs, endMs - 1));
    for (const day of days) {
      if (day < first || day > last) continue;
      must(shown.get(day), "each day of the view is a column").push({
        event,
        from: !event.all_day && day === first ? clock.format(startMs) : null,
        to: !event.all_day && day === last ? clock.format(endMs) : null,
      });
    }
  }
  for (const list of shown.values()) list.sort((a, b) => (a.from ?? "").localeCompare(b.from ?? ""));
  return shown;
}
