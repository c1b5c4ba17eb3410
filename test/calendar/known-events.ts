// Events that a calendar knows already, and mails that change them.
import { decideIncoming } from "../../src/calendar/invitations/itip.ts";
import type { Decision } from "../../src/calendar/invitations/itip-decision.ts";
import {
  assurances,
  type IncomingMail,
  type KnownEvent,
  type KnownObject,
} from "../../src/calendar/invitations/itip-trust.ts";
import { attendee, mail, parsed } from "./support.ts";

export const request = [
  "UID:u1",
  "DTSTAMP:20260201T000000Z",
  "SEQUENCE:1",
  "DTSTART;TZID=Europe/Berlin:20260402T100000",
  "DTEND;TZID=Europe/Berlin:20260402T110000",
  "SUMMARY:Planning",
  "ORGANIZER;CN=Boss:mailto:boss@corp.example",
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:agent@postroom.example",
  "ATTENDEE;PARTSTAT=TENTATIVE:mailto:ann@example.org",
];

export function event(changes: Partial<KnownEvent> = {}): KnownEvent {
  return {
    status: "confirmed",
    sequence: 1,
    dtstamp: "2026-02-01T00:00:00.000000Z",
    start_at: "2026-04-02T08:00:00.000000Z",
    end_at: "2026-04-02T09:00:00.000000Z",
    timezone: "Europe/Berlin",
    recurrence_rule: null,
    organizer_email: "boss@corp.example",
    organizer_sent_by: null,
    attendees: [],
    response_status: "accepted",
    assurance: assurances.proven,
    ...changes,
  };
}

export const own = (changes: Partial<KnownEvent> = {}) =>
  event({
    organizer_email: "agent@postroom.example",
    dtstamp: null,
    response_status: null,
    attendees: [attendee("Ann@example.org"), attendee("bob@example.net")],
    ...changes,
  });

export function known(main: KnownEvent | null, instances: Record<string, KnownEvent> = {}): KnownObject {
  return { event: main, instances: new Map(Object.entries(instances)) };
}

/** The request with lines replaced by the property's name, or added. */
export function changed(...lines: string[]): string[] {
  const names = new Set(lines.map((line) => line.split(/[;:]/)[0]));
  return [...request.filter((line) => !names.has(line.split(/[;:]/)[0])), ...lines];
}

export function decideOne(
  method: string | null,
  lines: string[],
  facts: { mail?: Partial<IncomingMail>; known?: KnownObject } = {},
): Decision {
  return decideIncoming(parsed(method, lines), mail(facts.mail), () => facts.known ?? null)[0]!;
}
