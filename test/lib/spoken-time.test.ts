// Times as they are said, in a zone.
import { expect, test } from "bun:test";
import { spokenTime } from "../../src/lib/spoken-time.ts";

/** A Wednesday, 15:30 in Berlin. */
const now = Date.parse("2026-11-25T14:30:00Z") / 1000;

function said(text: string, zone = "Europe/Berlin"): string | null {
  const time = spokenTime(text, { zone, now });
  return time && new Date(time.at * 1000).toISOString().slice(0, 19);
}

test("dates, wall clocks and words are moments of the zone", () => {
  for (const [text, moment] of [
    ["2026-11-25", "2026-11-24T23:00:00"],
    ["2026-11-26T09:00", "2026-11-26T08:00:00"],
    ["2026-11-26 09:00:30", "2026-11-26T08:00:30"],
    ["2026-11-26 9am", "2026-11-26T08:00:00"],
    ["2026-11-26 09:00 America/New_York", "2026-11-26T14:00:00"],
    ["2026-11-26 09:00 UTC", "2026-11-26T09:00:00"],
    ["2026-11-26 Asia/Tokyo", "2026-11-25T15:00:00"],
    ["now", "2026-11-25T14:30:00"],
    ["today 0:00", "2026-11-24T23:00:00"],
    ["Tomorrow 9:00", "2026-11-26T08:00:00"],
    ["tomorrow at 9", "2026-11-26T08:00:00"],
    ["tomorrow, 5 pm", "2026-11-26T16:00:00"],
    ["yesterday 12am", "2026-11-23T23:00:00"],
    ["friday 17:30", "2026-11-27T16:30:00"],
    ["wednesday 10:00", "2026-12-02T09:00:00"],
    ["in 2 hours", "2026-11-25T16:30:00"],
    ["in 1 minute", "2026-11-25T14:31:00"],
    ["3 days ago", "2026-11-22T14:30:00"],
    ["in 1 week", "2026-12-02T14:30:00"],
    ["in an hour", "2026-11-25T15:30:00"],
    ["in two hours", "2026-11-25T16:30:00"],
    ["In 30 mins", "2026-11-25T15:00:00"],
    ["2 hours from now", "2026-11-25T16:30:00"],
    ["a week ago", "2026-11-18T14:30:00"],
    ["next monday at 8", "2026-11-30T07:00:00"],
    ["Next Monday, 8am", "2026-11-30T07:00:00"],
    ["on friday 17:30", "2026-11-27T16:30:00"],
    ["this friday at noon", "2026-11-27T11:00:00"],
  ] as const)
    expect([text, said(text)]).toEqual([text, moment]);
});

test("a day alone is the bound of a span, where one is asked for", () => {
  for (const [text, moment] of [
    ["today", "2026-11-24T23:00"],
    ["Yesterday", "2026-11-23T23:00"],
    ["next monday", "2026-11-29T23:00"],
    ["friday UTC", "2026-11-27T00:00"],
    ["friday 9:00", "2026-11-27T08:00"],
    ["next week", null],
    ["9:00", null],
  ] as const) {
    const time = spokenTime(text, { zone: "Europe/Berlin", now, daysAlone: true });
    expect([text, time && new Date(time.at * 1000).toISOString().slice(0, 16)]).toEqual([text, moment]);
  }
});

test("a weekday of what has been is the last one", () => {
  for (const [text, moment] of [
    ["monday", "2026-11-23T00:00"],
    ["wednesday", "2026-11-25T00:00"],
    ["thursday 9:00", "2026-11-19T09:00"],
    ["next monday", null],
    ["yesterday", "2026-11-24T00:00"],
  ] as const) {
    const time = spokenTime(text, { zone: "UTC", now, daysAlone: true, isPast: true });
    expect([text, time && new Date(time.at * 1000).toISOString().slice(0, 16)]).toEqual([text, moment]);
  }
});

test("days keep the wall clock where clocks change, an hour that is twice is the first, and one that is skipped moves on", () => {
  const summer = { zone: "Europe/Berlin", now: Date.parse("2026-10-24T10:00:00Z") / 1000 };
  const at = (text: string) =>
    new Date((spokenTime(text, summer)?.at ?? 0) * 1000).toISOString().slice(0, 16);
  expect(at("in 1 day")).toBe("2026-10-25T11:00");
  expect(at("in 24 hours")).toBe("2026-10-25T10:00");
  expect(at("tomorrow 2:30")).toBe("2026-10-25T00:30");
  expect(at("2026-03-29 02:30")).toBe("2026-03-29T01:30");
});

test("what is said otherwise is no time", () => {
  for (const text of [
    "",
    "soon",
    "next week",
    "2026-02-30",
    "2026-11-25 25:00",
    "tomorrow 13pm",
    "tomorrow 9:00 Mars/Base",
    "tomorrow 9:00 UTC please",
    "in many days",
    "9:00",
    "today",
    "tomorrow",
    "friday UTC",
    // The friday of this week, or of the next?
    "next friday 9:00",
    "next week 9:00",
    "next 9:00",
    "in 2 hours ago",
    "2 hours",
    "in umpteen hours",
    "noon",
    "tomorrow ".repeat(30),
  ])
    expect([text, said(text)]).toEqual([text, null]);
});
