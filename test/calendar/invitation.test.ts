import { describe, expect, test } from "bun:test";
import {
  parseCalendar,
  primaryInvitation,
  readCalendars,
  timesOfInvitation,
} from "../../src/calendar/invitations/invitation.ts";
import { parseNow } from "../../src/mail/parse/parse.ts";
import { calendar, parsed, testData } from "./support.ts";

interface Sample {
  file: string;
  ct_method: string | null;
  expected: Record<string, unknown> & { has_duration: boolean; n_events: number };
}

/** The calendar of a mail, as it is read when the mail comes in; a bounced mail's is found in its text. */
async function calendarOf(path: string, method: string | null) {
  const raw = await Bun.file(path).bytes();
  const found = readCalendars(parseNow(raw, {}).calendarParts);
  if (found) return found;
  const text = new TextDecoder().decode(raw);
  return parseCalendar(text.slice(text.indexOf("BEGIN:VCALENDAR")), method);
}

describe("samples of calendar mail", async () => {
  const folder = testData("calendar");
  const samples: Sample[] = folder
    ? (await Bun.file(`${folder}/invitations.jsonl`).text())
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  test.skipIf(!folder)("each gives the expected fields", async () => {
    for (const { file, ct_method, expected } of samples) {
      const { n_events, has_duration, ...fields } = expected;
      const read = await calendarOf(`${folder}/${file}`, ct_method);
      const invitation = primaryInvitation(read)!.invitation;
      // The sample's reader leaves the end open where DURATION gives it.
      if (has_duration) Object.assign(fields, { end: invitation.end, ends_at: invitation.ends_at });
      for (const key of ["starts_at", "ends_at"] as const) {
        if (fields[key]) fields[key] = String(fields[key]).replace(/:(\d\d)Z$/, ":$1.000000Z");
      }
      expect({ file, ...invitation }).toEqual({ file, ...fields } as never);
      expect(read.invitations).toHaveLength(n_events);
      expect(invitation.end !== null || !has_duration).toBe(true);
    }
  });
});

const only = (...lines: string[]) => {
  const read = parsed("REQUEST", ["UID:1", "DTSTAMP:20260101T000000Z", ...lines]);
  return { ...read.invitations[0]!, defects: read.defects };
};

describe("times", () => {
  test("in a zone, in UTC, floating and all-day", () => {
    expect(
      only("DTSTART;TZID=Europe/Berlin:20260402T100000", "DTEND;TZID=Europe/Berlin:20260402T110000")
        .invitation,
    ).toMatchObject({
      start: "2026-04-02T10:00:00",
      end: "2026-04-02T11:00:00",
      starts_at: "2026-04-02T08:00:00.000000Z",
      ends_at: "2026-04-02T09:00:00.000000Z",
      timezone: "Europe/Berlin",
      all_day: false,
    });
    expect(only("DTSTART:20260402T100000Z").invitation).toMatchObject({
      timezone: "UTC",
      start: "2026-04-02T10:00:00",
      end: null,
      ends_at: null,
    });
    expect(only("DTSTART:20260402T100000").invitation).toMatchObject({
      timezone: null,
      starts_at: null,
      start: "2026-04-02T10:00:00",
    });
    expect(only("DTSTART;VALUE=DATE:20260402", "DTEND;VALUE=DATE:20260404").invitation).toMatchObject({
      all_day: true,
      start: "2026-04-02",
      end: "2026-04-04",
      starts_at: null,
      timezone: null,
    });
    expect(only("DTSTART:20260402").invitation.all_day).toBe(true);
    expect(only("DTSTART;TZID=Europe/Berlin:20260402T100000Z").invitation.timezone).toBe("UTC");
  });

  test("an end in another zone is converted to the start's", () => {
    const flight = only(
      "DTSTART;TZID=Europe/Berlin:20260402T100000",
      "DTEND;TZID=America/New_York:20260402T130000",
    );
    expect(flight.invitation).toMatchObject({
      end: "2026-04-02T19:00:00",
      ends_at: "2026-04-02T17:00:00.000000Z",
    });
    expect(only("DTSTART;TZID=Europe/Berlin:20260402T100000", "DTEND:20260402T090000Z").invitation.end).toBe(
      "2026-04-02T11:00:00",
    );
  });

  test("durations go by the calendar for days and by the clock for hours", () => {
    const end = (start: string, duration: string) =>
      only(`DTSTART${start}`, `DURATION:${duration}`).invitation.end;
    expect(end(";TZID=Europe/Berlin:20260328T120000", "P1D")).toBe("2026-03-29T12:00:00");
    expect(end(";TZID=Europe/Berlin:20260328T120000", "PT24H")).toBe("2026-03-29T13:00:00");
    expect(end(";TZID=Europe/Berlin:20260328T120000", "P1W")).toBe("2026-04-04T12:00:00");
    expect(end(":20260328", "P2D")).toBe("2026-03-30");
    expect(end(":20260328T120000", "PT1H30M")).toBe("2026-03-28T13:30:00");
  });

  test("invalid ends are left out, and reported", () => {
    for (const line of [
      "DTEND:20260401T000000Z",
      "DURATION:P999999999999999999W",
      "DURATION:-PT1H",
      "DURATION:P",
      "DTEND:never",
    ]) {
      const read = only("DTSTART:20260402T100000Z", line);
      expect(read.invitation.end).toBeNull();
      expect(read.defects).toHaveLength(1);
    }
  });

  test("sloppy forms are read", () => {
    expect(only("DTSTART:2026-04-02T10:00:00Z").invitation.start).toBe("2026-04-02T10:00:00");
    expect(only('dtstart;tzid="Europe/Berlin":20260402T1000').invitation).toMatchObject({
      start: "2026-04-02T10:00:00",
      timezone: "Europe/Berlin",
    });
    expect(only("DTSTART;VALUE=DATE:20260402T000000").invitation).toMatchObject({
      all_day: true,
      start: "2026-04-02",
    });
    const broken = only("DTSTART:20260231T100000Z");
    expect(broken.invitation.start).toBeNull();
    expect(broken.defects[0]).toContain("no time");
  });

  test("zones: Windows names, descriptions, unknown ones", () => {
    expect(only("DTSTART;TZID=Pacific Standard Time:20260402T100000").invitation.timezone).toBe(
      "America/Los_Angeles",
    );
    const unknown = only("DTSTART;TZID=Nowhere:20260402T100000");
    expect(unknown.invitation).toMatchObject({ timezone: null, starts_at: null });
    expect(unknown.defects[0]).toContain("Nowhere");
    const described = parseCalendar(
      calendar("REQUEST", ["UID:1", "DTSTART;TZID=Customized Time Zone:20260702T100000"]).replace(
        "BEGIN:VEVENT",
        "BEGIN:VTIMEZONE\r\nTZID:Customized Time Zone\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0545\r\nTZOFFSETTO:+0545\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT",
      ),
    );
    expect(described.invitations[0]!.invitation).toMatchObject({
      timezone: "Asia/Kathmandu",
      starts_at: "2026-07-02T04:15:00.000000Z",
    });
  });

  test("the event's times: implied ends, floating times, absurd lengths", () => {
    const times = (...lines: string[]) => timesOfInvitation(only(...lines), "America/New_York");
    expect(times("DTSTART:20260402T100000")).toMatchObject({
      end: "2026-04-02T10:00:00",
      timezone: "America/New_York",
      start_at: "2026-04-02T14:00:00.000000Z",
    });
    expect(times("DTSTART:20260402")).toMatchObject({
      end: "2026-04-03",
      start_at: "2026-04-02T04:00:00.000000Z",
    });
    expect(times("DTSTART:20260402", "DTEND:20260402")).toMatchObject({ end: "2026-04-03" });
    expect(times("DTSTART:20260402T100000Z", "DTEND:99991231T000000Z")).toMatchObject({
      end: "2026-04-02T10:00:00",
    });
    expect(times("SUMMARY:none")).toBeNull();
  });
});

describe("people", () => {
  test("organizer, SENT-BY, names, roles and answers", () => {
    const read = only(
      'ORGANIZER;CN="Boss, The";SENT-BY="mailto:pa@corp.example":MAILTO:boss@corp.example',
      "ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE;RSVP=TRUE;CN=Ann:mailto:ann@example.org",
      "ATTENDEE;ROLE=REQ_PARTICIPANT;PARTSTAT=X-ODD:mailto:bob%2Bx@example.org",
      "ATTENDEE;CN=A: colon:mailto:carl@example.org",
      "ATTENDEE;EMAIL=dora@example.org:urn:uuid:1",
      "ATTENDEE:mailto:ANN@example.org",
      "ATTENDEE;CN=Room:invalid:nomail",
    );
    expect(read.invitation).toMatchObject({
      organizer_email: "boss@corp.example",
      organizer_name: "Boss, The",
    });
    expect(read.organizer_sent_by).toBe("pa@corp.example");
    expect(read.invitation.attendees).toEqual([
      { email: "ann@example.org", name: "Ann", status: "TENTATIVE", optional: true, rsvp: true },
      { email: "bob+x@example.org", name: null, status: "NEEDS-ACTION", optional: false, rsvp: false },
      { email: "carl@example.org", name: "A", status: "NEEDS-ACTION", optional: false, rsvp: false },
      { email: "dora@example.org", name: null, status: "NEEDS-ACTION", optional: false, rsvp: false },
    ]);
    expect(read.defects).toEqual(["An ATTENDEE has no mail address; it is left out."]);
  });

  test("at most 1,000 attendees are kept", () => {
    const read = only(...Array.from({ length: 1500 }, (_, index) => `ATTENDEE:mailto:a${index}@example.org`));
    expect(read.invitation.attendees).toHaveLength(1000);
    expect(read.defects[0]).toContain("more than 1000");
  });
});

describe("recurrence and instances", () => {
  test("rules stay as they are written; EXDATE and RDATE come in the start's zone and form", () => {
    const read = only(
      "DTSTART;TZID=Europe/Berlin:20260402T100000",
      "RRULE:FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231T090000Z",
      "EXDATE;TZID=Europe/Berlin:20260409T100000,20260416T100000",
      "EXDATE:20260423T080000Z",
      "EXDATE;VALUE=DATE:20260430",
      "RDATE;VALUE=PERIOD:20260502T080000Z/PT2H",
    );
    expect(read.invitation.recurrence_rule).toBe("FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231T090000Z");
    expect(read.recurrence).toEqual({
      rule: "FREQ=WEEKLY;BYDAY=TH;UNTIL=20261231T090000Z",
      exdates: ["2026-04-09T10:00:00", "2026-04-16T10:00:00", "2026-04-23T10:00:00", "2026-04-30"],
      rdates: ["2026-05-02T10:00:00"],
    });
    expect(read.defects).toEqual(["An RDATE has a period; it lasts as long as the event."]);
  });

  test("EXDATE with a time leaves out the day of an all-day series that it means", () => {
    const left = (rule: string, lines: string[], around = "") => {
      const [event] = parseCalendar(
        calendar("REQUEST", ["UID:1", "DTSTART;VALUE=DATE:20260410", `RRULE:${rule}`, ...lines]).replace(
          "VERSION:2.0",
          `VERSION:2.0${around}`,
        ),
      ).invitations;
      return event!.recurrence!.exdates;
    };
    // midnights of Berlin, New York, UTC and Sydney, and a time of the day
    const near = [
      "20260411T220000Z",
      "20260412T040000Z",
      "20260412T000000Z",
      "20260411T140000Z",
      "20260412T090000Z",
    ];
    for (const time of near) expect(left("FREQ=DAILY", [`EXDATE:${time}`])).toEqual(["2026-04-12"]);
    expect(left("FREQ=DAILY", ["EXDATE;TZID=Europe/Berlin:20260412T000000,20260413T170000"])).toEqual([
      "2026-04-12",
      "2026-04-13",
    ]);
    // The rule has Fridays; the sender's zone is told.
    for (const time of ["20260416T110000Z", "20260417T130000Z", "20260417T230000Z"])
      expect(left("FREQ=WEEKLY", [`EXDATE:${time}`])).toEqual(["2026-04-17"]);
    expect(left("FREQ=DAILY", ["EXDATE:20260416T110000Z"], "\r\nX-WR-TIMEZONE:Pacific/Auckland")).toEqual([
      "2026-04-16",
    ]);
    expect(left("FREQ=DAILY", ["EXDATE:20260115T110000Z"], "\r\nX-WR-TIMEZONE:Pacific/Auckland")).toEqual([
      "2026-01-16",
    ]);
    const many = Array.from(
      { length: 2000 },
      (_, n) => `EXDATE:2026${String(1 + (n % 12)).padStart(2, "0")}12T220000Z`,
    );
    expect(left("FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2", many)).toHaveLength(12);
  });

  test("a series with a changed date: the series is primary", () => {
    const read = parsed(
      "REQUEST",
      [
        "UID:1",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260409T100000",
        "DTSTART;TZID=Europe/Berlin:20260409T120000",
        "SEQUENCE:2",
      ],
      ["UID:1", "DTSTART;TZID=Europe/Berlin:20260402T100000", "RRULE:FREQ=WEEKLY"],
    );
    expect(primaryInvitation(read)!.invitation).toMatchObject({
      is_instance: false,
      recurrence_rule: "FREQ=WEEKLY",
    });
    expect(read.invitations[0]!.invitation.is_instance).toBe(true);
    expect(read.invitations[0]!.recurrence_id).toEqual({
      value: "2026-04-09T10:00:00",
      timezone: "Europe/Berlin",
      at: "2026-04-09T08:00:00.000000Z",
      this_and_future: false,
    });
  });
});

describe("method, texts and defects", () => {
  test("METHOD inside, on the outside, different, or nowhere", () => {
    const event = ["UID:1"];
    expect(parseCalendar(calendar("REPLY", event), "REPLY")).toMatchObject({ method: "REPLY", defects: [] });
    expect(parseCalendar(calendar(null, event), "request")).toMatchObject({ method: "REQUEST" });
    expect(parseCalendar(calendar("CANCEL", event), "REQUEST").defects[0]).toContain("METHOD is CANCEL");
    expect(parseCalendar(calendar(null, event)).invitations[0]!.invitation.method).toBeNull();
  });

  test("texts are unescaped; NUL and lone surrogates go", () => {
    expect(
      only("SUMMARY:a\\, b\\; c\\\\d\\ne\0", "LOCATION:", "DESCRIPTION:x\uD800y").invitation,
    ).toMatchObject({
      summary: "a, b; c\\d\ne",
      location: "",
      description: "x\uFFFDy",
    });
  });

  test("missing and unusual values are reported", () => {
    expect(parseCalendar("").defects).toEqual(["There is no VCALENDAR.", "There is no VEVENT."]);
    expect(parseCalendar("hello, this is no calendar").invitations).toEqual([]);
    expect(parsed("REQUEST", ["SUMMARY:x"]).defects).toEqual(["UID is missing."]);
    expect(only("SEQUENCE:-1").invitation.sequence).toBe(0);
    expect(only("SEQUENCE:99999999999").defects[0]).toContain("SEQUENCE");
    expect(only("DTSTART:20260402T100000Z", "RRULE:FREQ=NEVER").defects[0]).toContain("RRULE");
    expect(parseCalendar("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR").defects).toEqual([
      "There is no VEVENT.",
    ]);
    expect(parseCalendar("BEGIN:VEVENT\nUID:1\nEND:VEVENT").invitations).toHaveLength(1);
  });
});
