// Times as people say them: a date, a wall clock with or without its zone, or words such as `tomorrow 9:00` and `in 2 hours`.
import { DAY, dayOf, type LocalSeconds, parseDate, weekdayOf } from "./local-time.ts";
import { toLocal, toUtc, type UtcSeconds, zoneName } from "./zones.ts";

export interface SpokenTime {
  at: UtcSeconds;
  /** The wall clock of the zone then. */
  local: LocalSeconds;
  /** False: a day was said, and `at` is its beginning. */
  hasClock: boolean;
  /** True: the text names a zone of its own. */
  hasZone: boolean;
}

/** Characters of a time that is said. */
const maxChars = 80;

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const offsets: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 };
const unitSeconds: Readonly<Record<string, number>> = {
  minute: 60,
  min: 60,
  hour: 3600,
  hr: 3600,
  day: DAY,
  week: 7 * DAY,
};
const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");

interface SaidWhere {
  zone: string;
  now: UtcSeconds;
  /** True: a day alone, `today`, says its beginning, as the bound of a span. */
  daysAlone?: boolean;
  /** True: what is asked about has been, so that a weekday is the last one of that name, today's too. */
  isPast?: boolean;
}

/**
 * Reads a time that is said in a zone at a moment. A weekday is the first of that name after today; `next` before it says one of
 * the week that follows.
 * @returns null: it is said in no form that is known
 */
export function spokenTime(
  text: string,
  { zone, now, daysAlone = false, isPast = false }: SaidWhere,
): SpokenTime | null {
  const said = text.trim().toLowerCase();
  if (said.length > maxChars) return null;
  const away = distance(said, { zone, now });
  if (away !== null) return { at: away, local: toLocal(away, zone), hasClock: true, hasZone: false };
  const [day = "", ...rest] = text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d)T(?=\d)/u, "$1 ")
    .replace(/^(?:on|this) (?=(?:[a-z]+day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b)/iu, "")
    .replace(/^next (?=(?:[a-z]+day|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\b)/iu, "next-")
    .split(/[ ,]+/u);
  const words = rest[0]?.toLowerCase() === "at" ? rest.slice(1) : rest;
  const clock = clockOf(words);
  const named = words.slice(clock?.words ?? 0);
  if (named.length > 1) return null;
  const own = named[0] === undefined ? null : zoneName(named[0]);
  if (named[0] !== undefined && own === null) return null;
  const within = own ?? zone;
  const midnight = dayStart(day.toLowerCase(), toLocal(now, within), isPast);
  // A word alone, "tomorrow", says no time that something could be done at: only a date stands for its beginning.
  if (midnight === null || (clock === null && !daysAlone && parseDate(day) === null)) return null;
  const local = midnight + (clock?.seconds ?? 0);
  return { at: toUtc(local, within), local, hasClock: clock !== null, hasZone: own !== null };
}

/** `now`, `in 2 hours`, `in an hour`, `3 days ago`, `2 days from now`. Days and weeks keep the wall clock. */
function distance(said: string, { zone, now }: { zone: string; now: UtcSeconds }): UtcSeconds | null {
  if (said === "now") return now;
  const [, before, count = "", unit, behind] =
    /^(in )?(\d{1,4}|[a-z]{1,6}) ?(minute|min|hour|hr|day|week)s?( ago| from now)?$/u.exec(said) ?? [];
  const seconds = unit === undefined ? undefined : unitSeconds[unit];
  const many = countOf(count);
  if (unit === undefined || seconds === undefined || many === null) return null;
  if ((before === undefined) === (behind === undefined)) return null;
  const span = behind === " ago" ? -many * seconds : many * seconds;
  return unit === "day" || unit === "week" ? toUtc(toLocal(now, zone) + span, zone) : now + span;
}

/** `2`, `two` or `an`; null: no number. */
function countOf(word: string): number | null {
  if (/^\d+$/u.test(word)) return Number(word);
  if (word === "a" || word === "an") return 1;
  const at = numbers.indexOf(word);
  return at === -1 ? null : at + 1;
}

/** The first words as a time of day: `9`, `9:00`, `17:30:15`, `9am`, `9 am`, `noon`. */
function clockOf(words: readonly string[]): { seconds: number; words: number } | null {
  const [first = "", second = ""] = words.map((word) => word.toLowerCase());
  if (first === "noon") return { seconds: 12 * 3600, words: 1 };
  const isApart = /^[ap]m$/u.test(second);
  const [, hours, minutes = "0", seconds = "0", half] =
    /^(\d{1,2})(?::(\d\d))?(?::(\d\d))?([ap]m)?$/u.exec(isApart ? first + second : first) ?? [];
  if (hours === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === "pm" ? 12 : 0);
  const isTime =
    hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 && (half === undefined || Number(hours) <= 12);
  return isTime
    ? { seconds: hour * 3600 + Number(minutes) * 60 + Number(seconds), words: isApart ? 2 : 1 }
    : null;
}

function dayStart(word: string, now: LocalSeconds, isPast: boolean): LocalSeconds | null {
  const today = dayOf(now);
  const offset = offsets[word];
  if (offset !== undefined) return (today + offset) * DAY;
  const [, next, name] = /^(next-)?([a-z]+)$/u.exec(word) ?? [];
  // "tue" and "thurs" are weekdays as well.
  const weekday = weekdays.findIndex((one) => name !== undefined && name.length > 2 && one.startsWith(name));
  if (weekday === -1) return parseDate(word);
  if (isPast) return next === undefined ? (today - ((weekdayOf(today) - weekday + 7) % 7)) * DAY : null;
  const days = ((weekday - weekdayOf(today) + 6) % 7) + 1;
  // Some mean the day that comes, some the one after it: "next friday" is plain where both are in the next week.
  if (next !== undefined && weekday > weekdayOf(today)) return null;
  return (today + days) * DAY;
}
