// A recurrence as an English phrase, for common rules; other rules are displayed as they are written.

import { civilDay, dayOf } from "../../lib/local-time.ts";
import { toLocal } from "../../lib/zones.ts";
import type { Recurrence } from "../types.ts";
import { type RecurrenceRule, readRule } from "./rule.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
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

function dayWords(rule: RecurrenceRule): string {
  if (rule.byDay.length > 0) {
    return ` on ${listed(rule.byDay.map(({ nth, weekday }) => (nth === 0 ? "" : `the ${places[nth]} `) + weekdays[weekday]))}`;
  }
  if (rule.byMonthDay.length === 0) return "";
  return ` on ${listed(rule.byMonthDay.map((day) => (day === -1 ? "the last day" : `day ${day}`)))}`;
}

function endWords(rule: RecurrenceRule, zone: string): string {
  if (rule.count !== null) return `, ${rule.count} times`;
  if (!rule.until) return "";
  const local = rule.until.form === "utc" ? toLocal(rule.until.at, zone) : rule.until.at;
  const { year, month, day } = civilDay(dayOf(local));
  return `, until ${day} ${months[month - 1]} ${year}`;
}

/** `every 2 weeks on Monday and Friday, until 31 Dec 2026`; null when nothing repeats. */
export function describeRule(recurrence: Recurrence, zone: string): string | null {
  const further = recurrence.rdates.length;
  const dates = further === 0 ? "" : `on ${further} further ${further === 1 ? "date" : "dates"}`;
  if (recurrence.rule === null) return dates || null;
  const { rule } = readRule(recurrence.rule);
  const also = dates && `, and ${dates}`;
  if (!rule || !isPlain(rule)) return recurrence.rule.replace(/\s+/g, " ") + also;
  const every =
    rule.interval === 1 ? `every ${units[rule.freq]}` : `every ${rule.interval} ${units[rule.freq]}s`;
  const inMonths =
    rule.byMonth.length === 0 ? "" : ` in ${listed(rule.byMonth.map((month) => months[month - 1]!))}`;
  return every + dayWords(rule) + inMonths + endWords(rule, zone) + also;
}
