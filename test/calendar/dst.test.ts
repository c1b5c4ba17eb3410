// The changes of the clocks in 2026 and 2027, in five zones: creation, patch, expansion and free-busy.

import { describe, expect, test } from "bun:test";
import { expand } from "../../src/calendar/expansion.ts";
import { busyIntervals } from "../../src/calendar/free-busy.ts";
import { movedRecurrence } from "../../src/calendar/series-changes.ts";
import { eventTimes } from "../../src/calendar/times.ts";
import { between, series } from "./support.ts";

interface Change {
  zone: string;
  day: string;
  /** A wall-clock time that does not exist or exists twice, and what it means in UTC. RFC 5545 3.3.5 */
  odd: string;
  oddUtc: string;
  /** What the odd time is written as once it is an instance. */
  written: string;
  /** 12:00 of the day before, the day and the day after, in UTC. */
  noons: [string, string, string];
  /** Hours from 12:00 the day before to 12:00 that day. */
  hours: number;
}

const changes: Change[] = [
  ...(
    [
      ["2026-03-29", "02:30", "01:30", "03:30", "11:00", "10:00", 23],
      ["2026-10-25", "02:30", "00:30", "02:30", "10:00", "11:00", 25],
      ["2027-03-28", "02:30", "01:30", "03:30", "11:00", "10:00", 23],
      ["2027-10-31", "02:30", "00:30", "02:30", "10:00", "11:00", 25],
    ] as const
  ).map((row) => change("Europe/Berlin", row)),
  ...(
    [
      ["2026-03-08", "02:30", "07:30", "03:30", "17:00", "16:00", 23],
      ["2026-11-01", "01:30", "05:30", "01:30", "16:00", "17:00", 25],
      ["2027-03-14", "02:30", "07:30", "03:30", "17:00", "16:00", 23],
      ["2027-11-07", "01:30", "05:30", "01:30", "16:00", "17:00", 25],
    ] as const
  ).map((row) => change("America/New_York", row)),
  ...(
    [
      ["2026-04-05", "01:45", "-14:45", "01:45", "01:00", "01:30", 24.5],
      ["2026-10-04", "02:15", "-15:45", "02:45", "01:30", "01:00", 23.5],
      ["2027-04-04", "01:45", "-14:45", "01:45", "01:00", "01:30", 24.5],
      ["2027-10-03", "02:15", "-15:45", "02:45", "01:30", "01:00", 23.5],
    ] as const
  ).map((row) => change("Australia/Lord_Howe", row)),
  ...(
    [
      ["2026-02-15", "02:30", "01:30", "02:30", "11:00", "12:00", 25],
      ["2026-03-22", "02:30", "02:30", "03:30", "12:00", "11:00", 23],
      ["2027-02-07", "02:30", "01:30", "02:30", "11:00", "12:00", 25],
      ["2027-03-14", "02:30", "02:30", "03:30", "12:00", "11:00", 23],
    ] as const
  ).map((row) => change("Africa/Casablanca", row)),
  ...(
    [
      ["2026-03-29", "02:30", "-20:45", "02:30", "06:15", "06:15", 24],
      ["2027-10-31", "02:30", "-20:45", "02:30", "06:15", "06:15", 24],
    ] as const
  ).map((row) => change("Asia/Kathmandu", row)),
];

type Row = readonly [
  day: string,
  odd: string,
  oddUtc: string,
  written: string,
  before: string,
  after: string,
  hours: number,
];

/** A UTC time that begins with `-` is on the day before. */
function change(zone: string, [day, odd, oddUtc, written, before, after, hours]: Row): Change {
  const utc = (time: string, days: number) =>
    `${shift(day, time.startsWith("-") ? days - 1 : days)}T${time.replace("-", "")}`;
  return {
    zone,
    day,
    odd: `${day}T${odd}:00`,
    oddUtc: utc(oddUtc, 0),
    written: `${day}T${written}:00`,
    noons: [utc(before, -1), utc(after, 0), utc(after, 1)],
    hours,
  };
}

function shift(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

const full = (utc: string) => `${utc}:00.000000Z`;

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
