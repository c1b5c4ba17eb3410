// Steps through the wall-clock times of a recurrence rule, RFC 5545 3.3.10, from any point on. Without COUNT it begins
// near that point, however far from DTSTART it lies. A period's times are days × hours × minutes × seconds and are
// not stored: the n-th is computed. Work is counted, so that a walk ends even when a rule never matches.

import { civilDay, DAY, dayNumber, dayOf, LAST_YEAR, type LocalSeconds } from "../../lib/local-time.ts";
import type { RecurrenceRule } from "./rule.ts";
import {
  DayCursor,
  daysOfMonth,
  daysOfWeek,
  daysOfYear,
  planOf,
  type RulePlan,
  seekPassingDay,
  table,
} from "./rule-days.ts";

/** Days and steps that one walk may examine: about 400 years of days, a few milliseconds. */
const BUDGET = 150_000;

/** Days examined between two checks of the budget. */
const CHUNK = 2000;

/** `end`: the rule has no more times; `stopped`: `visit` returned false; `exhausted`: the budget is used up. */
export type WalkEnd = "end" | "stopped" | "exhausted";

export interface WalkStart {
  /** DTSTART on the wall clock. */
  start: LocalSeconds;
  /** Times before this are counted and not visited. */
  from: LocalSeconds;
  /** Periods after this are not examined. */
  until?: LocalSeconds;
}

/** The times of one period, in order. */
interface Period {
  days: number[];
  hours: number[];
  minutes: number[];
  seconds: number[];
}

interface Meter {
  left: number;
}

function sizeOf(period: Period): number {
  return period.days.length * period.hours.length * period.minutes.length * period.seconds.length;
}

function timeAt(period: Period, index: number): LocalSeconds {
  const { days, hours, minutes, seconds } = period;
  const second = seconds[index % seconds.length]!;
  const afterSeconds = Math.floor(index / seconds.length);
  const minute = minutes[afterSeconds % minutes.length]!;
  const afterMinutes = Math.floor(afterSeconds / minutes.length);
  const hour = hours[afterMinutes % hours.length]!;
  return days[Math.floor(afterMinutes / hours.length)]! * DAY + hour * 3600 + minute * 60 + second;
}

/** Return the number of the first `size` values before `time`. */
function countBefore(size: number, at: (index: number) => LocalSeconds, time: LocalSeconds): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The positions that BYSETPOS picks of a period, in order. */
function setPositions(rule: RecurrenceRule, size: number): readonly number[] {
  const places: number[] = [];
  for (const position of rule.bySetPos) {
    const place = position > 0 ? position - 1 : size + position;
    if (place >= 0 && place < size && !places.includes(place)) places.push(place);
  }
  return places.sort((a, b) => a - b);
}

/** The times of a period, null when it has none; `next` is the earliest period that can have some. */
interface PeriodRead {
  period: Period | null;
  next: number;
}

/** Reads the periods of a rule by their number. */
interface PeriodReader {
  /** The number of the period, in units of the frequency, that holds or precedes a time. */
  numberOf(time: LocalSeconds): number;
  /** Valid until the next period is read. */
  read(number: number): PeriodRead;
}

function dayCalendar(plan: RulePlan, meter: Meter): PeriodReader {
  const { rule } = plan;
  const period: Period = { days: [], hours: plan.hours, minutes: plan.minutes, seconds: plan.seconds };
  const give = (days: number[], cost: number, next: number) => {
    meter.left -= cost;
    period.days = days;
    return { period: days.length ? period : null, next };
  };
  switch (rule.freq) {
    case "YEARLY":
      return {
        numberOf: (time) => civilDay(dayOf(time)).year,
        read: (year) => give(daysOfYear(plan, year), 366, year + 1),
      };
    case "MONTHLY":
      return {
        numberOf: (time) => {
          const { year, month } = civilDay(dayOf(time));
          return year * 12 + month - 1;
        },
        read: (number) => {
          const month = (number % 12) + 1;
          if (plan.months && !plan.months[month]) return give([], 1, number + 1);
          return give(daysOfMonth(plan, Math.floor(number / 12), month), 31, number + 1);
        },
      };
    case "WEEKLY":
      return {
        // Day 0 was a Thursday: shift so that weeks begin on WKST.
        numberOf: (time) => Math.floor((dayOf(time) + 3 - rule.wkst) / 7),
        read: (week) => give(daysOfWeek(plan, week * 7 - 3 + rule.wkst), 7, week + 1),
      };
    default:
      return dailyCalendar(plan, meter);
  }
}

/** Keeps its position and its objects between calls: reading days in order costs little. */
function cursorAt(at: DayCursor, days: number): DayCursor {
  if (at.days + 1 === days) at.next();
  return at.days === days ? at : new DayCursor(days);
}

function dailyCalendar(plan: RulePlan, meter: Meter): PeriodReader {
  const period: Period = { days: [0], hours: plan.hours, minutes: plan.minutes, seconds: plan.seconds };
  const answer: PeriodRead = { period: null, next: 0 };
  let at = new DayCursor(plan.startDay);
  return {
    numberOf: (time) => dayOf(time),
    read: (day) => {
      at = cursorAt(at, day);
      const looked = seekPassingDay(plan, at, CHUNK);
      meter.left -= Math.abs(looked);
      const passes = looked > 0 && at.days === day;
      period.days[0] = day;
      answer.period = passes ? period : null;
      answer.next = passes ? day + 1 : at.days;
      return answer;
    },
  };
}

/** HOURLY, MINUTELY and SECONDLY: one period is `unit` seconds; days, hours and minutes that do not match are skipped. */
function clockCalendar(plan: RulePlan, meter: Meter): PeriodReader {
  const unit = plan.rule.freq === "HOURLY" ? 3600 : plan.rule.freq === "MINUTELY" ? 60 : 1;
  const hours = table(plan.rule.byHour, 0);
  const minutes = unit < 3600 ? table(plan.rule.byMinute, 0) : null;
  const seconds = unit < 60 && plan.rule.bySecond.length > 0 ? table(plan.seconds, 0) : null;
  const period: Period = {
    days: [0],
    hours: [0],
    minutes: unit < 3600 ? [0] : plan.minutes,
    seconds: unit < 60 ? [0] : plan.seconds,
  };
  const answer: PeriodRead = { period: null, next: 0 };
  let at = new DayCursor(plan.startDay);
  let passed = Number.NaN;
  const leap = (time: LocalSeconds) => {
    answer.period = null;
    answer.next = Math.ceil(time / unit);
    return answer;
  };
  return {
    numberOf: (time) => Math.floor(time / unit),
    read: (number) => {
      meter.left -= 2;
      const time = number * unit;
      const day = dayOf(time);
      if (day !== passed) {
        at = cursorAt(at, day);
        const looked = seekPassingDay(plan, at, CHUNK);
        meter.left -= Math.abs(looked);
        if (looked > 0) passed = at.days;
        if (at.days !== day) return leap(at.days * DAY);
      }
      const clock = time - day * DAY;
      const hour = Math.floor(clock / 3600);
      if (hours && !hours[hour]) return leap(day * DAY + (hour + 1) * 3600);
      const minute = Math.floor(clock / 60) % 60;
      if (minutes && !minutes[minute]) return leap(day * DAY + hour * 3600 + (minute + 1) * 60);
      if (seconds && !seconds[clock % 60]) return leap(time + 1);
      period.days[0] = day;
      period.hours[0] = hour;
      if (unit < 3600) period.minutes[0] = minute;
      if (unit < 60) period.seconds[0] = clock % 60;
      answer.period = period;
      answer.next = number + 1;
      return answer;
    },
  };
}

function latestTime(rule: RecurrenceRule): LocalSeconds {
  const last = dayNumber(LAST_YEAR + 1, 1, 1) * DAY - 1;
  if (!rule.until) return last;
  // A date includes its whole day, even where DTSTART has a time: other programs write such rules.
  return Math.min(last, rule.until.form === "date" ? rule.until.at + DAY - 1 : rule.until.at);
}

/** Whether every period has the same number of times, so that COUNT needs no walk over them. */
function hasSteadyPeriods(rule: RecurrenceRule): boolean {
  const limits = [rule.byMonth, rule.byWeekNo, rule.byYearDay, rule.byMonthDay, rule.byDay, rule.bySetPos];
  if (rule.freq !== "DAILY") limits.push(rule.byHour);
  if (rule.freq === "MINUTELY" || rule.freq === "SECONDLY") limits.push(rule.byMinute);
  if (rule.freq === "SECONDLY") limits.push(rule.bySecond);
  return !["YEARLY", "MONTHLY", "WEEKLY"].includes(rule.freq) && limits.every((list) => list.length === 0);
}

/** By rule: most rules are walked many times. */
const plans = new WeakMap<RecurrenceRule, RulePlan>();

function planFor(rule: RecurrenceRule, start: LocalSeconds): RulePlan {
  const known = plans.get(rule);
  if (known?.start === start) return known;
  const plan = planOf(rule, start);
  plans.set(rule, plan);
  return plan;
}

/**
 * Visits the rule's times from `from` on, in order, until `visit` answers false. An UNTIL in UTC must have been turned
 * into wall-clock time before. Times before DTSTART do not count; DTSTART itself counts only where the rule names it.
 * `ordinal` says how many times come before this one; without COUNT it counts from wherever the walk began.
 */
export function walkRule(
  rule: RecurrenceRule,
  { start, from, until }: WalkStart,
  visit: (time: LocalSeconds, ordinal: number) => boolean,
): WalkEnd {
  const plan = planFor(rule, start);
  const meter: Meter = { left: BUDGET };
  const clocked = rule.freq === "HOURLY" || rule.freq === "MINUTELY" || rule.freq === "SECONDLY";
  const calendar = clocked ? clockCalendar(plan, meter) : dayCalendar(plan, meter);
  const latest = latestTime(rule);
  const base = calendar.numberOf(start);
  const align = (number: number) => base + Math.ceil((number - base) / rule.interval) * rule.interval;
  // The first days of January may belong to the last week of the year before.
  const earlier = rule.byWeekNo.length > 0 && rule.interval === 1 ? 1 : 0;
  // SKIP moves days into the next period and weeks reach into the next year: begin one period sooner.
  const target = rule.count === null ? Math.max(base, calendar.numberOf(Math.max(from, start)) - 1) : base;
  const steady = hasSteadyPeriods(rule);
  const nearest = rule.bySetPos.length ? Math.min(...rule.bySetPos.map(Math.abs)) : 0;
  let number = (target === base ? base : align(target - rule.interval + 1)) - earlier;
  const end = until === undefined || until > latest ? latest : until;
  const last = calendar.numberOf(end) + 1;
  let counted = 0;
  let previous = Number.NEGATIVE_INFINITY;
  while (number <= last) {
    if (meter.left < 0) return "exhausted";
    const { period, next } = calendar.read(number);
    if (period) {
      const size = sizeOf(period);
      if (size < nearest) {
        // BYSETPOS beyond the period counts nothing, but uses budget.
        meter.left -= 1;
        number += rule.interval;
        continue;
      }
      const places = rule.bySetPos.length ? setPositions(rule, size) : null;
      const total = places ? places.length : size;
      const at = places
        ? (index: number) => timeAt(period, places[index]!)
        : (index: number) => timeAt(period, index);
      const first = countBefore(total, at, Math.max(start, previous + 1));
      let index = first;
      if (from > start) index = Math.max(first, countBefore(total, at, from));
      counted += index - first;
      for (; index < total; index++) {
        const time = at(index);
        if (time > latest || (rule.count !== null && counted >= rule.count)) return "end";
        previous = time;
        if (!visit(time, counted++)) return "stopped";
      }
      previous = Math.max(previous, at(total - 1));
      if (rule.count !== null && counted >= rule.count) return "end";
      if (steady && rule.count !== null) {
        const ahead = Math.floor((calendar.numberOf(from) - 1 - number) / rule.interval);
        if (ahead > 1) {
          counted += (ahead - 1) * size;
          number += ahead * rule.interval;
          continue;
        }
      }
    }
    number = next === number + 1 ? number + rule.interval : align(next);
  }
  return end < latest ? "stopped" : "end";
}
