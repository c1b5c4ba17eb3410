// A series' instances: RRULE and RDATE without EXDATE (RFC 5545 3.8.5), in the series' zone, found lazily inside a
// window. The rule runs on the wall clock; each of its times is turned into UTC like any other wall-clock time, so a
// daily 09:00 stays 09:00 over changes of the clocks, a skipped time moves on by the gap and a repeated one is the
// first. Timed instances last as long as the first one does (exact duration), all-day ones as many days.
// DTSTART is an instance only where rule or RDATE name it; without a rule it always is.

import type { Instant } from "../lib/clock.ts";
import { instanceId, readInstanceId } from "./instance-id.ts";
import { DAY, type LocalSeconds, parseDate, parseLocal } from "./local-time.ts";
import { type Rule, readRule, ruleProblems } from "./rule.ts";
import { type WalkEnd, walkRule } from "./rule-walk.ts";
import { wallClock, writeWallClock } from "./times.ts";
import type { Series } from "./types.ts";
import { instantAt, offsetSpread, secondsOf, toLocal, toUtc, type UtcSeconds } from "./zones.ts";

/** The most instances that one expansion gives. */
export const MOST_INSTANCES = 1000;

/** Times that EXDATE removes before an expansion gives up: only dense rules with many removed days come near. */
const MOST_REMOVED = 50_000;

export interface Window {
  after: Instant;
  before: Instant;
  /** Where the page before ended: only instances that come later by (start_at, id) are given. */
  past?: { start_at: Instant; id: string } | null;
  /** Ids of instances that are kept as rows of their own and therefore not given here. */
  without?: ReadonlySet<string>;
}

export interface Occurrence {
  id: string;
  series_id: string;
  /** Where the series has it, in the form of `start`. */
  original_start: string;
  start: string;
  end: string;
  start_at: Instant;
  end_at: Instant;
}

export interface Expansion {
  /** By start_at, then id. */
  occurrences: Occurrence[];
  /** The window holds more than `limit`. */
  more: boolean;
  /** The rule is so sparse or dense that the search ended before the window did. */
  exhausted: boolean;
}

/** What is wrong with a rule for such an event, each a sentence that says what to do; empty when it is right. */
export function validate(rule: string, allDay = false): string[] {
  return ruleProblems(rule, allDay);
}

/** A rule as it runs on its series' wall clock. */
export interface SeriesRule {
  rule: Rule;
  /** UNTIL, where it is an instant: near a change of the clocks the wall clock alone does not tell. */
  endsAt: UtcSeconds | null;
}

/** The rule of a series, or null when there is none or it cannot be understood. */
export function ruleOf(series: Series): SeriesRule | null {
  if (!series.recurrence?.rule) return null;
  const { rule } = readRule(series.recurrence.rule);
  if (!rule) return null;
  let endsAt: UtcSeconds | null = null;
  let until = rule.until;
  if (until?.form === "utc") {
    endsAt = series.all_day ? null : until.at;
    until = { at: toLocal(until.at, series.timezone), form: "local" };
    if (!series.all_day) until.at += offsetSpread(series.timezone, endsAt!);
  }
  if (!series.all_day) return { rule: { ...rule, until }, endsAt };
  // RFC 5545 3.3.10: the parts of the clock are ignored when DTSTART is a date.
  if (rule.freq === "HOURLY" || rule.freq === "MINUTELY" || rule.freq === "SECONDLY") return null;
  return { rule: { ...rule, until, byHour: [], byMinute: [], bySecond: [] }, endsAt };
}

/** Visits the rule's times like walkRule, with UNTIL in UTC held exactly. */
export function walkSeries(
  series: Series,
  { rule, endsAt }: SeriesRule,
  walk: { from: LocalSeconds; visit: (local: LocalSeconds, ordinal: number) => boolean },
): WalkEnd {
  const start = wallClock(series.start) ?? 0;
  if (endsAt === null) return walkRule(rule, { start, from: walk.from }, walk.visit);
  let over = false;
  const end = walkRule(rule, { start, from: walk.from }, (local, ordinal) => {
    over = toUtc(local, series.timezone) > endsAt;
    return !over && walk.visit(local, ordinal);
  });
  return over ? "end" : end;
}

/** A series with its texts read once. Local times are wall-clock seconds, the rest UTC. */
interface ReadSeries {
  series: Series;
  start: LocalSeconds;
  rule: SeriesRule | null;
  /** Wall-clock seconds for all-day events, exact seconds otherwise. */
  duration: number;
  further: LocalSeconds[];
  removed: Set<UtcSeconds>;
  /** Dates that EXDATE removes whole, as their midnights. */
  removedDays: Set<LocalSeconds>;
}

function readSeries(series: Series): ReadSeries | null {
  const start = wallClock(series.start);
  const end = wallClock(series.end);
  if (start === null || end === null) return null;
  const zone = series.timezone;
  const duration = series.all_day ? end - start : toUtc(end, zone) - toUtc(start, zone);
  const read: ReadSeries = {
    series,
    start,
    rule: ruleOf(series),
    duration: Math.max(duration, 0),
    further: [],
    removed: new Set(),
    removedDays: new Set(),
  };
  for (const text of series.recurrence?.rdates ?? []) {
    const local = wallClock(text);
    if (local !== null) read.further.push(series.all_day ? Math.floor(local / DAY) * DAY : local);
  }
  if (!read.rule) read.further.push(start);
  for (const text of series.recurrence?.exdates ?? []) {
    const local = parseLocal(text);
    const date = parseDate(text);
    if (local !== null) read.removed.add(toUtc(series.all_day ? Math.floor(local / DAY) * DAY : local, zone));
    else if (date !== null) read.removedDays.add(date);
  }
  return read;
}

interface Span {
  startAt: UtcSeconds;
  endAt: UtcSeconds;
}

function spanOf({ series, duration }: ReadSeries, local: LocalSeconds): Span {
  const startAt = toUtc(local, series.timezone);
  return { startAt, endAt: series.all_day ? toUtc(local + duration, series.timezone) : startAt + duration };
}

function occurrenceOf(
  { series, duration }: ReadSeries,
  local: LocalSeconds,
  { startAt, endAt }: Span,
): Occurrence {
  const zone = series.timezone;
  // A time that the clocks skip is written as the one it moves to.
  const start = writeWallClock(series.all_day ? local : toLocal(startAt, zone), series.all_day);
  return {
    id: instanceId(series, local),
    series_id: series.id,
    original_start: start,
    start,
    end: writeWallClock(series.all_day ? local + duration : toLocal(endAt, zone), series.all_day),
    start_at: instantAt(startAt),
    end_at: instantAt(endAt),
  };
}

function isRemoved({ removed, removedDays }: ReadSeries, local: LocalSeconds, { startAt }: Span): boolean {
  if (removedDays.size > 0 && removedDays.has(Math.floor(local / DAY) * DAY)) return true;
  return removed.has(startAt);
}

type Place = Pick<Occurrence, "start_at" | "id">;

function comesAfter(a: Place, b: Place): boolean {
  return a.start_at > b.start_at || (a.start_at === b.start_at && a.id > b.id);
}

/** The first whole second that is not before the instant. */
function secondsUp(instant: Instant): UtcSeconds {
  return secondsOf(instant) + (instant.slice(19, 26) === ".000000" ? 0 : 1);
}

/**
 * The instances of a series that touch [after, before): at most `limit` (and at most 1,000), the earliest first. Work
 * is bounded whatever the rule; without COUNT it does not depend on how long ago the series began.
 */
export function expand(series: Series, window: Window, limit = MOST_INSTANCES): Expansion {
  const most = Math.min(limit, MOST_INSTANCES);
  const read = readSeries(series);
  if (!read || window.before <= window.after) return { occurrences: [], more: false, exhausted: false };
  const zone = series.timezone;
  const after = secondsOf(window.after);
  const before = secondsUp(window.before);
  const firstStart = secondsUp(window.after);
  const earliest = Math.max(
    after - read.duration - (series.all_day ? DAY : 0),
    window.past ? secondsOf(window.past.start_at) : Number.NEGATIVE_INFINITY,
  );
  const found = new Map<string, Occurrence>();
  const take = (local: LocalSeconds): boolean => {
    const span = spanOf(read, local);
    if (span.startAt >= before || (span.endAt <= after && span.startAt < firstStart)) return false;
    if (isRemoved(read, local, span)) return false;
    const occurrence = occurrenceOf(read, local, span);
    if (window.past && !comesAfter(occurrence, window.past)) return false;
    if (window.without?.has(occurrence.id)) return false;
    found.set(occurrence.id, occurrence);
    return true;
  };
  for (const local of read.further) take(local);
  let exhausted = false;
  if (read.rule) {
    const from = toLocal(earliest, zone) - offsetSpread(zone, earliest);
    const until = toLocal(before, zone) + offsetSpread(zone, before);
    let taken = 0;
    let removed = 0;
    const visit = (local: LocalSeconds) => {
      if (local > until) return false;
      if (take(local)) taken++;
      else if (++removed > MOST_REMOVED) exhausted = true;
      return taken <= most && !exhausted;
    };
    const end = walkSeries(series, read.rule, { from, visit });
    if (end === "exhausted") exhausted = true;
  }
  const occurrences = [...found.values()].sort((a, b) => (comesAfter(a, b) ? 1 : -1));
  return { occurrences: occurrences.slice(0, most), more: occurrences.length > most, exhausted };
}

/**
 * The instances of many series in one window, the earliest first, at most `limit`. As soon as enough are found the
 * window closes behind them, so that dense series cost no more than the answer holds.
 */
export function expandAll(list: readonly Series[], window: Window, limit = MOST_INSTANCES): Expansion {
  const most = Math.min(limit, MOST_INSTANCES);
  let before = window.before;
  let found: Occurrence[] = [];
  let more = false;
  let exhausted = false;
  const settle = () => {
    found.sort((a, b) => (comesAfter(a, b) ? 1 : -1));
    if (found.length <= most) return;
    more = true;
    found = found.slice(0, most);
    before = instantAt(secondsOf(found[most - 1]!.start_at) + 1);
  };
  for (const series of list) {
    const expansion = expand(series, { ...window, before }, most);
    found.push(...expansion.occurrences);
    more ||= expansion.more;
    exhausted ||= expansion.exhausted;
    if (found.length > 2 * most) settle();
  }
  settle();
  return { occurrences: found, more, exhausted };
}

/** The instance with this id, or null when the series has none there. */
export function findOccurrence(series: Series, id: string): Occurrence | null {
  const key = readInstanceId(id);
  if (!key || key.seriesId !== series.id || key.allDay !== series.all_day) return null;
  const at = series.all_day ? toUtc(key.at, series.timezone) : key.at;
  const window = { after: instantAt(at), before: instantAt(at + 1) };
  return expand(series, window).occurrences.find((occurrence) => occurrence.id === id) ?? null;
}

/**
 * When the last instance ends, at the latest: what an index needs to leave out series that are over. Null: never, or
 * too far to say.
 */
export function seriesEnd(series: Series): Instant | null {
  const read = readSeries(series);
  if (!read) return series.end_at;
  const endOf = (local: LocalSeconds) => spanOf(read, local).endAt;
  const last = Math.max(endOf(read.start), ...read.further.map(endOf));
  if (!read.rule) return instantAt(last);
  const { until, count } = read.rule.rule;
  if (until) return instantAt(Math.max(last, endOf(until.form === "date" ? until.at + DAY : until.at)));
  if (count === null) return null;
  let visits = 0;
  let local = read.start;
  const visit = (time: LocalSeconds) => {
    local = time;
    return ++visits < MOST_REMOVED;
  };
  const end = walkSeries(series, read.rule, { from: read.start, visit });
  return end === "end" ? instantAt(Math.max(last, endOf(local))) : null;
}
