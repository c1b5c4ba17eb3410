import { describe, expect, test } from "bun:test";
import {
  civilDay,
  dayNumber,
  formatLocal,
  parseDate,
  parseLocal,
  weekdayOf,
} from "../../src/lib/local-time.ts";
import { allZones, instantAt, offsetAt, toLocal, toUtc, transitions, zoneName } from "../../src/lib/zones.ts";

describe("wall-clock arithmetic", () => {
  test("days and civil dates agree with the runtime's calendar from year 1 to 9999", () => {
    for (let days = dayNumber(1, 1, 1); days < dayNumber(9999, 12, 31); days += 373) {
      const { year, month, day } = civilDay(days);
      expect(dayNumber(year, month, day)).toBe(days);
      const date = new Date(days * 86_400_000);
      expect([year, month, day]).toEqual([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
      expect(weekdayOf(days)).toBe((date.getUTCDay() + 6) % 7);
    }
  });

  test("only local times and dates that exist are read", () => {
    expect(formatLocal(parseLocal("2026-01-02T09:00")!)).toBe("2026-01-02T09:00:00");
    expect(formatLocal(parseLocal("2024-02-29T23:59:60")!)).toBe("2024-02-29T23:59:59");
    for (const text of [
      "2026-02-29T09:00",
      "2026-01-02T24:00",
      "2026-01-02T09:00Z",
      "2026-01-02 09:00",
      "2026-01-02",
    ]) {
      expect(parseLocal(text)).toBeNull();
    }
    expect(parseDate("2026-13-01")).toBeNull();
    expect(parseDate("2026-04-31")).toBeNull();
    expect(parseDate("0000-01-01")).toBeNull();
  });
});

describe("zone names", () => {
  test("IANA names are known in any case, aliases stay, other names are not zones", () => {
    expect(zoneName("europe/berlin")).toBe("Europe/Berlin");
    expect(zoneName("US/Pacific")).toBe("US/Pacific");
    expect(zoneName("utc")).toBe("UTC");
    for (const name of ["", "+01:00", "PST", "W. Europe Standard Time", "Europe/Nowhere", "x".repeat(1000)]) {
      expect(zoneName(name)).toBeNull();
    }
  });
});

describe("local and UTC", () => {
  test("agrees with Temporal's compatible reading in every zone, mostly near changes", () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const zones = allZones();
    for (let round = 0; round < 8000; round++) {
      const zone = zones[Math.floor(random() * zones.length)]!;
      const changes = transitions(zone, { from: 1_600_000_000, until: 1_900_000_000 }, 30);
      const change = changes[Math.floor(random() * changes.length)];
      const local = change
        ? change.at + change.offsetBefore + Math.floor((random() - 0.5) * 21_600)
        : Math.floor(1e9 + random() * 1e9);
      const exact = Temporal.PlainDateTime.from(formatLocal(local)).toZonedDateTime(zone);
      expect(`${zone} ${toUtc(local, zone)}`).toBe(`${zone} ${exact.epochMilliseconds / 1000}`);
      const back = toLocal(exact.epochMilliseconds / 1000, zone);
      expect(formatLocal(back)).toBe(exact.toPlainDateTime().toString({ smallestUnit: "second" }));
    }
  });

  test("a whole day that was left out moves on by that day (Samoa, 2011)", () => {
    expect(instantAt(toUtc(parseLocal("2011-12-30T10:00:00")!, "Pacific/Apia"))).toBe(
      "2011-12-30T20:00:00.000000Z",
    );
  });

  test("offsets before zones and beyond the calendar do not fail", () => {
    for (const zone of ["Europe/Berlin", "Africa/Casablanca", "Etc/GMT-14", "+05:45"]) {
      for (const at of [-1e14, -62_135_596_800, 0, 253_402_300_799, 1e14])
        expect(offsetAt(zone, at)).toBeNumber();
    }
  });
});
