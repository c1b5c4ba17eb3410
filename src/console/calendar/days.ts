// The days that the calendar shows at once, and the events of each, in one zone. A day, a week, a month and the agenda are
// four lengths of the same row of days.

import { type Instant, instantOf } from "../../lib/clock.ts";
import { weekStart } from "../../lib/languages.ts";
import { civilDay, DAY, dayNumber, dayOf, formatDate } from "../../lib/local-time.ts";
import { must } from "../../lib/must.ts";
import { secondsOf, toLocal } from "../../lib/zones.ts";
import type { CalendarEvent } from "../../schema/calendar/calendar-events.ts";
import { dateIn, dateOf, dayMs, readDate } from "./dates.ts";

export const calendarViews = ["day", "week", "month", "agenda"] as const;
export type CalendarSpan = (typeof calendarViews)[number];

/** Days one after the other, and where to go from them. */
export interface Days {
  /** Such as 2026-11-16; of a week and a month with the first day of the week in front. */
  days: readonly string[];
  today: string;
  /** The day that was asked for. */
  on: string;
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

const agendaDays = 30;

/** Days that can be asked for: what is shown beside them, and the ways on, have dates too. */
const [earliest, latest] = [readDate("0001-03-01")!, readDate("9999-10-01")!];

/** @param wanted a date that is to be shown; anything else: today */
export function daysOf(span: CalendarSpan, wanted: string | null, { zone, now }: Moment): Days {
  const today = dateIn(zone, now);
  const ms = Math.min(Math.max(readDate(wanted) ?? readDate(today)!, earliest), latest);
  const asked = { today, on: dateOf(ms) };
  switch (span) {
    case "day":
      return daysFrom(ms, 1, asked);
    case "week":
      return daysFrom(weekOf(ms), 7, asked);
    case "agenda":
      return daysFrom(ms, agendaDays, asked);
    case "month": {
      const first = firstOfMonth(ms, 0);
      const from = weekOf(first);
      const weeks = Math.ceil((firstOfMonth(ms, 1) - from) / (7 * dayMs));
      const ways = { previous: dateOf(firstOfMonth(ms, -1)), next: dateOf(firstOfMonth(ms, 1)) };
      return { ...daysFrom(from, weeks * 7, asked), ...ways };
    }
  }
}

// 1 January 1970 was a Thursday
/** The first day of a week, as the language has it. */
const weekOf = (ms: number) => {
  const first = weekStart() % 7;
  return ms - ((((Math.floor(ms / dayMs) + 4 - first) % 7) + 7) % 7) * dayMs;
};

/** @param months from the one of the day */
function firstOfMonth(ms: number, months: number): number {
  const { year, month } = civilDay(Math.floor(ms / dayMs));
  return dayNumber(year, month + months, 1) * dayMs;
}

function daysFrom(first: number, count: number, asked: Pick<Days, "today" | "on">): Days {
  return {
    ...asked,
    days: Array.from({ length: count }, (_, n) => dateOf(first + n * dayMs)),
    previous: dateOf(first - count * dayMs),
    next: dateOf(first + count * dayMs),
    after: instantOf(first - dayMs),
    before: instantOf(first + (count + 1) * dayMs),
  };
}

export interface DayEvent<E extends CalendarEvent = CalendarEvent> {
  event: E;
  /** As the day shows it: `09:00` to `09:30`; null: all day, or all of this day. */
  from: string | null;
  to: string | null;
  /** Minutes of the day that it takes; null: all of it. */
  minutes: { from: number; to: number } | null;
}

const dayMinutes = 1440;

/** The events of each day, those of the whole day first. */
export function byDay<E extends CalendarEvent>(
  { days }: Pick<Days, "days">,
  { events, zone }: { events: readonly E[]; zone: string },
): Map<string, DayEvent<E>[]> {
  const shown = new Map<string, DayEvent<E>[]>(days.map((day) => [day, []]));
  for (const event of events) {
    const [start, end] = [toLocal(secondsOf(event.start_at), zone), toLocal(secondsOf(event.end_at), zone)];
    const first = event.all_day ? event.start.slice(0, 10) : formatDate(start);
    // the end is exclusive
    const last = event.all_day
      ? dateOf(readDate(event.end.slice(0, 10))! - 1)
      : formatDate(Math.max(start, end - 1));
    for (const day of days) {
      if (day < first || day > last) continue;
      const from = !event.all_day && day === first ? minuteOf(start) : null;
      const isMidnight = end > start && minuteOf(end) === 0;
      const to = event.all_day || day !== last ? null : isMidnight ? dayMinutes : minuteOf(end);
      must(shown.get(day), "each day of the view is a column").push({
        event,
        from: from === null ? null : clockOf(from),
        to: to === null ? null : clockOf(to),
        minutes: from === null && to === null ? null : { from: from ?? 0, to: to ?? dayMinutes },
      });
    }
  }
  for (const list of shown.values()) list.sort((a, b) => (a.from ?? "").localeCompare(b.from ?? ""));
  return shown;
}

const minuteOf = (local: number) => Math.floor((local - dayOf(local) * DAY) / 60);

/** `09:05` of a minute of a day. */
export function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}
