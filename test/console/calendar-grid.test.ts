// The calendar's days and the places of events in them, without a server.
import { expect, test } from "bun:test";
import type { CalendarView } from "../../src/console/calendar/calendar-data.ts";
import { byDay, daysOf } from "../../src/console/calendar/days.ts";
import { hoursView } from "../../src/console/calendar/hours-view.ts";
import { lanesOf, placeClasses } from "../../src/console/calendar/lanes.ts";
import { timesIn } from "../../src/console/calendar/moves.ts";
import { instantOf } from "../../src/lib/clock.ts";
import type { CalendarEvent } from "../../src/schema/calendar/calendar-events.ts";

test("weeks begin on Monday, in the zone of the calendar", () => {
  const now = Date.parse("2026-11-22T23:30:00Z");
  expect(daysOf("week", null, { zone: "UTC", now })).toMatchObject({
    today: "2026-11-22",
    previous: "2026-11-09",
  });
  const tokyo = daysOf("week", null, { zone: "Asia/Tokyo", now });
  expect(tokyo).toMatchObject({ today: "2026-11-23", next: "2026-11-30" });
  expect(tokyo.days).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
  expect(daysOf("week", "1969-12-31", { zone: "UTC", now }).days[0]).toBe("1969-12-29");
  expect(daysOf("week", "2026-13-77", { zone: "UTC", now }).days[0]).toBe("2026-11-16");
});

test("the agenda begins today, or with the day that is asked for, and has thirty days", () => {
  const now = Date.parse("2026-11-22T23:30:00Z");
  const tokyo = daysOf("agenda", null, { zone: "Asia/Tokyo", now });
  expect([tokyo.days[0], tokyo.days.at(-1), tokyo.days.length]).toEqual(["2026-11-23", "2026-12-22", 30]);
  const leap = daysOf("agenda", "2028-02-20", { zone: "UTC", now });
  expect(leap).toMatchObject({ today: "2026-11-22", previous: "2028-01-21", next: "2028-03-21" });
  expect(daysOf("agenda", "2028-02-30", { zone: "UTC", now }).days[0]).toBe("2026-11-22");
});

test("a month has whole weeks, and leads to the months beside it", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const month = daysOf("month", "2027-01-31", { zone: "UTC", now });
  expect(month).toMatchObject({ on: "2027-01-31", previous: "2026-12-01", next: "2027-02-01" });
  expect([month.days[0], month.days.at(-1), month.days.length]).toEqual(["2026-12-28", "2027-01-31", 35]);
  // What is asked for at the edges has a date on each side.
  for (const edge of ["0001-01-01", "9999-12-31"])
    for (const view of ["day", "week", "month", "agenda"] as const) {
      const { days, previous, next } = daysOf(view, edge, { zone: "UTC", now });
      expect([
        edge,
        view,
        ...[...days, previous, next].filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day)),
      ]).toEqual([edge, view]);
    }
  // February 2027 is four weeks from a Monday on.
  expect(daysOf("month", "2027-02-10", { zone: "UTC", now }).days).toHaveLength(28);
  expect(daysOf("day", "2027-02-28", { zone: "UTC", now })).toMatchObject({
    days: ["2027-02-28"],
    next: "2027-03-01",
  });
});

test("events that overlap stand beside each other, and those after them have the whole width again", () => {
  const at = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
  expect(lanesOf([at(9, 11), at(9, 10), at(10, 11), at(11, 12)], 6)).toEqual({
    lanes: [
      { lane: 0, of: 2 },
      { lane: 1, of: 2 },
      { lane: 1, of: 2 },
      { lane: 0, of: 1 },
    ],
    more: [],
  });
  // Three have room: of five the last place says how many there are beside the two.
  expect(
    lanesOf([at(9, 12), at(9, 10), at(9, 10), at(9.5, 11), at(9.75, 10), at(10, 11), at(13, 14)], 3),
  ).toEqual({
    lanes: [{ lane: 0, of: 3 }, { lane: 1, of: 3 }, null, null, null, { lane: 1, of: 3 }, { lane: 0, of: 1 }],
    more: [{ from: 540, to: 660, count: 3, place: { lane: 2, of: 3 } }],
  });
  // What is short, at the end of what is shown, stretches nothing.
  const shown = { from: 7 * 60, to: 20 * 60 };
  expect(placeClasses(at(19.75, 20), { lane: 0, of: 1 }, shown)).toBe("at-50 for-2 lane-1-0");
  expect(placeClasses(at(6, 8), { lane: 0, of: 1 }, shown)).toBe("at-0 for-4 lane-1-0");
  // Five share the day's columns as six do; what is shorter than its words is shown as long as they need.
  const five = lanesOf([at(9, 9), at(9, 9), at(9, 9), at(9, 9), at(9.25, 9.25), at(9.5, 10)], 6);
  expect(five.lanes.map((one) => [one?.lane, one?.of])).toEqual([
    [0, 6],
    [1, 6],
    [2, 6],
    [3, 6],
    [4, 6],
    [0, 6],
  ]);
});

test("the line of now stands where its hour is shown, and stretches no day", () => {
  const at = (time: string) => {
    const now = Date.parse(`2026-11-22T${time}:00Z`);
    const shown = daysOf("day", null, { zone: "UTC", now });
    const days = new Map([["2026-11-22", []]]);
    const place = { zone: "UTC", view: "day", isWhole: false, chosen: null, addresses: [], shownOf: [] };
    const view = { ...place, shown, days, now } as unknown as CalendarView;
    return /now-mark at-(\d+)/.exec(hoursView(view).text)?.[1];
  };
  expect(["06:59", "07:00", "19:59", "20:00", "23:59"].map(at)).toEqual([
    undefined,
    "0",
    "51",
    undefined,
    undefined,
  ]);
});

test("an event stands on each of its days", () => {
  const week = daysOf("week", "2026-11-18", { zone: "Europe/Berlin", now: 0 });
  const event = (more: Partial<CalendarEvent>) => ({ title: "x", all_day: false, ...more }) as CalendarEvent;
  const at = (text: string) => instantOf(Date.parse(text));
  const night = event({ start_at: at("2026-11-17T21:00:00Z"), end_at: at("2026-11-18T03:00:00Z") });
  const fair = event({
    all_day: true,
    start: "2026-11-19",
    end: "2026-11-21",
    start_at: at("2026-11-18T23:00:00Z"),
    end_at: at("2026-11-20T23:00:00Z"),
  });
  const days = byDay(week, { events: [night, fair], zone: "Europe/Berlin" });
  expect([...days].map(([day, list]) => [day.slice(8), list.map(({ from, to }) => [from, to])])).toEqual([
    ["16", []],
    ["17", [["22:00", null]]],
    ["18", [[null, "04:00"]]],
    ["19", [[null, null]]],
    ["20", [[null, null]]],
    ["21", []],
    ["22", []],
  ]);
});

// RFC 5545 3.3.5
test("an event that is moved into the hour that a change of clocks leaves out keeps its length", () => {
  const moved = (date: string, from: string, to: string, kept = "Europe/Berlin") => {
    const { start, end } = timesIn(new URLSearchParams({ date, from, to }), {
      zone: "Europe/Berlin",
      to: kept,
    });
    return `${start.slice(11, 16)} ${end.slice(11, 16)}`;
  };
  expect(moved("2027-03-28", "02:30", "03:00")).toBe("03:30 04:00");
  expect(moved("2027-03-28", "02:30", "03:30")).toBe("03:30 04:30");
  expect(moved("2027-03-28", "02:00", "02:45")).toBe("03:00 03:45");
  expect(moved("2027-03-28", "01:30", "03:30")).toBe("01:30 03:30");
  expect(moved("2027-03-28", "02:30", "03:00", "Asia/Tokyo")).toBe("10:30 11:00");
  expect(moved("2027-10-31", "02:30", "03:00")).toBe("02:30 03:00");
  expect(() => moved("2027-03-28", "03:00", "02:30")).toThrow();
  expect(() => moved("2027-10-31", "03:00", "02:30")).toThrow();
});
