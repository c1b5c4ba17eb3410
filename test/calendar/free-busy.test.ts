import { expect, test } from "bun:test";
import { type BusySource, busyIntervals } from "../../src/calendar/free-busy.ts";
import { between } from "./support.ts";

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000000Z`;
const busy = (start: number, end: number, changes: Partial<BusySource> = {}): BusySource => ({
  start_at: at(start),
  end_at: at(end),
  status: "confirmed",
  response_status: null,
  ...changes,
});
const merged = (sources: BusySource[]) =>
  busyIntervals(sources, between("2026-03-01T06:00", "2026-03-01T20:00")).map(({ start_at, end_at }) => [
    start_at,
    end_at,
  ]);

test("overlapping and touching events are one stretch, cut to the window", () => {
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

test("cancelled, declined, empty and outside ones take no time; unanswered ones do", () => {
  expect(
    merged([
      busy(8, 9, { status: "cancelled" }),
      busy(8, 9, { response_status: "declined" }),
      busy(10, 10),
      busy(1, 6),
      busy(20, 22),
      busy(12, 13, { response_status: "needs-action", status: "tentative" }),
    ]),
  ).toEqual([[at(12), at(13)]]);
});

test("the sources are left as they are", () => {
  const source = busy(8, 10);
  busyIntervals([source, busy(9, 12)], between("2026-03-01", "2026-03-02"));
  expect(source.end_at).toBe(at(10));
});
