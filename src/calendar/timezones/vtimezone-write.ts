// Writes VTIMEZONE components from the runtime's zone data, RFC 5545 3.6.5, for the time span of an event. Changes by a
// yearly rule are one observance with RRULE; changes without one (Morocco around Ramadan) are RDATEs.

import {
  civilDay,
  DAY,
  dayOf,
  daysInMonth,
  formatBasic,
  type LocalSeconds,
  weekdayOf,
} from "../../lib/local-time.ts";
import { must } from "../../lib/must.ts";
import { formatOffset, offsetAt, type Transition, transitions, type UtcSeconds } from "../../lib/zones.ts";
import { component, contentLine } from "../icalendar/content-write.ts";

export interface ZoneSpan {
  /** The first instant of the span. */
  from: UtcSeconds;
  /** The last one; null for a series without end. */
  until: UtcSeconds | null;
}

const YEAR = 366 * DAY;
/** How far ahead RDATEs are written for an endless series. */
const HORIZON = 20 * YEAR;
/** How long a rule must hold to be written without end. */
const PROOF = 30 * YEAR;
/** Longer spans count as endless. */
const maxSpanSeconds = 100 * YEAR;
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Changes with the same offsets before and after, oldest first. */
interface OffsetChanges {
  offsetBefore: number;
  offsetAfter: number;
  daylight: boolean;
  onsets: LocalSeconds[];
  /** An instant at which the zone's short name is looked up; the first onset when absent. */
  namedAt?: UtcSeconds;
}

/** Whether a rise of the offset is followed by a fall within a year: DAYLIGHT (in Morocco, most of the year). */
function isDaylight(change: Transition, all: readonly Transition[]): boolean {
  if (change.offsetAfter <= change.offsetBefore) return false;
  const next = all.find((later) => later.at > change.at);
  return next !== undefined && next.at - change.at < YEAR && next.offsetAfter < next.offsetBefore;
}

function groupChanges(changes: readonly Transition[], until: UtcSeconds): OffsetChanges[] {
  const groups = new Map<string, OffsetChanges>();
  for (const change of changes) {
    if (change.at > until) break;
    const daylight = isDaylight(change, changes);
    const key = `${change.offsetBefore}/${change.offsetAfter}/${daylight}`;
    let group = groups.get(key);
    if (!group) {
      group = { offsetBefore: change.offsetBefore, offsetAfter: change.offsetAfter, daylight, onsets: [] };
      groups.set(key, group);
    }
    // RFC 5545 3.6.5: onsets are in local time before the change.
    group.onsets.push(change.at + change.offsetBefore);
  }
  return [...groups.values()];
}

/** The yearly rule of all these onsets (n-th or last weekday of a month, or a weekday within seven days); null when there is none. */
function yearlyRule(onsets: readonly LocalSeconds[]): string | null {
  const days = onsets.map((onset) => ({
    ...civilDay(dayOf(onset)),
    weekday: weekdayOf(dayOf(onset)),
    time: onset - dayOf(onset) * DAY,
  }));
  const first = days[0]!;
  const yearly = days.every((day, index) => day.year === first.year + index);
  const alike = days.every(
    (day) => day.month === first.month && day.weekday === first.weekday && day.time === first.time,
  );
  if (!yearly || !alike) return null;
  const weekday = weekdays[first.weekday];
  const month = `FREQ=YEARLY;BYMONTH=${first.month}`;
  const nth = Math.ceil(first.day / 7);
  if (days.every((day) => Math.ceil(day.day / 7) === nth)) return `${month};BYDAY=${nth}${weekday}`;
  if (days.every((day) => day.day > daysInMonth(day.year, day.month) - 7))
    return `${month};BYDAY=-1${weekday}`;
  const low = Math.min(...days.map((day) => day.day));
  const high = Math.max(...days.map((day) => day.day));
  // The seven days are known once the first and the last of them have occurred.
  if (high - low !== 6) return null;
  return `${month};BYMONTHDAY=${Array.from({ length: 7 }, (_, step) => low + step).join(",")};BYDAY=${weekday}`;
}

interface ObservanceTimes {
  onsets: readonly LocalSeconds[];
  rule: string | null;
}

function observance(zone: string, group: OffsetChanges, { onsets, rule }: ObservanceTimes): string {
  const start = onsets[0]!;
  const named = group.namedAt ?? start - group.offsetBefore;
  // DTSTART is repeated among the RDATEs: readers such as ical.js ignore it where RDATEs exist.
  const dates = rule === null && onsets.length > 1 ? onsets : [];
  const content = [
    contentLine("DTSTART", formatBasic(start)),
    rule === null ? "" : contentLine("RRULE", rule),
    ...dates.map((onset) => contentLine("RDATE", formatBasic(onset))),
    contentLine("TZOFFSETFROM", formatOffset(group.offsetBefore, "")),
    contentLine("TZOFFSETTO", formatOffset(group.offsetAfter, "")),
    contentLine("TZNAME", shortName(zone, named)),
  ];
  return component(group.daylight ? "DAYLIGHT" : "STANDARD", content.join(""));
}

/** By zone and offset: creating an Intl format is slow. Bounded by the number of zones. */
const names = new Map<string, string>();

/** `CET`, `EST`; the offset (`+0545`) where there is no usual abbreviation. */
function shortName(zone: string, at: UtcSeconds): string {
  const offset = offsetAt(zone, at);
  const key = `${zone} ${offset}`;
  const name = names.get(key) ?? usualName(zone, at) ?? formatOffset(offset, "").replace(/00$/, "");
  names.set(key, name);
  return name;
}

function usualName(zone: string, at: UtcSeconds): string | null {
  // American English knows American abbreviations, British English European ones.
  for (const locale of ["en-US", "en-GB", "en-AU"]) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" });
    const name = format.formatToParts(at * 1000).find((part) => part.type === "timeZoneName")?.value ?? "";
    if (/^[A-Z]{3,5}$/.test(name)) return name;
  }
  return null;
}

/** The longest run at the end of the list that follows one rule; null when it has fewer than eight onsets. */
function lastRun(onsets: readonly LocalSeconds[]): { from: number; rule: string } | null {
  for (let from = 0; from < onsets.length - 7; from++) {
    const rule = yearlyRule(onsets.slice(from));
    if (rule) return { from, rule };
  }
  return null;
}

/**
 * The VTIMEZONE of a zone, valid for every instant of the span. `zone` is a result of zoneName and becomes the TZID.
 */
export function writeZone(zone: string, span: ZoneSpan): string {
  const endless = span.until === null || span.until - span.from > maxSpanSeconds;
  const until = endless ? span.from + HORIZON : must(span.until, "a span that is not endless has an end");
  // Begins two changes earlier, so that the offset in force at the beginning is written.
  const since =
    transitions(zone, { from: span.from - 2 * YEAR, until: span.from + 1 }).slice(-2)[0]?.at ?? span.from;
  const known = transitions(zone, { from: since, until: span.from + PROOF });
  const content: string[] = [];
  for (const group of groupChanges(known, span.from + PROOF)) {
    const run = lastRun(group.onsets);
    const runStart = run ? group.onsets[run.from]! : Number.POSITIVE_INFINITY;
    const single = group.onsets.filter((onset) => onset < runStart && onset - group.offsetBefore <= until);
    if (single.length > 0) content.push(observance(zone, group, { onsets: single, rule: null }));
    if (run && runStart - group.offsetBefore <= until) {
      content.push(observance(zone, group, { onsets: [runStart], rule: run.rule }));
    }
  }
  if (known.length === 0 || known[0]!.at > span.from) {
    const offset = offsetAt(zone, span.from);
    const group = {
      offsetBefore: offset,
      offsetAfter: offset,
      daylight: false,
      onsets: [],
      namedAt: span.from,
    };
    content.unshift(observance(zone, group, { onsets: [0], rule: null }));
  }
  return component("VTIMEZONE", contentLine("TZID", zone) + content.join(""));
}
