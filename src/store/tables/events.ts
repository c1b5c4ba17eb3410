// Tables of what is told and sent: events, their deliveries to webhooks, and queued recipients of outgoing mail.
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { DsnRequest } from "../../mail/report/dsn-request.ts";
import { accountId, createdAt, instant, json, xid8 } from "./columns.ts";

export const events = pgTable(
  "events",
  {
    accountId: accountId(),
    /** The writing transaction, by default: with id, the order of reading. */
    xid: xid8("xid").notNull().default("0"),
    id: uuid("id").notNull(),
    identityId: uuid("identity_id"),
    type: text("type").notNull(),
    data: json<Record<string, unknown>>("data").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.xid, t.id] })],
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

/** What may be told of a recipient. RFC 3464 2.3.3 */
export type ToldAction = "failed" | "delayed" | "delivered" | "relayed";

/**
 * `wanted`: nothing was told yet; an action: that is to be told; `begun`: something was, and what comes later still is;
 * `told`: the failure was.
 */
export type ReportState = "wanted" | ToldAction | "begun" | "told";

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
    /** What goes the same way: where its queue is. */
    lane: text("lane").notNull(),
    /** What its sender is told by mail; null: nothing, by events alone. */
    report: text("report").$type<ReportState>(),
    dsn: json<DsnRequest>("dsn"),
    /** It leaves with the null sender; `envelopeFrom` names its message all the same. */
    nullSender: boolean("null_sender").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
);
