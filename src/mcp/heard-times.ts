// Times among the arguments of models: which of them the API takes, on which day a time of day alone is, and which time a refusal
// proposes in place of one that is not understood. DECISIONS MCP
import { systemClock } from "../lib/clock.ts";
import { DAY, formatLocal, type LocalSeconds, parseDate } from "../lib/local-time.ts";
import { spokenTime } from "../lib/spoken-time.ts";
import { clockOfEpoch, isoDate, timeWithin, zoneWithin } from "./other-forms.ts";
import { wrongArgument } from "./right-call.ts";
import type { Tool } from "./tool.ts";
import { argumentName, ours } from "./words.ts";

export type GivenArguments = Record<string, unknown>;

/** A call in which an argument stands. */
export interface HeardCall {
  tool: Tool;
  given: GivenArguments;
}

export const times = ["after", "before", "start", "end", "at", "snooze"];
/** Bounds of a span: a day alone says its beginning. */
const bounds = ["after", "before"];
/** Arguments whose wall clocks are of the address's calendar; those of events have a zone in an argument of its own. */
const moments = ["after", "before", "at", "snooze"];

/** `2026-11-28T09:00` as the API takes a wall clock: it wants a zone behind a T. */
function unzoned(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)$/, "$1 $2");
}

/** Seconds from the other time of a call to this one. */
const apart: Readonly<Record<string, { from: string; seconds: number }>> = {
  end: { from: "start", seconds: 3600 },
  before: { from: "after", seconds: 7 * DAY },
};

/** A time that fits to the others of the call. */
export function exampleTime({ tool, given }: HeardCall, name: string): string {
  if (tool.name === "search_mail") return name === "after" ? "7 days ago" : "now";
  const { from = "", seconds = 0 } = apart[name] ?? {};
  const first = localOf(given[from], from);
  if (first !== null) {
    const { day, zone, isWritten } = dayOfTime(given[from]);
    const [begin, end] = [formatLocal(first), formatLocal(first + seconds)];
    if (isWritten) return `${end}${zone}`;
    // The day that words say is that of a zone which is not known here.
    if (bounds.includes(name)) return `${end}Z`;
    const clock = end.slice(0, 10) === begin.slice(0, 10) ? end.slice(11, 16) : "23:59";
    if (spokenOf(`${day} ${clock}`, name)) return `${day} ${clock}`;
  }
  if (bounds.includes(name)) return name === "after" ? "now" : "in 7 days";
  const said = spokenOf(`${given[name]} 9:00`, name)?.at ?? null;
  // A time at which something is to happen is not over.
  const isUsable = said !== null && (name !== "at" || said > systemClock.now() / 1000);
  const day = isUsable ? String(given[name]) : "tomorrow";
  return `${day} ${name === "end" || name === "before" ? "17:00" : "9:00"}`;
}

/** A time that is so many seconds from another one, said as that one is; null: it cannot be. */
export function timeApart(text: string, seconds: number): string | null {
  const from = localOf(text, "start");
  if (from === null) return null;
  const { day, zone, isWritten } = dayOfTime(text);
  const local = formatLocal(from + seconds);
  if (isWritten) return parseDate(text) === null ? `${local}${zone}` : local.slice(0, 10);
  const isSameDay = local.slice(0, 10) === formatLocal(from).slice(0, 10);
  const said = `${day} ${local.slice(11, 16)}`;
  return isSameDay && spokenOf(said, "end") ? said : null;
}

/** The day of a text that says a time, `2026-11-28` or `tomorrow`, and the offset behind the time of day. */
function dayOfTime(text: unknown): { day: string; zone: string; isWritten: boolean } {
  const said = String(text);
  const [, date, zone = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/i.exec(said) ?? [];
  if (date !== undefined) return { day: date, zone, isWritten: true };
  const clock = /(?:^| )(?:at )?(?:noon|\d{1,2}(?::\d\d){0,2} ?(?:[ap]m)?)$/i.exec(said);
  return { day: said.slice(0, clock?.index).replace(/,$/, ""), zone: "", isWritten: false };
}

/** The wall clock of a text that says a time: of one with an offset, the one that stands in it. */
function localOf(given: unknown, name: string): LocalSeconds | null {
  if (typeof given !== "string") return null;
  const { zone } = dayOfTime(given);
  const text = zone === "" ? given : given.slice(0, -zone.length);
  // Date.parse reads dates of other forms month first.
  const parsed = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) / 1000 : Number.NaN;
  const local = spokenOf(text, name)?.local ?? parsed;
  return Number.isNaN(local) ? null : local;
}

function spokenOf(text: string, name: string) {
  const now = Math.floor(systemClock.now() / 1000);
  return spokenTime(text, { zone: "UTC", now, daysAlone: bounds.includes(name) });
}

/**
 * The time of day of a text that says nothing else, `10:30`, on the day of the time before it, as that one says it: which day
 * `tomorrow` is depends on a zone. Null: it is none.
 */
function sameDay({ given }: HeardCall, name: string, text: string): string | null {
  const { from = "" } = apart[name] ?? {};
  const { day, zone, isWritten } = dayOfTime(given[from]);
  if (!/^\d{1,2}(:\d\d)?( ?[ap]m)?$/i.test(text)) return null;
  const said = spokenOf(`${day} ${text}`, name);
  if (said === null) return null;
  return isWritten ? `${formatLocal(said.local)}${zone}` : `${day} ${text}`;
}

/** Refuses a time in an object, as calendars of others write it. @throws ToolRefusal */
export function refuseTimeObject(call: HeardCall, name: string, value: unknown): void {
  const within = timeWithin(value);
  if (within === null) return;
  const why = ours`"${argumentName(name) ?? ours`time`}" must be one text.`;
  const right = {
    ...timeIn(call, { name, text: within, zone: zoneWithin(value) }),
    ...apartFrom(call, name),
  };
  throw wrongArgument(call.tool, { name, value, why }, { arguments: right });
}

/** A time in words or digits, as the API takes it. @throws ToolRefusal: it is none that is understood */
export function heardTime(call: HeardCall, name: string, plain: string): string {
  const time = sameDay(call, name, plain) ?? (moments.includes(name) ? unzoned(plain) : plain);
  if (localOf(time, name) !== null) return time;
  const turned = clockBehind(time, name);
  if (turned !== null) return turned;
  const why = ours`"${argumentName(name) ?? ours`time`}" must be a time, and this is none that is understood.`;
  const epoch = clockOfEpoch(plain);
  if (epoch !== null && moments.includes(name))
    throw wrongArgument(call.tool, { name, value: plain, why }, { arguments: { [name]: `${epoch}Z` } });
  if (epoch === null) {
    const right = { [name]: isoDate(plain) ?? exampleTime(call, name), ...apartFrom(call, name) };
    throw wrongArgument(call.tool, { name, value: plain, why }, { arguments: right });
  }
  const right = { [name]: epoch, ...apartFrom(call, name), timezone: "UTC" };
  throw wrongArgument(call.tool, { name, value: plain, why }, { arguments: right });
}

/** `noon tomorrow` and `3 pm on friday` with the day before the time of day; null: it is none of these. */
function clockBehind(text: string, name: string): string | null {
  const words = text.split(" ").filter((word) => word.toLowerCase() !== "on");
  const turned = [1, 2].map((count) => [...words.slice(count), ...words.slice(0, count)].join(" "));
  return turned.find((said) => words.length > 1 && spokenOf(said, name)?.hasClock) ?? null;
}

/** A wall clock with the zone that stood beside it, in an argument of its own where the tool has one. */
function timeIn(
  { tool: { input }, given }: HeardCall,
  { name, text, zone }: { name: string; text: string; zone: string | null },
): GivenArguments {
  if (zone === null) return { [name]: text };
  if (moments.includes(name)) return { [name]: `${unzoned(text)} ${zone}` };
  const isNew = Object.hasOwn(input, "timezone") && given.timezone === undefined;
  return { [name]: text, ...(isNew ? { timezone: zone } : {}) };
}

/** The other time of a call, in our form where it came in another one: one correction mends both. */
function apartFrom({ given }: HeardCall, name: string): GivenArguments {
  const other = name === "start" ? "end" : name === "end" ? "start" : "";
  const value = given[other];
  const text = timeWithin(value) ?? clockOfEpoch(String(value)) ?? isoDate(String(value));
  return text === null ? {} : { [other]: text };
}
