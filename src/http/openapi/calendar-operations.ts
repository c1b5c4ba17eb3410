// The calls of calendars, as operations.ts beside this file lists all calls.
import type { FailureCode } from "../../lib/failure.ts";
import type { Operation } from "./operations.ts";

const sending: readonly FailureCode[] = [
  "forbidden",
  "capability_missing",
  "identity_suspended",
  "domain_unverified",
  "send_policy_violation",
  "recipient_refused",
  "daily_limit",
  "conflict",
];
const reading: readonly FailureCode[] = ["capability_missing"];

const meeting = {
  title: "Planning",
  start: "2026-03-30T09:00:00",
  end: "2026-03-30T09:30:00",
  timezone: "Europe/Berlin",
  attendees: [{ email: "ada@example.com", name: "Ada" }],
};

export const calendarOperations: Readonly<Record<string, Operation>> = {
  "PATCH /api/v1/identities/:id/calendar": {
    id: "updateCalendar",
    summary: "Set the zone of events that name none",
    errors: reading,
    example: { timezone: "Europe/Berlin" },
  },
  "GET /api/v1/identities/:id/calendar/events": {
    id: "listCalendarEvents",
    summary: "List events by when they begin",
    description: "With `expand` the instances of a series stand in its place.",
    errors: reading,
  },
  "POST /api/v1/identities/:id/calendar/events": {
    id: "createCalendarEvent",
    summary: "Create an event",
    description:
      "Times are local, in `timezone`. Attendees are told nothing unless `send_invites` is true: then each gets a mail.",
    errors: sending,
    example: meeting,
    etag: true,
  },
  "GET /api/v1/identities/:id/calendar/events/:eventId": {
    id: "getCalendarEvent",
    summary: "Read an event",
    errors: reading,
    etag: true,
  },
  "PATCH /api/v1/identities/:id/calendar/events/:eventId": {
    id: "updateCalendarEvent",
    summary: "Change an event",
    description:
      "What is left out survives. An instance id changes that date only; with `mode=future` it and all later ones. With `send_invites` those are told whom the change concerns; where nothing changes that they see, all are invited.",
    errors: sending,
    example: { start: "2026-03-30T10:00:00", end: "2026-03-30T10:30:00" },
    etag: true,
  },
  "DELETE /api/v1/identities/:id/calendar/events/:eventId": {
    id: "deleteCalendarEvent",
    summary: "Delete an event",
    description:
      "`mode` is `single` for an instance id (that date) and `all` for a series id unless it says `future` (that date and all later ones). With `send_invites` the attendees are told; an event that others organise is declined.",
    errors: sending,
    etag: true,
  },
  "POST /api/v1/identities/:id/calendar/events/:eventId/respond": {
    id: "respondToCalendarEvent",
    summary: "Answer an invitation",
    description: "The organizer gets the answer by mail.",
    errors: sending,
    example: { status: "accepted", comment: "Looking forward to it." },
    etag: true,
  },
  "GET /api/v1/messages/:id/invitation": {
    id: "getMessageInvitation",
    summary: "Read what a message asks of the calendar, and whether it was done",
    description:
      "An answer, change or invitation whose author nothing proved is `waiting`, as a proposal (COUNTER) or question (REFRESH) of an attendee is: `reason` and `proof` say why.",
    errors: reading,
  },
  "POST /api/v1/messages/:id/invitation/apply": {
    id: "applyMessageInvitation",
    summary: "Do what a message asks of the calendar",
    description:
      "Takes what waits, whoever sent it: look at it first. REQUEST, CANCEL and REPLY change the event as if their author had been proven; a COUNTER becomes the event's time, title and place, and all attendees are told; who sent a REFRESH gets the event as it is. What cannot be done is 409.",
    errors: sending,
    etag: true,
  },
  "GET /api/v1/identities/:id/calendar/free-busy": {
    id: "getFreeBusy",
    summary: "Say when an address is busy",
    errors: reading,
  },
};
