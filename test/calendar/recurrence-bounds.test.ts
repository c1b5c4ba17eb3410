// Bounds on the cost of a rule from mail: instances, expansion and windows.
import { describe, expect, test } from "bun:test";
import { expand, expandAll } from "../../src/calendar/recurrence/expansion.ts";
import { readSeries, seriesEnd, walkKept, walkSeries } from "../../src/calendar/recurrence/recurrence.ts";
import { readRule } from "../../src/calendar/recurrence/rule.ts";
import { DAY, type LocalSeconds, parseLocal } from "../../src/lib/local-time.ts";
import { cpuMs } from "../support/app/cpu.ts";
import { between, series } from "./support.ts";

describe("bounds", () => {
  const month = between("2026-03-01", "2026-04-01");
  const make = (rule: string, start = "1990-01-01T09:00:00") =>
    series({ start, end: `${start.slice(0, 11)}10:00:00`, timezone: "Europe/Berlin", rule });

  test("what was walked once is not walked again", () => {
    for (const rule of [
      "FREQ=DAILY",
      "FREQ=WEEKLY;BYDAY=MO;COUNT=2000",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    ]) {
      const read = readSeries(make(rule))!;
      const first = expandAll([read], month);
      read.rule = new Proxy(read.rule!, {
        get: () => {
          throw new Error("walked again");
        },
      });
      expect(expandAll([read], month)).toEqual(first);
      expect(expandAll([read], between("2026-03-10", "2026-03-20")).exhausted).toBe(false);
    }
  });

  test("what is kept of a walk is what a walk gives", () => {
    const rules = [
      "FREQ=DAILY;INTERVAL=3",
      "FREQ=HOURLY",
      "FREQ=MINUTELY;BYMONTHDAY=1;BYHOUR=9",
      "FREQ=WEEKLY;BYDAY=SU,MO;COUNT=1900",
      "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD;RSCALE=GREGORIAN",
      "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO,SU",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20240301T000000Z",
      "FREQ=DAILY;UNTIL=20260329T073000Z",
    ];
    for (const rule of rules) {
      const read = readSeries(make(rule))!;
      for (let step = 0; step < 90; step++) {
        const from = parseLocal("2024-01-01T09:30:00")! + ((step * 119) % 1500) * DAY;
        const until = from + (step % 5) * 60 * DAY + 3600;
        const [kept, walked]: LocalSeconds[][] = [[], []];
        walkKept(read, read.rule!, { from, until, visit: (local) => kept!.push(local) < 90 });
        const visit = (local: LocalSeconds) => local <= until && walked!.push(local) < 90;
        walkSeries(read.series, read.rule!, { from, visit });
        expect(kept).toEqual(walked!);
      }
    }
  });

  test("at most 1,000 a call", () => {
    const { occurrences, more } = expand(make("FREQ=SECONDLY"), month, 5000);
    expect(occurrences).toHaveLength(1000);
    expect(more).toBe(true);
  });

  test("a window far from the start is reached without walking there", () => {
    for (const rule of [
      "FREQ=DAILY",
      "FREQ=SECONDLY;INTERVAL=7",
      "FREQ=HOURLY;BYHOUR=9",
      "FREQ=WEEKLY;BYDAY=MO",
      "FREQ=MONTHLY;BYDAY=-1FR",
    ]) {
      const { occurrences, exhausted } = expand(make(rule), month);
      expect(occurrences.length).toBeGreaterThan(0);
      expect(exhausted).toBe(false);
    }
    const counted = expand(make("FREQ=SECONDLY;COUNT=2000000000"), month, 1);
    expect(counted.occurrences).toHaveLength(1);
  });

  test("rules that never match end, and quickly", () => {
    for (const rule of [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=MONTHLY;BYDAY=6MO",
      "FREQ=DAILY;BYMONTHDAY=-1,-2;BYMONTH=2;BYYEARDAY=1",
      "FREQ=DAILY;BYWEEKNO=20;BYMONTH=1",
      "FREQ=HOURLY;INTERVAL=2;BYYEARDAY=204;BYSETPOS=2",
      "FREQ=MINUTELY;INTERVAL=1440;BYMINUTE=1",
      "FREQ=SECONDLY;INTERVAL=60;BYSECOND=7",
      "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=DAILY;INTERVAL=2147483647",
    ]) {
      const began = cpuMs();
      const rest = make(rule, "2026-01-01T09:00:00");
      const { occurrences } = expand(rest, between("2026-01-02", "9999-12-01"));
      expect(occurrences).toEqual([]);
      expect(seriesEnd(rest)).toBeNull();
      // A guard against hanging, not a measurement.
      expect(cpuMs() - began).toBeLessThan(2000);
    }
  });

  test("the densest period is not expanded", () => {
    const all = (count: number) => Array.from({ length: count }, (_, value) => value).join(",");
    const rule = `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)};BYSETPOS=-1`;
    const { occurrences } = expand(make(rule), between("2026-01-01", "2027-01-02"));
    expect(occurrences.map(({ start }) => start)).toEqual(["2026-12-31T23:59:59"]);
  });

  test("days that EXDATE takes out of a dense rule end the search, and the answer says so", () => {
    const exdates = Array.from({ length: 28 }, (_, day) => `2026-03-${String(day + 1).padStart(2, "0")}`);
    const dense = { ...make("FREQ=SECONDLY"), recurrence: { rule: "FREQ=SECONDLY", rdates: [], exdates } };
    expect(expand(dense, month)).toMatchObject({ occurrences: [], exhausted: true });
  });

  test("a jump gives what walking gives", () => {
    const rules = [
      "FREQ=DAILY;INTERVAL=3",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU",
      "FREQ=MONTHLY;BYMONTHDAY=31,-1",
      "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO,SU",
      "FREQ=HOURLY;INTERVAL=5;BYMINUTE=0,30",
      "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=31",
    ];
    for (const rule of rules) {
      for (const count of ["", ";COUNT=90"]) {
        const walked: LocalSeconds[] = [];
        const one = make(rule + count, "2019-05-31T09:00:00");
        const read = { rule: readRule(rule + count).rule!, endsAt: null };
        const start = parseLocal(one.start)!;
        walkSeries(one, read, { from: start, visit: (local) => walked.push(local) < 90 });
        for (let from = 0; from < walked.length; from += 7) {
          const jumped: LocalSeconds[] = [];
          const enough = walked.length - from;
          walkSeries(one, read, { from: walked[from]! - 1, visit: (local) => jumped.push(local) < enough });
          expect(jumped).toEqual(walked.slice(from));
        }
      }
    }
  });
});

test("seriesEnd bounds the last instance", () => {
  const make = (rule: string) => series({ start: "2026-03-01T09:00:00", end: "2026-03-01T10:00:00", rule });
  expect(seriesEnd(make("FREQ=DAILY;COUNT=3"))).toBe("2026-03-03T10:00:00.000000Z");
  expect(seriesEnd(make("FREQ=DAILY;UNTIL=20260310T090000Z"))).toBe("2026-03-10T10:00:00.000000Z");
  expect(seriesEnd(make("FREQ=DAILY"))).toBeNull();
  expect(seriesEnd(series({ start: "2026-03-01", end: "2026-03-02", rdates: ["2027-01-01"] }))).toBe(
    "2027-01-02T00:00:00.000000Z",
  );
});
