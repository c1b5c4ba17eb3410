// Values of calendar properties: DATE, DATE-TIME and DURATION, RFC 5545 3.3.4 to 3.3.6. Times with dashes, with colons
// or without seconds are read too, as other programs write them.

import { DAY, joinLocal, type LocalSeconds } from "../../lib/local-time.ts";

export interface BasicTime {
  local: LocalSeconds;
  form: "date" | "local" | "utc";
}

const timePattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d{1,9})?(Z?))?$/;

/** Reads a DATE or DATE-TIME value; null when the text is neither. */
export function readBasic(text: string): BasicTime | null {
  const match = timePattern.exec(text.trim().toUpperCase());
  if (!match) return null;
  const [, year, month, day, hour, minute = 0, second = 0, utc] = match;
  const time = [Number(hour ?? 0), Number(minute), Number(second)] as const;
  const local = joinLocal([Number(year), Number(month), Number(day), ...time]);
  if (local === null) return null;
  return { local, form: hour === undefined ? "date" : utc ? "utc" : "local" };
}

export interface Duration {
  /** Calendar days, whatever their length. */
  days: number;
  /** Exact time. */
  seconds: number;
}

/** Longer durations are not read. */
const maxDurationDays = 3660;

/** Reads a DURATION, RFC 5545 3.3.6; null when it is malformed, negative or longer than ten years. */
export function readDuration(text: string): Duration | null {
  const match =
    /^\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/.exec(
      text.trim().toUpperCase(),
    );
  if (!match || match.slice(1).every((part) => part === undefined)) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const duration = { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds };
  return duration.days + duration.seconds / DAY > maxDurationDays ? null : duration;
}
