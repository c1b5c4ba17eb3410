// Dates of the calendar's pages, such as 2026-11-22: read, written and moved in one place.
import { instantOf, msOf, parseInstant } from "../../lib/clock.ts";

export const dayMs = 86_400_000;

/** The first instant of a date in UTC, a date of the proleptic calendar; null for what is none. */
export function readDate(text: string | null): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? "")) return null;
  const at = parseInstant(`${text}T00:00:00Z`);
  return at === null ? null : msOf(at);
}

export function dateOf(ms: number): string {
  return instantOf(ms).slice(0, 10);
}

/** The date so many days after another one. */
export function movedDate(date: string, days: number): string {
  return dateOf(readDate(date)! + days * dayMs);
}

/** The date that it is in a zone. */
export function dateIn(zone: string, ms: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(ms);
}
