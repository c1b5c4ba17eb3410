import { describe, expect, test } from "bun:test";
import { describeRule } from "../../src/calendar/recurrence/describe-rule.ts";
import { validate } from "../../src/calendar/recurrence/recurrence.ts";
import { readRule, withParts } from "../../src/calendar/recurrence/rule.ts";

describe("validate", () => {
  test("rules of RFC 5545 have no problems", () => {
    for (const rule of [
      "FREQ=DAILY",
      "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;COUNT=8",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      "FREQ=YEARLY;BYWEEKNO=20,-1;BYDAY=MO;UNTIL=20301231T235959Z",
      "FREQ=YEARLY;BYYEARDAY=-1,366",
      "FREQ=SECONDLY;BYSECOND=0,60",
      "RRULE:freq=monthly;byday=+2mo,-1fr;",
      "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD",
    ]) {
      expect(validate(rule)).toEqual([]);
    }
  });

  test("each problem says what is wrong", () => {
    const cases: [rule: string, says: string][] = [
      ["", "FREQ is missing"],
      ["FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY is not one of YEARLY"],
      ["FREQ=DAILY;COUNT=0", "COUNT=0 is not a whole number from 1"],
      ["FREQ=DAILY;INTERVAL=1.5", "INTERVAL=1.5 is not a whole number"],
      ["FREQ=DAILY;COUNT=3;UNTIL=20300101", "COUNT and UNTIL exclude each other"],
      ["FREQ=DAILY;UNTIL=tomorrow", "UNTIL=TOMORROW is not a date"],
      ["FREQ=DAILY;UNTIL=20260230", "UNTIL=20260230 is not a date"],
      ["FREQ=MONTHLY;BYMONTHDAY=32", 'BYMONTHDAY has the value "32"'],
      ["FREQ=MONTHLY;BYMONTHDAY=0", 'BYMONTHDAY has the value "0"'],
      ["FREQ=YEARLY;BYMONTH=-1", 'BYMONTH has the value "-1"'],
      ["FREQ=WEEKLY;BYDAY=2MO", "needs FREQ=MONTHLY or YEARLY"],
      ["FREQ=YEARLY;BYWEEKNO=1;BYDAY=2MO", "does not go with BYWEEKNO"],
      ["FREQ=WEEKLY;BYDAY=XX", 'BYDAY has the value "XX"'],
      ["FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS needs another BY part"],
      ["FREQ=DAILY;BYEASTER=1", "BYEASTER is not a part"],
      ["FREQ=DAILY;COUNT", '"COUNT" has no value'],
      ["FREQ=DAILY;FREQ=WEEKLY", "FREQ is given more than once"],
      ["RSCALE=CHINESE;FREQ=YEARLY", "only the GREGORIAN calendar"],
      [`FREQ=DAILY;BYHOUR=${"1,".repeat(10_000)}1`, "longer than"],
    ];
    for (const [rule, says] of cases) {
      const problems = validate(rule);
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.join(" ")).toContain(says);
    }
  });

  test("all-day events take no clock parts", () => {
    expect(validate("FREQ=HOURLY", true).join()).toContain("all-day");
    expect(validate("FREQ=DAILY;BYHOUR=9", true).join()).toContain("all-day");
    expect(validate("FREQ=DAILY;BYHOUR=9")).toEqual([]);
  });

  test("what the RFC forbids and everybody understands is let through", () => {
    for (const rule of [
      "FREQ=WEEKLY;BYMONTHDAY=13",
      "FREQ=DAILY;BYYEARDAY=100",
      "FREQ=MONTHLY;BYWEEKNO=20",
    ]) {
      expect(readRule(rule).problems).toEqual([]);
    }
  });
});

test("withParts replaces and removes parts and leaves the others as they are", () => {
  expect(withParts("RRULE:FREQ=DAILY;COUNT=5;X=1", { COUNT: null, UNTIL: "20260101" })).toBe(
    "FREQ=DAILY;X=1;UNTIL=20260101",
  );
});

test("rules in words", () => {
  const words = (rule: string) => describeRule({ rule, rdates: [], exdates: [] }, "Europe/Berlin");
  expect(words("FREQ=DAILY")).toBe("every day");
  expect(words("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=6")).toBe(
    "every 2 weeks on Monday and Friday, 6 times",
  );
  expect(words("FREQ=MONTHLY;BYDAY=-1TH;UNTIL=20261231T220000Z")).toBe(
    "every month on the last Thursday, until 31 Dec 2026",
  );
  expect(words("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1")).toBe("every year on the last day in Feb");
  expect(words("FREQ=DAILY;BYSETPOS=1;BYHOUR=9")).toBe("FREQ=DAILY;BYSETPOS=1;BYHOUR=9");
  expect(describeRule({ rule: null, rdates: ["2026-01-01"], exdates: [] }, "UTC")).toBe("on 1 further date");
});
