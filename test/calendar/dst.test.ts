// The changes of the clocks in 2026 and 2027, in five zones: creation, patch, expansion and free-busy.

import { describe, expect, test } from "bun:test";
import { expand } from "../../src/calendar/recurrence/expansion.ts";
import { busyIntervals } from "../../src/calendar/recurrence/free-busy.ts";
import { movedRecurrence } from "../../src/calendar/recurrence/series-changes.ts";
import { eventTimes } from "../../src/calendar/times.ts";
import { changes, full, shift } from "./clock-changes.ts";
import { between, series } from "./support.ts";

describe.each(changes)("$zone on $day", ({ zone, day, odd, oddUtc, written, noons, hours }) => {
  test("creation takes the first of two times and moves on over a gap", () => {
    const times = eventTimes({ start: odd, end: `${day}T12:00:00`, timezone: zone, all_day: false });
    expect(times.start).toBe(odd);
    expect(times.start_at).toBe(full(oddUtc));
    expect(times.end_at).toBe(full(noons[1]));
  });

  test("a daily noon stays noon", () => {
    const daily = series({
      start: `${shift(day, -1)}T12:00:00`,
      end: `${shift(day, -1)}T13:00:00`,
      timezone: zone,
      rule: "FREQ=DAILY;COUNT=3",
    });
    const { occurrences } = expand(daily, between("2025-01-01", "2028-01-01"));
    expect(occurrences.map(({ start_at }) => start_at)).toEqual(noons.map(full));
    expect(occurrences.map(({ start }) => start.slice(11))).toEqual(["12:00:00", "12:00:00", "12:00:00"]);
  });

  test("a daily series at the odd time has one instance that day, as long as the others", () => {
    const daily = series({
      start: `${shift(day, -2)}T${odd.slice(11)}`,
      end: `${shift(day, -2)}T${odd.slice(11, 13)}:59:00`,
      timezone: zone,
      rule: "FREQ=DAILY;COUNT=4",
    });
    const { occurrences } = expand(daily, between("2025-01-01", "2028-01-01"));
    expect(occurrences).toHaveLength(4);
    expect(occurrences[2]!.start).toBe(written);
    expect(occurrences[2]!.start_at).toBe(full(oddUtc));
    const lengths = occurrences.map(({ start_at, end_at }) => Date.parse(end_at) - Date.parse(start_at));
    expect(new Set(lengths).size).toBe(1);
  });

  test("an hourly series gives every hour once", () => {
    const hourly = series({
      start: `${shift(day, -1)}T12:00:00`,
      end: `${shift(day, -1)}T12:10:00`,
      timezone: zone,
      rule: "FREQ=HOURLY",
    });
    const { occurrences } = expand(hourly, { after: full(noons[0]), before: full(noons[1]) });
    expect(new Set(occurrences.map(({ start_at }) => start_at)).size).toBe(occurrences.length);
    // The wall clock shows each hour name once: a repeated hour has one instance, a skipped one falls on the next
    // (or, where the gap is half an hour, half an hour later).
    expect(occurrences.length).toBe(hours === 23 ? 23 : 24);
  });

  test("patch: moving the series over the change moves EXDATE and UNTIL with it", () => {
    const start = shift(day, -2);
    const make = (time: string) =>
      eventTimes({ start: `${start}T${time}`, end: `${start}T23:00:00`, timezone: zone, all_day: false });
    const until = Temporal.PlainDateTime.from(`${shift(day, 2)}T09:00`)
      .toZonedDateTime(zone)
      .toInstant();
    const recurrence = {
      rule: `FREQ=DAILY;UNTIL=${until.toString().replace(/[-:]/g, "")}`,
      exdates: [`${day}T09:00:00`],
      rdates: [],
    };
    const moved = movedRecurrence(recurrence, make("09:00:00"), make("15:00:00"));
    const { occurrences } = expand(
      { id: "x", ...make("15:00:00"), recurrence: moved },
      between("2025-01-01", "2028-01-01"),
    );
    expect(occurrences.map((occurrence) => occurrence.start)).toEqual(
      [-2, -1, 1, 2].map((days) => `${shift(day, days)}T15:00:00`),
    );
  });

  test("free-busy: an all-day event lasts from midnight to midnight", () => {
    const times = eventTimes({ start: day, end: shift(day, 1), timezone: zone, all_day: true });
    const busy = busyIntervals([times], between("2025-01-01", "2028-01-01"));
    expect(busy).toHaveLength(1);
    const length = (Date.parse(busy[0]!.end_at) - Date.parse(busy[0]!.start_at)) / 3_600_000;
    expect(length).toBe(hours);
  });
});
