// ORGANIZER and ATTENDEE, RFC 5545 3.8.4: address, name, role and participation status.

import { unescapeText } from "../../lib/text-escapes.ts";
import type { AttendeeRole, AttendeeStatus, EventAttendee } from "../types.ts";
import { type Component, type ContentLine, lineOf, linesOf } from "./content-lines.ts";

export interface Organizer {
  email: string;
  name: string | null;
  sentBy: string | null;
}

export interface Participant {
  email: string;
  name: string | null;
  /** PARTSTAT in upper case. */
  partstat: string;
  status: AttendeeStatus;
  role: AttendeeRole;
  optional: boolean;
  rsvp: boolean;
  sentBy: string | null;
}

/** Attendees that are read of one event. SPEC allows 200 on events that we send. */
export const maxAttendees = 1000;

/** The address in `mailto:ann@example.org` (any case, percent-encoded, in angle brackets); null when there is none. */
function calendarAddress(text: string): string | null {
  const bare = text.trim();
  // An unquoted CN with a colon in it ends in the value.
  const at = bare.toLowerCase().lastIndexOf("mailto:");
  let email = at < 0 ? bare : bare.slice(at + 7);
  const query = email.indexOf("?");
  if (query >= 0) email = email.slice(0, query);
  if (email.includes("%")) {
    try {
      email = decodeURIComponent(email);
    } catch {
      // A percent sign that encodes nothing is part of the address.
    }
  }
  email = email.trim().replace(/^<|>$/g, "");
  return email.length <= 320 && /^[^\s@<>",;:\x00-\x1f\x7f]+@[^\s@<>",;:\x00-\x1f\x7f]+$/.test(email)
    ? email
    : null;
}

function addressOf(line: ContentLine): string | null {
  // RFC 7986 6.2: EMAIL where the value itself is no mail address.
  return calendarAddress(line.value) ?? calendarAddress(line.params.get("EMAIL") ?? "");
}

/**
 * Return the value of an ORGANIZER or ATTENDEE that is not exactly one mail address; null: it is one, or no
 * mail address at all.
 */
export function misreadAddress(line: Pick<ContentLine, "value" | "params">): string | null {
  const value = line.value.trim();
  const [, first, ...more] = value.toLowerCase().split("mailto:");
  if (first === undefined || first.trim() === "") return null;
  // RFC 6068 2: further recipients.
  const hasOthers = /[?&;](?:to|cc|bcc)=/.test(first);
  return more.length === 0 && !hasOthers && calendarAddress(value) !== null ? null : value.slice(0, 200);
}

function nameOf(line: ContentLine): string | null {
  const name = line.params.get("CN");
  return name === undefined
    ? null
    : unescapeText(name).replace(/\s+/g, " ").trim().slice(0, 500).toWellFormed();
}

function sentByOf(line: ContentLine): string | null {
  const sentBy = line.params.get("SENT-BY");
  return sentBy === undefined ? null : calendarAddress(sentBy);
}

/** The ORGANIZER of an event; null when there is none or it has no mail address. */
export function readOrganizer(event: Component, addDefect: (defect: string) => void): Organizer | null {
  const line = lineOf(event, "ORGANIZER");
  if (!line) return null;
  const email = addressOf(line);
  if (!email) {
    addDefect("ORGANIZER has no mail address.");
    return null;
  }
  return { email, name: nameOf(line), sentBy: sentByOf(line) };
}

const statuses: Record<string, AttendeeStatus> = {
  "NEEDS-ACTION": "needs-action",
  ACCEPTED: "accepted",
  DECLINED: "declined",
  TENTATIVE: "tentative",
  DELEGATED: "delegated",
};

const roles: Record<string, AttendeeRole> = {
  CHAIR: "chair",
  "REQ-PARTICIPANT": "required",
  "OPT-PARTICIPANT": "optional",
  "NON-PARTICIPANT": "non-participant",
};

const partstats = Object.fromEntries(Object.entries(statuses).map(([text, status]) => [status, text]));
const roleNames = Object.fromEntries(Object.entries(roles).map(([text, role]) => [role, text]));

/** `ACCEPTED` of `accepted`. RFC 5545 3.2.12 */
export function partstatOf(status: AttendeeStatus): string {
  return partstats[status]!;
}

/** `REQ-PARTICIPANT` of `required`. RFC 5545 3.2.16 */
export function roleNameOf(role: AttendeeRole): string {
  return roleNames[role]!;
}

function readAttendee(line: ContentLine, email: string): Participant {
  const written = line.params.get("PARTSTAT")?.trim().toUpperCase() ?? "";
  // RFC 5545 3.2.12: an unknown status counts as NEEDS-ACTION.
  const partstat = Object.hasOwn(statuses, written) ? written : "NEEDS-ACTION";
  const role = roles[line.params.get("ROLE")?.trim().toUpperCase().replaceAll("_", "-") ?? ""] ?? "required";
  return {
    email,
    name: nameOf(line),
    partstat,
    status: statuses[partstat]!,
    role,
    optional: role === "optional",
    rsvp: line.params.get("RSVP")?.trim().toUpperCase() === "TRUE",
    sentBy: sentByOf(line),
  };
}

/** The attendees, each address once, at most maxAttendees. */
export function readAttendees(event: Component, addDefect: (defect: string) => void): Participant[] {
  const found = new Map<string, Participant>();
  for (const line of linesOf(event, "ATTENDEE").slice(0, 4 * maxAttendees)) {
    const email = addressOf(line);
    if (!email) {
      addDefect("An ATTENDEE has no mail address; it is left out.");
      continue;
    }
    if (found.has(email.toLowerCase())) continue;
    if (found.size === maxAttendees) {
      addDefect(`There are more than ${maxAttendees} attendees; the rest is left out.`);
      break;
    }
    found.set(email.toLowerCase(), readAttendee(line, email));
  }
  return [...found.values()];
}

/** A participant in the form that events store, not yet answered. */
export function attendeeOf(participant: Participant): EventAttendee {
  const { email, name, status, role, optional, rsvp } = participant;
  return { email, name: name || null, status, role, optional, rsvp, responded_at: null };
}
