// Operators of a search, `name:value`: what each takes, and what is refused. A name that is none of them is text, unless it is
// a misspelt one: a search that finds nothing for a slip of the fingers would be believed.
import { type Instant, instantOf, parseInstant } from "../../lib/clock.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { DAY } from "../../lib/local-time.ts";
import { distance } from "../../lib/nearest.ts";
import { spokenTime } from "../../lib/spoken-time.ts";
import type { UtcSeconds } from "../../lib/zones.ts";
import { saidDay } from "./said-days.ts";

/** Fields of a mail that an operator looks in. */
export const searchedFields = ["from", "to", "cc", "bcc", "subject"] as const;
export type SearchedField = (typeof searchedFields)[number];

const flags = ["unread", "read", "starred", "answered", "received", "sent"] as const;
const statuses = ["open", "waiting", "resolved", "human_review"] as const;
export type SearchedState = (typeof flags)[number] | (typeof statuses)[number];

/** A condition on a message. */
export type SearchCondition = { isExcluded: boolean } & (
  | { name: SearchedField; value: string; isExact: boolean }
  | { name: "filename"; value: string }
  | { name: "label"; value: string }
  | { name: "in"; value: string }
  | { name: "is"; value: SearchedState }
  | { name: "has"; value: "attachment" | "invitation" }
  | { name: "before" | "after"; value: Instant }
  | { name: "larger" | "smaller"; bytes: number }
);

/** Other words for the same. */
const states: Record<string, SearchedState> = {
  ...Object.fromEntries([...flags, ...statuses].map((state) => [state, state])),
  flagged: "starred",
  replied: "answered",
  done: "resolved",
};

/** The state that this word stands for; null: none. */
export function knownState(word: string): SearchedState | null {
  const lower = word.toLowerCase();
  return Object.hasOwn(states, lower) ? states[lower]! : null;
}

const possessions: Record<string, "attachment" | "invitation"> = {
  attachment: "attachment",
  attachments: "attachment",
  file: "attachment",
  files: "attachment",
  invitation: "invitation",
  invite: "invitation",
};
const units: Record<string, number> = {
  "": 1,
  b: 1,
  k: 1024,
  kb: 1024,
  m: 1024 ** 2,
  mb: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1024 ** 3,
};

const operators = [
  ...searchedFields,
  "has",
  "filename",
  "before",
  "after",
  "in",
  "is",
  "label",
  "larger",
  "smaller",
] as const;
/** A day, or text where its value is no day: `on:call`. */
const days = ["on", "date"] as const;
/** Someone who wrote or got the mail. */
const both = "with";
export type OperatorName = (typeof operators)[number] | (typeof days)[number] | typeof both;

/** Names that other mail programs have for the same. */
const sameOperators: Readonly<Record<string, OperatorName>> = {
  newer: "after",
  newer_than: "after",
  older: "before",
  older_than: "before",
  since: "after",
  until: "before",
  sender: "from",
  recipient: "to",
  folder: "in",
  tag: "label",
  attachment: "filename",
  size: "larger",
  larger_than: "larger",
  smaller_than: "smaller",
  minsize: "larger",
  maxsize: "smaller",
  filetype: "filename",
  participants: both,
};

const list = `The operators are ${operators.map((name) => `${name}:`).join(", ")}; "or" between alternatives, - before what must not be there, "…" around a phrase. To search for the text itself, put it in quotation marks.`;

/**
 * The operator of this name; null: it is text.
 * @throws Failure validation_error: it is none, but nearly
 */
export function operatorNamed(name: string): OperatorName | null {
  const lower = name.toLowerCase();
  const known = knownOperator(lower);
  if (known !== undefined) return known;
  if (lower.length < 3) return null;
  const near = operators.find((operator) => operator.length > 2 && isSlip(lower, operator));
  if (near === undefined) return null;
  throw invalid(`Field "q" has "${name}:", which is no operator: did you mean "${near}:"? ${list}`);
}

/** The operator that has exactly this name. */
export function knownOperator(name: string): OperatorName | undefined {
  const lower = name.toLowerCase();
  const all: readonly OperatorName[] = [...operators, ...days, both];
  return all.find((operator) => operator === lower) ?? sameNamed(lower);
}

function sameNamed(name: string): OperatorName | undefined {
  return Object.hasOwn(sameOperators, name) ? sameOperators[name] : undefined;
}

/** One letter wrong, missing or too much, two in the wrong order, or a plural. */
function isSlip(name: string, operator: string): boolean {
  return distance(name, operator) <= 1;
}

/**
 * Conditions by alternatives; null: it is text.
 * @param said.now in UTC: days and ages are told from it
 * @throws Failure validation_error: the operator does not take this value
 */
export function conditionsOf(
  name: OperatorName,
  { value, now, isExact = false }: OperatorValue,
): SearchCondition[][] | null {
  if (name === "on" || name === "date") {
    const day = dayOrNull(value, now);
    if (day === null) return null;
    return [[timeCondition("after", atSecond(day)), timeCondition("before", atSecond(day + DAY))]];
  }
  if (value === "") throw invalid(`Field "q" has "${name}:" without a value. ${list}`);
  // Everything is somewhere.
  if (name === "in" && everywhere.includes(value.toLowerCase())) return [[]];
  if (name !== both) return [[conditionOf(name, { value, now, isExact })]];
  return (["from", "to"] as const).map((field) => [conditionOf(field, { value, now, isExact })]);
}

/** Whether the operator takes this value. */
export function isTaken(name: OperatorName, value: OperatorValue): boolean {
  try {
    return conditionsOf(name, value) !== null;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

export interface OperatorValue {
  value: string;
  now: UtcSeconds;
  /** In quotation marks. */
  isExact?: boolean;
}

/** A folder may be called All. */
const everywhere = ["anywhere", "everywhere"];
/** Files by what their names end with. */
const fileKinds = "pdf doc docx xls xlsx ppt pptx odt ods csv txt zip ics eml jpg jpeg png gif mp3 mp4".split(
  " ",
);

function conditionOf(
  name: (typeof operators)[number],
  { value, now, isExact = false }: OperatorValue,
): SearchCondition {
  const isExcluded = false;
  const lower = value.toLowerCase();
  switch (name) {
    case "is":
      return { name, isExcluded, value: oneOf(name, value, states) };
    case "has":
      if (fileKinds.includes(lower)) return { name: "filename", isExcluded, value: `.${lower}` };
      return { name, isExcluded, value: oneOf(name, value, possessions) };
    case "before":
    case "after":
      return timeCondition(name, timeOf(name, value, now));
    case "larger":
    case "smaller":
      return sizeCondition(name, value);
    case "filename":
      return { name, isExcluded, value: value.replaceAll("*", "") || value };
    case "from":
    case "to":
      // Mail of the mailbox's own.
      if (lower === "me") return { name: "is", isExcluded, value: name === "from" ? "sent" : "received" };
      return { name, isExcluded, value, isExact };
    case "cc":
    case "bcc":
    case "subject":
      return { name, isExcluded, value, isExact };
    default:
      // As names of folders and labels are stored.
      return { name, isExcluded, value: value.normalize("NFC") };
  }
}

/** The opposite of a condition. */
export function negatedCondition(condition: SearchCondition): SearchCondition {
  return { ...condition, isExcluded: !condition.isExcluded };
}

export type FieldCondition = Extract<SearchCondition, { name: SearchedField }>;

/** Whether a field of the mail has to hold a text, which the words of the index find. */
export function isAskedField(condition: SearchCondition): condition is FieldCondition {
  return !condition.isExcluded && (searchedFields as readonly string[]).includes(condition.name);
}

function timeCondition(name: "before" | "after", value: Instant): SearchCondition {
  return { name, isExcluded: false, value };
}

function atSecond(seconds: UtcSeconds): Instant {
  return instantOf(seconds * 1000);
}

/** `size:>2M` is larger, `size:<2M` smaller. */
function sizeCondition(name: "larger" | "smaller", value: string): SearchCondition {
  const sign = value[0];
  const said = sign === ">" ? "larger" : sign === "<" ? "smaller" : name;
  const size = sign === ">" || sign === "<" ? value.slice(1) : value;
  return { name: said, isExcluded: false, bytes: bytesOf(name, size) };
}

function oneOf<Value>(name: string, value: string, known: Record<string, Value>): Value {
  const found = Object.hasOwn(known, value.toLowerCase()) ? known[value.toLowerCase()] : undefined;
  if (found === undefined)
    throw invalid(`Field "q" has "${name}:${value}". ${name}: takes ${Object.keys(known).join(", ")}.`);
  return found;
}

/** Seconds of an age: `7d` is as long ago. */
const ages: Readonly<Record<string, number>> = { h: 3600, d: DAY, w: 7 * DAY, m: 30 * DAY, y: 365 * DAY };

/** The beginning of a day in UTC, a time with its zone, an age, or words such as `yesterday`; null: it is none. */
function timeOrNull(value: string, now: UtcSeconds): Instant | null {
  const [, count, unit = ""] = /^(\d{1,3})([hdwmy])$/.exec(value.toLowerCase()) ?? [];
  if (count !== undefined) return atSecond(now - Number(count) * ages[unit]!);
  const instant = parseInstant(value.toUpperCase());
  if (instant) return instant;
  // `newer_than:3 days`, `after:last 2 weeks`
  const [, span] = /^(?:(?:last|past) )?(\d{1,3} [a-z]{3,7})$/i.exec(value) ?? [];
  const seconds = saidDay(value, now) ?? spokenIn(span === undefined ? value : `${span} ago`, now)?.at;
  return seconds === undefined ? null : atSecond(seconds);
}

function timeOf(name: string, value: string, now: UtcSeconds): Instant {
  const time = timeOrNull(value, now);
  if (time !== null) return time;
  throw invalid(
    `Field "q" has "${name}:${value}". ${name}: takes a day, 2026-01-31, or yesterday, an age such as 7d, or a time with its zone, 2026-01-31T09:00:00Z.`,
  );
}

function spokenIn(value: string, now: UtcSeconds) {
  return spokenTime(value, { zone: "UTC", now, daysAlone: true, isPast: true });
}

/** The last day that has no other one behind it: no database knows the year 10,000. */
const lastDay = Date.parse("9999-12-31T00:00:00Z") / 1000;

/** The beginning of a day; null: it is none, or a time of a day. */
function dayOrNull(value: string, now: UtcSeconds): UtcSeconds | null {
  const said = spokenIn(value, now);
  const day = saidDay(value, now) ?? (said === null || said.hasClock ? null : said.at);
  return day === null || day >= lastDay ? null : day;
}

/** Whether an operator of times or days takes this value. */
export function isTimeOf(name: OperatorName, value: string, now: UtcSeconds): boolean {
  if (name === "on" || name === "date") return dayOrNull(value, now) !== null;
  return timeOrNull(value, now) !== null;
}

function bytesOf(name: string, value: string): number {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{0,2})$/.exec(value.toLowerCase()) ?? [];
  const factor = unit === undefined ? undefined : units[unit];
  if (factor !== undefined) return Math.min(Math.floor(Number(number) * factor), 2 ** 31 - 1);
  throw invalid(`Field "q" has "${name}:${value}". ${name}: takes a size in bytes, 500k or 5M.`);
}
