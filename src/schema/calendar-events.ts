// SPEC Calendar events; DECISIONS Calendar.
import { type Static, Type } from "@sinclair/typebox";
import { closed, email, Id, nullable, oneOf, PageQuery, Timestamp } from "./common.ts";

export const eventKinds = ["single", "series", "instance"] as const;
export const eventStatuses = ["confirmed", "tentative", "cancelled"] as const;
export const attendeeStatuses = ["needs-action", "accepted", "declined", "tentative", "delegated"] as const;
export const attendeeRoles = ["chair", "required", "optional", "non-participant"] as const;
export const deleteModes = ["single", "future", "all"] as const;

const EventId = Type.String({
  description:
    "UUID; of a date of a series `<series id>_<original start in UTC, basic format>`, all-day: the date",
  examples: ["019a2f4e-8b1c-7def-8a90-1234567890ab_20260330T070000Z"],
});
const LocalTime = Type.String({
  description: "local time in `timezone`, without offset; a date when all_day",
  examples: ["2026-03-30T09:00:00"],
});
const Zone = Type.String({ description: "IANA time zone", examples: ["Europe/Berlin"] });

export const EventRecurrence = Type.Object(
  {
    rule: nullable(
      Type.String({
        description: "RFC 5545 RRULE without its name; null where only rdates repeat it",
        examples: ["FREQ=WEEKLY;BYDAY=MO"],
      }),
    ),
    exdates: Type.Array(LocalTime),
    rdates: Type.Array(LocalTime),
  },
  closed,
);

export const EventAttendee = Type.Object(
  {
    email: Type.String(),
    name: nullable(Type.String()),
    status: oneOf(attendeeStatuses),
    role: oneOf(attendeeRoles),
    optional: Type.Boolean(),
    rsvp: Type.Boolean(),
    responded_at: nullable(Timestamp),
  },
  closed,
);

export const CalendarEvent = Type.Object(
  {
    id: EventId,
    identity_id: Id,
    kind: oneOf(eventKinds),
    series_id: nullable(Id),
    original_start: nullable(LocalTime),
    uid: Type.String(),
    sequence: Type.Integer({ description: "rises with time, title, place, status and attendee list" }),
    etag: Type.String({ description: "for If-Match" }),
    status: oneOf(eventStatuses),
    title: Type.String(),
    description: nullable(Type.String()),
    location: nullable(Type.String()),
    all_day: Type.Boolean(),
    start: LocalTime,
    end: LocalTime,
    timezone: Zone,
    start_at: Timestamp,
    end_at: Timestamp,
    recurrence: nullable(EventRecurrence),
    attendees: Type.Array(EventAttendee),
    organizer_email: nullable(Type.String()),
    organizer_name: nullable(Type.String()),
    response_status: nullable(oneOf(attendeeStatuses)),
    source: oneOf(["api", "email"]),
    origin_message_id: nullable(Id),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
);
export type CalendarEvent = Static<typeof CalendarEvent>;

const RecurrenceInput = Type.Object(
  {
    rule: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
    exdates: Type.Optional(Type.Array(Type.String(), { maxItems: 2000 })),
    rdates: Type.Optional(Type.Array(Type.String(), { maxItems: 2000 })),
  },
  closed,
);

const AttendeeInput = Type.Object(
  {
    email: email(),
    name: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
    role: Type.Optional(oneOf(attendeeRoles)),
    optional: Type.Optional(Type.Boolean()),
    rsvp: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type AttendeeInput = Static<typeof AttendeeInput>;

const title = Type.String({ minLength: 1, maxLength: 1000 });
const attendees = Type.Array(AttendeeInput, { maxItems: 200 });
const optionalFields = {
  timezone: Type.Optional(Zone),
  all_day: Type.Optional(Type.Boolean()),
  description: Type.Optional(nullable(Type.String({ maxLength: 50_000 }))),
  location: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  status: Type.Optional(oneOf(eventStatuses)),
  recurrence: Type.Optional(nullable(RecurrenceInput)),
  attendees: Type.Optional(attendees),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  send_invites: Type.Optional(Type.Boolean({ description: "mail the attendees" })),
};

export const CalendarEventCreate = Type.Object(
  { title, start: LocalTime, end: LocalTime, ...optionalFields },
  closed,
);
export type CalendarEventCreate = Static<typeof CalendarEventCreate>;

/** What is left out survives. */
export const CalendarEventPatch = Type.Object(
  {
    title: Type.Optional(title),
    start: Type.Optional(LocalTime),
    end: Type.Optional(LocalTime),
    ...optionalFields,
  },
  { ...closed, minProperties: 1 },
);
export type CalendarEventPatch = Static<typeof CalendarEventPatch>;

const After = Type.String({ format: "date-time", description: "ends later than this, or begins then" });
const Before = Type.String({ format: "date-time", description: "begins earlier than this" });
const QueryFlag = oneOf(["true", "false"]);

export const CalendarEventListQuery = Type.Object(
  {
    after: Type.Optional(After),
    before: Type.Optional(Before),
    expand: Type.Optional(QueryFlag),
    ...PageQuery,
  },
  closed,
);
export type CalendarEventListQuery = Static<typeof CalendarEventListQuery>;

export const CalendarEventPatchQuery = Type.Object(
  {
    mode: Type.Optional(
      oneOf(["single", "future"], { description: "of an instance id: that date, or it and all later ones" }),
    ),
  },
  closed,
);

export const CalendarEventDeleteQuery = Type.Object(
  { mode: Type.Optional(oneOf(deleteModes)), send_invites: Type.Optional(QueryFlag) },
  closed,
);

export const CalendarEventRespond = Type.Object(
  {
    status: oneOf(["accepted", "declined", "tentative"]),
    comment: Type.Optional(nullable(Type.String({ maxLength: 5000 }))),
  },
  closed,
);

export const FreeBusyQuery = Type.Object({ after: After, before: Before }, closed);
export const FreeBusy = Type.Object(
  { busy: Type.Array(Type.Object({ start_at: Timestamp, end_at: Timestamp }, closed)) },
  closed,
);

export const CalendarPatch = Type.Object({ timezone: Zone }, closed);
export const Calendar = Type.Object({ identity_id: Id, timezone: Zone }, closed);

export const CalendarEventParams = Type.Object({ id: Type.String(), eventId: Type.String() });
