// The decision on a received calendar object: what it does to a calendar.

import type { Instant } from "../../lib/clock.ts";
import type { AttendeeStatus, EventContent, EventTimes } from "../types.ts";
import type { Assurance } from "./itip-trust.ts";
import type { RecurrenceId } from "./times.ts";

/** The fields that a create or update writes. */
export interface IncomingContent extends EventContent {
  uid: string;
  sequence: number;
  dtstamp: Instant;
  organizer_sent_by: string | null;
  response_status: AttendeeStatus;
  assurance: Assurance;
}

export interface IncomingReply {
  /** The attendee as the event has it. */
  email: string;
  status: AttendeeStatus;
  responded_at: Instant;
  comment: string | null;
}

/** The change that an attendee proposes (COUNTER). */
export interface Proposal {
  /** The attendee as the event has it. */
  email: string;
  /** Null: the proposal does not name the version that it is based on. */
  sequence: number | null;
  times: EventTimes;
  /** Null: not part of the proposal. */
  title: string | null;
  location: string | null;
}

interface Scoped {
  uid: string;
  reason: string;
  /** Null: the event as a whole. With `this_and_future` the series is cut there. */
  recurrence_id: RecurrenceId | null;
}

export type Decision =
  | (Scoped & { action: "create" | "update"; content: IncomingContent })
  | (Scoped & { action: "cancel"; sequence: number; dtstamp: Instant })
  | (Scoped & { action: "reply"; reply: IncomingReply })
  /** `counter` and `refresh` are about an own event and wait for a call. `proposal` null: it cannot be accepted. */
  | (Scoped & { action: "counter"; proposal: Proposal | null })
  | (Scoped & { action: "refresh"; email: string | null })
  /** `keep`: only the message shows the object. `ignore`: it is not allowed, or not needed, to take effect. */
  | (Scoped & { action: "keep" | "ignore" });
