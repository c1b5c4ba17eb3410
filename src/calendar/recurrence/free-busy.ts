// The busy times of an address within a window, merged.

import { earlierOf, type Instant, laterOf } from "../../lib/clock.ts";
import type { AttendeeStatus, EventStatus } from "../types.ts";

export interface BusyInterval {
  start_at: Instant;
  end_at: Instant;
}

/** Cancelled, declined and transparent events take up no time. `response_status` is the address's own answer, null on its own events. */
export function takesTime({
  status,
  response_status,
  transparent = false,
}: {
  status: EventStatus;
  response_status: AttendeeStatus | null;
  transparent?: boolean;
}): boolean {
  return status !== "cancelled" && response_status !== "declined" && !transparent;
}

/**
 * The busy times within [after, before), in order: cut to the window, with overlapping and touching ones merged. Empty
 * events take up no time.
 */
export function busyIntervals(
  times: readonly BusyInterval[],
  window: { after: Instant; before: Instant },
): BusyInterval[] {
  const cut = times
    .map(({ start_at, end_at }) => ({
      start_at: laterOf(start_at, window.after),
      end_at: earlierOf(end_at, window.before),
    }))
    .filter(({ start_at, end_at }) => start_at < end_at)
    .sort((a, b) => (a.start_at < b.start_at ? -1 : 1));
  const merged: BusyInterval[] = [];
  for (const interval of cut) {
    const last = merged[merged.length - 1];
    if (last && interval.start_at <= last.end_at) {
      last.end_at = laterOf(last.end_at, interval.end_at);
    } else {
      merged.push({ ...interval });
    }
  }
  return merged;
}
