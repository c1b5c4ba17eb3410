// The ids of a series' instances: `<series id>_<original start in UTC, basic format>`, for all-day events
// `<series id>_<date>` (DECISIONS Calendar). Where the series has it counts, not where it was moved to.

import { formatBasic, formatBasicDate, joinLocal, type LocalSeconds } from "./local-time.ts";
import type { Series } from "./types.ts";
import { toUtc, type UtcSeconds } from "./zones.ts";

export interface InstanceKey {
  seriesId: string;
  allDay: boolean;
  /** Seconds: since the epoch, or of the date's midnight on the wall clock for all-day events. */
  at: UtcSeconds | LocalSeconds;
}

/** `local` is where the series has the instance, on its wall clock. */
export function instanceId(series: Pick<Series, "id" | "all_day" | "timezone">, local: LocalSeconds): string {
  if (series.all_day) return `${series.id}_${formatBasicDate(local)}`;
  return `${series.id}_${formatBasic(toUtc(local, series.timezone))}Z`;
}

/** The parts of an instance id, or null when the text is no such id (then it is an ordinary event's). */
export function readInstanceId(id: string): InstanceKey | null {
  const match = /^([0-9a-f-]{36})_(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(id);
  if (!match) return null;
  const parts = match.slice(2, 8).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const at = joinLocal(parts);
  return at === null ? null : { seriesId: match[1]!, allDay: match[5] === undefined, at };
}
