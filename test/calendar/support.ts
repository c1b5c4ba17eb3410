// Fixtures of calendar tests: series, windows and mails.

import type { ParsedCalendar } from "../../src/calendar/invitations/invitation.ts";
import { parseCalendar } from "../../src/calendar/invitations/invitation.ts";
import type { IncomingMail } from "../../src/calendar/invitations/itip-trust.ts";
import { eventTimes } from "../../src/calendar/times.ts";
import type { EventAttendee, EventContent, ExpandableSeries, Recurrence } from "../../src/calendar/types.ts";

export const seriesId = "01890000-0000-7000-8000-000000000000";

export interface SeriesInput {
  start: string;
  end: string;
  timezone?: string;
  rule?: string | null;
  exdates?: string[];
  rdates?: string[];
}

export function series(input: SeriesInput): ExpandableSeries {
  const times = eventTimes({
    start: input.start,
    end: input.end,
    timezone: input.timezone ?? "UTC",
    all_day: input.start.length === 10,
  });
  const recurrence: Recurrence = {
    rule: input.rule ?? null,
    exdates: input.exdates ?? [],
    rdates: input.rdates ?? [],
  };
  return { id: seriesId, ...times, recurrence };
}

/** A window between two UTC times such as `2026-03-01` or `2026-03-01T10:00`. */
export function between(after: string, before: string) {
  const instant = (text: string) => `${text.length === 10 ? `${text}T00:00` : text}:00.000000Z`;
  return { after: instant(after), before: instant(before) };
}

export function attendee(email: string, changes: Partial<EventAttendee> = {}): EventAttendee {
  return {
    email,
    name: null,
    status: "needs-action",
    role: "required",
    optional: false,
    rsvp: true,
    responded_at: null,
    ...changes,
  };
}

export function content(changes: Partial<EventContent> = {}): EventContent {
  return {
    ...eventTimes({
      start: "2026-04-02T10:00:00",
      end: "2026-04-02T11:00:00",
      timezone: "Europe/Berlin",
      all_day: false,
    }),
    status: "confirmed",
    title: "Planning",
    description: null,
    location: null,
    recurrence: null,
    attendees: [attendee("ann@example.org"), attendee("bob@example.net")],
    organizer_email: "agent@postroom.example",
    organizer_name: "Agent",
    ...changes,
  };
}

export function mail(changes: Partial<IncomingMail> = {}): IncomingMail {
  return {
    from: "boss@corp.example",
    sender: null,
    dmarc: "pass",
    authenticated_domains: ["corp.example"],
    refuted_domains: [],
    is_open: false,
    exact_domain: false,
    trusted: false,
    by_call: false,
    internal: false,
    spam: false,
    received_at: "2026-03-01T12:00:00.000000Z",
    own_address: "agent@postroom.example",
    default_zone: "Europe/Berlin",
    ...changes,
  };
}

/** A VCALENDAR around VEVENTs given as lists of lines. */
export function calendar(method: string | null, ...events: string[][]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//test//EN",
    ...(method ? [`METHOD:${method}`] : []),
  ];
  for (const event of events) lines.push("BEGIN:VEVENT", ...event, "END:VEVENT");
  return `${[...lines, "END:VCALENDAR"].join("\r\n")}\r\n`;
}

export function parsed(method: string | null, ...events: string[][]): ParsedCalendar {
  return parseCalendar(calendar(method, ...events));
}

/** The folder of test data, or null with the reason printed once. */
export function testData(folder: string): string | null {
  const root = process.env.POSTROOM_TEST_DATA;
  if (root) return `${root}/${folder}`;
  process.stderr.write(`skipped: POSTROOM_TEST_DATA is not set, ${folder} is not read\n`);
  return null;
}
