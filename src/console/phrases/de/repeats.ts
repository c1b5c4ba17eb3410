// Words of the pages: how an event repeats. In German, made without a native speaker's review.

import { numberIn, pluralIn } from "../plural.ts";
import type * as english from "../repeats.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("de");
const number = numberIn("de");

const units = {
  YEARLY: ["jedes Jahr", "Jahre"],
  MONTHLY: ["jeden Monat", "Monate"],
  WEEKLY: ["jede Woche", "Wochen"],
  DAILY: ["jeden Tag", "Tage"],
  HOURLY: ["jede Stunde", "Stunden"],
  MINUTELY: ["jede Minute", "Minuten"],
  SECONDLY: ["jede Sekunde", "Sekunden"],
} as const;

const places = { 1: "1.", 2: "2.", 3: "3.", 4: "4.", 5: "5.", [-1]: "letzten" } as Record<number, string>;

export const repeats: Translated<typeof english.repeats> = {
  every: (interval, unit) => (interval === 1 ? units[unit][0] : `alle ${number(interval)} ${units[unit][1]}`),
  weekday: (nth, name) => (nth === 0 ? name : `${places[nth]} ${name}`),
  monthDay: (day) => (day === -1 ? "letzten Tag" : `${day}.`),
  on: (what, days) => `${what} am ${days}`,
  inMonths: (what, months) => `${what} in ${months}`,
  times: (what, count) => `${what}, ${number(count)}-mal`,
  until: (what, day) => `${what}, bis ${day}`,
  also: (what, count) => `${what}, und an ${plural(count, "weiteren Tag", "weiteren Tagen")}`,
  dates: (count) => `an ${plural(count, "weiteren Tag", "weiteren Tagen")}`,
};
