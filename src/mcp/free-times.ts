// Free time between busy ones, for tools that look for a time: the hours of days in a zone, and what is left of them.
import { DAY, dayOf, formatLocal, weekdayOf } from "../lib/local-time.ts";
import { toLocal, toUtc, type UtcSeconds } from "../lib/zones.ts";

/** From one moment until another. */
interface FreeSpan {
  from: UtcSeconds;
  until: UtcSeconds;
}

/** The first day of the weekend, where 0 is Monday. */
const saturday = 5;

/** `2031-05-05T09:00` */
export function wallClock(at: UtcSeconds, zone: string): string {
  return formatLocal(toLocal(at, zone)).slice(0, 16);
}

/** The hours of each day of a zone within a span. @param hours from and until, 0 to 24 */
export function hoursWithin(
  { from, until }: FreeSpan,
  zone: string,
  hours: { from: number; until: number; weekends: boolean },
): FreeSpan[] {
  const found: FreeSpan[] = [];
  const last = dayOf(toLocal(until, zone));
  for (let day = dayOf(toLocal(from, zone)); day <= last; day++) {
    if (weekdayOf(day) >= saturday && !hours.weekends) continue;
    const momentOf = (hour: number) => toUtc(day * DAY + hour * 3600, zone);
    const [begin, end] = [Math.max(from, momentOf(hours.from)), Math.min(until, momentOf(hours.until))];
    if (begin < end) found.push({ from: begin, until: end });
  }
  return found;
}

/** The parts of spans that no busy time takes. @param busy in any order */
export function freeWithin(spans: readonly FreeSpan[], busy: readonly FreeSpan[]): FreeSpan[] {
  const taken = busy.toSorted((one, other) => one.from - other.from);
  return spans.flatMap((span) => {
    const free: FreeSpan[] = [];
    let at = span.from;
    for (const { from, until } of taken) {
      if (until <= at || from >= span.until) continue;
      if (from > at) free.push({ from: at, until: from });
      at = until;
    }
    if (at < span.until) free.push({ from: at, until: span.until });
    return free;
  });
}
