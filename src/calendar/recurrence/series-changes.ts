// Changes of a series: one date removed, the series cut in two at an instance ("this and future"), the series moved to
// another time. All return new values; nothing is changed in place.

import { invalid } from "../../lib/failure.ts";
import { DAY, dayOf, formatBasic, formatBasicDate, type LocalSeconds } from "../../lib/local-time.ts";
import { offsetSpread, toLocal, toUtc, type UtcSeconds } from "../../lib/zones.ts";
import { storedClock, timesOf, wallClock, writeWallClock } from "../times.ts";
import type { EventTimes, ExpandableSeries, Recurrence } from "../types.ts";
import type { Occurrence } from "./expansion.ts";
import { ruleOf, type SeriesRule, walkSeries } from "./recurrence.ts";
import { readRule, withParts } from "./rule.ts";

/** The recurrence without this instance. */
export function withoutOccurrence(recurrence: Recurrence, occurrence: Occurrence): Recurrence {
  if (recurrence.exdates.includes(occurrence.original_start)) return recurrence;
  return { ...recurrence, exdates: [...recurrence.exdates, occurrence.original_start].sort() };
}

export interface SplitSeries {
  /** The part before the cut; null when the cut is at the first instance. */
  before: Recurrence | null;
  /** The new series that begins at the cut; null when it has no instances. */
  after: { times: EventTimes; recurrence: Recurrence } | null;
}

/** UNTIL for the last second before a wall-clock time, in the type that RFC 5545 3.3.10 requires. */
function untilBefore(series: ExpandableSeries, local: LocalSeconds): string {
  if (series.all_day) return formatBasicDate(local - DAY);
  return `${formatBasic(toUtc(local, series.timezone) - 1)}Z`;
}

function sameLength(series: ExpandableSeries, start: LocalSeconds): EventTimes {
  const zone = series.timezone;
  const oldStart = storedClock(series.start);
  const oldEnd = storedClock(series.end);
  const end = series.all_day
    ? start + oldEnd - oldStart
    : toLocal(toUtc(start, zone) + toUtc(oldEnd, zone) - toUtc(oldStart, zone), zone);
  return timesOf({ start, end, allDay: series.all_day, timezone: zone });
}

interface RuleCut {
  /** The rule's first time at or after the cut. */
  first: LocalSeconds | null;
  /** The number of the rule's times before the cut; without COUNT, or where none follows, 0 or at least 1. */
  earlier: number;
}

function cutRule(series: ExpandableSeries, rule: SeriesRule, cut: UtcSeconds): RuleCut {
  const zone = series.timezone;
  const found: RuleCut = { first: null, earlier: 0 };
  const from = toLocal(cut, zone) - offsetSpread(zone, cut);
  const visit = (local: LocalSeconds, ordinal: number) => {
    const isEarlier = toUtc(local, zone) < cut;
    found.earlier = isEarlier ? ordinal + 1 : ordinal;
    if (!isEarlier) found.first = local;
    return isEarlier;
  };
  if (walkSeries(series, rule, { from, visit }) === "exhausted") {
    throw invalid("This series is too dense or too sparse to be cut there. Replace it by two new events.");
  }
  if (rule.rule.count === null || found.first === null) {
    const first = (local: LocalSeconds) => {
      found.earlier = toUtc(local, zone) < cut ? 1 : 0;
      return false;
    };
    walkSeries(series, rule, { from: storedClock(series.start), visit: first });
  }
  return found;
}

/**
 * Cuts a series before an instance. The old part ends by UNTIL; the new one begins at the instance with the same
 * length, the rest of COUNT, and the RDATEs and EXDATEs from there on. At an instance that only an RDATE includes, the
 * new series begins at the rule's next time and keeps that RDATE.
 */
export function splitSeries(series: ExpandableSeries, occurrence: Occurrence): SplitSeries {
  const { rule: text, rdates, exdates } = series.recurrence ?? { rule: null, rdates: [], exdates: [] };
  const zone = series.timezone;
  const cutLocal = storedClock(occurrence.original_start);
  const cut = toUtc(cutLocal, zone);
  const isBefore = (date: string) => toUtc(wallClock(date) ?? 0, zone) < cut;
  const early = { rdates: rdates.filter(isBefore), exdates: exdates.filter(isBefore) };
  const late = {
    rdates: rdates.filter((date) => !isBefore(date)),
    exdates: exdates.filter((date) => !isBefore(date)),
  };
  const rule = ruleOf(series);
  if (!rule || text === null) {
    if (isBefore(series.start)) return { before: { rule: null, ...early }, after: afterRule(series, late) };
    const dates = { rdates: [series.start, ...late.rdates], exdates: late.exdates };
    return { before: null, after: afterRule(series, dates) };
  }
  const { first, earlier } = cutRule(series, rule, cut);
  // A rule that ends before the cut is unchanged.
  const shortened =
    first === null ? text : withParts(text, { COUNT: null, UNTIL: untilBefore(series, cutLocal) });
  const before = earlier > 0 || early.rdates.length > 0 ? { rule: shortened, ...early } : null;
  if (first === null) return { before, after: afterRule(series, late) };
  const left: Record<string, string> =
    rule.rule.count === null ? {} : { COUNT: String(rule.rule.count - earlier) };
  return {
    before,
    after: { times: sameLength(series, first), recurrence: { rule: withParts(text, left), ...late } },
  };
}

/** The later part when the rule has ended: its RDATEs; the first is the new start. */
function afterRule(
  series: ExpandableSeries,
  late: { rdates: string[]; exdates: string[] },
): SplitSeries["after"] {
  const dates = [...late.rdates].sort();
  const first = dates.shift();
  if (first === undefined) return null;
  return {
    times: sameLength(series, storedClock(first)),
    recurrence: { rule: null, rdates: dates, exdates: late.exdates },
  };
}

/**
 * The recurrence of a series whose first instance moves from one time to another: EXDATE, RDATE and UNTIL move along
 * by as much on the wall clock, so that the same instances stay in and out.
 */
export function movedRecurrence(recurrence: Recurrence, from: EventTimes, to: EventTimes): Recurrence {
  const start = storedClock(from.start);
  const shift = storedClock(to.start) - start;
  const move = (text: string) => {
    const local = wallClock(text);
    // A date that excludes a whole day of a timed series does not move.
    if (local === null || (text.length === 10 && !from.all_day)) return text;
    return writeWallClock(local + shift, to.all_day);
  };
  const text = recurrence.rule;
  const until = text === null ? null : (readRule(text).rule?.until ?? null);
  let rule = text;
  if (
    text !== null &&
    until &&
    (shift !== 0 || from.timezone !== to.timezone || from.all_day !== to.all_day)
  ) {
    const local = until.form === "utc" ? toLocal(until.at, from.timezone) : until.at;
    // A date includes its whole day, before the move and after it.
    const moved =
      until.form === "date" ? dayOf(local + (start - dayOf(start) * DAY) + shift) * DAY : local + shift;
    const asDate = to.all_day || until.form === "date";
    const value = asDate ? formatBasicDate(moved) : `${formatBasic(toUtc(moved, to.timezone))}Z`;
    rule = withParts(text, { UNTIL: value });
  }
  return {
    rule,
    exdates: [...new Set(recurrence.exdates.map(move))],
    rdates: [...new Set(recurrence.rdates.map(move))],
  };
}

/** A wall-clock time moved by the difference of two others, in the form of the second. */
export function movedBy(text: string, from: string, to: string): string {
  return writeWallClock(storedClock(text) + storedClock(to) - storedClock(from), to.length === 10);
}

const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/**
 * Like movedRecurrence, for a series whose instances all move, also to other days: the rule's weekdays move too. Null
 * where no rule expresses the result, such as the day after the last Friday of the month.
 */
export function shiftedRecurrence(
  recurrence: Recurrence,
  from: EventTimes,
  to: EventTimes,
): Recurrence | null {
  const moved = movedRecurrence(recurrence, from, to);
  const days = dayOf(storedClock(to.start)) - dayOf(storedClock(from.start));
  const rule = moved.rule === null ? null : readRule(moved.rule).rule;
  if (days === 0 || moved.rule === null || !rule) return moved;
  const { byDay, byMonthDay, byYearDay, byWeekNo, byMonth, bySetPos, freq } = rule;
  const lists = [byMonthDay, byYearDay, byWeekNo, byMonth, bySetPos];
  const isWeekly = freq === "WEEKLY" || freq === "DAILY";
  if (lists.some((list) => list.length > 0) || (byDay.length > 0 && !isWeekly)) return null;
  const name = (weekday: number) => weekdayNames[(((weekday + days) % 7) + 7) % 7]!;
  const parts: Record<string, string | null> = {};
  if (rule.interval > 1) parts.WKST = name(rule.wkst);
  if (byDay.length > 0) parts.BYDAY = byDay.map(({ weekday }) => name(weekday)).join(",");
  return { ...moved, rule: withParts(moved.rule, parts) };
}
