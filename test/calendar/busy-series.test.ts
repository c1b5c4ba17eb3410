// Busy times merged during expansion equal those merged from all instances.
import { expect, test } from "bun:test";
import { addSeries, BusySpans } from "../../src/calendar/recurrence/busy-series.ts";
import { expandAll, type Occurrence } from "../../src/calendar/recurrence/expansion.ts";
import { busyIntervals } from "../../src/calendar/recurrence/free-busy.ts";
import { readSeries } from "../../src/calendar/recurrence/recurrence.ts";
import { instantAt, secondsOf } from "../../src/lib/zones.ts";
import { between, type SeriesInput, series } from "./support.ts";

const none: ReadonlySet<number> = new Set();

function merged(input: SeriesInput, window: { after: string; before: string }, changed = none) {
  const spans = new BusySpans();
  const bounds = { after: secondsOf(window.after), before: secondsOf(window.before) };
  let looked = 0;
  for (const count of addSeries(readSeries(series(input))!, bounds, { spans, changed })) looked += count;
  const times = spans
    .merged()
    .map(({ startAt, endAt }) => ({ start_at: instantAt(startAt), end_at: instantAt(endAt) }));
  return { busy: busyIntervals(times, window), looked };
}

function laidOut(input: SeriesInput, window: { after: string; before: string }) {
  const read = readSeries(series(input))!;
  const all: Occurrence[] = [];
  for (let past: Occurrence | null = null; ; ) {
    const { occurrences, more } = expandAll([read], { ...window, past });
    all.push(...occurrences);
    past = occurrences.at(-1) ?? null;
    if (!more) return busyIntervals(all, window);
  }
}

const start = (rule: string, minutes = 30, more: Partial<SeriesInput> = {}): SeriesInput => ({
  start: "2026-03-20T09:00:00",
  end: `2026-03-20T${String(9 + Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`,
  timezone: "Europe/Berlin",
  rule,
  ...more,
});

test("as laid out: sparse and dense rules, over a change of the clocks, with dates left out", () => {
  const inputs = [
    start("FREQ=WEEKLY;BYDAY=MO,FR"),
    start("FREQ=HOURLY", 90),
    start("FREQ=HOURLY;INTERVAL=2;BYDAY=SU", 200),
    start("FREQ=MINUTELY;INTERVAL=7", 45),
    start("FREQ=MINUTELY;INTERVAL=7;BYHOUR=9,10,23", 600),
    start("FREQ=MINUTELY;BYHOUR=2,3", 45),
    start("FREQ=MINUTELY;INTERVAL=5;COUNT=700", 45),
    start("FREQ=MINUTELY;UNTIL=20260330T120000Z", 10),
    start("FREQ=DAILY;BYHOUR=0,1,2,3,4;BYMINUTE=0,20,40", 61),
    start("FREQ=MINUTELY;INTERVAL=20", 30, {
      exdates: ["2026-03-29", "2026-03-30T10:00:00"],
      rdates: ["2026-03-29T15:10:00", "2026-03-28T04:05:00"],
    }),
    { start: "2026-03-20", end: "2026-03-22", timezone: "Asia/Tokyo", rule: "FREQ=DAILY;INTERVAL=3" },
  ];
  for (const window of [
    between("2026-03-27T00:10", "2026-04-02T11:15"),
    between("2026-03-20T08:00", "2026-03-20T08:20"),
  ])
    for (const input of inputs)
      expect([input.rule, merged(input, window).busy]).toEqual([input.rule, laidOut(input, window)]);
});

test("the cost of a rule that overlaps itself grows with its merged intervals, not its instances", () => {
  const quarter = between("2026-03-21", "2026-06-20");
  const { busy, looked } = merged(start("FREQ=SECONDLY"), quarter);
  expect(busy).toEqual([{ start_at: quarter.after, end_at: quarter.before }]);
  // 7,862,400 instances
  expect(looked).toBeLessThan(50_000);
});

test("a changed date takes no time of its series'", () => {
  const window = between("2026-03-27", "2026-03-30");
  const changed = new Set([secondsOf("2026-03-28T08:00:00.000000Z")]);
  expect(merged(start("FREQ=DAILY"), window, changed).busy.map(({ start_at }) => start_at)).toEqual([
    "2026-03-27T08:00:00.000000Z",
    "2026-03-29T07:00:00.000000Z",
  ]);
});

test("many intervals in any order are merged", () => {
  const spans = new BusySpans();
  for (let n = 0; n < 5000; n++) spans.add(((n * 7919) % 5000) * 10, ((n * 7919) % 5000) * 10 + 10);
  spans.add(70_000, 70_000);
  spans.add(60_000, 60_001);
  expect(spans.merged()).toEqual([
    { startAt: 0, endAt: 50_000 },
    { startAt: 60_000, endAt: 60_001 },
  ]);
});
