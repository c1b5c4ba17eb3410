// Reads a VTIMEZONE, RFC 5545 3.6.5, and finds the IANA zone that it describes. Its rules are expanded near the time in
// question alone. A zone matches when its offsets agree at every change and between changes, over two years.

import { DAY, type LocalSeconds } from "../../lib/local-time.ts";
import { allZones, toLocal, toUtc, type UtcSeconds } from "../../lib/zones.ts";
import { type Component, lineOf, linesOf } from "../icalendar/content-lines.ts";
import { readBasic } from "../icalendar/values.ts";
import { type RecurrenceRule, readRule } from "../recurrence/rule.ts";
import { walkRule } from "../recurrence/rule-walk.ts";
import { commonZones, fixedZone, zoneOfName } from "./names.ts";

interface Observance {
  /** First onset, on the wall clock with `from`. */
  start: LocalSeconds;
  /** Seconds east of UTC before and from each onset. */
  from: number;
  to: number;
  rule: string | null;
  dates: LocalSeconds[];
}

export interface ReadZone {
  tzid: string;
  /** X-LIC-LOCATION: the zone's usual name. */
  location: string | null;
  observances: Observance[];
}

const maxObservances = 200;
/** Onsets of one rule that are read. */
const maxOnsets = 600;
const YEAR = 366 * DAY;

/** `+0100`, `-033045`, RFC 5545 3.3.14; null for anything else. */
function utcOffset(text: string): number | null {
  const match = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text.trim());
  if (!match) return null;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
  if (seconds > 15 * 3600) return null;
  return match[1] === "-" ? -seconds : seconds;
}

/** A VTIMEZONE's observances; those that lack an offset or a start are left out. */
export function readZone(component: Component): ReadZone {
  const observances: Observance[] = [];
  for (const child of component.children.slice(0, maxObservances)) {
    const start = readBasic(lineOf(child, "DTSTART")?.value ?? "");
    const to = utcOffset(lineOf(child, "TZOFFSETTO")?.value ?? "");
    if (!start || to === null) continue;
    const from = utcOffset(lineOf(child, "TZOFFSETFROM")?.value ?? "") ?? to;
    const dates = linesOf(child, "RDATE")
      .flatMap((line) => line.value.split(","))
      .slice(0, 500)
      .map((text) => readBasic(text)?.local)
      .filter((local) => local !== undefined);
    observances.push({ start: start.local, from, to, rule: lineOf(child, "RRULE")?.value ?? null, dates });
  }
  const location = lineOf(component, "X-LIC-LOCATION")?.value.trim() ?? null;
  return { tzid: lineOf(component, "TZID")?.value.trim() ?? "", location, observances };
}

interface Onset {
  at: UtcSeconds;
  /** From `at` on. */
  offset: number;
}

/** The rule of an observance; null unless it gives whole days, once a year. RFC 5545 3.6.5 */
function yearlyRule({ rule: text, from }: Observance): { rule: RecurrenceRule; until: LocalSeconds } | null {
  const rule = text === null ? null : readRule(text).rule;
  const clocked = rule && rule.byHour.length + rule.byMinute.length + rule.bySecond.length > 0;
  if (rule?.freq !== "YEARLY" || rule.interval !== 1 || rule.count !== null || clocked) return null;
  const until = rule.until?.form === "utc" ? rule.until.at + from : rule.until?.at;
  return { rule, until: until ?? Number.POSITIVE_INFINITY };
}

/** The onsets of one observance around a time: the last one before, and those of the two years after. */
function onsetsOf(observance: Observance, near: LocalSeconds): LocalSeconds[] {
  const last = near + 2 * YEAR;
  const found = [observance.start, ...observance.dates].filter((local) => local <= last);
  const yearly = yearlyRule(observance);
  if (yearly) {
    const end = Math.min(last, yearly.until);
    const from = Math.max(observance.start, Math.min(near, end) - 2 * YEAR);
    const bounded: RecurrenceRule = { ...yearly.rule, until: { at: end, form: "local" } };
    walkRule(bounded, { start: observance.start, from }, (onset) => found.push(onset) < maxOnsets);
  }
  return found;
}

function onsetsNear(zone: ReadZone, near: LocalSeconds): Onset[] {
  return zone.observances
    .flatMap((observance) =>
      onsetsOf(observance, near).map((onset) => ({ at: onset - observance.from, offset: observance.to })),
    )
    .sort((a, b) => a.at - b.at);
}

function offsetIn(zone: ReadZone, onsets: readonly Onset[], at: UtcSeconds): number {
  let offset: number | null = null;
  for (const onset of onsets) if (onset.at <= at) offset = onset.offset;
  if (offset !== null) return offset;
  // Before the first onset the offset is TZOFFSETFROM of the earliest observance.
  const earliest = [...zone.observances].sort((a, b) => a.start - b.start)[0];
  return earliest?.from ?? 0;
}

/** Instants at which a zone must agree: one a month, and both sides of each change. */
function samples(onsets: readonly Onset[], near: LocalSeconds): UtcSeconds[] {
  const found: UtcSeconds[] = [];
  for (let month = -2; month < 22; month++) found.push(near + month * 30 * DAY);
  for (const { at } of onsets)
    if (at > near - 60 * DAY && at < near + 660 * DAY) found.push(at - 3600, at + 3600);
  return found;
}

export interface MatchedZone {
  zone: string;
  /** `offsets`: found by its offsets alone. `fixed`: no zone has these offsets, so one offset, right at `near`, stands for it. */
  by: "name" | "offsets" | "fixed";
  /** The zone's own rules differ from what the VTIMEZONE says. */
  differs: boolean;
}

/** Zones that are tried first when a zone is found by its offsets alone. */
const preferred = [
  "UTC",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Helsinki",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Asia/Shanghai",
  "Asia/Tokyo",
  "Australia/Sydney",
];

/** How a VTIMEZONE's offsets compare with a zone's. */
interface Comparison {
  /** Over two years. */
  throughout: (zone: string) => boolean;
  /** At the time in question. */
  there: (zone: string) => boolean;
}

function compare(zone: ReadZone, near: LocalSeconds): Comparison {
  const onsets = onsetsNear(zone, near);
  const points = samples(onsets, near);
  const wanted = points.map((at) => offsetIn(zone, onsets, at));
  return {
    throughout: (name) => points.every((at, index) => toLocal(at, name) - at === wanted[index]),
    there: (name) => {
      const at = toUtc(near, name);
      return toLocal(at, name) - at === offsetIn(zone, onsets, at);
    },
  };
}

/**
 * The IANA zone that a VTIMEZONE describes near a wall-clock time; null for one with neither a known name nor offsets.
 * An IANA name counts even against the offsets, a Windows name when the offsets agree at that time, a guess when they
 * agree throughout; otherwise the offsets decide.
 */
export function matchZone(zone: ReadZone, near: LocalSeconds): MatchedZone | null {
  const named = zoneOfName(zone.tzid);
  const guesses = [named, zone.location === null ? null : zoneOfName(zone.location)].filter(
    (guess) => guess !== null,
  );
  if (zone.observances.length === 0) {
    return guesses[0] ? { zone: guesses[0].zone, by: "name", differs: false } : null;
  }
  const offsets = compare(zone, near);
  for (const guess of guesses) {
    const differs = !offsets.throughout(guess.zone);
    const believed = guess.by === "iana" || !differs || (guess.by === "windows" && offsets.there(guess.zone));
    if (believed) return { zone: guess.zone, by: "name", differs };
  }
  for (const name of [...preferred, ...commonZones(), ...allZones()]) {
    if (offsets.throughout(name)) return { zone: name, by: "offsets", differs: false };
  }
  if (named && offsets.there(named.zone)) return { zone: named.zone, by: "name", differs: true };
  return { zone: fixedZone(offsetAtLocal(zone, near)), by: "fixed", differs: true };
}

/** The VTIMEZONE's own offset at a wall-clock time. */
function offsetAtLocal(zone: ReadZone, local: LocalSeconds): number {
  const onsets = onsetsNear(zone, local);
  const first = offsetIn(zone, onsets, local);
  return offsetIn(zone, onsets, local - first);
}
