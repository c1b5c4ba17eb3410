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
const unitSeconds: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: DAY, week: 7 * DAY };

/**
 * Reads a time that is said in a zone at a moment. A weekday is the first of that name after today.
 * @returns null: it is said in no form that is known
 */
export function spokenTime(
  text: string,
  { zone, now }: { zone: string; now: UtcSeconds },
): SpokenTime | null {
  const said = text.trim().toLowerCase();
  if (said.length > maxChars) return null;
  const away = distance(said, { zone, now });
  if (away !== null) return { at: away, local: toLocal(away, zone), hasClock: true, hasZone: false };
  const [day = "", ...rest] = text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d)T(?=\d)/u, "$1 ")
    .split(/[ ,]+/u);
  const words = rest[0]?.toLowerCase() === "at" ? rest.slice(1) : rest;
  const clock = clockOf(words);
  const named = words.slice(clock?.words ?? 0);
  if (named.length > 1) return null;
  const own = named[0] === undefined ? null : zoneName(named[0]);
  if (named[0] !== undefined && own === null) return null;
  const within = own ?? zone;
  const midnight = dayStart(day.toLowerCase(), toLocal(now, within));
  // A word alone, "tomorrow", says no time that something could be done at: only a date stands for its beginning.
  if (midnight === null || (clock === null && parseDate(day) === null)) return null;
  const local = midnight + (clock?.seconds ?? 0);
  return { at: toUtc(local, within), local, hasClock: clock !== null, hasZone: own !== null };
}

/** `now`, `in 2 hours`, `3 days ago`. Days and weeks keep the wall clock. */
function distance(said: string, { zone, now }: { zone: string; now: UtcSeconds }): UtcSeconds | null {
  if (said === "now") return now;
  const [, ahead, aheadUnit, ago, agoUnit] =
    /^(?:in (\d{1,4}) (minute|hour|day|week)s?|(\d{1,4}) (minute|hour|day|week)s? ago)$/u.exec(said) ?? [];
  const unit = aheadUnit ?? agoUnit;
  const seconds = unit === undefined ? undefined : unitSeconds[unit];
  if (unit === undefined || seconds === undefined) return null;
  const span = ahead === undefined ? -Number(ago) * seconds : Number(ahead) * seconds;
  return unit === "day" || unit === "week" ? toUtc(toLocal(now, zone) + span, zone) : now + span;
}

/** The first words as a time of day: `9`, `9:00`, `17:30:15`, `9am`, `9 am`. */
function clockOf(words: readonly string[]): { seconds: number; words: number } | null {
  const [first = "", second = ""] = words.map((word) => word.toLowerCase());
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

function dayStart(word: string, now: LocalSeconds): LocalSeconds | null {
  const today = dayOf(now);
  const offset = offsets[word];
  if (offset !== undefined) return (today + offset) * DAY;
  const weekday = weekdays.indexOf(word);
  if (weekday >= 0) return (today + (((weekday - weekdayOf(today) + 6) % 7) + 1)) * DAY;
  return parseDate(word);
}
