// Values in forms of other programs, as a refusal proposes them in the form that is right: spans, dates, files, moves. DECISIONS MCP

import { systemClock } from "../lib/clock.ts";
import { DAY, dayAndMonth, formatDate, formatLocal, parseDate, parseLocal } from "../lib/local-time.ts";
import { monthKeys } from "../lib/months.ts";

/** Names of arguments that say how long something takes. */
export const spans = ["duration", "duration_minutes", "minutes", "length"];
const maxMinutes = 24 * 60;

/** Minutes of `30`, `30m`, `1.5 hours`, `PT1H30M`; null: it says no span of a day at most. */
export function minutesOf(value: unknown): number | null {
  const text = String(value).trim().toLowerCase();
  if (text.length > 20) return null;
  const [, count, unit = "m"] =
    /^(\d{1,4}(?:\.\d{1,2})?) ?(m|mins?|minutes?|h|hrs?|hours?)?$/.exec(text) ?? [];
  const [, hours = "0", minutes = "0"] = /^pt(?:(\d{1,2})h)?(?:(\d{1,4})m)?$/.exec(text) ?? [];
  const all =
    count === undefined
      ? Number(hours) * 60 + Number(minutes)
      : Number(count) * (unit.startsWith("h") ? 60 : 1);
  return all > 0 && all <= maxMinutes ? Math.round(all) : null;
}

/** The end of what begins at a wall clock and takes some minutes; null: the begin is said in words, or has an offset. */
export function endOf(start: unknown, minutes: number): string | null {
  if (typeof start !== "string") return null;
  const local = parseLocal(/T\d\d:\d\d$/.test(start) ? `${start}:00` : start.replace(" ", "T"));
  return local === null ? null : formatLocal(local + minutes * 60);
}

/**
 * `01.04.2027 09:00` and `04/01/2027 9:00 AM` as `2027-04-01 9:00`; null: the form is another, or the day is not plain. With slashes
 * the month stands first where the time of day is America's, or where no other month is.
 */
export function isoDate(text: string): string | null {
  const [, one = "", sign = "", two = "", year = "", clock = ""] =
    /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2}(?::\d\d){0,2} ?(?:[ap]m)?))?$/i.exec(text.trim()) ??
    [];
  if (year === "") return namedDate(text);
  const isAmerican = /[ap]m$/i.test(clock);
  const [day, month] =
    dayAndMonth([Number(one), Number(two)], sign === ".") ?? (isAmerican ? [Number(two), Number(one)] : []);
  if (day === undefined || month === undefined) return null;
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return clock === "" ? date : `${date} ${clock}`;
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

/** Text of a time in an object, as calendars of others write it. */
export function timeWithin(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { dateTime, date, value: plain } = value as Record<string, unknown>;
  const text = dateTime ?? date ?? plain;
  return typeof text === "string" ? text : null;
}

/** The zone that stands beside the wall clock of such an object; null: there is none, or the time has an offset of its own. */
export function zoneWithin(value: unknown): string | null {
  const { timeZone } = (value ?? {}) as Record<string, unknown>;
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(timeWithin(value)?.slice(10) ?? "");
  return typeof timeZone === "string" && timeZone.length <= maxZone && !hasOffset ? timeZone : null;
}

/** Characters of a zone's name. */
const maxZone = 64;

/** Arguments for what other servers call attachments: URLs are fetched, made files are given as text or base64. */
export function filesLike(value: unknown): Record<string, unknown> {
  const all = [value].flat();
  const urls = all.filter((one) => typeof one === "string" && /^https?:\/\//.test(one));
  const made = all.filter((one) => !urls.includes(one)).map(fileLike);
  return { ...(urls.length > 0 ? { files: urls } : {}), ...(made.length > 0 ? { new_files: made } : {}) };
}

function fileLike(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null)
    return { name: String(value).split(/[\\/]/).at(-1) || "notes.txt", text: "…" };
  const { name, filename, text, content, data, base64 } = value as Record<string, unknown>;
  const bytes = [base64, content, data].find((one) => typeof one === "string");
  const called = typeof name === "string" ? name : typeof filename === "string" ? filename : "notes.txt";
  if (typeof text === "string") return { name: called, text };
  const isBase64 =
    typeof bytes === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(bytes) && bytes.length % 4 === 0;
  return { name: called, [isBase64 ? "base64" : "text"]: bytes ?? "…" };
}

/** Folders by the word for moving there. */
const moves: Readonly<Record<string, string>> = {
  delete: "trash",
  trash: "trash",
  archive: "archive",
  archived: "archive",
  spam: "spam",
  is_spam: "spam",
  junk: "spam",
};

/** The folder that `delete: true` means. */
export function folderLike(name: string, value: unknown): string | null {
  return Object.hasOwn(moves, name) && String(value) === "true" ? moves[name]! : null;
}
