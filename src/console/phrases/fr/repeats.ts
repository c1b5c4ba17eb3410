// Words of the pages: how an event repeats. In French, made without a native speaker's review.

import { numberIn, pluralIn } from "../plural.ts";
import type * as english from "../repeats.ts";
import type { Translated } from "../translated.ts";

const plural = pluralIn("fr");
const number = numberIn("fr");

const units = {
  YEARLY: ["tous les ans", "ans"],
  MONTHLY: ["tous les mois", "mois"],
  WEEKLY: ["toutes les semaines", "semaines"],
  DAILY: ["tous les jours", "jours"],
  HOURLY: ["toutes les heures", "heures"],
  MINUTELY: ["toutes les minutes", "minutes"],
  SECONDLY: ["toutes les secondes", "secondes"],
} as const;

const feminine = new Set<string>(["WEEKLY", "HOURLY", "MINUTELY", "SECONDLY"]);
const places = {
  1: "premier",
  2: "deuxième",
  3: "troisième",
  4: "quatrième",
  5: "cinquième",
  [-1]: "dernier",
} as Record<number, string>;

export const repeats: Translated<typeof english.repeats> = {
  every: (interval, unit) =>
    interval === 1
      ? units[unit][0]
      : `${feminine.has(unit) ? "toutes" : "tous"} les ${number(interval)} ${units[unit][1]}`,
  weekday: (nth, name) => (nth === 0 ? name : `${places[nth]} ${name}`),
  monthDay: (day) => (day === -1 ? "dernier jour" : `${day}`),
  on: (what, days) => `${what}, le ${days}`,
  inMonths: (what, months) => `${what}, en ${months}`,
  times: (what, count) => `${what}, ${number(count)} fois`,
  until: (what, day) => `${what}, jusqu’au ${day}`,
  also: (what, count) => `${what}, et à ${plural(count, "autre date", "autres dates")}`,
  dates: (count) => `à ${plural(count, "autre date", "autres dates")}`,
};
