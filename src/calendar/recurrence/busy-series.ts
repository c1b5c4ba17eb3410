// When series are busy, merged while their rules are walked: what is kept grows with the stretches that come out, not
// with the instances. A rule that repeats before its last instance is over leaps over those that add nothing.

import { DAY, type LocalSeconds } from "../time/local-time.ts";
import { offsetAt, offsetSpread, toLocal, type UtcSeconds } from "../timezones/zones.ts";
import { type ReadSeries, type Span, spanOf, walkKept } from "./recurrence.ts";

/** Times of one series that are looked at before others have their turn. */
const CHUNK = 10_000;

/** Stretches of time, put together as they come in. */
export class BusySpans {
  #spans: Span[] = [];
  #compactAt = 1000;

  /** Touching and overlapping stretches are one. One without length takes up none. */
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

  /** In order, none touching another. */
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
 * Adds what a series takes up of a window.
 * @param to.changed its instances that are events of their own: UTC seconds, or midnights on the wall clock of all-day ones
 * @returns yields how many times were looked at, at most 10,000, so that the caller can stop or let others go on
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
  // What is left out or changed may be what covered the others: such series are walked time by time.
  const mayLeap =
    !series.all_day &&
    rule.rule.count === null &&
    read.removed.size + read.removedDays.size + to.changed.size === 0;
  const reach = Math.min(duration, DAY);
  let from = toLocal(earliest, zone) - offsetSpread(zone, earliest);
  for (;;) {
    let looked = 0;
    let last = Number.NaN;
    let leap = 0;
    const end = walkKept(read, rule, {
      from,
      until,
      visit: (local) => {
        const gap = local - last;
        const { startAt } = add(local);
        last = local;
        looked++;
        if (mayLeap && gap * 4 < reach && isSteady(zone, startAt, reach)) leap = gap;
        return looked < CHUNK && leap === 0;
      },
    });
    if (leap > 0) {
      const covering = lastWithin(read, { past: last, upTo: last + reach }, leap);
      if (covering !== null) {
        add(covering);
        last = covering;
      }
    } else if (looked === 0 || (end !== "exhausted" && looked < CHUNK)) return;
    from = last + 1;
    if (from > until) return;
    yield looked;
  }
}

/** No clock change is so near that times of the wall clock come in another order in UTC. */
function isSteady(zone: string, startAt: UtcSeconds, reach: number): boolean {
  return offsetAt(zone, startAt - 3 * 3600) === offsetAt(zone, startAt + reach + 3 * 3600);
}

/** The latest of the rule's times in (past, upTo], looked for from the end on; null when there is none. */
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
    walkKept(read, read.rule!, { from, until: upTo, visit });
    if (last !== null || from === past + 1) return last;
  }
}
