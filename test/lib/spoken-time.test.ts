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
    ["friday morning at 9", "2026-11-27T08:00:00"],
    ["tonight at 8pm", "2026-11-25T19:00:00"],
    ["tomorrow 9 a.m.", "2026-11-26T08:00:00"],
    ["tomorrow 9 o'clock", "2026-11-26T08:00:00"],
    ["the day after tomorrow at 9", "2026-11-27T08:00:00"],
    ["in 2 days at 9:00", "2026-11-27T08:00:00"],
    ["on 2026-12-24 at 14:00", "2026-12-24T13:00:00"],
    ["24 December 2026 14:00", "2026-12-24T13:00:00"],
    ["Dec 24th, 2026 at 2pm", "2026-12-24T13:00:00"],
    ["Thursday, 26 November 2026 09:00", "2026-11-26T08:00:00"],
  ] as const)
    expect([text, said(text)]).toEqual([text, moment]);
});

test("the time of day may stand before the day", () => {
  for (const [text, moment] of [
    ["9:00 tomorrow", "2026-11-26T08:00:00"],
    ["at 9 tomorrow", "2026-11-26T08:00:00"],
    ["9am next monday", "2026-11-30T08:00:00"],
    ["9 am on monday", "2026-11-30T08:00:00"],
    ["noon tomorrow", "2026-11-26T11:00:00"],
    ["17:30 on 2026-12-24 UTC", "2026-12-24T17:30:00"],
    ["9pm tonight", "2026-11-25T20:00:00"],
  ] as const)
    expect([text, said(text)]).toEqual([text, moment]);
});

test("an offset behind a time is its zone, and the end of a span is none", () => {
  for (const [text, moment] of [
    ["2026-12-24 14:00 +0200", "2026-12-24T12:00:00"],
    ["2026-12-24 14:00+02:00", "2026-12-24T12:00:00"],
    ["2026-12-24T14:00:00.000-05:00", "2026-12-24T19:00:00"],
    ["2026-12-24 14:00Z", "2026-12-24T14:00:00"],
    ["2026-12-24 04:00:00 -0800", "2026-12-24T12:00:00"],
    ["Thu, 26 Nov 2026 09:00:00 +0100", "2026-11-26T08:00:00"],
    ["tomorrow 9:00 UTC+2", "2026-11-26T07:00:00"],
    ["tomorrow 9am (Europe/London)", "2026-11-26T09:00:00"],
    ["2026-12-24 14:00 CET", "2026-12-24T13:00:00"],
    // As programs write a time: no span has seconds.
    ["2026-12-24 08:00:00-10:00", "2026-12-24T18:00:00"],
    ["2026-12-24 08:00:00-02:00", "2026-12-24T10:00:00"],
    ["tomorrow 22:00-02:00", null],
    ["tomorrow 11am-01:00", null],
    ["tomorrow 14:00-13:00", null],
    ["tomorrow 12:00-12:00", null],
    ["2026-12-24 9:00 EST", "2026-12-24T14:00:00"],
    // New York's winter time, or its time of that day?
    ["2027-07-01 9:00 EST", null],
    ["2027-07-01 9:00 mst", null],
    ["2027-07-01 9:00 America/Phoenix", "2027-07-01T16:00:00"],
    ["2026-12-24 9:00-10:00", null],
    ["tomorrow 9am-10:00", null],
    ["tomorrow 9:00 +15:00", null],
    ["tomorrow 9:00 PST", null],
    ["in 2 hours UTC", null],
  ] as const)
    expect([text, said(text)]).toEqual([text, moment]);
});

test("distances have parts and months, each said once and the largest first", () => {
  for (const [text, moment] of [
    ["in 90 minutes", "2026-11-25T16:00:00"],
    ["in 1.5 hours", "2026-11-25T16:00:00"],
    ["in 1 hour and 30 minutes", "2026-11-25T16:00:00"],
    ["in 2h30m", "2026-11-25T17:00:00"],
    ["in half an hour", "2026-11-25T15:00:00"],
    ["in 30 seconds", "2026-11-25T14:30:30"],
    ["1 day 2 hours ago", "2026-11-24T12:30:00"],
    ["in 3 months", "2027-02-25T14:30:00"],
    ["a year ago", "2025-11-25T14:30:00"],
    // Minutes, or months?
    ["in 5m", null],
    ["in 30 minutes 2 hours", null],
    ["in 1.5 days", null],
    // An hour and a half, or 78 minutes?
    ["in 1.30 hours", null],
    ["in 1.25 hours", "2026-11-25T15:45:00"],
    ["in 9999 years", null],
    ["in 2", null],
  ] as const)
    expect([text, said(text)]).toEqual([text, moment]);
  const end = { zone: "UTC", now: Date.parse("2027-01-31T09:00:00Z") / 1000 };
  expect(spokenTime("in 1 month", end)?.at).toBe(Date.parse("2027-02-28T09:00:00Z") / 1000);
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
    ["this monday", "2026-11-23T00:00"],
    ["this friday", null],
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
    "tomorrow 0pm",
    "tomorrow morning",
    "tomorrow evening at 7",
    "tonight",
    "tonight at 1am",
    "tomorrow midnight",
    "tomorrow 9-10",
    "tomorrow 9:00 to 10:00",
    "tomorrow 2026",
    "tomorrow friday 9:00",
    "9:00 10:00 tomorrow",
    "Tuesday, 26 November 2026 09:00",
    "Dec 24 at 2pm",
    // No year, but a time of day.
    "Dec 24 1400",
    "24 Dec 0900",
    // Today, or in a week?
    "this wednesday 17:00",
    "12/11/2026 9:00",
    "at tomorrow 9:00",
    "tomorrow on 9:00",
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
