// Times among the arguments of models: which of them the API takes, on which day a time of day alone is, and which time a refusal
// proposes in place of one that is not understood. DECISIONS MCP
import { systemClock } from "../lib/clock.ts";
import { clockOfEpoch, isoDate } from "../lib/date-forms.ts";
import { likelyTime } from "../lib/likely-time.ts";
import { DAY, formatLocal, type LocalSeconds, parseDate } from "../lib/local-time.ts";
import { spokenTime } from "../lib/spoken-time.ts";
import { localAfter } from "../lib/zones.ts";
import { timeWithin, zoneWithin } from "./other-forms.ts";
import { type RightCall, wrongArgument } from "./right-call.ts";
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
  const isPast = tool.name === "search_mail";
  const { from = "", seconds = 0 } = apart[name] ?? {};
  const first = localOf(given[from], from);
  const likely = typeof given[name] === "string" ? likelyTime(given[name], { isPast }) : null;
  if (likely !== null && (first === null || (localOf(likely, name) ?? 0) > first)) return likely;
  if (isPast) return name === "after" ? "7 days ago" : "now";
  if (first !== null) {
    const { day, zone, isWritten } = dayOfTime(given[from]);
    const [begin, end] = [formatLocal(first), formatLocal(first + seconds)];
    if (isWritten) return `${end}${zone}`;
    // The day that words say is that of a zone which is not known here, unless they name it.
    if (bounds.includes(name)) return zone === "" ? `${end}Z` : `${end.replace("T", " ")}${zone}`;
    const clock = end.slice(0, 10) === begin.slice(0, 10) ? end.slice(11, 16) : "23:59";
    if (spokenOf(`${day} ${clock}${zone}`, name)) return `${day} ${clock}${zone}`;
  }
  if (bounds.includes(name)) return name === "after" ? "now" : "in 7 days";
  return `tomorrow ${name === "end" ? "17:00" : "9:00"}`;
}

/** A time that is so many seconds from another one, said as that one is; null: it cannot be. @param clocks the zone of a time that says none, where it is known */
export function timeApart(text: string, seconds: number, clocks: unknown = null): string | null {
  const from = localOf(text, "start");
  if (from === null) return null;
  const { day, zone, isWritten } = dayOfTime(text);
  const local = formatLocal(
    localAfter(from, seconds, zone === "" && parseDate(text) === null ? clocks : null),
  );
  if (isWritten) return parseDate(text) === null ? `${local}${zone}` : local.slice(0, 10);
  const isSameDay = local.slice(0, 10) === formatLocal(from).slice(0, 10);
  const said = `${day} ${local.slice(11, 16)}${zone}`;
  return isSameDay && spokenOf(said, "end") ? said : null;
}

/** The day of a text that says a time, `2026-11-28` or `tomorrow`, and the offset or the zone behind the time of day. */
function dayOfTime(text: unknown): { day: string; zone: string; isWritten: boolean } {
  const said = String(text);
  const [, date, zone = ""] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/i.exec(said) ?? [];
  if (date !== undefined) return { day: date, zone, isWritten: true };
  const spoken = spokenOf(said, "after");
  const behind = spoken === null || spoken.zone === "" ? "" : ` ${spoken.zone}`;
  return { day: spoken?.day ?? said, zone: behind, isWritten: false };
}

/** The wall clock of a text that says a time: of one with an offset, the one that stands in it. */
function localOf(given: unknown, name: string): LocalSeconds | null {
  if (typeof given !== "string") return null;
  const { zone, isWritten } = dayOfTime(given);
  // With a blank it is said: "22:00-02:00" may be a span.
  const text = isWritten && zone !== "" && !given.includes(" ") ? given.slice(0, -zone.length) : given;
  return spokenOf(text, name)?.local ?? null;
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
  return isWritten ? `${formatLocal(said.local)}${zone}` : `${day} ${text}${zone}`;
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

/**
 * A time in words or digits, as the API takes it.
 * @param still the call that does nothing yet, of a tool that nothing takes back: it gets no time that its caller did not say
 * @throws ToolRefusal: it is none that is understood
 */
export function heardTime(
  call: HeardCall,
  { name, plain }: { name: string; plain: string },
  still: () => RightCall | null,
): string {
  const time = sameDay(call, name, plain) ?? (moments.includes(name) ? unzoned(plain) : plain);
  if (localOf(time, name) !== null) return time;
  const why = ours`"${argumentName(name) ?? ours`time`}" must be a time, and this is none that is understood.`;
  // Mail that is to come back is not put off.
  if (name === "snooze" && /^(?:never|none|no|off|false|clear|remove|unsnooze|0)$/i.test(plain))
    throw wrongArgument(call.tool, { name, value: plain, why }, { arguments: {}, without: [name] });
  const epoch = clockOfEpoch(plain);
  if (epoch !== null && moments.includes(name))
    throw wrongArgument(call.tool, { name, value: plain, why }, { arguments: { [name]: `${epoch}Z` } });
  if (epoch === null) {
    const read = isoDate(plain) ?? likelyTime(plain, { isPast: false });
    const held = read === null ? still() : null;
    if (held !== null) throw wrongArgument(call.tool, { name, value: plain, why }, held);
    const right = { [name]: isoDate(plain) ?? exampleTime(call, name), ...apartFrom(call, name) };
    throw wrongArgument(call.tool, { name, value: plain, why }, { arguments: right });
  }
  const right = { [name]: epoch, ...apartFrom(call, name), timezone: "UTC" };
  throw wrongArgument(call.tool, { name, value: plain, why }, { arguments: right });
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
