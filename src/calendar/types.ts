// The shapes of the calendar: the invitation that a message reports (SPEC Invitation), the stored calendar event
// (DECISIONS Calendar), and the parts of both that functions here take. Property names are those of the wire.

import type { Instant } from "../lib/clock.ts";

export type EventKind = "single" | "series" | "instance";
export type EventStatus = "confirmed" | "tentative" | "cancelled";
export type AttendeeStatus = "needs-action" | "accepted" | "declined" | "tentative" | "delegated";
export type AttendeeRole = "chair" | "required" | "optional" | "non-participant";

export interface EventAttendee {
  email: string;
  name: string | null;
  status: AttendeeStatus;
  role: AttendeeRole;
  optional: boolean;
  rsvp: boolean;
  /** The reply's DTSTAMP, at the latest its receipt. Null: no answer yet. */
  responded_at: Instant | null;
}

export interface Recurrence {
  /** An RFC 5545 rule without `RRULE:`, or null where only `rdates` repeat the event. */
  rule: string | null;
  /** Excluded starts, in the form of `start`. A date excludes that whole day. */
  exdates: string[];
  /** Additional starts, in the form of `start`. */
  rdates: string[];
}

/** When an event takes place. Local time and `timezone` are authoritative; the instants are derived from them. */
export interface EventTimes {
  all_day: boolean;
  /** `2026-01-02T09:00:00`, or `2026-01-02` when all_day. */
  start: string;
  /** Like `start`; exclusive. */
  end: string;
  /** IANA name. All-day events begin and end at its midnights. */
  timezone: string;
  start_at: Instant;
  end_at: Instant;
}

/** The part of an event that its participants see. */
export interface EventContent extends EventTimes {
  status: EventStatus;
  title: string;
  description: string | null;
  location: string | null;
  recurrence: Recurrence | null;
  attendees: EventAttendee[];
  organizer_email: string | null;
  organizer_name: string | null;
}

/** The part of a series that expansion reads. */
export type ExpandableSeries = EventTimes & { id: string; recurrence: Recurrence | null };

export interface InvitationAttendee {
  email: string;
  name: string | null;
  /** As RFC 5545 3.2.12 spells it: `NEEDS-ACTION`, `ACCEPTED`, … */
  status: string;
  optional: boolean;
  rsvp: boolean;
}

/** The calendar part of a message. SPEC Invitation: these fields and no others. */
export interface InvitationSummary {
  method: string | null;
  uid: string;
  sequence: number;
  status: string | null;
  summary: string | null;
  description: string | null;
  location: string | null;
  start: string | null;
  end: string | null;
  starts_at: Instant | null;
  ends_at: Instant | null;
  all_day: boolean;
  timezone: string | null;
  organizer_email: string | null;
  organizer_name: string | null;
  attendees: InvitationAttendee[];
  recurrence_rule: string | null;
  is_instance: boolean;
}
