// The ids of a series' instances: `<series id>_<original start in UTC, basic format>`, for all-day events
// `<series id>_<date>` (DECISIONS Calendar). They name the original start, not the one that it was moved to.

import type { Instant } from "../../lib/clock.ts";
import {
  DAY,
  dayOf,
  formatBasic,
  formatBasicDate,
  joinGroups,
  type LocalSeconds,
  nearestMidnight,
} from "../../lib/local-time.ts";
import { instantAt, secondsOf, toLocal, toUtc, type UtcSeconds } from "../../lib/zones.ts";
import type { RecurrenceId } from "../invitations/times.ts";
import { wallClock, writeWallClock } from "../times.ts";
import type { ExpandableSeries } from "../types.ts";

export interface InstanceKey {
  seriesId: string;
  allDay: boolean;
  /** Seconds: since the epoch, or of the date's midnight on the wall clock for all-day events. */
  at: UtcSeconds | LocalSeconds;
}

/** The id of the instance whose original start is `local`. */
export function instanceId(
  series: Pick<ExpandableSeries, "id" | "all_day" | "timezone">,
  local: LocalSeconds,
): string {
  if (series.all_day) return `${series.id}_${formatBasicDate(local)}`;
  return `${series.id}_${formatBasic(toUtc(local, series.timezone))}Z`;
}

/** The parts of an instance id; null when the text is not one. */
export function readInstanceId(id: string): InstanceKey | null {
  const match = /^([0-9a-f-]{36})_(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(id);
  if (!match) return null;
  const at = joinGroups(match.slice(2, 8));
  return at === null ? null : { seriesId: match[1]!, allDay: match[5] === undefined, at };
}

export interface InstancePlace {
  id: string;
  /** In the form of the series' `start`. */
  original_start: string;
  original_at: Instant;
}

/** The day of an all-day series: a date as written, a time in UTC as the nearest midnight. */
function dayMeant(
  { timezone: zone }: Pick<ExpandableSeries, "timezone">,
  { value, timezone, at }: Pick<RecurrenceId, "value" | "timezone" | "at">,
): LocalSeconds {
  const written = wallClock(value) ?? 0;
  if (at === null || timezone !== "UTC") return dayOf(written) * DAY;
  return nearestMidnight(toLocal(secondsOf(at), zone));
}

/**
 * The instance of a series that a RECURRENCE-ID names. A date may name an instance of a timed series and a time one of
 * an all-day series: programs that change an event's kind keep the old form.
 */
export function instanceOf(
  series: Pick<ExpandableSeries, "id" | "all_day" | "timezone" | "start">,
  { value, timezone, at }: RecurrenceId,
): InstancePlace {
  const zone = series.timezone;
  const written = wallClock(value) ?? 0;
  const local =
    at !== null ? toLocal(secondsOf(at), zone) : timezone ? toLocal(toUtc(written, timezone), zone) : written;
  const start = wallClock(series.start) ?? 0;
  const onDate = value.length === 10 && !series.all_day ? written + start - dayOf(start) * DAY : local;
  const place = series.all_day ? dayMeant(series, { value, timezone, at }) : onDate;
  return {
    id: instanceId(series, place),
    original_start: writeWallClock(place, series.all_day),
    original_at: instantAt(toUtc(place, zone)),
  };
}
