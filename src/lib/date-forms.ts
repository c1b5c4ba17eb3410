// Dates in forms of other programs, in the form that is right. DECISIONS MCP
import { systemClock } from "./clock.ts";
import { DAY, dayAndMonth, formatDate, formatLocal, parseDate } from "./local-time.ts";
import { monthKeys } from "./months.ts";

/**
 * `01.04.2027 09:00` and `04/01/2027 9:00 AM` as `2027-04-01 9:00`; null: the form is another, or the day is not plain. With slashes
 * the month stands first where the time of day is America's, or where no other month is.
 */
export function isoDate(given: string): string | null {
  const text = plainClock(given.trim());
  const [, ended, zone = ""] =
    /^(\d{4}-\d\d-\d\d)[T ]24:00(?::00(?:\.0{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text) ?? [];
  const midnight = ended === undefined ? null : parseDate(ended);
  // The end of a day is the beginning of the next one. ISO 8601-1:2019 4.3.8
  if (midnight !== null) return `${formatLocal(midnight + DAY)}${zone}`;
  const [, one = "", sign = "", two = "", year = "", clock = ""] =
    /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2}(?::\d\d){0,2} ?(?:[ap]m)?))?$/i.exec(text) ?? [];
  if (year === "") return namedDate(text);
  const isAmerican = /[ap]m$/i.test(clock);
  const [day, month] =
    dayAndMonth([Number(one), Number(two)], sign === ".") ?? (isAmerican ? [Number(two), Number(one)] : []);
  if (day === undefined || month === undefined) return null;
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (parseDate(date) === null || Number.parseInt(clock || "0", 10) > 24) return null;
  return clock === "" ? date : `${date} ${clock}`;
}

/** Words behind an hour, and before it. */
const hourWords = ["uhr", "h", "hrs", "o'clock"];
const atWords = ["um", "at", "ab", "gegen"];

/** `15.12.2026 um 14 Uhr` as `15.12.2026 14:00`. */
function plainClock(text: string): string {
  if (text.length > maxDate) return text;
  const words = text.split(" ").filter((word) => word !== "");
  if (!hourWords.includes(words.at(-1)?.toLowerCase() ?? "")) return text;
  const clock = words.at(-2) ?? "";
  const isHour = /^\d\d?$/.test(clock);
  if (!isHour && !/^\d\d?[:.]\d\d$/.test(clock)) return text;
  const day = words.slice(0, -2);
  if (atWords.includes(day.at(-1)?.toLowerCase() ?? "")) day.pop();
  return `${day.join(" ")} ${isHour ? `${clock}:00` : clock.replace(".", ":")}`;
}

const idle = ["at", "on", "of", "the"];
/** Characters of a date with the name of its month. */
const maxDate = 60;

/** `5 May 2031 9:00` and `Mon, May 5th, 2031 at 9 am` as `2031-05-05 9:00`; without a year the next one of that name. Null: it is none. */
function namedDate(text: string): string | null {
  if (text.length > maxDate) return null;
  const words = text
    .toLowerCase()
    .split(/[ ,]+/)
    .filter((word) => word !== "" && !idle.includes(word));
  const month = words.findIndex(
    (word) => /^[a-z]{3,9}\.?$/.test(word) && monthKeys.includes(word.slice(0, 3)),
  );
  const day = words.findIndex((word) => /^\d{1,2}(?:st|nd|rd|th|\.)?$/.test(word));
  const year = words.findIndex((word) => /^(?:19|20)\d\d$/.test(word));
  if (month === -1 || day === -1) return null;
  const isWeekday = (word: string) => /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?$/.test(word);
  const clock = words
    .filter((word, at) => ![month, day, year].includes(at) && !isWeekday(word))
    .join(" ")
    .replace(/^([01]\d|2[0-3])([0-5]\d)$/, "$1:$2");
  if (!/^(?:\d{1,2}(?::\d\d){0,2} ?(?:[ap]m)?|noon)?$/.test(clock)) return null;
  const monthOf = String(monthKeys.indexOf(words[month]!.slice(0, 3)) + 1).padStart(2, "0");
  const within = `${monthOf}-${String(Number.parseInt(words[day]!, 10)).padStart(2, "0")}`;
  const today = formatDate(systemClock.now() / 1000);
  const thisYear = Number(today.slice(0, 4));
  const next = `${thisYear}-${within}` < today ? thisYear + 1 : thisYear;
  const date = `${year === -1 ? next : words[year]}-${within}`;
  if (parseDate(date) === null) return null;
  return clock === "" ? date : `${date} ${clock}`;
}

/** The wall clock in UTC of seconds or milliseconds since 1970; null: it is no such number of these years. */
export function clockOfEpoch(value: string): string | null {
  if (!/^\d{10}(?:\d{3})?$/.test(value)) return null;
  const at = Number(value.slice(0, 10));
  return at < DAY * 365 * 40 ? null : formatLocal(at);
}
