// A series' rule and dates, read once: RRULE and RDATE without EXDATE (RFC 5545 3.8.5), in the series' zone. The rule runs
// on the wall clock; each of its times is turned into UTC like any other wall-clock time, so a daily 09:00 stays 09:00
// over changes of the clocks, a skipped time moves on by the gap and a repeated one is the first. Timed instances last
// as long as the first one does (exact duration), all-day ones as many days.
// DTSTART is an instance only if rule or RDATE include it; without a rule it always is.

import type { Instant } from "../../lib/clock.ts";
import { DAY, type LocalSeconds, parseDate, parseLocal } from "../../lib/local-time.ts";
import { must } from "../../lib/must.ts";
import { instantAt, offsetSpread, toLocal, toUtc, type UtcSeconds } from "../../lib/zones.ts";
import { wallClock } from "../times.ts";
import type { ExpandableSeries } from "../types.ts";
import { type RecurrenceRule, readRule, ruleProblems } from "./rule.ts";
import { type WalkEnd, walkRule } from "./rule-walk.ts";

/** Times that are counted to find the end of a series with COUNT; longer series count as endless. */
const maxVisits = 50_000;

/** Return a rule's problems, each a sentence that says what to do; empty: it is valid. */
export function validate(rule: string, allDay = false): string[] {
  return ruleProblems(rule, allDay);
}

/** A rule as it runs on its series' wall clock. */
export interface SeriesRule {
  rule: RecurrenceRule;
  /** UNTIL as an instant: near a clock change the wall clock is ambiguous. */
  endsAt: UtcSeconds | null;
}

/** The rule of a series, or null when there is none or it cannot be understood. */
export function ruleOf(series: ExpandableSeries): SeriesRule | null {
  if (!series.recurrence?.rule) return null;
  const { rule } = readRule(series.recurrence.rule);
  if (!rule) return null;
  let endsAt: UtcSeconds | null = null;
  let until = rule.until;
  if (until?.form === "utc") {
    endsAt = series.all_day ? null : until.at;
    until = { at: toLocal(until.at, series.timezone), form: "local" };
    if (!series.all_day)
      until.at += offsetSpread(series.timezone, must(endsAt, "a rule with UNTIL has an end"));
  }
  if (!series.all_day) return { rule: { ...rule, until }, endsAt };
  // RFC 5545 3.3.10: BYHOUR, BYMINUTE and BYSECOND are ignored when DTSTART is a date.
  if (rule.freq === "HOURLY" || rule.freq === "MINUTELY" || rule.freq === "SECONDLY") return null;
  return { rule: { ...rule, until, byHour: [], byMinute: [], bySecond: [] }, endsAt };
}

/** Visits the rule's times like walkRule, and compares UNTIL in UTC exactly. */
export function walkSeries(
  series: ExpandableSeries,
  { rule, endsAt }: SeriesRule,
  walk: {
    from: LocalSeconds;
    /** The last time to visit; some later ones may be visited too. */
    until?: LocalSeconds;
    visit: (local: LocalSeconds, ordinal: number) => boolean;
  },
): WalkEnd {
  const { from, until } = walk;
  const start = wallClock(series.start) ?? 0;
  if (endsAt === null) return walkRule(rule, { start, from, until }, walk.visit);
  let over = false;
  const end = walkRule(rule, { start, from, until }, (local, ordinal) => {
    over = toUtc(local, series.timezone) > endsAt;
    return !over && walk.visit(local, ordinal);
  });
  return over ? "end" : end;
}

/** A series with its texts parsed, for repeated expansion. Local times are wall-clock seconds, others UTC seconds. */
export interface ReadSeries {
  series: ExpandableSeries;
  start: LocalSeconds;
  rule: SeriesRule | null;
  /** Wall-clock seconds for all-day events, exact seconds otherwise. */
  duration: number;
  further: LocalSeconds[];
  removed: Set<UtcSeconds>;
  /** Whole days that EXDATE removes, as their midnights. */
  removedDays: Set<LocalSeconds>;
  /** Cached times of the rule, by block: walkKept. */
  blocks: Map<number, Block>;
}

/** The rule's times in some days. */
interface Block {
  /** Null: more than are cached. */
  times: readonly LocalSeconds[] | null;
  /** `stopped`: the rule continues after them. */
  end: WalkEnd;
}

/** Parses a series; null when its times are invalid. */
export function readSeries(series: ExpandableSeries): ReadSeries | null {
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
    blocks: new Map(),
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

const BLOCK = 64 * DAY;
/** Cached blocks of one series. */
const BLOCKS_KEPT = 8;
/** Times in a block. Denser rules are not cached: there, using the times costs more than finding them. */
const TIMES_KEPT = 128;

function blockOf(read: ReadSeries, rule: SeriesRule, number: number): Block {
  const known = read.blocks.get(number);
  if (known) return known;
  const from = number * BLOCK;
  const times: LocalSeconds[] = [];
  const visit = (local: LocalSeconds) => local < from + BLOCK && times.push(local) <= TIMES_KEPT;
  const end = walkSeries(read.series, rule, { from, until: from + BLOCK, visit });
  const block = { times: times.length > TIMES_KEPT ? null : times, end };
  for (const oldest of read.blocks.keys()) {
    if (read.blocks.size < BLOCKS_KEPT) break;
    read.blocks.delete(oldest);
  }
  read.blocks.set(number, block);
  return block;
}

/**
 * Visits the rule's times in [from, until] like walkSeries, and caches them: clients read the same months again and again.
 */
export function walkKept(
  read: ReadSeries,
  rule: SeriesRule,
  walk: { from: LocalSeconds; until: LocalSeconds; visit: (local: LocalSeconds) => boolean },
): WalkEnd {
  const { until, visit } = walk;
  const from = Math.max(walk.from, read.start);
  const last = Math.floor(until / BLOCK);
  let number = Math.floor(from / BLOCK);
  const within = (local: LocalSeconds) => local <= until && visit(local);
  if (last - number >= BLOCKS_KEPT) return walkSeries(read.series, rule, { from, until, visit: within });
  for (; number <= last; number++) {
    const { times, end } = blockOf(read, rule, number);
    if (!times) {
      const rest = Math.max(from, number * BLOCK);
      return walkSeries(read.series, rule, { from: rest, until, visit: within });
    }
    for (const local of times) if (local >= from && !within(local)) return "stopped";
    if (end !== "stopped") return end;
  }
  return "stopped";
}

export interface Span {
  startAt: UtcSeconds;
  endAt: UtcSeconds;
}

/** The span of the instance at a wall-clock time. */
export function spanOf({ series, duration }: ReadSeries, local: LocalSeconds): Span {
  const startAt = toUtc(local, series.timezone);
  return { startAt, endAt: series.all_day ? toUtc(local + duration, series.timezone) : startAt + duration };
}

/**
 * An upper bound of the end of the last instance, by which an index excludes series that are over. Null: endless, or too
 * far away to compute.
 */
export function seriesEnd(series: ExpandableSeries): Instant | null {
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
    return ++visits < maxVisits;
  };
  const end = walkSeries(series, read.rule, { from: read.start, visit });
  return end === "end" ? instantAt(Math.max(last, endOf(local))) : null;
}
