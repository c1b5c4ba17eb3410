// Days as people write them into a search: 31.1.2026, "9 Dec 2026", "December 9, 2026", 2026-12, "last week". All in UTC.
import {
  civilDay,
  DAY,
  dayAndMonth,
  dayOf,
  joinLocal,
  type LocalSeconds,
  weekdayOf,
} from "../../lib/local-time.ts";
import { longMonthKeys } from "../../lib/months.ts";

const spans: Readonly<Record<string, number>> = { week: 7, month: 30, year: 365 };

/** The beginning of what is said; null: it is said in no form that is known, or leaves open what is the month. */
export function saidDay(value: string, now: LocalSeconds): LocalSeconds | null {
  const said = value.trim().toLowerCase();
  const [, span, unit] = /^(last|past|this) (week|month|year)$/.exec(said) ?? [];
  if (span !== undefined && unit !== undefined) return spanStart(span, unit, now);
  const [, first, mark, second, third] = /^(\d{1,4})([-/.])(\d{1,2})(?:[-/.](\d{1,4}))?$/.exec(said) ?? [];
  if (first !== undefined)
    return numberedDay([first, second!, third ?? (first.length === 4 ? "1" : "")], mark === ".");
  return /^\d{4}$/.test(said) ? dayAt(Number(said), 1, 1) : namedDay(said, now);
}

/** 2026-1-31, 31.1.2026; of 9/12/2026 nobody knows which is the month. */
function numberedDay([a, b, c]: readonly [string, string, string], hasPoints: boolean): LocalSeconds | null {
  if (a.length === 4) return c.length > 2 ? null : dayAt(Number(a), Number(b), Number(c));
  if (c.length !== 4 || a.length > 2) return null;
  const order = dayAndMonth([Number(a), Number(b)], hasPoints);
  return order && dayAt(Number(c), order[1], order[0]);
}

/** A day or a month with its name; without a year the last one. */
function namedDay(said: string, now: LocalSeconds): LocalSeconds | null {
  const words = said.split(/[ .,/-]+/).filter((word) => word !== "" && word !== "of");
  const named = words.filter((word) => monthOf(word) !== 0);
  const rest = words.flatMap((word) => (named.includes(word) ? [] : [word.replace(/(?:st|nd|rd|th)$/, "")]));
  const years = rest.filter((word) => /^\d{4}$/.test(word));
  const days = rest.filter((word) => /^\d{1,2}$/.test(word));
  if (named.length !== 1 || years.length > 1 || days.length > 1) return null;
  if (years.length + days.length !== rest.length) return null;
  const month = monthOf(named[0]!);
  const day = Number(days[0] ?? 1);
  if (years[0] !== undefined) return dayAt(Number(years[0]), month, day);
  const { year } = civilDay(dayOf(now));
  const begin = dayAt(year, month, day);
  return begin !== null && begin > now ? dayAt(year - 1, month, day) : begin;
}

/** The month of a name, or of three letters of it and more; 0: none. */
function monthOf(word: string): number {
  return word.length < 3 ? 0 : longMonthKeys.findIndex((month) => month.startsWith(word)) + 1;
}

function spanStart(span: string, unit: string, now: LocalSeconds): LocalSeconds | null {
  const today = dayOf(now);
  if (span !== "this") return (today - spans[unit]!) * DAY;
  if (unit === "week") return (today - weekdayOf(today)) * DAY;
  const { year, month } = civilDay(today);
  return dayAt(year, unit === "month" ? month : 1, 1);
}

function dayAt(year: number, month: number, day: number): LocalSeconds | null {
  return year < 1970 ? null : joinLocal([year, month, day, 0, 0, 0]);
}
