// A recurrence as a phrase, for common rules; other rules are displayed as they are written. Words are English, or given.

import { civilDay, dayOf } from "../../lib/local-time.ts";
import { monthNames } from "../../lib/months.ts";
import { toLocal } from "../../lib/zones.ts";
import type { Recurrence } from "../types.ts";
import { type RecurrenceRule, readRule } from "./rule.ts";

interface RuleWords {
  every(interval: number, unit: RecurrenceRule["freq"]): string;
  /** @param nth of the month; 0: each @param name of the day */
  weekday(nth: number, name: string): string;
  /** @param day of the month; -1: the last */
  monthDay(day: number): string;
  on(what: string, days: string): string;
  inMonths(what: string, months: string): string;
  times(what: string, count: number): string;
  until(what: string, day: string): string;
  also(what: string, count: number): string;
  dates(count: number): string;
  /** @param weekday from Monday, 0 */
  weekdayName(weekday: number): string;
  /** @param month from January, 1 */
  monthName(month: number): string;
  date(year: number, month: number, day: number): string;
  listed(items: readonly string[]): string;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const units: Record<RecurrenceRule["freq"], string> = {
  YEARLY: "year",
  MONTHLY: "month",
  WEEKLY: "week",
  DAILY: "day",
  HOURLY: "hour",
  MINUTELY: "minute",
  SECONDLY: "second",
};
const places: Record<number, string> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  5: "fifth",
  [-1]: "last",
};

function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

/** Whether a rule consists of weekdays, month days and months only. */
function isPlain(rule: RecurrenceRule): boolean {
  const others = [rule.bySecond, rule.byMinute, rule.byHour, rule.byYearDay, rule.byWeekNo, rule.bySetPos];
  return (
    others.every((list) => list.length === 0) &&
    rule.skip === "OMIT" &&
    rule.byDay.every(({ nth }) => nth === 0 || nth in places) &&
    rule.byMonthDay.every((day) => day > 0 || day === -1) &&
    (rule.byDay.length === 0 || rule.byMonthDay.length === 0)
  );
}

const furtherDates = (count: number) => `on ${count} further ${count === 1 ? "date" : "dates"}`;

const english: RuleWords = {
  every: (interval, unit) => (interval === 1 ? `every ${units[unit]}` : `every ${interval} ${units[unit]}s`),
  weekday: (nth, name) => (nth === 0 ? name : `the ${places[nth]} ${name}`),
  monthDay: (day) => (day === -1 ? "the last day" : `day ${day}`),
  on: (what, days) => `${what} on ${days}`,
  inMonths: (what, names) => `${what} in ${names}`,
  times: (what, count) => `${what}, ${count} times`,
  until: (what, day) => `${what}, until ${day}`,
  also: (what, count) => `${what}, and ${furtherDates(count)}`,
  dates: furtherDates,
  weekdayName: (weekday) => weekdays[weekday]!,
  monthName: (month) => monthNames[month - 1]!,
  date: (year, month, day) => `${day} ${monthNames[month - 1]} ${year}`,
  listed,
};

function daysOf(rule: RecurrenceRule, words: RuleWords): string[] {
  if (rule.byDay.length > 0)
    return rule.byDay.map(({ nth, weekday }) => words.weekday(nth, words.weekdayName(weekday)));
  return rule.byMonthDay.map((day) => words.monthDay(day));
}

function withEnd(
  text: string,
  rule: RecurrenceRule,
  { zone, words }: { zone: string; words: RuleWords },
): string {
  if (rule.count !== null) return words.times(text, rule.count);
  if (!rule.until) return text;
  const local = rule.until.form === "utc" ? toLocal(rule.until.at, zone) : rule.until.at;
  const { year, month, day } = civilDay(dayOf(local));
  return words.until(text, words.date(year, month, day));
}

function ruleText(rule: RecurrenceRule, { zone, words }: { zone: string; words: RuleWords }): string {
  let text = words.every(rule.interval, rule.freq);
  const days = daysOf(rule, words);
  if (days.length > 0) text = words.on(text, words.listed(days));
  if (rule.byMonth.length > 0) text = words.inMonths(text, words.listed(rule.byMonth.map(words.monthName)));
  return withEnd(text, rule, { zone, words });
}

/** `every 2 weeks on Monday and Friday, until 31 Dec 2026`; null when nothing repeats. */
export function describeRule(recurrence: Recurrence, zone: string, words = english): string | null {
  const further = recurrence.rdates.length;
  if (recurrence.rule === null) return further === 0 ? null : words.dates(further);
  const { rule } = readRule(recurrence.rule);
  const text =
    !rule || !isPlain(rule) ? recurrence.rule.replace(/\s+/g, " ") : ruleText(rule, { zone, words });
  return further === 0 ? text : words.also(text, further);
}
