// Words of the pages: how an event repeats.
import { plural } from "./plural.ts";

const units = {
  YEARLY: ["year", "years"],
  MONTHLY: ["month", "months"],
  WEEKLY: ["week", "weeks"],
  DAILY: ["day", "days"],
  HOURLY: ["hour", "hours"],
  MINUTELY: ["minute", "minutes"],
  SECONDLY: ["second", "seconds"],
} as const;

const places = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", [-1]: "last" } as Record<
  number,
  string
>;

export const repeats = {
  every: (interval: number, unit: keyof typeof units) =>
    `every ${interval === 1 ? units[unit][0] : plural(interval, units[unit][0], units[unit][1])}`,
  /** A weekday, or such a one of a month. */
  weekday: (nth: number, name: string) => (nth === 0 ? name : `the ${places[nth]} ${name}`),
  monthDay: (day: number) => (day === -1 ? "the last day" : `day ${day}`),
  on: (what: string, days: string) => `${what} on ${days}`,
  inMonths: (what: string, months: string) => `${what} in ${months}`,
  times: (what: string, count: number) => `${what}, ${plural(count, "time", "times")}`,
  until: (what: string, day: string) => `${what}, until ${day}`,
  also: (what: string, count: number) => `${what}, and on ${plural(count, "further date", "further dates")}`,
  dates: (count: number) => `on ${plural(count, "further date", "further dates")}`,
};
