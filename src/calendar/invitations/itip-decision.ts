// What a received calendar object is to do to a calendar, once it is decided.

import type { Instant } from "../../lib/clock.ts";
import type { AttendeeStatus, EventContent, EventTimes } from "../types.ts";
import type { Assurance } from "./itip-trust.ts";
import type { RecurrenceId } from "./times.ts";

/** What a create or update writes. */
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

/** What an attendee would rather have. */
export interface Proposal {
  /** The attendee as the event has it. */
  email: string;
  /** Null: the version that he knew is not told. */
  sequence: number | null;
  times: EventTimes;
  /** Null: nothing is said of it. */
  title: string | null;
  location: string | null;
}

interface Scoped {
  uid: string;
  reason: string;
  /** Null: the event as a whole. `this_and_future` on it: the series is cut there. */
  recurrence_id: RecurrenceId | null;
}

export type Decision =
  | (Scoped & { action: "create" | "update"; content: IncomingContent })
  | (Scoped & { action: "cancel"; sequence: number; dtstamp: Instant })
  | (Scoped & { action: "reply"; reply: IncomingReply })
  /** `counter` and `refresh` are about an own event and wait for a call. `proposal` null: it cannot be taken. */
  | (Scoped & { action: "counter"; proposal: Proposal | null })
  | (Scoped & { action: "refresh"; email: string | null })
  /** `keep`: the message shows it and nothing else happens; `ignore`: it may not or need not do what it asks. */
  | (Scoped & { action: "keep" | "ignore" });
