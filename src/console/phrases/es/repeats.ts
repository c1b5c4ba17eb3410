// Words of the pages: how an event repeats. In Spanish, made without a native speaker's review.

import { numberIn, pluralIn } from "../plural.ts";
import type * as english from "../repeats.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("es");
const number = numberIn("es");

const units = {
  YEARLY: ["todos los años", "años"],
  MONTHLY: ["todos los meses", "meses"],
  WEEKLY: ["todas las semanas", "semanas"],
  DAILY: ["todos los días", "días"],
  HOURLY: ["cada hora", "horas"],
  MINUTELY: ["cada minuto", "minutos"],
  SECONDLY: ["cada segundo", "segundos"],
} as const;

const places = { 1: "primer", 2: "segundo", 3: "tercer", 4: "cuarto", 5: "quinto", [-1]: "último" } as Record<
  number,
  string
>;

export const repeats: Translated<typeof english.repeats> = {
  every: (interval, unit) => (interval === 1 ? units[unit][0] : `cada ${number(interval)} ${units[unit][1]}`),
  weekday: (nth, name) => (nth === 0 ? name : `${places[nth]} ${name}`),
  monthDay: (day) => (day === -1 ? "último día" : `día ${day}`),
  on: (what, days) => `${what}, el ${days}`,
  inMonths: (what, months) => `${what}, en ${months}`,
  times: (what, count) => `${what}, ${plural(count, "vez", "veces")}`,
  until: (what, day) => `${what}, hasta el ${day}`,
  also: (what, count) => `${what}, y en ${plural(count, "fecha más", "fechas más")}`,
  dates: (count) => `en ${plural(count, "fecha más", "fechas más")}`,
};
