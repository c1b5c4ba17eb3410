// The week that the calendar shows: its days as dates of the calendar's zone, and the events of each.
import { type Instant, instantOf, msOf, parseInstant } from "../../lib/clock.ts";
import type { CalendarEvent } from "../../schema/calendar-events.ts";

const dayMs = 86_400_000;

export interface Week {
  /** Seven dates, Monday first, such as 2026-11-16. */
  days: readonly string[];
  today: string;
  previous: string;
  next: string;
  /** Instants that hold all of it, whatever the zone. */
  after: Instant;
  before: Instant;
}

/** A date of the proleptic calendar; null for what is none. */
function readDate(text: string | null): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? "")) return null;
  const at = parseInstant(`${text}T00:00:00Z`);
  return at === null ? null : msOf(at);
}

const dateOf = (ms: number) => instantOf(ms).slice(0, 10);

/** The date that it is in a zone. */
export function dateIn(zone: string, ms: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(ms);
}

/** @param wanted a date in the week; anything else: this week */
export function weekOf(wanted: string | null, { zone, now }: { zone: string; now: number }): Week {
  const today = dateIn(zone, now);
  const ms = readDate(wanted) ?? readDate(today)!;
  // 1 January 1970 was a Thursday
  const monday = ms - ((((Math.floor(ms / dayMs) + 3) % 7) + 7) % 7) * dayMs;
  return {
    days: Array.from({ length: 7 }, (_, n) => dateOf(monday + n * dayMs)),
    today,
    previous: dateOf(monday - 7 * dayMs),
    next: dateOf(monday + 7 * dayMs),
    after: instantOf(monday - dayMs),
    before: instantOf(monday + 8 * dayMs),
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
  { days }: Week,
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
      shown.get(day)!.push({
        event,
        from: !event.all_day && day === first ? clock.format(startMs) : null,
        to: !event.all_day && day === last ? clock.format(endMs) : null,
      });
    }
  }
  for (const list of shown.values()) list.sort((a, b) => (a.from ?? "").localeCompare(b.from ?? ""));
  return shown;
}
