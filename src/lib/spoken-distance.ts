// Times that are said by how far they are: `in 2 hours`, `in 1.5 hours`, `in 2h30m`, `a week ago`, `2 days from now`.
import { civilDay, DAY, dayNumber, dayOf, daysInMonth, LAST_YEAR, type LocalSeconds } from "./local-time.ts";
import { toLocal, toUtc, type UtcSeconds } from "./zones.ts";

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";

/** Units, the largest first: `2 hours 30 minutes` names them in this order. */
const units: readonly Unit[] = ["year", "month", "week", "day", "hour", "minute", "second"];
const seconds: Readonly<Record<Exclude<Unit, "month" | "year">, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: DAY,
  week: 7 * DAY,
};
const shortUnits: Readonly<Record<string, Unit>> = {
  sec: "second",
  min: "minute",
  hr: "hour",
  h: "hour",
  d: "day",
};
const numbers = "one two three four five six seven eight nine ten eleven twelve".split(" ");
/** Parts are said of hours alone: `2.5`, `0.25`. With `1.30` some mean half past. */
const count = /^\d{1,4}(?:\.(?:\d|25|75))?$/u;

export interface SaidSpan {
  count: number;
  unit: Unit;
}

/** The spans of `2 hours 30 minutes`, `2h30m` and `half an hour`; null: the words are others. */
export function spansOf(words: readonly string[]): SaidSpan[] | null {
  const all = words
    .join(" ")
    .replace(/\bhalf an hour\b/u, "30 minutes")
    .replace(/(\d)(?=[a-z])/gu, "$1 ")
    .replace(/([a-z])(?=\d)/gu, "$1 ")
    .split(" ")
    .filter((word) => word !== "and");
  const spans: SaidSpan[] = [];
  for (let at = 0; at < all.length; at += 2) {
    const before = spans.at(-1);
    const unit = unitOf(all[at + 1] ?? "", before?.unit);
    const many = countOf(all[at] ?? "");
    if (unit === null || many === null || (many % 1 !== 0 && unit !== "hour")) return null;
    if (before && units.indexOf(before.unit) >= units.indexOf(unit)) return null;
    spans.push({ count: many, unit });
  }
  return spans.length === 0 ? null : spans;
}

/** @param before the unit in front: an `m` alone may be months */
function unitOf(word: string, before: Unit | undefined): Unit | null {
  if (word === "m") return before === "hour" ? "minute" : null;
  const one = word.length > 2 ? word.replace(/s$/u, "") : word;
  if (Object.hasOwn(shortUnits, one)) return shortUnits[one]!;
  return units.find((unit) => unit === one) ?? null;
}

/** `2`, `two` or `an`; null: no number. */
function countOf(word: string): number | null {
  if (count.test(word)) return Number(word);
  if (word === "a" || word === "an") return 1;
  const at = numbers.indexOf(word);
  return at === -1 ? null : at + 1;
}

/** Words that say a distance, and whether it is behind now; null: they say none. */
export function distanceOf(words: readonly string[]): { spans: SaidSpan[]; sign: 1 | -1 } | null {
  const isAhead = words[0] === "in";
  const isBehind = words.at(-1) === "ago";
  const isFrom = words.slice(-2).join(" ") === "from now";
  if (Number(isAhead) + Number(isBehind) + Number(isFrom) !== 1) return null;
  const spans = spansOf(words.slice(isAhead ? 1 : 0, isBehind ? -1 : isFrom ? -2 : undefined));
  return spans && { spans, sign: isBehind ? -1 : 1 };
}

/** The moment so far from now; days, weeks, months and years keep the wall clock. Null: no calendar has it. */
export function awayBy(
  { spans, sign }: { spans: readonly SaidSpan[]; sign: 1 | -1 },
  { zone, now }: { zone: string; now: UtcSeconds },
): UtcSeconds | null {
  let at = now;
  for (const { count, unit } of spans) {
    if (unit === "hour" || unit === "minute" || unit === "second") {
      at += Math.round(sign * count * seconds[unit]);
      continue;
    }
    const local = toLocal(at, zone);
    const moved =
      unit === "day" || unit === "week"
        ? local + sign * count * seconds[unit]
        : monthsLater(local, sign * count * (unit === "year" ? 12 : 1));
    if (moved === null) return null;
    at = toUtc(moved, zone);
  }
  return at;
}

/** The same day of another month, or the last one that it has. */
function monthsLater(local: LocalSeconds, months: number): LocalSeconds | null {
  const { year, month, day } = civilDay(dayOf(local));
  const all = year * 12 + month - 1 + months;
  const [inYear, inMonth] = [Math.floor(all / 12), (all % 12) + 1];
  if (inYear < 1 || inYear > LAST_YEAR) return null;
  const days = dayNumber(inYear, inMonth, Math.min(day, daysInMonth(inYear, inMonth)));
  return days * DAY + (local - dayOf(local) * DAY);
}
