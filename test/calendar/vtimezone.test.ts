import { describe, expect, test } from "bun:test";
import { readComponents } from "../../src/calendar/icalendar/content-lines.ts";
import { commonZones, fixedZone, windowsZone, zoneOfName } from "../../src/calendar/timezones/names.ts";
import { matchZone, readZone } from "../../src/calendar/timezones/vtimezone-read.ts";
import { writeZone } from "../../src/calendar/timezones/vtimezone-write.ts";
import { parseLocal } from "../../src/lib/local-time.ts";
import { allZones, zoneName } from "../../src/lib/zones.ts";
import { westEurope } from "./shape-parts.ts";

const june = Date.UTC(2026, 5, 1) / 1000;
const read = (text: string) => readZone(readComponents(text).components[0]!);

describe("names of other programs", () => {
  test("all Windows names lead to zones that the runtime has", () => {
    expect(commonZones().length).toBeGreaterThan(120);
    for (const zone of commonZones()) expect(zoneName(zone)).toBe(zone);
  });

  test.each([
    ["Europe/Berlin", "Europe/Berlin", "iana"],
    ["/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin", "iana"],
    [
      "/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires",
      "America/Argentina/Buenos_Aires",
      "iana",
    ],
    ["/mozilla.org/20050126_1/America/New_York", "America/New_York", "iana"],
    ["/softwarestudio.org/Olson_20011030_5/Europe/Paris", "Europe/Paris", "iana"],
    ["/citadel.org/20210210_1/Europe/Zurich", "Europe/Zurich", "iana"],
    ['"Europe/Berlin"', "Europe/Berlin", "iana"],
    ["America/New York", "America/New_York", "iana"],
    ["US-Eastern", "US/Eastern", "iana"],
    ["tzone://Microsoft/Utc", "UTC", "iana"],
    ["W. Europe Standard Time", "Europe/Berlin", "windows"],
    ["W. Europe Daylight Time", "Europe/Berlin", "windows"],
    ["Pacific Standard Time", "America/Los_Angeles", "windows"],
    ["Eastern Standard Time 1", "America/New_York", "windows"],
    ["India Standard Time", "Asia/Kolkata", "windows"],
    ["Jerusalem Standard Time", "Asia/Jerusalem", "windows"],
    ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin", "windows"],
    ["(GMT-05:00) Eastern Time (US & Canada)", "America/New_York", "windows"],
    ["(UTC-04:00) Atlantic Time (Canada)", "America/Halifax", "windows"],
    ["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata", "windows"],
    ["(UTC) Coordinated Universal Time", "UTC", "windows"],
    ["(UTC+10:00) Canberra, Melbourne, Sydney", "Australia/Sydney", "windows"],
    ["GMT+0100", "Etc/GMT-1", "guess"],
    ["UTC-03:30", "-03:30", "guess"],
    ["PST", "America/Los_Angeles", "guess"],
    ["EST", "EST", "guess"],
    ["Eastern Time", "America/New_York", "guess"],
    ["Helsinki", "Europe/Helsinki", "guess"],
  ])("%s", (name, zone, by) => {
    expect(zoneOfName(name)).toEqual({ zone, by } as ReturnType<typeof zoneOfName>);
  });

  test("names without a zone", () => {
    for (const name of [
      "",
      "Customized Time Zone",
      "tzone://Microsoft/Custom",
      "Foo/Bar",
      "(UTC+01:00) Nowhere",
      "x".repeat(5000),
    ]) {
      expect(zoneOfName(name)).toBeNull();
    }
    expect(windowsZone("Europe/Berlin")).toBeNull();
  });

  test("offsets as zones", () => {
    expect([0, 3600, -5 * 3600, 20_700].map(fixedZone)).toEqual(["UTC", "Etc/GMT-1", "Etc/GMT+5", "+05:45"]);
  });
});

const outlookBerlin = westEurope("NAME").join("\r\n");
const near = parseLocal("2026-07-01T10:00:00")!;
const match = (text: string) => matchZone(read(text), near);

describe("matchZone", () => {
  test("an IANA name is used, a Windows name when its offsets match, else the offsets decide", () => {
    expect(match(outlookBerlin.replace("NAME", "Europe/Vienna"))).toEqual({
      zone: "Europe/Vienna",
      by: "name",
      differs: false,
    });
    expect(match(outlookBerlin.replace("NAME", "America/New_York"))).toEqual({
      zone: "America/New_York",
      by: "name",
      differs: true,
    });
    expect(match(outlookBerlin.replace("NAME", "Romance Standard Time"))).toMatchObject({
      zone: "Europe/Paris",
      by: "name",
    });
    expect(match(outlookBerlin.replace("NAME", "Pacific Standard Time"))).toEqual({
      zone: "Europe/Berlin",
      by: "offsets",
      differs: false,
    });
    expect(match(outlookBerlin.replace("NAME", "Customized Time Zone"))).toMatchObject({
      zone: "Europe/Berlin",
      by: "offsets",
    });
    expect(match(outlookBerlin.replace("TZID:NAME", "TZID:1\r\nX-LIC-LOCATION:Europe/Rome"))).toMatchObject({
      zone: "Europe/Rome",
      by: "name",
    });
  });

  test("EST with summer time is New York, without it is EST", () => {
    const eastern = writeZone("America/New_York", { from: june, until: null });
    expect(match(eastern.replace("TZID:America/New_York", "TZID:EST"))).toMatchObject({
      zone: "America/New_York",
      by: "offsets",
    });
    const fixed = writeZone("Etc/GMT+5", { from: june, until: null }).replace("TZID:Etc/GMT+5", "TZID:EST");
    expect(match(fixed)).toMatchObject({ zone: "EST", by: "name", differs: false });
  });

  test("a Windows zone with one offset is used while that offset is right", () => {
    const standard = outlookBerlin
      .replace(/BEGIN:DAYLIGHT.*END:DAYLIGHT\r\n/s, "")
      .replace("NAME", "W. Europe Standard Time");
    expect(matchZone(read(standard), parseLocal("2026-01-10T10:00:00")!)).toMatchObject({
      zone: "Europe/Berlin",
      by: "name",
    });
    expect(match(standard)).toMatchObject({ by: "offsets" });
    expect(match(standard)?.zone).not.toBe("Europe/Berlin");
  });

  test("offsets of no zone at all become one offset", () => {
    const odd = [
      "BEGIN:VTIMEZONE",
      "TZID:Mars",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0417",
      "TZOFFSETTO:+0417",
      "END:STANDARD",
      "END:VTIMEZONE",
    ].join("\n");
    expect(match(odd)).toEqual({ zone: "+04:17", by: "fixed", differs: true });
  });

  test("a VTIMEZONE without observances, and names without a zone", () => {
    expect(match("BEGIN:VTIMEZONE\nTZID:Nowhere\nEND:VTIMEZONE")).toBeNull();
    expect(match("BEGIN:VTIMEZONE\nTZID:GMT Standard Time\nEND:VTIMEZONE")).toMatchObject({
      zone: "Europe/London",
    });
  });
});

describe("writeZone", () => {
  test("what is written for every zone is read back as that zone, by name and by offsets", () => {
    for (const zone of allZones()) {
      const text = writeZone(zone, { from: june, until: null });
      expect(text.length).toBeLessThan(3000);
      expect(matchZone(read(text), near)).toEqual({ zone, by: "name", differs: false });
      const unnamed = read(text.replace(/TZID:.*\r\n/, "TZID:Custom\r\n"));
      expect(matchZone(unnamed, near)?.by).toBe("offsets");
    }
  });

  test("regular zones have rules, Morocco has its days, fixed ones a single offset", () => {
    const berlin = writeZone("Europe/Berlin", { from: june, until: null });
    expect(berlin).toContain("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU");
    expect(berlin).toContain("TZNAME:CEST");
    expect(berlin).not.toContain("RDATE");
    expect(writeZone("America/New_York", { from: june, until: null })).toContain("BYMONTH=11;BYDAY=1SU");
    expect(writeZone("America/Santiago", { from: june, until: null })).toContain(
      "BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU",
    );
    const morocco = writeZone("Africa/Casablanca", { from: june, until: june + 86_400 * 400 });
    expect(morocco).not.toContain("RRULE");
    expect(morocco).toContain("20270207T030000");
    expect(morocco).toContain("20270314T020000");
    const kathmandu = writeZone("Asia/Kathmandu", { from: june, until: null });
    expect(kathmandu.match(/TZOFFSETTO:\+0545/g)).toHaveLength(1);
    expect(kathmandu).not.toContain("DAYLIGHT");
  });
});
