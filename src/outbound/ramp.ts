// The sending ramp of a new domain: how many recipients outside it may write to on each day of its age. Receivers distrust a
// domain that sends much from its first day on. Pure.
import { addMs, type Instant, msOf } from "../lib/clock.ts";

const dayMs = 86_400_000;

/** By day of age, from the day on which the domain was verified; later days have no limit. */
export type RampSchedule = readonly number[];

/** The UTC day of an instant, YYYY-MM-DD. */
export function dayOf(at: Instant): string {
  return at.slice(0, 10);
}

/** The UTC day `days` later. */
export function dayLater(day: string, days: number): string {
  return dayOf(addMs(startOf(day), days * dayMs));
}

export function startOf(day: string): Instant {
  return `${day}T00:00:00.000000Z` as Instant;
}

/** The most recipients of a day; null: no limit. */
export function limitOn(
  schedule: RampSchedule,
  { since, day }: { since: Instant; day: string },
): number | null {
  const age = Math.round((msOf(startOf(day)) - msOf(startOf(dayOf(since)))) / dayMs);
  return schedule[Math.max(0, age)] ?? null;
}

/** Recipients that go on one day, at these times. */
export interface RampPart {
  day: string;
  /** The position of the part's first recipient among those that count on that day, from 0. */
  from: number;
  count: number;
  /** The day's limit; null: none. */
  limit: number | null;
}

/**
 * Spreads recipients over the days from today on, as each has room.
 * @param used recipients that count on a day already
 */
export function spread(
  schedule: RampSchedule,
  asked: { since: Instant; today: string; count: number; used: ReadonlyMap<string, number> },
): RampPart[] {
  const parts: RampPart[] = [];
  let left = asked.count;
  for (let day = asked.today; left > 0; day = dayLater(day, 1)) {
    const limit = limitOn(schedule, { since: asked.since, day });
    const from = asked.used.get(day) ?? 0;
    const count = limit === null ? left : Math.min(left, Math.max(0, limit - from));
    if (count > 0) parts.push({ day, from, count, limit });
    left -= count;
  }
  return parts;
}

/** When the recipient at this place of a later day goes: they are spread over its first half. */
export function timeOf({ day, limit }: RampPart, place: number): Instant {
  const share = limit === null ? 0 : Math.min(1, place / limit);
  return addMs(startOf(day), Math.floor((share * dayMs) / 2));
}
