// Finds the instances of series inside a window, lazily and with bounded work for every rule.

import type { Instant } from "../../lib/clock.ts";
import { DAY, type LocalSeconds } from "../../lib/local-time.ts";
import {
  instantAt,
  offsetSpread,
  secondsOf,
  steadyOffset,
  toLocal,
  toUtc,
  type UtcSeconds,
} from "../../lib/zones.ts";
import { writeWallClock } from "../times.ts";
import type { ExpandableSeries } from "../types.ts";
import { instanceId, readInstanceId } from "./instance-id.ts";
import { type ReadSeries, readSeries, type Span, spanOf, walkKept } from "./recurrence.ts";

/** The most instances of one expansion of many series: some milliseconds of work. */
const maxTogether = 2500;
/** The most instances of one expansion of a series. */
const maxInstances = 1000;

/** Removed times after which an expansion gives up: only dense rules with many removed days reach it. */
const maxRemoved = 50_000;

export interface ExpansionWindow {
  after: Instant;
  before: Instant;
  /** The end of the previous page: only instances later by (start_at, id) are returned. */
  past?: { start_at: Instant; id: string } | null;
}

export interface Occurrence {
  id: string;
  series_id: string;
  /** The original start, in the form of `start`. */
  original_start: string;
  start: string;
  end: string;
  start_at: Instant;
  end_at: Instant;
}

/** The end of an expansion. */
interface ExpansionEnd {
  /** The window holds more than `limit`. */
  more: boolean;
  /** The work limit was reached before the end of the window. */
  exhausted: boolean;
}

export interface Expansion extends ExpansionEnd {
  /** By start_at, then id. */
  occurrences: Occurrence[];
}

/** An instance whose texts are not written yet. */
export interface Instance extends Span {
  read: ReadSeries;
  /** The instance's start, on the wall clock of its series. */
  local: LocalSeconds;
}

export function occurrenceOf({ read, local, startAt, endAt }: Instance): Occurrence {
  const { series, duration } = read;
  const zone = series.timezone;
  // A time that a clock change skips is written as the time it moves to.
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

function isRemoved({ removed, removedDays }: ReadSeries, local: LocalSeconds, startAt: UtcSeconds): boolean {
  if (removedDays.size > 0 && removedDays.has(Math.floor(local / DAY) * DAY)) return true;
  return removed.size > 0 && removed.has(startAt);
}

/** Orders by (start_at, id). Ids begin with the series' id, and those have one length. */
function inOrder(a: Instance, b: Instance): number {
  if (a.startAt !== b.startAt) return a.startAt - b.startAt;
  const [one, other] = [a.read.series.id, b.read.series.id];
  if (one !== other) return one < other ? -1 : 1;
  return a.local - b.local;
}

/** The first whole second that is not before the instant. */
function secondsUp(instant: Instant): UtcSeconds {
  return secondsOf(instant) + (instant.slice(19, 26) === ".000000" ? 0 : 1);
}

/** A window in seconds. */
interface Bounds {
  after: UtcSeconds;
  /** The first second at which an empty instance is inside the window. */
  firstStart: UtcSeconds;
  before: UtcSeconds;
  /** Instances begin at or after this, and at it only with a later id. */
  past: { at: UtcSeconds; id: string } | null;
  /** By zone, its offset in all of the window and some days around it; null where it changes there. */
  steady: Map<string, number | null>;
}

/** Days around the window in which an offset must be steady: toUtc looks a day to each side, a day is 25 hours at most. */
const AROUND = 4 * DAY;

function boundsOf({ after, before, past }: ExpansionWindow): Bounds {
  return {
    after: secondsOf(after),
    firstStart: secondsUp(after),
    before: secondsUp(before),
    past: past
      ? { at: secondsUp(past.start_at), id: past.start_at.endsWith(".000000Z") ? past.id : "" }
      : null,
    steady: new Map(),
  };
}

/** The offset that the zone has at every instance in the bounds; null where it may change. */
function steadyOf({ duration, series }: ReadSeries, { after, before, steady }: Bounds): number | null {
  if (duration > 2 * DAY || series.all_day) return null;
  const known = steady.get(series.timezone);
  if (known !== undefined) return known;
  const offset = steadyOffset(series.timezone, after - AROUND, before + AROUND);
  steady.set(series.timezone, offset);
  return offset;
}

interface Gathered {
  found: Instance[];
  exhausted: boolean;
}

/** The earliest instances in the bounds, unordered; more than `most` when there are more. */
function gather(read: ReadSeries, bounds: Bounds, most: number): Gathered {
  const { series, further } = read;
  const zone = series.timezone;
  const { after, before, past } = bounds;
  const offset = steadyOf(read, bounds);
  const found: Instance[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  // RDATE may repeat a time of the rule, and a skipped time may move onto another one.
  const isKnown = (local: LocalSeconds, startAt: UtcSeconds) =>
    startAt <= highest &&
    found.some((one) => (series.all_day ? one.local === local : one.startAt === startAt));
  const take = (local: LocalSeconds): boolean => {
    // Further dates may lie outside the stretch in which the offset is steady.
    const isNear = offset !== null && local > after - 3 * DAY && local < before + 3 * DAY;
    const startAt = isNear ? local - offset : toUtc(local, zone);
    const endAt = isNear || !series.all_day ? startAt + read.duration : spanOf(read, local).endAt;
    if (startAt >= before || (endAt <= after && startAt < bounds.firstStart)) return false;
    if (past && (startAt < past.at || (startAt === past.at && instanceId(series, local) <= past.id)))
      return false;
    if (isRemoved(read, local, startAt)) return false;
    if (isKnown(local, startAt)) return true;
    highest = Math.max(highest, startAt);
    found.push({ read, local, startAt, endAt });
    return true;
  };
  for (const local of further) take(local);
  if (!read.rule) return { found, exhausted: false };
  const earliest = Math.max(
    after - read.duration - (series.all_day ? DAY : 0),
    past ? past.at : Number.NEGATIVE_INFINITY,
  );
  const from = offset === null ? toLocal(earliest, zone) - offsetSpread(zone, earliest) : earliest + offset;
  const until = offset === null ? toLocal(before, zone) + offsetSpread(zone, before) : before + offset;
  let exhausted = false;
  const enough = found.length + most;
  let removed = 0;
  const visit = (local: LocalSeconds) => {
    if (!take(local) && ++removed > maxRemoved) exhausted = true;
    return found.length <= enough && !exhausted;
  };
  const end = walkKept(read, read.rule, { from, until, visit });
  return { found, exhausted: exhausted || end === "exhausted" };
}

/**
 * The instances of a series that touch [after, before): at most `limit` (and at most 1,000), the earliest first. Work is
 * bounded for every rule; without COUNT it does not depend on how long ago the series began.
 */
export function expand(series: ExpandableSeries, window: ExpansionWindow, limit = maxInstances): Expansion {
  const read = readSeries(series);
  return expandAll(read ? [read] : [], window, Math.min(limit, maxInstances));
}

/**
 * The instances of many series in one window, the earliest first, at most `limit` (and at most 2,500). Once enough are
 * found the window shrinks to them, so that work depends on the size of the result.
 */
export function expandAll(
  list: readonly ReadSeries[],
  window: ExpansionWindow,
  limit = maxTogether,
): Expansion {
  const { instances, ...ended } = findInstances(list, window, limit);
  return { occurrences: instances.map(occurrenceOf), ...ended };
}

/** As expandAll, for callers that show few of the instances. */
export function findInstances(
  list: readonly ReadSeries[],
  window: ExpansionWindow,
  limit: number,
): { instances: Instance[] } & ExpansionEnd {
  const most = Math.min(limit, maxTogether);
  if (window.before <= window.after) return { instances: [], more: false, exhausted: false };
  const bounds = boundsOf(window);
  const found: Instance[] = [];
  let more = false;
  let exhausted = false;
  const settle = () => {
    found.sort(inOrder);
    if (found.length <= most) return;
    more = true;
    found.length = most;
    bounds.before = found[most - 1]!.startAt + 1;
  };
  for (const read of list) {
    const gathered = gather(read, bounds, most);
    exhausted ||= gathered.exhausted;
    for (const one of gathered.found) found.push(one);
    if (found.length > 2 * most) settle();
  }
  settle();
  return { instances: found, more, exhausted };
}

/** The instance with this id; null when the series has none. */
export function findOccurrence(series: ExpandableSeries, id: string): Occurrence | null {
  const key = readInstanceId(id);
  if (!key || key.seriesId !== series.id || key.allDay !== series.all_day) return null;
  const at = series.all_day ? toUtc(key.at, series.timezone) : key.at;
  const window = { after: instantAt(at), before: instantAt(at + 1) };
  return expand(series, window).occurrences.find((occurrence) => occurrence.id === id) ?? null;
}
