// Other implementations read the calendar objects that we send: ical.js always, Python's icalendar and Debian's libical where
// they are installed (read-calendar.py). Fields, instants, zones and instances must agree, also when only our VTIMEZONE
// defines the zone. Their replies are read back.

import { describe, expect, test } from "bun:test";
import ICAL from "ical.js";
import { parseCalendar } from "../../src/calendar/invitations/invitation.ts";
import { decideIncoming } from "../../src/calendar/invitations/itip.ts";
import { assurances } from "../../src/calendar/invitations/itip-trust.ts";
import {
  type OutgoingEvent,
  writeCancel,
  writeReply,
  writeRequest,
} from "../../src/calendar/invitations/itip-write.ts";
import { expand } from "../../src/calendar/recurrence/expansion.ts";
import { eventTimes } from "../../src/calendar/times.ts";
import { secondsOf } from "../../src/lib/zones.ts";
import { type Reading, readWithPython } from "./programs.ts";
import { attendee, content, mail } from "./support.ts";

const now = "2026-03-01T12:00:00.000000Z";

function outgoing(changes: Partial<OutgoingEvent> = {}): OutgoingEvent {
  return { ...content(), uid: "uid-1@postroom.example", sequence: 2, recurrence_id: null, ...changes };
}

function at(start: string, end: string, timezone: string) {
  return eventTimes({ start, end, timezone, all_day: start.length === 10 });
}

const repeated = (rule: string | null, exdates: string[] = [], rdates: string[] = []) => ({
  recurrence: { rule, exdates, rdates },
});

/** Everything that can go wrong in a text value. */
const awkward = {
  title: 'Plan; "A", B\\C: näxt — 日本語 🎉 '.repeat(6).trim(),
  description: "Line one\nLine two, with; signs\\ and\n\nEND:VEVENT\nMETHOD:CANCEL",
  location: "Room 1, Floor 2; Bldg \\ 3",
  organizer_name: 'Boss "B"; the: first, of all',
  attendees: [
    attendee("ann@example.org", { name: "Änn: A, B; C", status: "accepted" }),
    attendee("bob@example.net", { role: "optional", optional: true, status: "tentative" }),
    attendee("carl+x@example.com", { name: "x".repeat(200), rsvp: false, status: "declined" }),
  ],
};

const events: Record<string, OutgoingEvent> = {
  "a single event": outgoing(),
  "awkward texts": outgoing(awkward),
  UTC: outgoing(at("2026-04-02T10:00:00", "2026-04-02T11:00:00", "UTC")),
  "all-day": outgoing(at("2026-04-02", "2026-04-04", "Europe/Berlin")),
  "all-day series": outgoing({
    ...at("2026-04-02", "2026-04-03", "Europe/Berlin"),
    ...repeated("FREQ=WEEKLY;UNTIL=20260630T220000Z", ["2026-04-16"]),
  }),
  ...Object.fromEntries(
    [
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Africa/Casablanca",
      "Asia/Kathmandu",
      "America/Santiago",
      "Asia/Jerusalem",
      "Europe/Dublin",
    ].map((zone) => [
      `a series in ${zone}`,
      outgoing({
        ...at("2026-01-31T09:30:00", "2026-01-31T10:30:00", zone),
        ...repeated("FREQ=WEEKLY;COUNT=110"),
      }),
    ]),
  ),
  "an endless series": outgoing(repeated("FREQ=MONTHLY;BYDAY=-1FR")),
  "exceptions of all kinds": outgoing({
    ...at("2026-03-20T09:00:00", "2026-03-20T10:00:00", "Europe/Berlin"),
    ...repeated(
      "FREQ=DAILY;UNTIL=20260410",
      ["2026-03-21T09:00:00", "2026-04-01"],
      ["2026-05-01T15:00:00", "2026-05-02T15:00:00"],
    ),
  }),
  "dates only": outgoing(repeated(null, [], ["2026-05-01T15:00:00"])),
  "one date of a series": outgoing({
    ...at("2026-04-09T15:00:00", "2026-04-09T16:00:00", "America/New_York"),
    recurrence_id: { value: "2026-04-09T10:00:00", timezone: "Europe/Berlin" },
  }),
  "one date of an all-day series": outgoing({
    ...at("2026-04-09", "2026-04-11", "Europe/Berlin"),
    recurrence_id: { value: "2026-04-08", timezone: "Europe/Berlin" },
  }),
  "an event over the change of the clocks": outgoing(
    at("2026-10-24T22:00:00", "2026-10-25T06:00:00", "Europe/Berlin"),
  ),
};

const dateSeconds = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 1000;

/** A zone-less date is read as its midnight in UTC. */
const instant = (event: OutgoingEvent, text: string, instantText: string) =>
  event.all_day ? dateSeconds(text) : secondsOf(instantText);

function expectedReading(event: OutgoingEvent): Omit<Reading, "instances"> {
  const id = event.recurrence_id;
  const original =
    id && at(id.value, id.value.length === 10 ? "2030-01-01" : "2030-01-01T00:00:00", id.timezone);
  const plain = (name: string | null) => (name ?? "").replaceAll('"', "'");
  return {
    method: "REQUEST",
    uid: event.uid,
    summary: event.title,
    description: event.description ?? "",
    location: event.location ?? "",
    status: "CONFIRMED",
    sequence: event.sequence,
    start: instant(event, event.start, event.start_at),
    end: instant(event, event.end, event.end_at),
    recurrence_id: original && instant(event, original.start, original.start_at),
    organizer: `mailto:${event.organizer_email}`,
    attendees: event.attendees.map(({ email, name, status }) => [
      `mailto:${email}`,
      plain(name),
      status.toUpperCase(),
    ]),
  };
}

function expectedInstances(event: OutgoingEvent): number[] {
  const first = instant(event, event.start, event.start_at);
  if (!event.recurrence) return [first];
  const window = { after: event.start_at, before: "2035-01-01T00:00:00.000000Z" };
  return expand({ ...event, id: "x" }, window)
    .occurrences.map(({ start, start_at }) => instant(event, start, start_at))
    .filter((time) => time <= first + 3 * 366 * 86_400);
}

/** The same text with zone names that only its VTIMEZONE explains. */
function unnamed(text: string): string {
  return text.replaceAll(/^TZID:/gm, "TZID:X ").replaceAll(";TZID=", ";TZID=X ");
}

function readWithIcalJs(text: string): Reading[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const seconds = (time: ICAL.Time) => (time.isDate ? dateSeconds(time.toString()) : time.toUnixTime());
  const readings = calendar.getAllSubcomponents("vevent").map((component): Reading => {
    const event = new ICAL.Event(component);
    const value = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
    return {
      method: String(calendar.getFirstPropertyValue("method")),
      uid: event.uid,
      summary: event.summary ?? "",
      description: event.description ?? "",
      location: event.location ?? "",
      status: value("status"),
      sequence: Number(value("sequence")),
      start: seconds(event.startDate),
      end: seconds(event.endDate),
      recurrence_id: event.recurrenceId ? seconds(event.recurrenceId) : null,
      organizer: value("organizer"),
      attendees: component
        .getAllProperties("attendee")
        .map((line) => [
          String(line.getFirstValue()),
          String(line.getParameter("cn") ?? ""),
          String(line.getParameter("partstat") ?? ""),
        ]),
      instances: null,
    };
  });
  ICAL.TimezoneService.reset();
  return readings;
}

const names = Object.keys(events);
const texts = names.map((name) => writeRequest([events[name]!], now));

function expectSame(name: string, reading: Reading): void {
  const { instances, ...fields } = reading;
  expect({ name, ...fields }).toEqual({ name, ...expectedReading(events[name]!) });
  if (instances) expect([name, ...instances]).toEqual([name, ...expectedInstances(events[name]!)]);
}

describe("REQUEST", () => {
  test.each(names)("%s is read back by ourselves", (name) => {
    const event = events[name]!;
    const text = texts[names.indexOf(name)]!;
    const read = parseCalendar(text);
    expect(read.defects).toEqual([]);
    const { invitation, recurrence, recurrence_id } = read.invitations[0]!;
    expect(invitation).toMatchObject({
      method: "REQUEST",
      uid: event.uid,
      sequence: 2,
      status: "CONFIRMED",
      summary: event.title,
      description: event.description,
      location: event.location,
      start: event.start,
      end: event.end,
      all_day: event.all_day,
      timezone: event.all_day ? null : event.timezone,
      starts_at: event.all_day ? null : event.start_at,
      organizer_email: event.organizer_email,
    });
    expect(recurrence?.rdates ?? []).toEqual(event.recurrence?.rdates ?? []);
    expect(recurrence_id?.value ?? null).toBe(event.recurrence_id?.value ?? null);
    const unnamedRead = parseCalendar(unnamed(text)).invitations[0]!.invitation;
    expect([unnamedRead.starts_at, unnamedRead.ends_at]).toEqual([invitation.starts_at, invitation.ends_at]);
  });

  test.each(names)("%s is read by ical.js", (name) => {
    const text = texts[names.indexOf(name)]!;
    expectSame(name, readWithIcalJs(text)[0]!);
    expectSame(name, readWithIcalJs(unnamed(text))[0]!);
  });

  test("lines are at most 75 octets and end in CRLF", () => {
    for (const text of texts) {
      for (const line of text.split("\r\n")) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
    }
  });

  test("a series with a changed date: both, and one VTIMEZONE a zone", () => {
    const text = writeRequest([events["an endless series"]!, events["one date of a series"]!], now);
    expect(readWithIcalJs(text).map(({ recurrence_id }) => recurrence_id !== null)).toEqual([false, true]);
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2);
  });

  test("UNTIL is written in the type of DTSTART", () => {
    expect(writeRequest([outgoing(repeated("FREQ=DAILY;UNTIL=20260410"))], now)).toContain(
      "UNTIL=20260410T215959Z",
    );
    expect(texts[names.indexOf("all-day series")]).toContain("UNTIL=20260701");
  });
});

describe("CANCEL and REPLY", () => {
  test("a CANCEL of the whole says so, one of an attendee does not", () => {
    const gone = outgoing({ attendees: [attendee("ann@example.org")] });
    expect(readWithIcalJs(writeCancel(outgoing(), now, true))[0]).toMatchObject({
      method: "CANCEL",
      status: "CANCELLED",
    });
    expect(readWithIcalJs(writeCancel(gone, now, false))[0]).toMatchObject({ method: "CANCEL", status: "" });
    const date = writeCancel(events["one date of a series"]!, now, true);
    expect(readWithIcalJs(date)[0]?.recurrence_id).toBe(Date.UTC(2026, 3, 9, 8) / 1000);
  });

  test("a REPLY has one attendee, the event's UID and SEQUENCE, and the comment", () => {
    const answer = {
      email: "ann@example.org",
      name: "Ann",
      status: "tentative",
      comment: "Maybe,\nlet's see",
    } as const;
    const read = parseCalendar(writeReply(outgoing(awkward), answer, now));
    expect(read.invitations[0]!.invitation).toMatchObject({
      method: "REPLY",
      uid: "uid-1@postroom.example",
      sequence: 2,
      attendees: [
        { email: "ann@example.org", name: "Ann", status: "TENTATIVE", optional: false, rsvp: false },
      ],
    });
    expect(read.invitations[0]!.comment).toBe("Maybe,\nlet's see");
  });
});

describe.each(["icalendar", "libical"] as const)("%s", (reader) => {
  const single = writeRequest([outgoing()], now);
  const date = writeRequest([events["one date of a series"]!], now);
  const answers = readWithPython(reader, {
    texts: [...texts, ...texts.map(unnamed)],
    replies: [single, date].map((text) => ({ text, email: "ann@example.org", partstat: "ACCEPTED" })),
    cancels: [single, date],
  });

  test.skipIf(!answers)("reads what we send", () => {
    for (const [index, readings] of answers!.events.entries()) {
      expect(readings).toHaveLength(1);
      expectSame(names[index % names.length]!, readings[0]!);
    }
  });

  test.skipIf(!answers)("answers, and the answer is understood", () => {
    const known = {
      status: "confirmed",
      sequence: 2,
      dtstamp: null,
      start_at: "2026-04-02T08:00:00.000000Z",
      end_at: "2026-04-02T09:00:00.000000Z",
      timezone: "Europe/Berlin",
      recurrence_rule: null,
      organizer_email: "agent@postroom.example",
      organizer_sent_by: null,
      attendees: content().attendees,
      response_status: null,
      assurance: assurances.proven,
    } as const;
    const from = mail({ from: "ann@example.org", authenticated_domains: ["example.org"] });
    for (const text of answers!.replies) {
      const decisions = decideIncoming(parseCalendar(text), from, () => ({
        event: known,
        instances: new Map(),
      }));
      expect(decisions).toMatchObject([
        { action: "reply", reply: { email: "ann@example.org", status: "accepted" } },
      ]);
    }
    const foreign = { ...known, organizer_email: "boss@corp.example" };
    for (const text of answers!.cancels) {
      const renamed = text.replaceAll("agent@postroom.example", "boss@corp.example");
      const decisions = decideIncoming(parseCalendar(renamed), mail(), () => ({
        event: foreign,
        instances: new Map(),
      }));
      expect(decisions).toMatchObject([{ action: "cancel", sequence: 3 }]);
    }
  });
});
