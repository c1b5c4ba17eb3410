import { describe, expect, test } from "bun:test";
import { expand } from "../../src/calendar/recurrence/expansion.ts";
import { instanceOf, readInstanceId } from "../../src/calendar/recurrence/instance-id.ts";
import {
  movedRecurrence,
  shiftedRecurrence,
  splitSeries,
  withoutOccurrence,
} from "../../src/calendar/recurrence/series-changes.ts";
import { eventTimes } from "../../src/calendar/times.ts";
import type { ExpandableSeries } from "../../src/calendar/types.ts";
import { between, type SeriesInput, series, seriesId } from "./support.ts";

const always = between("2020-01-01", "2035-01-01");
const starts = (one: ExpandableSeries) => expand(one, always, 60).occurrences.map(({ start_at }) => start_at);

describe("splitSeries", () => {
  const inputs: SeriesInput[] = [
    {
      start: "2026-03-20T09:00:00",
      end: "2026-03-20T10:00:00",
      timezone: "Europe/Berlin",
      rule: "FREQ=DAILY;COUNT=20",
    },
    {
      start: "2026-03-20T02:30:00",
      end: "2026-03-20T03:00:00",
      timezone: "Europe/Berlin",
      rule: "FREQ=DAILY;COUNT=20",
    },
    { start: "2026-01-31", end: "2026-02-01", timezone: "America/New_York", rule: "FREQ=MONTHLY;COUNT=12" },
    {
      start: "2026-01-05T09:00:00",
      end: "2026-01-05T10:00:00",
      rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=15;WKST=SU",
    },
    {
      start: "2026-01-30T09:00:00",
      end: "2026-01-30T10:00:00",
      rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20271231",
    },
    {
      start: "2026-03-20T09:00:00",
      end: "2026-03-20T10:00:00",
      rule: "FREQ=DAILY;COUNT=10",
      rdates: ["2026-03-22T15:00:00", "2026-06-01T09:00:00"],
      exdates: ["2026-03-21T09:00:00", "2026-03-26T09:00:00"],
    },
    ...["FREQ=DAILY;COUNT=4", "FREQ=DAILY;UNTIL=20260323T090000Z"].map((rule) => ({
      start: "2026-03-20T09:00:00",
      end: "2026-03-20T10:00:00",
      rule,
      rdates: ["2026-03-25T09:00:00", "2026-06-01T09:00:00"],
    })),
    {
      start: "2026-03-20T09:00:00",
      end: "2026-03-20T10:00:00",
      rdates: ["2026-04-01T09:00:00", "2026-05-01T09:00:00"],
    },
  ];
  test.each(inputs)("both parts together are the series: $rule $start", (input) => {
    const whole = series(input);
    const all = expand(whole, always, 60).occurrences;
    for (const [place, occurrence] of all.entries()) {
      const { before, after } = splitSeries(whole, occurrence);
      const early = before ? starts({ ...whole, recurrence: before }) : [];
      const late = after ? starts({ id: "later", ...after.times, recurrence: after.recurrence }) : [];
      const [first, second] = [all.slice(0, place), all.slice(place)].map((list) =>
        list.map(({ start_at }) => start_at),
      );
      expect(early).toEqual(first!);
      expect(late).toEqual(second!);
    }
  });

  test("an endless series stays endless, and the old part ends in UTC", () => {
    const daily = series({
      start: "2026-03-20T09:00:00",
      end: "2026-03-20T10:00:00",
      timezone: "Europe/Berlin",
      rule: "FREQ=DAILY",
    });
    const at = expand(daily, between("2026-06-15", "2026-06-16")).occurrences[0]!;
    const { before, after } = splitSeries(daily, at);
    expect(before?.rule).toBe("FREQ=DAILY;UNTIL=20260615T065959Z");
    expect(after?.recurrence.rule).toBe("FREQ=DAILY");
    expect(after?.times).toMatchObject({ start: "2026-06-15T09:00:00", end: "2026-06-15T10:00:00" });
  });

  test("a change of the first instance and all later ones changes the whole series", () => {
    const daily = series({ start: "2026-03-20", end: "2026-03-21", rule: "FREQ=DAILY;COUNT=3" });
    const { before, after } = splitSeries(daily, expand(daily, always).occurrences[0]!);
    expect(before).toBeNull();
    expect(after?.recurrence.rule).toBe("FREQ=DAILY;COUNT=3");
  });

  test("a dense series with a far cut is cut or refused, not walked", () => {
    const dense = series({
      start: "1990-01-01T00:00:00",
      end: "1990-01-01T00:00:01",
      rule: "FREQ=SECONDLY;COUNT=2000000000",
    });
    const at = expand(dense, between("2026-06-15", "2026-06-16"), 1).occurrences[0]!;
    expect(splitSeries(dense, at).after?.recurrence.rule).toMatch(/^FREQ=SECONDLY;COUNT=\d+$/);
    const filtered = series({
      start: "1990-01-01T00:00:00",
      end: "1990-01-01T00:00:01",
      rule: "FREQ=SECONDLY;BYSECOND=0,1,2;COUNT=2000000000",
    });
    const later = { ...at, original_start: "2026-06-15T00:00:00" };
    expect(() => splitSeries(filtered, later)).toThrow("too dense");
  });
});

test("withoutOccurrence leaves one date out, once", () => {
  const daily = series({
    start: "2026-03-20T09:00:00",
    end: "2026-03-20T10:00:00",
    rule: "FREQ=DAILY;COUNT=3",
  });
  const second = expand(daily, always).occurrences[1]!;
  const once = withoutOccurrence(daily.recurrence!, second);
  expect(once.exdates).toEqual(["2026-03-21T09:00:00"]);
  expect(withoutOccurrence(once, second)).toBe(once);
  expect(starts({ ...daily, recurrence: once })).toHaveLength(2);
});

describe("movedRecurrence", () => {
  const at = (start: string, timezone = "Europe/Berlin") =>
    eventTimes({
      start,
      end: start.length === 10 ? "2026-12-31" : "2026-12-31T00:00:00",
      timezone,
      all_day: start.length === 10,
    });
  const recurrence = {
    rule: "FREQ=DAILY;UNTIL=20260325T080000Z",
    exdates: ["2026-03-22T09:00:00", "2026-03-23"],
    rdates: ["2026-04-01T09:00:00"],
  };

  test("by hours, over the change of the clocks", () => {
    expect(movedRecurrence(recurrence, at("2026-03-20T09:00:00"), at("2026-03-20T11:30:00"))).toEqual({
      rule: "FREQ=DAILY;UNTIL=20260325T103000Z",
      exdates: ["2026-03-22T11:30:00", "2026-03-23"],
      rdates: ["2026-04-01T11:30:00"],
    });
  });

  test("to another zone and to all-day", () => {
    expect(
      movedRecurrence(recurrence, at("2026-03-20T09:00:00"), at("2026-03-20T09:00:00", "America/New_York"))
        .rule,
    ).toBe("FREQ=DAILY;UNTIL=20260325T130000Z");
    expect(movedRecurrence(recurrence, at("2026-03-20T09:00:00"), at("2026-03-20"))).toEqual({
      rule: "FREQ=DAILY;UNTIL=20260325",
      exdates: ["2026-03-22", "2026-03-23"],
      rdates: ["2026-04-01"],
    });
  });

  test("nothing moves: nothing changes", () => {
    expect(movedRecurrence(recurrence, at("2026-03-20T09:00:00"), at("2026-03-20T09:00:00"))).toEqual(
      recurrence,
    );
  });
});

describe("shiftedRecurrence", () => {
  const shifted = (rule: string, from: string, to: string) => {
    const times = (start: string) =>
      eventTimes({
        start: `${start}T09:00:00`,
        end: `${start}T10:00:00`,
        timezone: "Europe/Berlin",
        all_day: false,
      });
    return shiftedRecurrence({ rule, rdates: [], exdates: [] }, times(from), times(to))?.rule ?? null;
  };

  test("weekdays move with the day, with every second week too", () => {
    expect(shifted("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5", "2026-03-02", "2026-03-03")).toBe(
      "FREQ=WEEKLY;COUNT=5;BYDAY=TU,TH",
    );
    expect(shifted("FREQ=WEEKLY;BYDAY=SU", "2026-03-01", "2026-02-27")).toBe("FREQ=WEEKLY;BYDAY=FR");
    expect(shifted("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU", "2026-02-28", "2026-03-02")).toBe(
      "FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=MO,TU",
    );
    expect(shifted("FREQ=DAILY", "2026-03-01", "2026-03-04")).toBe("FREQ=DAILY");
    expect(shifted("FREQ=MONTHLY", "2026-03-01", "2026-03-04")).toBe("FREQ=MONTHLY");
  });

  test("a change that no rule can express is null; on the same day any is possible", () => {
    expect(shifted("FREQ=MONTHLY;BYDAY=-1FR", "2026-03-27", "2026-03-28")).toBeNull();
    expect(shifted("FREQ=MONTHLY;BYMONTHDAY=1", "2026-03-01", "2026-03-02")).toBeNull();
    expect(shifted("FREQ=MONTHLY;BYDAY=-1FR", "2026-03-27", "2026-03-27")).toBe("FREQ=MONTHLY;BYDAY=-1FR");
  });
});

test("instance ids are read strictly", () => {
  expect(readInstanceId(`${seriesId}_20260102T090000Z`)).toMatchObject({ seriesId, allDay: false });
  expect(readInstanceId(`${seriesId}_20260102`)).toMatchObject({ seriesId, allDay: true });
  for (const id of [
    seriesId,
    `${seriesId}_`,
    `${seriesId}_20260102T090000`,
    `${seriesId}_20260132`,
    `x_20260102`,
  ]) {
    expect(readInstanceId(id)).toBeNull();
  }
});

test("a RECURRENCE-ID names its instance in any form", () => {
  const timed = series({
    start: "2026-03-20T09:00:00",
    end: "2026-03-20T10:00:00",
    timezone: "Europe/Berlin",
    rule: "FREQ=DAILY",
  });
  const days = series({
    start: "2026-03-20",
    end: "2026-03-21",
    timezone: "Europe/Berlin",
    rule: "FREQ=DAILY",
  });
  const id = (value: string, timezone: string | null, at: string | null) => ({
    value,
    timezone,
    at,
    this_and_future: false,
  });
  const named = {
    id: `${seriesId}_20260330T070000Z`,
    original_start: "2026-03-30T09:00:00",
    original_at: "2026-03-30T07:00:00.000000Z",
  };
  expect(
    instanceOf(timed, id("2026-03-30T03:00:00", "America/New_York", "2026-03-30T07:00:00.000000Z")),
  ).toEqual(named);
  expect(instanceOf(timed, id("2026-03-30T09:00:00", null, null))).toEqual(named);
  expect(instanceOf(timed, id("2026-03-30", null, null))).toEqual(named);
  const day = {
    id: `${seriesId}_20260330`,
    original_start: "2026-03-30",
    original_at: "2026-03-29T22:00:00.000000Z",
  };
  expect(instanceOf(days, id("2026-03-30", null, null))).toEqual(day);
  expect(instanceOf(days, id("2026-03-29T22:00:00", "UTC", "2026-03-29T22:00:00.000000Z"))).toEqual(day);
});
