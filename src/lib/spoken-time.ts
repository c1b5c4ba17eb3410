// Times as people say them: a date, a wall clock with or without its zone, or words such as `tomorrow 9:00`, `9am on monday` and
// `in 2 hours`. What could mean two things is no time: nothing is done at another moment than was meant.
import { DAY, dayOf, type LocalSeconds, parseDate, weekdayOf } from "./local-time.ts";
import { longMonthKeys, monthKeys } from "./months.ts";
import { awayBy, distanceOf } from "./spoken-distance.ts";
import { offsetAt, regionOf, toLocal, toUtc, type UtcSeconds, zoneName } from "./zones.ts";

export interface SpokenTime {
  at: UtcSeconds;
  /** The wall clock of the zone then. */
  local: LocalSeconds;
  /** False: a day was said, and `at` is its beginning. */
  hasClock: boolean;
  /** True: the text names a zone of its own. */
  hasZone: boolean;
  /** Words that say the day: `tomorrow`; of a distance, all. */
  day: string;
  /** The zone behind, as it is written; "": there is none. */
  zone: string;
}

/** Whether a moment is RFC 3339 in form: without an offset its schema refuses it, and nobody guesses one. */
export function isWrittenMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text);
}

/** Characters of a time that is said. */
const maxChars = 80;

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const offsets: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 };
const farOffsets: readonly [words: string, days: number][] = [
  ["the day after tomorrow", 2],
  ["day after tomorrow", 2],
  ["the day before yesterday", -2],
  ["day before yesterday", -2],
];
/** Hours of the parts of a day: a clock of another part was meant otherwise. */
const parts: Readonly<Record<string, [from: number, until: number]>> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [17, 24],
};

interface SaidWhere {
  zone: string;
  now: UtcSeconds;
  /** True: a day alone, `today`, says its beginning, as the bound of a span. */
  daysAlone?: boolean;
  /** True: what is asked about has been, so that a weekday is the last one of that name, today's too. */
  isPast?: boolean;
}

interface SaidClock {
  seconds: number;
  words: number;
  /** Seconds were said too, as programs write a time. */
  isExact: boolean;
}

interface SaidDay {
  /** The midnight that begins it. */
  midnight: LocalSeconds;
  words: number;
  /** Stands for its beginning. */
  isDate: boolean;
  /** Said so, without a part of the day. */
  said: string;
  /** The hours that it has: `tonight`. */
  hours?: [from: number, until: number];
}

/**
 * Reads a time that is said in a zone at a moment. A weekday is the first of that name after today; `next` before it says one of
 * the week that follows. The time of day stands before or behind the day.
 * @returns null: it is said in no form that is known, or means more than one time
 */
export function spokenTime(
  text: string,
  { zone, now, daysAlone = false, isPast = false }: SaidWhere,
): SpokenTime | null {
  const said = text.trim();
  if (said.length > maxChars) return null;
  const { words, zone: named } = zoneBehind(wordsOf(said));
  const lower = words.map((word) => word.toLowerCase());
  const away = lower.join(" ") === "now" ? now : awayOf(lower, { zone, now });
  if (away !== null) {
    if (named !== null) return null;
    return { at: away, local: toLocal(away, zone), hasClock: true, hasZone: false, day: said, zone: "" };
  }
  const within = named?.zone ?? zone;
  const found = dayAndClock(lower, { zone: within, now, isPast });
  // A word alone, "tomorrow", says no time that something could be done at: only a date stands for its beginning.
  if (found === null || (found.clock === null && !daysAlone && !found.day.isDate)) return null;
  const { day, clock } = found;
  const local = day.midnight + (clock?.seconds ?? 0);
  const at = toUtc(local, within);
  if (named?.isUnclear(at, clock)) return null;
  return {
    at,
    local,
    hasClock: clock !== null,
    hasZone: named !== null,
    day: day.said,
    zone: named?.written ?? "",
  };
}

function awayOf(words: readonly string[], where: { zone: string; now: UtcSeconds }): UtcSeconds | null {
  const distance = distanceOf(words);
  return distance && awayBy(distance, where);
}

/** The words, with what is glued together taken apart: `2026-11-25T09:00`, `9 a.m.`, `14:00+02:00`, `(Europe/Berlin)`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/^(\d{4}-\d\d-\d\d)T(?=\d)/iu, "$1 ")
    .replace(/\b([ap])\.m\b\.?/giu, "$1m")
    .replace(/(\d:\d\d(?:\.\d{1,9})?|\d[ap]m)(z|[+-]\d\d:?\d\d)$/iu, "$1 $2")
    .replace(/ \(([\w+/-]{1,64})\)$/u, " $1")
    .split(/[ ,]+/u)
    .filter((word) => word !== "");
}

interface SaidZone {
  zone: string;
  written: string;
  /** Whether another one may be meant, or none: `9:00-10:00` has no offset of ten hours. */
  isUnclear(at: UtcSeconds, clock: SaidClock | null): boolean;
}

/** The zone that the last word names: one of IANA's, `Z`, `+02:00`, `UTC+2`. */
function zoneBehind(words: readonly string[]): { words: readonly string[]; zone: SaidZone | null } {
  const last = words.length > 1 ? words.at(-1)! : "";
  const rest = words.slice(0, -1);
  const [, sign, hours = "", minutes = "00"] =
    /^(?:utc|gmt)?([+-])(\d{2}):?(\d\d)$/iu.exec(last) ?? /^(?:utc|gmt)([+-])(\d{1,2})$/iu.exec(last) ?? [];
  if (sign !== undefined) {
    if (Number(hours) > 14 || Number(minutes) > 59) return { words, zone: null };
    const zone = `${sign}${hours.padStart(2, "0")}:${minutes}`;
    const seconds = Number(hours) * 3600 + Number(minutes) * 60;
    // "22:00-02:00" is rather a night than the time of an island, and no land is more than twelve hours west.
    const isUnclear = (_at: UtcSeconds, clock: SaidClock | null) =>
      sign === "-" &&
      (seconds > 12 * 3600 ||
        (/^-\d\d:/u.test(last) &&
          !clock?.isExact &&
          (seconds < 3 * 3600 || seconds >= (clock?.seconds ?? 0))));
    return { words: rest, zone: { zone, written: last, isUnclear } };
  }
  const name = last.toLowerCase() === "z" ? "UTC" : isOfDay(last) ? null : zoneName(last);
  if (name === null) return { words, zone: null };
  // In summer some say EST of New York, and mean its time then.
  const region = regionOf(name) ?? name;
  const isUnclear = (at: UtcSeconds) => offsetAt(region, at) !== offsetAt(name, at);
  return { words: rest, zone: { zone: name, written: last, isUnclear } };
}

/** Words of a day that are zones by another name: `MST` is one, `mon` is none. */
function isOfDay(word: string): boolean {
  return weekdayLike(word.toLowerCase()) !== -1;
}

interface SaidAround {
  zone: string;
  now: UtcSeconds;
  isPast: boolean;
}

/** A day and a time of day, in either order; null: words are left, or they do not fit together. */
function dayAndClock(words: readonly string[], around: SaidAround) {
  let day: SaidDay | null = null;
  let clock: SaidClock | null = null;
  for (let at = 0; at < words.length; ) {
    const isIdle = at + 1 < words.length && (words[at] === "at" || words[at] === "on");
    const rest = words.slice(isIdle ? at + 1 : at);
    const foundDay: SaidDay | null = day === null && words[at] !== "at" ? dayAt(rest, around) : null;
    const foundClock: SaidClock | null =
      foundDay === null && clock === null && words[at] !== "on" ? clockOf(rest) : null;
    const count = foundDay?.words ?? foundClock?.words;
    if (count === undefined) return null;
    day ??= foundDay;
    clock ??= foundClock;
    at += count + (isIdle ? 1 : 0);
  }
  if (day === null) return null;
  if (day.hours) {
    const hour = clock === null ? -1 : clock.seconds / 3600;
    if (hour < day.hours[0] || hour >= day.hours[1]) return null;
  }
  return { day, clock };
}

/** The first words as a time of day: `9`, `9:00`, `17:30:15`, `9am`, `9 am`, `9 o'clock`, `noon`. */
function clockOf([first = "", second = ""]: readonly string[]): SaidClock | null {
  if (first === "noon" || first === "midday") return { seconds: 12 * 3600, words: 1, isExact: false };
  const isApart = /^[ap]m$/u.test(second);
  const [, hours, minutes, seconds, half] =
    /^(\d{1,2})(?::(\d\d))?(?::(\d\d)(?:\.\d{1,9})?)?([ap]m)?$/u.exec(isApart ? first + second : first) ?? [];
  if (hours === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "pm" ? 12 : 0);
  const isTime =
    hour < 24 &&
    Number(minutes ?? 0) < 60 &&
    Number(seconds ?? 0) < 60 &&
    (half === undefined || (Number(hours) >= 1 && Number(hours) <= 12));
  const isFull = minutes === undefined && half === undefined && /^o['’]clock$/u.test(second);
  return isTime
    ? {
        seconds: hour * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0),
        words: isApart || isFull ? 2 : 1,
        isExact: seconds !== undefined,
      }
    : null;
}

/** The first words as a day: `tomorrow`, `next monday`, `2026-11-25`, `25 November 2026`, `friday morning`, `in 2 days`. */
function dayAt(words: readonly string[], around: SaidAround): SaidDay | null {
  const today = dayOf(toLocal(around.now, around.zone));
  const isToday = { midnight: today * DAY, isDate: false, said: "today" };
  if (words[0] === "tonight") return { ...isToday, words: 1, hours: [17, 24] };
  if (words[0] === "this" && Object.hasOwn(parts, words[1] ?? ""))
    return { ...isToday, words: 2, hours: parts[words[1]!]! };
  const plain = plainDay(words, { ...around, today }) ?? daysAway(words, around);
  const part = words[plain?.words ?? 0] ?? "";
  return plain && Object.hasOwn(parts, part)
    ? { ...plain, words: plain.words + 1, hours: parts[part]! }
    : plain;
}

function plainDay(words: readonly string[], around: SaidAround & { today: number }): SaidDay | null {
  const { today } = around;
  const [first = "", second = ""] = words;
  if (Object.hasOwn(offsets, first))
    return { midnight: (today + offsets[first]!) * DAY, words: 1, isDate: false, said: first };
  const far = farOffsets.find(([name]) => words.slice(0, name.split(" ").length).join(" ") === name);
  if (far)
    return {
      midnight: (today + far[1]) * DAY,
      words: far[0].split(" ").length,
      isDate: false,
      said: far[0],
    };
  const date = dateAt(words);
  if (date) return date;
  const isNext = first === "next";
  const isNamed = isNext || first === "this";
  const weekday = weekdayLike(isNamed ? second : first);
  if (weekday === -1) return null;
  // "Monday, 2026-11-30": the date says which one, where it is one.
  const dated = isNamed ? null : dateAt(words.slice(1));
  if (dated)
    return weekdayOf(dayOf(dated.midnight)) === weekday ? { ...dated, words: dated.words + 1 } : null;
  const day = weekdayDay(weekday, around, isNamed ? first : "");
  if (day === null) return null;
  const count = isNamed ? 2 : 1;
  return { midnight: day * DAY, words: count, isDate: false, said: words.slice(0, count).join(" ") };
}

function weekdayDay(
  weekday: number,
  { today, isPast }: SaidAround & { today: number },
  before: string,
): number | null {
  const [isNext, isThis] = [before === "next", before === "this"];
  if (isPast) {
    const isOver = weekday <= weekdayOf(today);
    return isNext || (isThis && !isOver) ? null : today - ((weekdayOf(today) - weekday + 7) % 7);
  }
  // Some mean the day that comes, some the one after it: "next friday" is plain where both are in the next week.
  if (isNext && weekday > weekdayOf(today)) return null;
  // Today, or in a week?
  if (isThis && weekday === weekdayOf(today)) return null;
  return today + ((weekday - weekdayOf(today) + 6) % 7) + 1;
}

/** "tue" and "thurs" are weekdays as well; -1: none. */
function weekdayLike(word: string): number {
  return weekdays.findIndex((one) => word.length > 2 && one.startsWith(word));
}

/** `2026-11-25`, `25 November 2026`, `Nov 25th 2026`. */
function dateAt([first = "", second = "", third = ""]: readonly string[]): SaidDay | null {
  const iso = parseDate(first);
  if (iso !== null) return { midnight: iso, words: 1, isDate: true, said: first };
  const isMonthFirst = monthOf(first) !== null;
  const month = monthOf(isMonthFirst ? first : second);
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/u.exec(isMonthFirst ? second : first) ?? [];
  // "Dec 24 1400" is rather a time of day.
  if (month === null || day === undefined || !/^(?:19|20)\d\d$/u.test(third)) return null;
  const said = `${third}-${month}-${day.padStart(2, "0")}`;
  const midnight = parseDate(said);
  return midnight === null ? null : { midnight, words: 3, isDate: true, said };
}

function monthOf(word: string): string | null {
  const name = word.replace(/\.$/u, "");
  const at = longMonthKeys.findIndex((one) => one === name || (name === "sept" && one === "september"));
  const month = at === -1 ? monthKeys.indexOf(name) : at;
  return month === -1 ? null : String(month + 1).padStart(2, "0");
}

/** `in 2 days` and `2 weeks ago` as a day, where a time of day stands beside it. */
function daysAway(words: readonly string[], { zone, now }: SaidAround): SaidDay | null {
  for (const count of [3, 4]) {
    const distance = distanceOf(words.slice(0, count));
    const isOfDays = distance?.spans.every(({ unit }) => !/^(?:hour|minute|second)$/u.test(unit));
    const at = distance && isOfDays && words.length > count ? awayBy(distance, { zone, now }) : null;
    if (at === null) continue;
    const midnight = dayOf(toLocal(at, zone)) * DAY;
    return { midnight, words: count, isDate: false, said: words.slice(0, count).join(" ") };
  }
  return null;
}
