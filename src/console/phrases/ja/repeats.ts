// Words of the pages: how an event repeats. In Japanese, made without a native speaker's review.

import { numberIn } from "../plural.ts";
import type * as english from "../repeats.ts";
import type { Translated } from "../translated.ts";

const number = numberIn("ja");

const units = {
  YEARLY: ["毎年", "年"],
  MONTHLY: ["毎月", "か月"],
  WEEKLY: ["毎週", "週間"],
  DAILY: ["毎日", "日"],
  HOURLY: ["毎時", "時間"],
  MINUTELY: ["毎分", "分"],
  SECONDLY: ["毎秒", "秒"],
} as const;

export const repeats: Translated<typeof english.repeats> = {
  every: (interval, unit) => (interval === 1 ? units[unit][0] : `${number(interval)} ${units[unit][1]}ごと`),
  weekday: (nth, name) => (nth === 0 ? name : nth === -1 ? `最終${name}` : `第 ${nth} ${name}`),
  monthDay: (day) => (day === -1 ? "末日" : `${day} 日`),
  on: (what, days) => `${what} (${days})`,
  inMonths: (what, months) => `${what}、${months}`,
  times: (what, count) => `${what}、${number(count)} 回`,
  until: (what, day) => `${what}、${day} まで`,
  also: (what, count) => `${what}、ほか ${number(count)} 日`,
  dates: (count) => `ほか ${number(count)} 日`,
};
