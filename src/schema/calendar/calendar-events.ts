// SPEC Calendar events; DECISIONS Calendar.
import { type Static, Type } from "@sinclair/typebox";
import { maxReminderMinutes } from "../../lib/local-time.ts";
import { closed, email, Id, nullable, oneOf, PageQuery, Timestamp } from "../common.ts";
import { guests } from "../message/addressees.ts";
import { Sent } from "../message/messages.ts";

export const eventKinds = ["single", "series", "instance"] as const;
export const eventStatuses = ["confirmed", "tentative", "cancelled"] as const;
export const attendeeStatuses = ["needs-action", "accepted", "declined", "tentative", "delegated"] as const;
const attendeeRoles = ["chair", "required", "optional", "non-participant"] as const;
const deleteModes = ["single", "future", "all"] as const;

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

const attendeeStatus = oneOf(attendeeStatuses, {
  meanings: {
    "needs-action": "no answer yet",
    accepted: "comes",
    declined: "does not come",
    tentative: "comes perhaps",
    delegated: "has asked somebody else to come",
  },
});
const roleMeanings = {
  chair: "leads",
  required: "is needed",
  optional: "may come",
  "non-participant": "is only told",
};
const status = oneOf(eventStatuses, {
  meanings: {
    confirmed: "takes place; what the API makes is confirmed unless it says otherwise",
    tentative: "takes place perhaps",
    cancelled: "does not take place and blocks no time; it cannot be answered",
  },
});

export const EventRecurrence = Type.Object(
  {
    rule: nullable(
      Type.String({
        description: "RFC 5545 RRULE without its name; null where only rdates repeat it",
        examples: ["FREQ=WEEKLY;BYDAY=MO"],
      }),
    ),
    exdates: Type.Array(LocalTime, { description: "dates of the rule that are left out" }),
    rdates: Type.Array(LocalTime, { description: "dates beside the rule" }),
  },
  closed,
);

export const EventAttendee = Type.Object(
  {
    email: Type.String(),
    name: nullable(Type.String()),
    status: attendeeStatus,
    role: oneOf(attendeeRoles, { meanings: roleMeanings }),
    optional: Type.Boolean(),
    rsvp: Type.Boolean(),
    responded_at: nullable(Timestamp),
  },
  closed,
);

export const ScheduleStatus = Type.Object(
  {
    email: Type.String({ description: "attendee, or the organizer who was answered" }),
    code: oneOf(["1.0", "1.1", "1.2", "2.0", "3.7", "5.1", "5.2", "5.3"], {
      description: "as SCHEDULE-STATUS of RFC 6638",
      meanings: {
        "1.0": "the mail waits or is on its way",
        "1.1": "the next server has taken it",
        "1.2": "it is in the mailbox",
        "2.0": "the attendee has answered",
        "3.7": "there is no such address",
        "5.1": "it was given up for now",
        "5.2": "nobody takes mail for the address",
        "5.3": "it was not let through, here or there",
      },
    }),
    message_id: nullable({ ...Id, description: "the last mail; null: it is answered" }),
  },
  closed,
);

const ownNotes = Type.Record(Type.String(), Type.Unknown(), {
  description: "your own notes, never mailed",
});

export const CalendarEvent = Type.Object(
  {
    id: EventId,
    identity_id: Id,
    kind: oneOf(eventKinds, {
      meanings: {
        single: "takes place once",
        series: "repeats by recurrence",
        instance: "one date of a series; only with expand, or read by its own id",
      },
    }),
    series_id: nullable({ ...Id, description: "the series of an instance" }),
    original_start: nullable({ ...LocalTime, description: "when the series would have this instance begin" }),
    uid: Type.String(),
    sequence: Type.Integer({ description: "rises with time, title, place, status and attendee list" }),
    etag: Type.String({ description: "for If-Match" }),
    status,
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
    response_status: nullable({
      ...attendeeStatus,
      description: `your own answer, as one who is invited: ${attendeeStatus.description}`,
    }),
    source: oneOf(["api", "email"], {
      meanings: { api: "a call made it", email: "an invitation that came" },
    }),
    origin_message_id: nullable({ ...Id, description: "the message that brought it" }),
    metadata: ownNotes,
    reminders: Type.Array(Type.Integer(), {
      description: "minutes before it at which a calendar program of the address reminds, the longest first",
      examples: [[1440, 15]],
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    schedule_status: Type.Optional(
      Type.Array(ScheduleStatus, {
        description:
          "of one event read by its id, where mails about it were sent: how far the last one to each recipient has come",
      }),
    ),
    held: Type.Optional(
      Type.Array(Sent, {
        description:
          "with 202 alone: mails about the change that wait for a person; nothing of them has left",
      }),
    ),
  },
  closed,
);
export type CalendarEvent = Static<typeof CalendarEvent>;

export const RecurrenceInput = Type.Object(
  {
    rule: Type.Optional(
      nullable(
        Type.String({
          maxLength: 10_000,
          description: "RFC 5545 RRULE without its name",
          examples: ["FREQ=WEEKLY;BYDAY=MO"],
        }),
      ),
    ),
    exdates: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 2000,
        description: "dates of the rule to leave out, local times as start is",
        examples: [["2026-04-06T09:00:00"]],
      }),
    ),
    rdates: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 2000,
        description: "dates beside the rule, local times as start is",
        examples: [["2026-04-08T09:00:00"]],
      }),
    ),
  },
  closed,
);

export const AttendeeInput = Type.Object(
  {
    email: email(),
    name: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
    role: Type.Optional(oneOf(attendeeRoles, { meanings: roleMeanings, absent: "required" })),
    optional: Type.Optional(Type.Boolean({ description: "the same as the role optional" })),
    rsvp: Type.Optional(Type.Boolean({ description: "an answer is asked for; true without it" })),
  },
  closed,
);
export type AttendeeInput = Static<typeof AttendeeInput>;

const title = Type.String({ minLength: 1, maxLength: 1000, examples: ["Planning"] });
const attendees = guests(AttendeeInput, {
  max: 200,
  description:
    "whom to invite: `ada@example.com`, `Ada <ada@example.com>` or an object, or a list of these; told nothing without send_invites",
});
const optionalFields = {
  timezone: Type.Optional(Zone),
  all_day: Type.Optional(
    Type.Boolean({ description: "start and end are dates, end exclusive; false without it" }),
  ),
  description: Type.Optional(nullable(Type.String({ maxLength: 50_000 }))),
  location: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  status: Type.Optional(status),
  recurrence: Type.Optional(nullable(RecurrenceInput)),
  attendees: Type.Optional(attendees),
  metadata: Type.Optional(ownNotes),
  reminders: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: maxReminderMinutes }), {
      maxItems: 10,
      description:
        "minutes before it at which a calendar program of the address reminds; and calendar_event.starting tells of it; never mailed",
      examples: [[15]],
    }),
  ),
  send_invites: Type.Optional(Type.Boolean({ description: "mail the attendees; false without it" })),
};

export const CalendarEventCreate = Type.Object(
  { title, start: LocalTime, end: LocalTime, ...optionalFields },
  closed,
);
export type CalendarEventCreate = Static<typeof CalendarEventCreate>;

/** A change of an event; absent fields stay. */
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

const After = Type.String({
  format: "date-time",
  description: "ends later than this, or begins then",
  examples: ["2026-03-30T00:00:00Z"],
});
const Before = Type.String({
  format: "date-time",
  description: "begins earlier than this",
  examples: ["2026-04-06T00:00:00Z"],
});
const flag = (texts: { true: string; false: string }) =>
  Type.Optional(
    Type.Boolean({ description: `true: ${texts.true}; false: ${texts.false}; false without it` }),
  );

export const CalendarEventListQuery = Type.Object(
  {
    after: Type.Optional(After),
    before: Type.Optional(Before),
    expand: flag({
      true: "the instances of a series in its place",
      false: "series as one row",
    }),
    ...PageQuery,
  },
  closed,
);
export type CalendarEventListQuery = Static<typeof CalendarEventListQuery>;

export const CalendarEventPatchQuery = Type.Object(
  {
    mode: Type.Optional(
      oneOf(["single", "future"], {
        description: "of an instance id",
        meanings: { single: "that date alone", future: "that date and all later ones, as a new series" },
        absent: "single",
      }),
    ),
  },
  closed,
);

export const CalendarEventDeleteQuery = Type.Object(
  {
    mode: Type.Optional(
      oneOf(deleteModes, {
        meanings: {
          single: "that date alone; an instance id has it without mode",
          future: "that date and all later ones",
          all: "the whole series; a series id has it without mode",
        },
      }),
    ),
    send_invites: flag({ true: "tell the attendees, or decline", false: "tell nobody" }),
  },
  closed,
);

export const CalendarEventRespond = Type.Object(
  {
    status: oneOf(["accepted", "declined", "tentative"], {
      meanings: { accepted: "you come", declined: "you do not", tentative: "perhaps" },
    }),
    comment: Type.Optional(
      nullable(
        Type.String({ maxLength: 5000, description: "to the organizer, in the mail with your answer" }),
      ),
    ),
  },
  closed,
);

/** At most 92 days. */
export const FreeBusyQuery = Type.Object({ after: After, before: Before }, closed);
export const FreeBusy = Type.Object(
  {
    busy: Type.Array(Type.Object({ start_at: Timestamp, end_at: Timestamp }, closed), {
      description: "when it is taken; overlapping times are one",
    }),
  },
  closed,
);

/** A week: what is further ahead is better looked up. */
const maxMinutes = 10_080;
const minutes = (kind: string, off: string) =>
  Type.Integer({
    minimum: 0,
    maximum: maxMinutes,
    description: `minutes before it at which calendar_event.${kind} tells of an event; ${off}: it does not${kind === "starting" ? ", but by reminders of the event" : ""}`,
    examples: [10],
  });

/** A change of a calendar's settings; absent fields stay. */
export const CalendarPatch = Type.Object(
  {
    timezone: Type.Optional(Zone),
    starting_minutes: Type.Optional(nullable(minutes("starting", "null"))),
    ending_minutes: Type.Optional(nullable(minutes("ending", "null"))),
  },
  { ...closed, minProperties: 1 },
);
export const Calendar = Type.Object(
  {
    identity_id: Id,
    timezone: Zone,
    starting_minutes: Type.Optional(minutes("starting", "missing")),
    ending_minutes: Type.Optional(minutes("ending", "missing")),
  },
  closed,
);
export type Calendar = Static<typeof Calendar>;

export const CalendarEventParams = Type.Object({ id: Type.String(), eventId: Type.String() });
