import { expect, test } from "bun:test";
import { type BusyInterval, busyIntervals, takesTime } from "../../src/calendar/recurrence/free-busy.ts";
import { between } from "./support.ts";

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000000Z`;
const busy = (start: number, end: number): BusyInterval => ({ start_at: at(start), end_at: at(end) });
const merged = (sources: BusyInterval[]) =>
  busyIntervals(sources, between("2026-03-01T06:00", "2026-03-01T20:00")).map(({ start_at, end_at }) => [
    start_at,
    end_at,
  ]);

test("overlapping and touching events are one interval, cut to the window", () => {
  expect(
    merged([busy(12, 13), busy(8, 10), busy(9, 11), busy(11, 12), busy(0, 7), busy(19, 23), busy(15, 16)]),
  ).toEqual([
    [at(6), at(7)],
    [at(8), at(13)],
    [at(15), at(16)],
    [at(19), at(20)],
  ]);
});

test("an event inside another does not shorten it", () => {
  expect(merged([busy(8, 15), busy(9, 10)])).toEqual([[at(8), at(15)]]);
});

test("empty and outside ones take no time", () => {
  expect(merged([busy(10, 10), busy(1, 6), busy(20, 22), busy(12, 13)])).toEqual([[at(12), at(13)]]);
});

test("cancelled and declined events take no time; unanswered and tentative ones do", () => {
  expect(takesTime({ status: "cancelled", response_status: null })).toBe(false);
  expect(takesTime({ status: "confirmed", response_status: "declined" })).toBe(false);
  expect(takesTime({ status: "confirmed", response_status: null })).toBe(true);
  expect(takesTime({ status: "tentative", response_status: "needs-action" })).toBe(true);
});

test("the sources are left as they are", () => {
  const source = busy(8, 10);
  busyIntervals([source, busy(9, 12)], between("2026-03-01", "2026-03-02"));
  expect(source.end_at).toBe(at(10));
});
