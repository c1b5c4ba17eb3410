// The days that a recurrence rule picks, RFC 5545 3.3.10: of a year, a month, a week, or one by one. Where the RFC
// forbids a part with a frequency (BYMONTHDAY with WEEKLY, BYYEARDAY with DAILY to MONTHLY, BYWEEKNO with anything but
// YEARLY) the part limits the days, as in other programs: such rules arrive by mail.

import {
  civilDay,
  DAY,
  dayNumber,
  dayOf,
  daysInMonth,
  daysInYear,
  type LocalSeconds,
  weekdayOf,
} from "../../lib/local-time.ts";
import type { RecurrenceRule } from "./rule.ts";

/** A rule prepared for one DTSTART: lists as tables, and the parts that DTSTART implies. */
export interface RulePlan {
  rule: RecurrenceRule;
  start: LocalSeconds;
  startDay: number;
  startYear: number;
  startMonth: number;
  startMonthDay: number;
  months: Uint8Array | null;
  /** Index: day + 31 */
  monthDays: Uint8Array | null;
  /** Index: day + 366 */
  yearDays: Uint8Array | null;
  weekdays: Uint8Array | null;
  /** Index: (nth + 53) * 7 + weekday */
  nthWeekdays: Uint8Array | null;
  nthInMonth: boolean;
  /** The weeks of the year that was examined last. */
  weeks: { year: number; first: number; count: number };
  hours: number[];
  minutes: number[];
  seconds: number[];
}

/** A list as a lookup table whose index is value + `shift`; null for an empty list. */
export function table(values: readonly number[], shift: number): Uint8Array | null {
  if (values.length === 0) return null;
  const found = new Uint8Array(Math.max(...values) + shift + 1);
  for (const value of values) found[value + shift] = 1;
  return found;
}

/** A list of hours, minutes or seconds in order, or the value of DTSTART. Second 60 counts as 59. */
export function ordered(values: readonly number[], otherwise: number): number[] {
  return values.length
    ? [...new Set(values.map((value) => Math.min(value, 59)))].sort((a, b) => a - b)
    : [otherwise];
}

export function planOf(rule: RecurrenceRule, start: LocalSeconds): RulePlan {
  const startDay = dayOf(start);
  const { year, month, day } = civilDay(startDay);
  const nth = rule.byDay.filter((part) => part.nth !== 0);
  const every = rule.byDay.filter((part) => part.nth === 0);
  // A number has no meaning in shorter periods: only the weekday counts.
  const numbered = rule.freq === "YEARLY" || rule.freq === "MONTHLY" ? nth : [];
  const plain = numbered.length ? every : rule.byDay;
  const second = start - startDay * DAY;
  return {
    rule,
    start,
    startDay,
    startYear: year,
    startMonth: month,
    startMonthDay: day,
    months: table(rule.byMonth, 0),
    monthDays: table(rule.byMonthDay, 31),
    yearDays: table(rule.byYearDay, 366),
    weekdays: table(
      plain.map((part) => part.weekday),
      0,
    ),
    nthWeekdays: table(
      numbered.map((part) => (part.nth + 53) * 7 + part.weekday),
      0,
    ),
    weeks: { year: Number.NaN, first: 0, count: 0 },
    nthInMonth: rule.freq === "MONTHLY" || rule.byMonth.length > 0,
    hours: ordered(rule.byHour, Math.floor(second / 3600)),
    minutes: ordered(rule.byMinute, Math.floor(second / 60) % 60),
    seconds: ordered(rule.bySecond, second % 60),
  };
}

/** A day with its position in week, month and year, advanced incrementally. */
export class DayCursor {
  days: number;
  year: number;
  month: number;
  day: number;
  weekday: number;
  monthLength: number;
  yearDay: number;
  yearLength: number;

  constructor(days: number) {
    const { year, month, day } = civilDay(days);
    this.days = days;
    this.year = year;
    this.month = month;
    this.day = day;
    this.weekday = weekdayOf(days);
    this.monthLength = daysInMonth(year, month);
    this.yearDay = days - dayNumber(year, 1, 1) + 1;
    this.yearLength = daysInYear(year);
  }

  next(): void {
    this.days++;
    this.weekday = this.weekday === 6 ? 0 : this.weekday + 1;
    this.yearDay++;
    this.day++;
    if (this.day > this.monthLength) this.#beginMonth();
  }

  nextMonth(): void {
    const step = this.monthLength - this.day + 1;
    this.days += step;
    this.weekday = (this.weekday + step) % 7;
    this.yearDay += step;
    this.#beginMonth();
  }

  #beginMonth(): void {
    this.day = 1;
    this.month++;
    if (this.month > 12) {
      this.month = 1;
      this.year++;
      this.yearDay = 1;
      this.yearLength = daysInYear(this.year);
    }
    this.monthLength = daysInMonth(this.year, this.month);
  }
}

/** Whether the day matches BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO and BYDAY. */
function dayPasses(plan: RulePlan, at: DayCursor): boolean {
  const { months, monthDays, yearDays } = plan;
  if (months && !months[at.month]) return false;
  if (monthDays && !monthDays[at.day + 31] && !monthDays[at.day - at.monthLength + 30]) return false;
  if (yearDays && !yearDays[at.yearDay + 366] && !yearDays[at.yearDay - at.yearLength + 365]) return false;
  return weekdayPasses(plan, at) && weekNumberPasses(plan, at);
}

function weekdayPasses(plan: RulePlan, at: DayCursor): boolean {
  const { weekdays, nthWeekdays } = plan;
  if (!weekdays && !nthWeekdays) return true;
  if (weekdays?.[at.weekday]) return true;
  if (!nthWeekdays) return false;
  const place = plan.nthInMonth ? at.day : at.yearDay;
  const length = plan.nthInMonth ? at.monthLength : at.yearLength;
  const fromStart = Math.ceil(place / 7);
  const fromEnd = Math.ceil((length - place + 1) / 7);
  return Boolean(
    nthWeekdays[(fromStart + 53) * 7 + at.weekday] || nthWeekdays[(53 - fromEnd) * 7 + at.weekday],
  );
}

function weekNumberPasses(plan: RulePlan, at: DayCursor): boolean {
  const { byWeekNo, wkst, freq } = plan.rule;
  if (byWeekNo.length === 0 || freq === "YEARLY") return true;
  // A week belongs to the year of its fourth day.
  const begin = at.days - ((at.weekday - wkst + 7) % 7);
  const fourth = at.yearDay + begin + 3 - at.days;
  const year = fourth < 1 ? at.year - 1 : fourth > at.yearLength ? at.year + 1 : at.year;
  if (plan.weeks.year !== year) {
    plan.weeks = { year, first: firstWeek(year, wkst), count: weeksInYear(year, wkst) };
  }
  const week = (begin - plan.weeks.first) / 7 + 1;
  return byWeekNo.includes(week) || byWeekNo.includes(week - plan.weeks.count - 1);
}

/**
 * Moves the cursor to the first matching day from its position on, examining at most `limit` days. Returns the number of
 * days examined, negative when none matches.
 */
export function seekPassingDay(plan: RulePlan, at: DayCursor, limit: number): number {
  for (let looked = 1; looked <= limit; looked++) {
    if (plan.months && !plan.months[at.month]) at.nextMonth();
    else if (dayPasses(plan, at)) return looked;
    else at.next();
  }
  return -limit;
}

/** The rule's month days; those that this month lacks are moved by SKIP. RFC 7529 4.1 */
function skippedMonthDays(plan: RulePlan, year: number, month: number): number[] {
  const length = daysInMonth(year, month);
  const named = plan.rule.byMonthDay.length ? plan.rule.byMonthDay : [plan.startMonthDay];
  const found = new Set<number>();
  for (const value of named) {
    const day = value > 0 ? value : length + value + 1;
    if (day >= 1 && day <= length) found.add(day);
    else if (plan.rule.skip === "BACKWARD") found.add(day < 1 ? 0 : length);
    else found.add(day < 1 ? 1 : length + 1);
  }
  const first = dayNumber(year, month, 1);
  return [...found]
    .sort((a, b) => a - b)
    .map((day) => first + day - 1)
    .filter((day) => weekdayPasses(plan, new DayCursor(day)));
}

export function daysOfMonth(plan: RulePlan, year: number, month: number): number[] {
  const { rule } = plan;
  const byDays = rule.byDay.length > 0 || rule.byYearDay.length > 0;
  if (rule.skip !== "OMIT" && (rule.byMonthDay.length > 0 || !byDays))
    return skippedMonthDays(plan, year, month);
  const first = dayNumber(year, month, 1);
  const length = daysInMonth(year, month);
  const named = namesDays(rule);
  if (!named && rule.byWeekNo.length === 0) {
    return plan.startMonthDay <= length ? [first + plan.startMonthDay - 1] : [];
  }
  const weekday = weekdayOf(plan.startDay);
  const found: number[] = [];
  for (const at = new DayCursor(first); at.days < first + length; at.next()) {
    if ((named || at.weekday === weekday) && dayPasses(plan, at)) found.push(at.days);
  }
  return found;
}

/** The Monday (or WKST) that begins week 1 of the year: the first week with four days in it. */
function firstWeek(year: number, wkst: number): number {
  const january4 = dayNumber(year, 1, 4);
  return january4 - ((weekdayOf(january4) - wkst + 7) % 7);
}

function weeksInYear(year: number, wkst: number): number {
  return (firstWeek(year + 1, wkst) - firstWeek(year, wkst)) / 7;
}

/** Whether BYDAY, BYMONTHDAY or BYYEARDAY name days; otherwise DTSTART's weekday or month day counts. */
function namesDays({ byDay, byMonthDay, byYearDay }: RecurrenceRule): boolean {
  return byDay.length > 0 || byMonthDay.length > 0 || byYearDay.length > 0;
}

/**
 * The days of BYWEEKNO. Weeks belong to the year that has most of their days, so week 1 can begin in the December
 * before and the last week end in January. Without days named, DTSTART's weekday.
 */
function daysOfWeekNumbers(plan: RulePlan, year: number): number[] {
  const { rule } = plan;
  const first = firstWeek(year, rule.wkst);
  const weeks = weeksInYear(year, rule.wkst);
  const chosen = [...new Set(rule.byWeekNo.map((week) => (week > 0 ? week : weeks + week + 1)))]
    .filter((week) => week >= 1 && week <= weeks)
    .sort((a, b) => a - b);
  const named = namesDays(rule);
  const weekday = weekdayOf(plan.startDay);
  const found: number[] = [];
  for (const week of chosen) {
    for (const at = new DayCursor(first + (week - 1) * 7); at.days < first + week * 7; at.next()) {
      if ((named || at.weekday === weekday) && dayPasses(plan, at)) found.push(at.days);
    }
  }
  return found;
}

export function daysOfYear(plan: RulePlan, year: number): number[] {
  const { rule } = plan;
  if (rule.byWeekNo.length > 0) return daysOfWeekNumbers(plan, year);
  const found: number[] = [];
  const everyMonth = namesDays(rule);
  for (let month = 1; month <= 12; month++) {
    const chosen = plan.months ? plan.months[month] : everyMonth || month === plan.startMonth;
    if (chosen) for (const day of daysOfMonth(plan, year, month)) found.push(day);
  }
  return found;
}

export function daysOfWeek(plan: RulePlan, first: number): number[] {
  const found: number[] = [];
  const weekday = namesDays(plan.rule) ? null : weekdayOf(plan.startDay);
  for (const at = new DayCursor(first); at.days < first + 7; at.next()) {
    if ((weekday === null || at.weekday === weekday) && dayPasses(plan, at)) found.push(at.days);
  }
  return found;
}
