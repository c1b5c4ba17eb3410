// A window in which a zone's offset is steady is expanded without asking for the offset again: its instances are those of
// a wide window around it, in which the clocks change.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { expand } from "../../src/calendar/recurrence/expansion.ts";
import { DAY, formatLocal } from "../../src/lib/local-time.ts";
import { instantAt, steadyOffset } from "../../src/lib/zones.ts";
import { series } from "./support.ts";

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "UTC",
];
const rules = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=SU,MO",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=HOURLY;INTERVAL=23",
];
const newYear = Date.UTC(2026, 0, 1) / 1000;

test("windows of any length, near and far from clock changes", () => {
  const days = fc.integer({ min: 0, max: 364 });
  const drawn = fc.record({
    zone: fc.constantFrom(...zones),
    rule: fc.constantFrom(...rules),
    hour: fc.integer({ min: 0, max: 23 }),
    minutes: fc.constantFrom(0, 30, 90, 1500, 4000),
    after: fc.integer({ min: 0, max: 364 * 24 }),
    hours: fc.integer({ min: 1, max: 40 * 24 }),
    further: days,
    removed: days,
  });
  fc.assert(
    fc.property(drawn, ({ zone, rule, hour, minutes, after, hours, further, removed }) => {
      const start = newYear - 3 * DAY + hour * 3600;
      const one = series({
        start: formatLocal(start),
        end: formatLocal(start + minutes * 60),
        timezone: zone,
        rule,
        rdates: [formatLocal(newYear + further * DAY + 7 * 3600)],
        exdates: [formatLocal(newYear + removed * DAY + hour * 3600)],
      });
      const from = newYear + after * 3600;
      const until = from + hours * 3600;
      const bounds = { after: instantAt(from), before: instantAt(until) };
      const wide = { after: instantAt(from - 200 * DAY), before: instantAt(until + 200 * DAY) };
      const around = expand(one, wide);
      expect(around.more).toBe(false);
      const inside = around.occurrences.filter(
        ({ start_at, end_at }) =>
          start_at < bounds.before && (end_at > bounds.after || start_at >= bounds.after),
      );
      expect(expand(one, bounds).occurrences).toEqual(inside);
    }),
    { numRuns: 300 },
  );
});

test("an offset is steady only where no change lies between", () => {
  const march = Date.UTC(2026, 2, 29, 1) / 1000;
  expect(steadyOffset("Europe/Berlin", march - 10 * DAY, march - 1)).toBe(3600);
  expect(steadyOffset("Europe/Berlin", march - 10 * DAY, march)).toBeNull();
  expect(steadyOffset("Europe/Berlin", march, march + 100 * DAY)).toBe(7200);
  expect(steadyOffset("UTC", march - 9000 * DAY, march + 9000 * DAY)).toBe(0);
  expect(steadyOffset("Asia/Kathmandu", march, march + 9000 * DAY)).toBe(20_700);
});
