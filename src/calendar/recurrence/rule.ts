// Reads, checks and rewrites recurrence rules, RFC 5545 3.3.10. Reading tolerates case, a leading `RRULE:` and a
// trailing semicolon, and never guesses values. The problems of a contradictory rule are listed. Of RFC 7529,
// RSCALE=GREGORIAN and SKIP are supported.

import { joinGroups, type LocalSeconds } from "../../lib/local-time.ts";

export const frequencies = [
  "YEARLY",
  "MONTHLY",
  "WEEKLY",
  "DAILY",
  "HOURLY",
  "MINUTELY",
  "SECONDLY",
] as const;
export type Frequency = (typeof frequencies)[number];

/** 0 is Monday. `nth` 0: every such day of the period. */
export interface WeekdayPart {
  nth: number;
  weekday: number;
}

export interface Until {
  /** Seconds: on the wall clock for `date` and `local`, since the epoch for `utc`. */
  at: LocalSeconds;
  form: "date" | "local" | "utc";
}

export interface RecurrenceRule {
  freq: Frequency;
  interval: number;
  count: number | null;
  until: Until | null;
  /** 0 is Monday. */
  wkst: number;
  bySecond: number[];
  byMinute: number[];
  byHour: number[];
  byDay: WeekdayPart[];
  byMonthDay: number[];
  byYearDay: number[];
  byWeekNo: number[];
  byMonth: number[];
  bySetPos: number[];
  /** The treatment of days that a month does not have. RFC 7529 4.1 */
  skip: "OMIT" | "BACKWARD" | "FORWARD";
}

export interface ReadRule {
  /** Null when the text cannot be read. */
  rule: RecurrenceRule | null;
  /** The rule's problems, each a sentence that says what to do instead. */
  problems: string[];
}

/** The longest rule: all values of all parts take about 6,000 characters. */
const maxRuleCharacters = 10_000;
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

type ListPart =
  | "bySecond"
  | "byMinute"
  | "byHour"
  | "byMonthDay"
  | "byYearDay"
  | "byWeekNo"
  | "byMonth"
  | "bySetPos";

interface ListShape {
  key: ListPart;
  low: number;
  high: number;
  /** Negative values count from the end. */
  signed: boolean;
}

const listParts: Record<string, ListShape> = {
  BYSECOND: { key: "bySecond", low: 0, high: 60, signed: false },
  BYMINUTE: { key: "byMinute", low: 0, high: 59, signed: false },
  BYHOUR: { key: "byHour", low: 0, high: 23, signed: false },
  BYMONTHDAY: { key: "byMonthDay", low: 1, high: 31, signed: true },
  BYYEARDAY: { key: "byYearDay", low: 1, high: 366, signed: true },
  BYWEEKNO: { key: "byWeekNo", low: 1, high: 53, signed: true },
  BYMONTH: { key: "byMonth", low: 1, high: 12, signed: false },
  BYSETPOS: { key: "bySetPos", low: 1, high: 366, signed: true },
};

/** An invalid value; the message reaches the caller. */
class Unreadable extends Error {}

function wholeNumber(part: string, text: string, range: { low: number; high: number }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= range.low && value <= range.high)) {
    throw new Unreadable(
      `${part}=${text.slice(0, 40)} is not a whole number from ${range.low} to ${range.high}.`,
    );
  }
  return value;
}

function numberList(part: string, text: string, shape: ListShape): number[] {
  const values = new Set<number>();
  for (const item of text.split(",")) {
    const match = /^([+-]?)(\d{1,3})$/.exec(item.trim());
    const size = match ? Number(match[2]) : Number.NaN;
    const negative = match?.[1] === "-";
    if (!(size >= shape.low && size <= shape.high) || (negative && !shape.signed)) {
      const signs = shape.signed ? `, or -${shape.high} to -${shape.low}` : "";
      throw new Unreadable(
        `${part} has the value "${item.slice(0, 40)}"; give ${shape.low} to ${shape.high}${signs}.`,
      );
    }
    values.add(negative ? -size : size);
  }
  return [...values].sort((a, b) => a - b);
}

function weekdayList(text: string): WeekdayPart[] {
  const found = new Map<string, WeekdayPart>();
  for (const item of text.split(",")) {
    const match = /^([+-]?)(\d{0,2})(MO|TU|WE|TH|FR|SA|SU)$/.exec(item.trim());
    const nth = match ? Number(match[2] || 0) : Number.NaN;
    if (!match || nth > 53 || (nth === 0 && (match[1] || match[2]))) {
      throw new Unreadable(`BYDAY has the value "${item.slice(0, 40)}"; give days such as MO, or 2MO, -1FR.`);
    }
    const part = { nth: match[1] === "-" ? -nth : nth, weekday: weekdays.indexOf(match[3]!) };
    found.set(`${part.nth}/${part.weekday}`, part);
  }
  return [...found.values()];
}

function untilValue(text: string): Until {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text);
  const at = match && joinGroups(match.slice(1, 7));
  if (!match || at === null) {
    throw new Unreadable(
      `UNTIL=${text.slice(0, 40)} is not a date (20260131) or a UTC time (20260131T090000Z).`,
    );
  }
  return { at, form: match[4] === undefined ? "date" : match[7] ? "utc" : "local" };
}

function emptyRule(): RecurrenceRule {
  return {
    freq: "YEARLY",
    interval: 1,
    count: null,
    until: null,
    wkst: 0,
    bySecond: [],
    byMinute: [],
    byHour: [],
    byDay: [],
    byMonthDay: [],
    byYearDay: [],
    byWeekNo: [],
    byMonth: [],
    bySetPos: [],
    skip: "OMIT",
  };
}

function readPart(rule: RecurrenceRule, name: string, value: string): void {
  const shape = listParts[name];
  if (shape) {
    rule[shape.key] = numberList(name, value, shape);
  } else if (name === "FREQ") {
    const freq = frequencies.find((known) => known === value);
    if (!freq) throw new Unreadable(`FREQ=${value.slice(0, 40)} is not one of ${frequencies.join(", ")}.`);
    rule.freq = freq;
  } else if (name === "INTERVAL") {
    rule.interval = wholeNumber(name, value, { low: 1, high: 2 ** 31 - 1 });
  } else if (name === "COUNT") {
    rule.count = wholeNumber(name, value, { low: 1, high: 2 ** 31 - 1 });
  } else if (name === "UNTIL") {
    rule.until = untilValue(value);
  } else if (name === "BYDAY") {
    rule.byDay = weekdayList(value);
  } else if (name === "WKST") {
    rule.wkst = weekdays.indexOf(value);
    if (rule.wkst < 0)
      throw new Unreadable(`WKST=${value.slice(0, 40)} is not one of ${weekdays.join(", ")}.`);
  } else if (name === "RSCALE") {
    if (value !== "GREGORIAN")
      throw new Unreadable(`RSCALE=${value.slice(0, 40)}: only the GREGORIAN calendar is known.`);
  } else if (name === "SKIP") {
    if (value !== "OMIT" && value !== "BACKWARD" && value !== "FORWARD") {
      throw new Unreadable(`SKIP=${value.slice(0, 40)} is not one of OMIT, BACKWARD, FORWARD.`);
    }
    rule.skip = value;
  } else {
    throw new Unreadable(
      `${name.slice(0, 40)} is not a part of recurrence rules; leave it out (RFC 5545 3.3.10).`,
    );
  }
}

/**
 * Parts that contradict each other. Accepted although RFC 5545 3.3.10 forbids it, since all programs agree on it:
 * BYMONTHDAY with WEEKLY, BYYEARDAY with DAILY to MONTHLY, and BYWEEKNO with other than YEARLY limit the days.
 */
function conflicts(rule: RecurrenceRule): string[] {
  const found: string[] = [];
  const say = (wrong: boolean, sentence: string) => {
    if (wrong) found.push(sentence);
  };
  const { freq } = rule;
  const nth = rule.byDay.some((part) => part.nth !== 0);
  say(rule.count !== null && rule.until !== null, "COUNT and UNTIL exclude each other; keep one of them.");
  say(
    nth && freq !== "MONTHLY" && freq !== "YEARLY",
    "BYDAY with a number (2MO) needs FREQ=MONTHLY or YEARLY.",
  );
  say(
    nth && freq === "YEARLY" && rule.byWeekNo.length > 0,
    "BYDAY with a number (2MO) does not go with BYWEEKNO.",
  );
  const others = [rule.bySecond, rule.byMinute, rule.byHour, rule.byDay, rule.byMonthDay, rule.byYearDay];
  say(
    rule.bySetPos.length > 0 && [...others, rule.byWeekNo, rule.byMonth].every((list) => list.length === 0),
    "BYSETPOS needs another BY part to choose from.",
  );
  return found;
}

/** Reads a rule such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`. Never throws. */
export function readRule(text: string): ReadRule {
  if (text.length > maxRuleCharacters)
    return { rule: null, problems: [`The rule is longer than ${maxRuleCharacters} characters.`] };
  const rule = emptyRule();
  const problems: string[] = [];
  const seen = new Set<string>();
  try {
    for (const part of text
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, "")
      .split(";")) {
      if (!part.trim()) continue;
      const equals = part.indexOf("=");
      const name = (equals < 0 ? part : part.slice(0, equals)).trim();
      if (equals < 0) throw new Unreadable(`"${name.slice(0, 40)}" has no value; write parts as NAME=VALUE.`);
      if (seen.has(name)) problems.push(`${name} is given more than once; the last one counts.`);
      seen.add(name);
      readPart(rule, name, part.slice(equals + 1).trim());
    }
    if (!seen.has("FREQ"))
      throw new Unreadable(`FREQ is missing; begin with one of ${frequencies.join(", ")}.`);
    if (seen.has("SKIP") && !seen.has("RSCALE")) problems.push("SKIP needs RSCALE=GREGORIAN (RFC 7529 4.1).");
  } catch (error) {
    if (error instanceof Unreadable) return { rule: null, problems: [...problems, error.message] };
    throw error;
  }
  return { rule, problems: [...problems, ...conflicts(rule)] };
}

/** Return a rule's problems by RFC 5545; empty: it is valid. */
export function ruleProblems(text: string, allDay: boolean): string[] {
  const { rule, problems } = readRule(text);
  if (!rule || !allDay) return problems;
  const daily = frequencies.indexOf(rule.freq) <= frequencies.indexOf("DAILY");
  if (!daily) problems.push(`FREQ=${rule.freq} does not go with an all-day event; use DAILY or longer.`);
  if (rule.byHour.length || rule.byMinute.length || rule.bySecond.length) {
    problems.push("BYHOUR, BYMINUTE and BYSECOND do not go with an all-day event; leave them out.");
  }
  return problems;
}

/**
 * Whether the rule may have more than one time an hour on average over its busiest day. False for a rule that cannot be
 * read.
 */
export function isFinerThanHourly(text: string): boolean {
  const { rule } = readRule(text);
  if (!rule) return false;
  if (rule.freq === "MINUTELY" || rule.freq === "SECONDLY") return true;
  const isHourly = rule.freq === "HOURLY";
  const inHour = Math.max(1, rule.byMinute.length) * Math.max(1, rule.bySecond.length);
  const hours = rule.byHour.length || (isHourly ? 24 : 1);
  // BYSETPOS picks times of each period: of an hour, or of a day or more.
  const most = rule.bySetPos.length || Number.POSITIVE_INFINITY;
  const inDay = isHourly ? hours * Math.min(inHour, most) : Math.min(hours * inHour, most);
  return inDay > 24;
}

/**
 * The text of a rule with some parts replaced: a string sets a part, null removes it. The other parts stay as they
 * were written.
 */
export function withParts(text: string, changes: Record<string, string | null>): string {
  const kept = text
    .trim()
    .replace(/^RRULE:/i, "")
    .split(";")
    .filter((part) => part.trim() && !Object.hasOwn(changes, part.split("=", 1)[0]!.trim().toUpperCase()));
  for (const [name, value] of Object.entries(changes)) if (value !== null) kept.push(`${name}=${value}`);
  return kept.join(";");
}
