// Tables of calendars. migrations/ defines the schema.
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { ScheduleStatuses } from "../../calendar/objects/schedule-status.ts";
import type {
  AttendeeStatus,
  EventAttendee,
  EventKind,
  EventStatus,
  Recurrence,
} from "../../calendar/types.ts";
import { accountId, bytes, createdAt, instant, int8, json } from "./columns.ts";

export const calendars = pgTable(
  "calendars",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    /** IANA name; the default zone of events. */
    timezone: text("timezone").notNull(),
    /** Minutes before an event begins at which it is told; null: it is not. */
    startingMinutes: integer("starting_minutes"),
    endingMinutes: integer("ending_minutes"),
    /** Every notice due up to here was given. */
    noticesUntil: instant("notices_until"),
    /** When it is next looked at for notices; null: none is wanted. */
    nextNoticeAt: instant("next_notice_at"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId] })],
);

export const calendarEvents = pgTable(
  "calendar_events",
  {
    accountId: accountId(),
    /** A UUID; of a changed instance `<series id>_<original start>`. */
    id: text("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    kind: text("kind").$type<EventKind>().notNull(),
    /**
     * For a changed instance: its series, null when only the instance is known. For a series: the one it was
     * split from.
     */
    seriesId: text("series_id"),
    originalStart: text("original_start"),
    originalAt: instant("original_at"),
    uid: text("uid").notNull(),
    uidHash: int8("uid_hash").notNull(),
    sequence: integer("sequence").notNull(),
    /** Changes with every change of the event. */
    etag: text("etag").notNull(),
    status: text("status").$type<EventStatus>().notNull(),
    title: text("title").notNull(),
    description: text("description"),
    location: text("location"),
    allDay: boolean("all_day").notNull(),
    /** The instants are computed from local time and zone. */
    startLocal: text("start_local").notNull(),
    endLocal: text("end_local").notNull(),
    timezone: text("timezone").notNull(),
    startAt: instant("start_at").notNull(),
    endAt: instant("end_at").notNull(),
    /** The latest end of the last instance. */
    untilAt: instant("until_at").notNull(),
    /** Length class: index into `spanDays` of store/calendar/calendar-events.ts. */
    span: smallint("span").notNull(),
    recurrence: json<Recurrence | null>("recurrence"),
    attendees: json<EventAttendee[]>("attendees").notNull(),
    organizerEmail: text("organizer_email"),
    organizerName: text("organizer_name"),
    organizerSentBy: text("organizer_sent_by"),
    /** The identity's own answer; null on events that it organises. */
    responseStatus: text("response_status").$type<AttendeeStatus>(),
    source: text("source").$type<"api" | "email">().notNull(),
    originMessageId: uuid("origin_message_id"),
    /** The newest DTSTAMP accepted from the organizer; null on own events. */
    dtstamp: instant("dtstamp"),
    /** How well the organizer was authenticated: calendar/invitations/itip-trust.ts. */
    assurance: smallint("assurance").$type<0 | 1 | 2>().notNull(),
    metadata: json<Record<string, unknown>>("metadata").notNull(),
    /** The UID under which calendar programs see it: its own, but for a part that was cut off a series under one UID. */
    objectUid: text("object_uid").notNull(),
    /** True: the event does not block time (TRANSP:TRANSPARENT). */
    transparent: boolean("transparent").notNull(),
    /** Minutes before it at which a calendar program reminds, the longest first; null: no reminder, or a row of an older release. */
    reminderMinutes: json<number[] | null>("reminder_minutes"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** The last notice of each kind about an event, by the settings of its calendar. */
export const calendarNotices = pgTable(
  "calendar_notices",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    eventId: text("event_id").notNull(),
    kind: text("kind").$type<"starting" | "ending">().notNull(),
    /** The beginning or end that it told. */
    at: instant("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.eventId, t.kind] })],
);

/** The last notice by each reminder of an event. */
export const toldReminders = pgTable(
  "told_reminders",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    eventId: text("event_id").notNull(),
    /** Before the beginning. */
    minutes: integer("minutes").notNull(),
    /** The beginning that it told. */
    at: instant("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.eventId, t.minutes] })],
);

/** A secret address at which calendar programs read events. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** The identity under which the feed is listed; the feed ends with it. */
    identityId: uuid("identity_id").notNull(),
    /** All identities whose events it shows, the first included. */
    identityIds: uuid("identity_ids").array().notNull(),
    name: text("name").notNull(),
    content: text("content").$type<"full" | "free_busy">().notNull(),
    range: text("range").$type<"near" | "all">().notNull(),
    secretHash: bytes("secret_hash").notNull(),
    /** The API key that created it; null: created without one. */
    mintedBy: uuid("minted_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** A calendar as CalDAV shows it. The default one of an identity has the identity's id. */
export const calendarCollections = pgTable(
  "calendar_collections",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    id: uuid("id").notNull(),
    /** The calendar's segment of the path. */
    name: text("name").notNull(),
    /** Component types that it takes; null: all. */
    components: text("components").array(),
    /** Properties that clients set, as XML by {namespace}name. */
    properties: json<Record<string, string>>("properties").notNull(),
    /** The modseq of the last change of an object in the calendar. */
    modseq: int8("modseq").notNull(),
    /** Removals up to here are no longer known. */
    forgotten: int8("forgotten").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

/** An object of a calendar: the events of one UID, or a to-do or journal entry. */
export const calendarObjects = pgTable(
  "calendar_objects",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    calendarId: uuid("calendar_id").notNull(),
    /** The object's segment of the path. */
    name: text("name").notNull(),
    objectUid: text("object_uid").notNull(),
    /** Hex SHA-256 of objectUid. */
    uidKey: text("uid_key").notNull(),
    /** The uid_hash of its rows in calendar_events. */
    uidHash: int8("uid_hash").notNull(),
    component: text("component").notNull(),
    etag: text("etag").notNull(),
    /** Changes with the etag, but for answers of attendees. */
    scheduleTag: text("schedule_tag").notNull(),
    modseq: int8("modseq").notNull(),
    /** The object's text as a client wrote it, valid while sourceEtag is its etag. */
    source: bytes("source"),
    sourceEtag: text("source_etag"),
    /** Outcomes of mails about the object, by recipient; null: none was sent. */
    scheduleStatus: json<ScheduleStatuses | null>("schedule_status"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.identityId, t.uidKey] })],
);

/** An object that was removed from a calendar. */
export const calendarRemovals = pgTable(
  "calendar_removals",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    calendarId: uuid("calendar_id").notNull(),
    name: text("name").notNull(),
    modseq: int8("modseq").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.calendarId, t.name] })],
);

/** Calendar objects that mail brought to an address. */
export const calendarInbox = pgTable(
  "calendar_inbox",
  {
    accountId: accountId(),
    identityId: uuid("identity_id").notNull(),
    id: uuid("id").notNull(),
    messageId: uuid("message_id").notNull(),
    method: text("method").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);
