// Parts of the calendar mails of shapes.ts: objects, zones and MIME parts as other programs write them.

export const crlf = (lines: readonly string[]) => `${lines.join("\r\n")}\r\n`;

/** A mail whose only part is this calendar text. */
export function bare(type: string, text: string | Buffer, ...header: string[]): Buffer {
  const head = [
    "From: Boss <boss@corp.example>",
    "To: agent@postroom.example",
    "MIME-Version: 1.0",
    ...header,
  ];
  return Buffer.concat([Buffer.from(crlf([...head, `Content-Type: ${type}`, ""])), Buffer.from(text)]);
}

export const base64 = (text: string | Buffer) =>
  Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");

export function vcalendar(method: string | null, event: readonly string[], ...before: string[]): string {
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

export const plain = [
  "UID:shape-1",
  "DTSTAMP:20260301T120000Z",
  "DTSTART:20260402T080000Z",
  "DTEND:20260402T090000Z",
  "SUMMARY:Planning",
  "ORGANIZER;CN=Boss:mailto:boss@corp.example",
  "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:agent@postroom.example",
];
/** `plain` with lines replaced by the property's name, or added; a bare name takes a line out. */
export function changed(...lines: string[]): string[] {
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

export const google = crlf([
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
export const exchange = (tzid: string, ...zone: string[]) =>
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
export const berlin = {
  start: "2026-04-02T10:00:00",
  timezone: "Europe/Berlin",
  starts_at: "2026-04-02T08:00:00.000000Z",
  ends_at: "2026-04-02T09:00:00.000000Z",
};
export const exchanged = {
  ...berlin,
  method: "REQUEST",
  sequence: 2,
  summary: "Größe prüfen",
  location: "Raum 1",
  organizer_email: "Boss@Corp.Example",
};

export const inAlternative = (calendar: string) =>
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
export function foldedInside(text: string): Buffer {
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

export const long = `Ünïcödé ${"äöüß€😀".repeat(20)}`;
