// Made-up invitations in the forms that other programs write: the mail's bytes, and the expected fields.

import {
  bare,
  base64,
  berlin,
  changed,
  crlf,
  exchange,
  exchanged,
  foldedInside,
  google,
  inAlternative,
  long,
  plain,
  vcalendar,
  westEurope,
} from "./shape-parts.ts";

export interface Shape {
  name: string;
  raw: Buffer;
  /** Fields of the message's invitation. */
  expected: Record<string, unknown>;
  /** Attendees as `email STATUS`, with `?` when optional. */
  attendees?: string[];
  recurrence?: { rule: string | null; rdates: string[]; exdates: string[] };
  recurrenceId?: { value: string; timezone: string | null; at: string | null };
  /** Null means floating or all-day in a calendar in Asia/Tokyo; the implied end is found here. */
  times?: { start_at: string; end_at: string };
}

export const shapes: Shape[] = [
  {
    name: "Google: alternative and file, folds inside parameters, VALARM with a DESCRIPTION of its own",
    raw: inAlternative(google),
    expected: {
      method: "REQUEST",
      uid: "0abc123def456@google.com",
      status: "CONFIRMED",
      summary: "Coffee; or tea",
      description: "Join with Google Meet: https://meet.google.com/abc-defg-hij\n\nDetails, later.",
      location: "",
      starts_at: "2026-04-02T08:00:00.000000Z",
      ends_at: "2026-04-02T08:30:00.000000Z",
      timezone: "UTC",
      organizer_email: "ann@example.org",
      organizer_name: "Ann Example",
    },
    attendees: ["ann@example.org ACCEPTED", "agent@postroom.example NEEDS-ACTION?"],
  },
  {
    name: "Exchange: base64, a Windows zone with its description, MAILTO in upper case",
    raw: bare(
      'text/calendar; charset="utf-8"; method=REQUEST',
      base64(exchange("W. Europe Standard Time", ...westEurope("W. Europe Standard Time"))),
      "Content-Transfer-Encoding: base64",
    ),
    expected: exchanged,
    attendees: ["AGENT@postroom.example NEEDS-ACTION", "room1@corp.example NEEDS-ACTION"],
  },
  {
    name: "Outlook: a zone's name in quotes, without a description",
    raw: bare('text/calendar; charset="utf-8"; method=REQUEST', exchange('"W. Europe Standard Time"')),
    expected: exchanged,
  },
  {
    name: "Outlook: a zone named as Windows shows it",
    raw: bare(
      'text/calendar; charset="utf-8"; method=REQUEST',
      exchange('"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"'),
    ),
    expected: exchanged,
  },
  {
    name: "Outlook: a zone of its own name, known by its offsets alone",
    raw: bare(
      "text/calendar; charset=utf-8; method=REQUEST",
      exchange("Customized Time Zone", ...westEurope("Customized Time Zone")),
    ),
    expected: exchanged,
  },
  {
    name: "Teams: tzone://Microsoft/Utc",
    raw: bare(
      "text/calendar; charset=utf-8; method=REQUEST",
      vcalendar(
        "REQUEST",
        changed(
          "DTSTART;TZID=tzone://Microsoft/Utc:20260402T080000",
          "DTEND;TZID=tzone://Microsoft/Utc:20260402T090000",
        ),
      ),
    ),
    expected: { timezone: "UTC", starts_at: berlin.starts_at, ends_at: berlin.ends_at },
  },
  {
    name: "Zoom: METHOD in the header only, X-WR-TIMEZONE, an .ics file called octet-stream",
    raw: bare(
      'application/octet-stream; name="meeting.ics"',
      vcalendar(
        "REQUEST",
        changed("LOCATION:https://zoom.example/j/1?pwd=a\\;b\\,c"),
        "X-WR-TIMEZONE:Europe/Berlin",
      ),
    ),
    expected: { method: "REQUEST", location: "https://zoom.example/j/1?pwd=a;b,c" },
  },
  {
    name: "METHOD in the Content-Type alone",
    raw: bare("text/calendar; METHOD=request", vcalendar(null, plain)),
    expected: { method: "REQUEST", uid: "shape-1" },
  },
  {
    name: "Apple: all-day without DTEND, X-APPLE parameters",
    raw: bare(
      "text/calendar; method=REQUEST; charset=utf-8",
      vcalendar(
        "REQUEST",
        changed(
          "DTSTART;VALUE=DATE:20260402",
          "DTEND",
          'ORGANIZER;CN="Boss, The";EMAIL=boss@corp.example:/aMTIzNDU2/principal/',
          'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="1 Way\\nTown";X-APPLE-RADIUS=70;X-TITLE=Town:geo:52.5,13.4',
          "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
        ),
      ),
    ),
    expected: {
      all_day: true,
      start: "2026-04-02",
      end: null,
      starts_at: null,
      organizer_email: "boss@corp.example",
      organizer_name: "Boss, The",
    },
    times: { start_at: "2026-04-01T15:00:00.000000Z", end_at: "2026-04-02T15:00:00.000000Z" },
  },
  {
    name: "DURATION in place of DTEND",
    raw: bare("text/calendar; method=REQUEST", vcalendar("REQUEST", changed("DTEND", "DURATION:PT1H30M"))),
    expected: { end: "2026-04-02T09:30:00", ends_at: "2026-04-02T09:30:00.000000Z" },
  },
  {
    name: "floating times are in the calendar's zone",
    raw: bare(
      "text/calendar; method=REQUEST",
      vcalendar("REQUEST", changed("DTSTART:20260402T080000", "DTEND:20260402T090000")),
    ),
    expected: { start: "2026-04-02T08:00:00", timezone: null, starts_at: null },
    times: { start_at: "2026-04-01T23:00:00.000000Z", end_at: "2026-04-02T00:00:00.000000Z" },
  },
  {
    name: "a changed date named in another zone than its series",
    raw: bare(
      "text/calendar; method=REQUEST",
      vcalendar(
        "REQUEST",
        changed(
          "RECURRENCE-ID;TZID=America/New_York:20260409T040000",
          "DTSTART;TZID=Europe/Berlin:20260409T120000",
          "DTEND;TZID=Europe/Berlin:20260409T130000",
        ),
      ),
    ),
    expected: { is_instance: true, start: "2026-04-09T12:00:00", timezone: "Europe/Berlin" },
    recurrenceId: {
      value: "2026-04-09T04:00:00",
      timezone: "America/New_York",
      at: "2026-04-09T08:00:00.000000Z",
    },
  },
  {
    name: "EXDATE lists as dates and times, in other zones, with folds",
    raw: bare(
      "text/calendar; method=REQUEST",
      vcalendar(
        "REQUEST",
        changed(
          "DTSTART;TZID=Europe/Berlin:20260402T100000",
          "DTEND;TZID=Europe/Berlin:20260402T110000",
          "RRULE:FREQ=DAILY;COUNT=10;WKST=SU",
          "EXDATE;VALUE=DATE:20260403,20260404",
          "EXDATE:20260405T080000Z,20260406T08",
          " 0000Z",
          "EXDATE;TZID=America/New_York:20260407T040000",
          "RDATE;VALUE=PERIOD:20260501T080000Z/PT1H",
        ),
      ),
    ),
    expected: { recurrence_rule: "FREQ=DAILY;COUNT=10;WKST=SU" },
    recurrence: {
      rule: "FREQ=DAILY;COUNT=10;WKST=SU",
      exdates: [
        "2026-04-03",
        "2026-04-04",
        "2026-04-05T10:00:00",
        "2026-04-06T10:00:00",
        "2026-04-07T10:00:00",
      ],
      rdates: ["2026-05-01T10:00:00"],
    },
  },
  {
    name: "a CANCEL with nothing but a UID",
    raw: bare("text/calendar; method=CANCEL", vcalendar("CANCEL", ["UID:shape-1"])),
    expected: {
      method: "CANCEL",
      uid: "shape-1",
      sequence: 0,
      start: null,
      starts_at: null,
      organizer_email: null,
    },
    attendees: [],
  },
  {
    name: "UTF-16 with its mark, in base64",
    raw: bare(
      "text/calendar; charset=utf-16; method=REQUEST",
      base64(Buffer.from(`\ufeff${vcalendar("REQUEST", changed(`SUMMARY:${long}`))}`, "utf16le")),
      "Content-Transfer-Encoding: base64",
    ),
    expected: { summary: long },
  },
  {
    name: "lines cut inside characters, 8bit",
    raw: bare(
      "text/calendar; charset=utf-8; method=REQUEST",
      foldedInside(vcalendar("REQUEST", changed(`SUMMARY:${long}`))),
      "Content-Transfer-Encoding: 8bit",
    ),
    expected: { summary: long },
  },
  {
    name: "lines cut inside characters, base64",
    raw: bare(
      "text/calendar; charset=utf-8; method=REQUEST",
      base64(foldedInside(vcalendar("REQUEST", changed(`SUMMARY:${long}`)))),
      "Content-Transfer-Encoding: base64",
    ),
    expected: { summary: long },
  },
  {
    name: "ISO-8859-1 in quoted-printable, labelled so",
    raw: bare(
      "text/calendar; charset=iso-8859-1; method=REQUEST",
      vcalendar("REQUEST", changed("SUMMARY:Caf=E9 =\r\n mit K=E4se")),
      "Content-Transfer-Encoding: quoted-printable",
    ),
    expected: { summary: "Café  mit Käse" },
  },
  {
    name: "no PRODID, no VERSION, bare line feeds, no END of the calendar",
    raw: bare(
      "text/calendar; method=REQUEST",
      vcalendar("REQUEST", plain)
        .replace(/PRODID.*\r\nVERSION.*\r\n/, "")
        .replace("END:VCALENDAR\r\n", "")
        .replaceAll("\r\n", "\n"),
    ),
    expected: { method: "REQUEST", uid: "shape-1", summary: "Planning", starts_at: berlin.starts_at },
  },
  {
    name: "delegation, groups, members, an address in angle brackets, a colon in an unquoted name",
    raw: bare(
      "text/calendar; method=REQUEST",
      vcalendar(
        "REQUEST",
        changed(
          'ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:deputy@example.org":mailto:ann@example.org',
          'ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM="mailto:ann@example.org";CN=Deputy:mailto:deputy@example.org',
          'ATTENDEE;CUTYPE=GROUP;MEMBER="mailto:all@example.org";CN="All; of us":mailto:all@example.org',
          "ATTENDEE;PARTSTAT=X-MAYBE:MailTo:<bob@example.org>",
          "ATTENDEE;CN=Carl: the one;PARTSTAT=TENTATIVE:mailto:carl@example.org",
          "ATTENDEE;CN=Nobody:invalid:nomail",
          "ATTENDEE:mailto:ANN@example.org",
        ),
      ),
    ),
    expected: { uid: "shape-1" },
    attendees: [
      "ann@example.org DELEGATED",
      "deputy@example.org ACCEPTED",
      "all@example.org NEEDS-ACTION",
      "bob@example.org NEEDS-ACTION",
      "carl@example.org NEEDS-ACTION",
    ],
  },
  {
    name: "a REPLY with a comment and a number of guests",
    raw: bare(
      "text/calendar; method=REPLY",
      vcalendar(
        "REPLY",
        changed(
          'ATTENDEE;PARTSTAT=TENTATIVE;X-NUM-GUESTS=0;X-RESPONSE-COMMENT="Perhaps":mailto:agent@postroom.example',
          "COMMENT:Perhaps",
        ),
      ),
    ),
    expected: { method: "REPLY" },
    attendees: ["agent@postroom.example TENTATIVE"],
  },
  {
    name: "an hour that does not exist, a leap second, a date with dashes",
    raw: bare(
      "text/calendar; method=REQUEST",
      vcalendar(
        "REQUEST",
        changed("DTSTART;TZID=Europe/Berlin:2026-03-29T02:30:00", "DTEND;TZID=Europe/Berlin:20260329T033060"),
      ),
    ),
    expected: { starts_at: "2026-03-29T01:30:00.000000Z", ends_at: "2026-03-29T01:30:59.000000Z" },
  },
  {
    name: "several calendars in one part, the first without an event",
    raw: bare(
      "text/calendar; method=REQUEST",
      `${crlf(["BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR"])}${vcalendar("REQUEST", plain)}`,
    ),
    expected: { method: "REQUEST", uid: "shape-1" },
  },
];
