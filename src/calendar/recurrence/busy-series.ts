// The busy spans of series, merged while their rules are walked: memory grows with the merged spans, not with the
// instances. Where instances overlap, the walk skips those that add nothing.

import { DAY, type LocalSeconds } from "../../lib/local-time.ts";
import { must } from "../../lib/must.ts";
import { offsetAt, offsetSpread, toLocal, type UtcSeconds } from "../../lib/zones.ts";
import { type ReadSeries, type Span, spanOf, walkKept } from "./recurrence.ts";

/** Times of one series between two yields. */
const CHUNK = 10_000;

/** Collects spans of time and merges them. */
export class BusySpans {
  #spans: Span[] = [];
  #compactAt = 1000;

  /** Merges touching and overlapping spans; ignores empty ones. */
  add(startAt: UtcSeconds, endAt: UtcSeconds): void {
    if (endAt <= startAt) return;
    const last = this.#spans[this.#spans.length - 1];
    if (last && startAt >= last.startAt && startAt <= last.endAt) {
      last.endAt = Math.max(last.endAt, endAt);
      return;
    }
    this.#spans.push({ startAt, endAt });
    if (this.#spans.length < this.#compactAt) return;
    this.merged();
    this.#compactAt = 1000 + 2 * this.#spans.length;
  }

  /** All spans in order, none touching another. */
  merged(): readonly Readonly<Span>[] {
    const sorted = this.#spans.sort((a, b) => a.startAt - b.startAt);
    const merged: Span[] = [];
    for (const span of sorted) {
      const last = merged[merged.length - 1];
      if (last && span.startAt <= last.endAt) last.endAt = Math.max(last.endAt, span.endAt);
      else merged.push(span);
    }
    this.#spans = merged;
    return merged;
  }
}

export interface BusyWindow {
  after: UtcSeconds;
  before: UtcSeconds;
}

/**
 * Adds the busy spans of a series within a window.
 * @param to.changed its instances that are stored on their own: UTC seconds, or wall-clock midnights of all-day ones
 * @returns yields the number of times examined, at most 10,000, so that the caller can stop or give way
 */
export function* addSeries(
  read: ReadSeries,
  window: BusyWindow,
  to: { spans: BusySpans; changed: ReadonlySet<number> },
): Generator<number> {
  const { series, rule, duration, further } = read;
  const zone = series.timezone;
  const add = (local: LocalSeconds): Span => {
    const span = spanOf(read, local);
    const { startAt, endAt } = span;
    if (startAt >= window.before || endAt <= window.after) return span;
    if (read.removedDays.has(Math.floor(local / DAY) * DAY) || read.removed.has(startAt)) return span;
    if (!to.changed.has(series.all_day ? local : startAt)) to.spans.add(startAt, endAt);
    return span;
  };
  for (const local of further) add(local);
  if (!rule || duration === 0) return;
  const earliest = window.after - duration - (series.all_day ? DAY : 0);
  const until = toLocal(window.before, zone) + offsetSpread(zone, window.before);
  // An instance that is removed or changed may be the one that covered the others: such series are walked without skips.
  const maySkip =
    !series.all_day &&
    rule.rule.count === null &&
    read.removed.size + read.removedDays.size + to.changed.size === 0;
  const reach = Math.min(duration, DAY);
  let from = toLocal(earliest, zone) - offsetSpread(zone, earliest);
  for (;;) {
    let examined = 0;
    let last = Number.NaN;
    let skip = 0;
    const end = walkKept(read, rule, {
      from,
      until,
      visit: (local) => {
        const gap = local - last;
        const { startAt } = add(local);
        last = local;
        examined++;
        if (maySkip && gap * 4 < reach && isSteady(zone, startAt, reach)) skip = gap;
        return examined < CHUNK && skip === 0;
      },
    });
    if (skip > 0) {
      const covering = lastWithin(read, { past: last, upTo: last + reach }, skip);
      if (covering !== null) {
        add(covering);
        last = covering;
      }
    } else if (examined === 0 || (end !== "exhausted" && examined < CHUNK)) return;
    from = last + 1;
    if (from > until) return;
    yield examined;
  }
}

/** Whether no clock change is near enough to reorder wall-clock times in UTC. */
function isSteady(zone: string, startAt: UtcSeconds, reach: number): boolean {
  return offsetAt(zone, startAt - 3 * 3600) === offsetAt(zone, startAt + reach + 3 * 3600);
}

/** The latest of the rule's times in (past, upTo], searched from the end; null when there is none. */
function lastWithin(
  read: ReadSeries,
  { past, upTo }: { past: LocalSeconds; upTo: LocalSeconds },
  gap: number,
): LocalSeconds | null {
  for (let back = 2 * gap; ; back *= 4) {
    const from = Math.max(past + 1, upTo - back);
    let last: LocalSeconds | null = null;
    const visit = (local: LocalSeconds) => {
      if (local <= upTo) last = local;
      return local < upTo;
    };
    walkKept(read, must(read.rule, "a series that repeats has a rule"), { from, until: upTo, visit });
    if (last !== null || from === past + 1) return last;
  }
}
