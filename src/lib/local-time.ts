// Wall-clock arithmetic, with no zone. A local time is a whole number of seconds
// since 1970-01-01T00:00:00 on the wall, a day a whole number of days since 1970-01-01 (proleptic Gregorian).
// Both are numbers, not objects: recurrence rules step through millions of them.

/** Seconds on the wall clock since 1970-01-01T00:00:00. */
export type LocalSeconds = number;

export const DAY = 86_400;

/** The last year that is read or written. */
export const LAST_YEAR = 9999;

export interface CivilDay {
  year: number;
  /** 1 to 12 */
  month: number;
  /** 1 to 31 */
  day: number;
}

/** Days since 1970-01-01 of a date; months outside 1 to 12 carry over into years. */
export function dayNumber(year: number, month: number, day: number): number {
  const months = year * 12 + month - 1;
  const y = Math.floor(months / 12);
  const m = months - y * 12 + 1;
  const shifted = m <= 2 ? y - 1 : y;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (m > 2 ? m - 3 : m + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function civilDay(days: number): CivilDay {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  // All values from here on are positive, so `| 0` rounds down. Every rule runs through this.
  const dayOfEra = (z - era * 146_097) | 0;
  const leaps = ((dayOfEra / 1460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leaps) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const shifted = ((5 * dayOfYear + 2) / 153) | 0;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - (((153 * shifted + 2) / 5) | 0) + 1 };
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInYear(year: number): number {
  return isLeapYear(year) ? 366 : 365;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : monthLengths[month - 1]!;
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

/** The day that a local time falls on. */
export function dayOf(local: LocalSeconds): number {
  return Math.floor(local / DAY);
}

/** The midnight nearest to a time; noon belongs to the midnight before it. */
export function nearestMidnight(local: LocalSeconds): LocalSeconds {
  return Math.ceil((local - DAY / 2) / DAY) * DAY;
}

function validDay(year: number, month: number, day: number): boolean {
  return (
    year >= 1 && year <= LAST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  );
}

const localPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.0{1,9})?)?$/;
const datePattern = /^\d{4}-\d\d-\d\d$/;

/** The number that the digits in [from, to) write. */
function numberAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}

/** `2026-01-02T09:00` or `2026-01-02T09:00:00`; null for anything else, and for days that no calendar has. */
export function parseLocal(text: string): LocalSeconds | null {
  if (!localPattern.test(text)) return null;
  const second = text.length > 16 ? numberAt(text, 17, 19) : 0;
  return joinLocal([
    numberAt(text, 0, 4),
    numberAt(text, 5, 7),
    numberAt(text, 8, 10),
    numberAt(text, 11, 13),
    numberAt(text, 14, 16),
    second,
  ]);
}

/** `2026-01-02` as the midnight that begins the day; null for anything else. */
export function parseDate(text: string): LocalSeconds | null {
  if (!datePattern.test(text)) return null;
  return joinLocal([numberAt(text, 0, 4), numberAt(text, 5, 7), numberAt(text, 8, 10), 0, 0, 0]);
}

/** A local time from year, month, day, hour, minute and second; null when there is no such time. */
export function joinLocal(
  parts: readonly [number, number, number, number, number, number],
): LocalSeconds | null {
  const [year, month, day, hour, minute, second] = parts;
  if (!validDay(year, month, day) || hour > 23 || minute > 59 || second > 60) return null;
  // RFC 5545 3.3.12: second 60 is read as 59.
  return dayNumber(year, month, day) * DAY + hour * 3600 + minute * 60 + Math.min(second, 59);
}

/** A local time from the groups of an expression; what is missing is 0. */
export function joinGroups(groups: readonly (string | undefined)[]): LocalSeconds | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = groups.map((group) =>
    Number(group ?? 0),
  );
  return joinLocal([year, month, day, hour, minute, second]);
}

const twoDigits = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

/** Dates as they are written, by separator and day: the instances of a month share few days. */
const writtenDays = { "": new Map<number, string>(), "-": new Map<number, string>() };
const maxWritten = 2000;

function writeDate(local: LocalSeconds, separator: keyof typeof writtenDays): string {
  const days = dayOf(local);
  const written = writtenDays[separator];
  const known = written.get(days);
  if (known !== undefined) return known;
  const { year, month, day } = civilDay(days);
  const text = `${String(year).padStart(4, "0")}${separator}${twoDigits[month]}${separator}${twoDigits[day]}`;
  if (written.size >= maxWritten) written.clear();
  written.set(days, text);
  return text;
}

function writeTime(local: LocalSeconds, separator: string): string {
  const second = local - dayOf(local) * DAY;
  const hour = twoDigits[Math.floor(second / 3600)];
  return `${hour}${separator}${twoDigits[Math.floor(second / 60) % 60]}${separator}${twoDigits[second % 60]}`;
}

/** Day and month of two numbers that a year follows; null: either may be the month. @param hasPoints in 31.1.2026 the day is first */
export function dayAndMonth(
  [first, second]: readonly [number, number],
  hasPoints: boolean,
): [day: number, month: number] | null {
  if (hasPoints || first > 12) return [first, second];
  return second > 12 ? [second, first] : null;
}

/** `2026-01-02` */
export function formatDate(local: LocalSeconds): string {
  return writeDate(local, "-");
}

/** `2026-01-02T09:00:00` */
export function formatLocal(local: LocalSeconds): string {
  return `${writeDate(local, "-")}T${writeTime(local, ":")}`;
}

/** `20260102` (RFC 5545 3.3.4) */
export function formatBasicDate(local: LocalSeconds): string {
  return writeDate(local, "");
}

/** `20260102T090000` (RFC 5545 3.3.5, form 1) */
export function formatBasic(local: LocalSeconds): string {
  return `${writeDate(local, "")}T${writeTime(local, "")}`;
}

/** The longest time before an event at which a reminder of it can be set: four weeks. */
export const maxReminderMinutes = 40_320;
