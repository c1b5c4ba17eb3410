// Tables of events, of what callers of /next have taken of them, their deliveries to webhooks, and queued recipients of outgoing mail.
import {
  boolean,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { DsnRequest } from "../../mail/report/dsn-request.ts";
import { accountId, bytes, createdAt, instant, json, xid8 } from "./columns.ts";

export const events = pgTable(
  "events",
  {
    accountId: accountId(),
    /** The writing transaction, set by the column's default. Events are read in the order of (xid, id). */
    xid: xid8("xid").notNull().default("0"),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id"),
    type: text("type").notNull(),
    data: json<Record<string, unknown>>("data").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.xid, t.id] })],
);

/** Where a key stands in the events that it takes in turn, by filter. */
export const nextPlaces = pgTable(
  "next_places",
  {
    accountId: accountId(),
    keyId: uuid("key_id").notNull(),
    /** SHA-256 of what is asked for. */
    filter: bytes("filter").notNull(),
    /** All events up to this one are settled. */
    xid: xid8("xid").notNull(),
    eventId: uuid("event_id").notNull(),
    /** Mail up to this event counts only where it is unread. */
    begunXid: xid8("begun_xid").notNull(),
    begunId: uuid("begun_id").notNull(),
    /** All from before is settled. */
    settledAt: instant("settled_at").notNull(),
    usedAt: instant("used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.keyId, t.filter] })],
);

/** Events and messages that were handed out to a key. */
export const nextItems = pgTable(
  "next_items",
  {
    accountId: accountId(),
    keyId: uuid("key_id").notNull(),
    /** The message; of what is no mail, the event. */
    itemId: uuid("item_id").notNull(),
    /** null: mail whose event is no longer kept. */
    eventId: uuid("event_id"),
    /** The token of the newest lease. */
    ack: text("ack").notNull(),
    attempt: integer("attempt").notNull(),
    leasedUntil: instant("leased_until").notNull(),
    acknowledgedAt: instant("acknowledged_at"),
    /** SHA-256 of the Idempotency-Key, and of the body, of the call that was answered with it. */
    askedBy: bytes("asked_by"),
    askedWith: bytes("asked_with"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.keyId, t.itemId] })],
);

export type DeliveryStatus = "queued" | "delivering" | "retrying" | "delivered" | "failed";

export const deliveries = pgTable(
  "deliveries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    webhookId: uuid("webhook_id").notNull(),
    eventXid: xid8("event_xid").notNull().default("0"),
    eventId: uuid("event_id").notNull(),
    eventType: text("event_type").notNull(),
    status: text("status").$type<DeliveryStatus>().notNull(),
    attemptCount: integer("attempt_count").notNull(),
    responseStatus: integer("response_status"),
    responseBody: text("response_body"),
    error: text("error"),
    nextAttemptAt: instant("next_attempt_at"),
    lastAttemptAt: instant("last_attempt_at"),
    deliveredAt: instant("delivered_at"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);

export type OutboundStatus = "queued" | "delivered" | "deferred" | "bounced";

/** The Action field of a DSN. RFC 3464 2.3.3 */
export type ReportAction = "failed" | "delayed" | "delivered" | "relayed";

/**
 * The reports that a recipient still gets. `wanted`: none was sent yet; an action: a DSN with that action is
 * due; `begun`: a DSN was sent, and later actions are still reported; `told`: the failure was reported, and
 * nothing follows.
 */
export type ReportState = "wanted" | ReportAction | "begun" | "told";

/** A received mail on its way out again. */
export interface Forward {
  rule_id: string;
  /** The recipient that the rule has matched. */
  recipient: string;
  /** True: the author is an address of this service, which has not signed the mail yet. */
  internal: boolean;
}

/** Providers that have asked for less mail. */
export const providerPaces = pgTable("provider_paces", {
  provider: text("provider").primaryKey(),
  rate: doublePrecision("rate").notNull(),
  ceiling: doublePrecision("ceiling").notNull(),
  concurrency: integer("concurrency").notNull(),
  basedAt: instant("based_at").notNull(),
  nextSlot: instant("next_slot").notNull(),
  response: text("response").notNull(),
});

/** Recipients that a new domain writes to on a day (UTC). */
export const rampDays = pgTable(
  "ramp_days",
  {
    domain: text("domain").notNull(),
    day: date("day").notNull(),
    recipients: integer("recipients").notNull(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.day] })],
);

export const outbound = pgTable(
  "outbound",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id").notNull(),
    messageId: uuid("message_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    recipient: text("recipient").notNull(),
    envelopeFrom: text("envelope_from").notNull(),
    status: text("status").$type<OutboundStatus>().notNull(),
    attempts: integer("attempts").notNull(),
    response: text("response"),
    nextAttemptAt: instant("next_attempt_at"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull(),
    /** The queue of the recipient's destination: `here`, or the key of a next hop. */
    lane: text("lane").notNull(),
    /** null: the sender gets no DSNs, only events. */
    report: text("report").$type<ReportState>(),
    dsn: json<DsnRequest>("dsn"),
    /** MAIL FROM is the null sender; `envelopeFrom` still identifies the message. */
    nullSender: boolean("null_sender").notNull().default(false),
    /** The process whose claim lasts until `nextAttemptAt`; null: it is not claimed. */
    claimedBy: uuid("claimed_by"),
    /** Why it waits: `slot` or `pace` and a provider, `ramp` and a domain. */
    heldBy: text("held_by"),
    /** The day (UTC) on which it counts for the ramp of its domain; null: for none, or for none yet. */
    rampDay: date("ramp_day"),
    /** The UID of the calendar object that the mail is about. */
    calendarUid: text("calendar_uid"),
    /** The rule by which a received mail is forwarded to it; null: the mail was written here. */
    forward: json<Forward | null>("forward"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);
