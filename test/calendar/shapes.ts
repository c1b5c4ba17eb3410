// Invitations in the shapes that programs of the world write them in, made up: the mail's bytes, and what must be read.

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

const crlf = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n`;

/** A mail whose only part is this calendar text. */
function bare(type: string, text: string | Buffer, ...header: string[]): Buffer {
  const head = [
    "From: Boss <boss@corp.example>",
    "To: agent@postroom.example",
    "MIME-Version: 1.0",
    ...header,
  ];
  return Buffer.concat([Buffer.from(crlf([...head, `Content-Type: ${type}`, ""])), Buffer.from(text)]);
}

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");

function vcalendar(method: string | null, event: readonly string[], ...before: string[]): string {
  return crlf([
    "BEGIN:VCALENDAR",
    "PRODID:-//Example//EN",
    "VERSION:2.0",
    ...(method ? [`METHOD:${method}`] : []),
    ...before,
    "BEGIN:VEVENT",
    ...event,
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
}

const plain = [
  "UID:shape-1",
  "DTSTAMP:20260301T120000Z",
  "DTSTART:20260402T080000Z",
  "DTEND:20260402T090000Z",
  "SUMMARY:Planning",
  "ORGANIZER;CN=Boss:mailto:boss@corp.example",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:agent@postroom.example",
];
/** `plain` with lines replaced by the property's name, or added; a bare name takes a line out. */
function changed(...lines: string[]): string[] {
  const names = new Set(lines.map((line) => line.split(/[;:]/)[0]));
  return [
    ...plain.filter((line) => !names.has(line.split(/[;:]/)[0])),
    ...lines.filter((line) => !/^[A-Z-]+$/.test(line)),
  ];
}

/** The zone of Berlin as Outlook writes it, under some name. */
export const westEurope = (name: string) => [
  "BEGIN:VTIMEZONE",
  `TZID:${name}`,
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

const google = crlf([
  "BEGIN:VCALENDAR",
  "PRODID:-//Google Inc//Google Calendar 70.9054//EN",
  "VERSION:2.0",
  "CALSCALE:GREGORIAN",
  "METHOD:REQUEST",
  "BEGIN:VEVENT",
  "DTSTART:20260402T080000Z",
  "DTEND:20260402T083000Z",
  "DTSTAMP:20260301T120000Z",
  "ORGANIZER;CN=Ann Example:mailto:ann@example.org",
  "UID:0abc123def456@google.com",
  "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=TRUE",
  " ;CN=Ann Example;X-NUM-GUESTS=0:mailto:ann@example.org",
  "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=",
  " TRUE;CN=agent@postroom.example;X-NUM-GUESTS=0:mailto:agent@postroom.example",
  "X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij",
  "X-MICROSOFT-CDO-OWNERAPPTID:-1234567890",
  "CREATED:20260301T115900Z",
  "DESCRIPTION:Join with Google Meet: https://meet.google.com/abc-defg-hij\\n\\nD",
  " etails\\, later.",
  "LAST-MODIFIED:20260301T120000Z",
  "LOCATION:",
  "SEQUENCE:0",
  "STATUS:CONFIRMED",
  "SUMMARY:Coffee\\; or tea",
  "TRANSP:OPAQUE",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "DESCRIPTION:This is an event reminder",
  "TRIGGER:-P0DT0H10M0S",
  "END:VALARM",
  "END:VEVENT",
  "END:VCALENDAR",
]);

/** Outlook and Exchange: Windows names, LANGUAGE everywhere, X-MICROSOFT-CDO, VALARM. */
const exchange = (tzid: string, ...zone: string[]) =>
  crlf([
    "BEGIN:VCALENDAR",
    "METHOD:REQUEST",
    "PRODID:Microsoft Exchange Server 2010",
    "VERSION:2.0",
    ...zone,
    "BEGIN:VEVENT",
    "ORGANIZER;CN=Boss:MAILTO:Boss@Corp.Example",
    "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Agent:MAILTO:AGENT@postroom.example",
    "ATTENDEE;CUTYPE=RESOURCE;ROLE=NON-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Room 1:MAILTO:room1@corp.example",
    "DESCRIPTION;LANGUAGE=de-DE:Besprechung\\n",
    "UID:040000008200E00074C5B7101A82E00800000000",
    " B0A1C2D3E4F5D901000000000000000010000000AA",
    "SUMMARY;LANGUAGE=de-DE:Größe prüfen",
    `DTSTART;TZID=${tzid}:20260402T100000`,
    `DTEND;TZID=${tzid}:20260402T110000`,
    "CLASS:PUBLIC",
    "PRIORITY:5",
    "DTSTAMP:20260301T120000Z",
    "TRANSP:OPAQUE",
    "STATUS:CONFIRMED",
    "SEQUENCE:2",
    "LOCATION;LANGUAGE=de-DE:Raum 1",
    "X-MICROSOFT-CDO-APPT-SEQUENCE:2",
    "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE",
    "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE",
    "X-MICROSOFT-DISALLOW-COUNTER:FALSE",
    "BEGIN:VALARM",
    "DESCRIPTION:REMINDER",
    "TRIGGER;RELATED=START:-PT15M",
    "ACTION:DISPLAY",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
const berlin = {
  start: "2026-04-02T10:00:00",
  timezone: "Europe/Berlin",
  starts_at: "2026-04-02T08:00:00.000000Z",
  ends_at: "2026-04-02T09:00:00.000000Z",
};
const exchanged = {
  ...berlin,
  method: "REQUEST",
  sequence: 2,
  summary: "Größe prüfen",
  location: "Raum 1",
  organizer_email: "Boss@Corp.Example",
};

const inAlternative = (calendar: string) =>
  Buffer.from(
    crlf([
      "From: Ann Example <ann@example.org>",
      "To: agent@postroom.example",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="m"',
      "",
      "--m",
      'Content-Type: multipart/alternative; boundary="a"',
      "",
      "--a",
      "Content-Type: text/plain; charset=UTF-8",
      "",
      "You have been invited.",
      "--a",
      "Content-Type: text/html; charset=UTF-8",
      "",
      "<p>You have been invited.</p>",
      "--a",
      "Content-Type: text/calendar; charset=UTF-8; method=REQUEST",
      "Content-Transfer-Encoding: 7bit",
      "",
      calendar,
      "--a--",
      "--m",
      'Content-Type: application/ics; name="invite.ics"',
      'Content-Disposition: attachment; filename="invite.ics"',
      "Content-Transfer-Encoding: base64",
      "",
      base64(calendar),
      "--m--",
    ]),
  );

/** Folded after 75 octets wherever they fall, as many do. */
function foldedInside(text: string): Buffer {
  const lines = text.split("\r\n").map((line) => {
    const bytes = Buffer.from(line);
    const parts: Buffer[] = [];
    for (let from = 0; from < bytes.length || from === 0; from += 74) {
      if (from > 0) parts.push(Buffer.from("\r\n "));
      parts.push(bytes.subarray(from, from + 74));
    }
    return Buffer.concat([...parts, Buffer.from("\r\n")]);
  });
  return Buffer.concat(lines);
}

const long = `Ünïcödé ${"äöüß€😀".repeat(20)}`;

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
