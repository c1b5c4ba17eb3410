// Event kinds and payloads: ids and metadata only, never a body. SPEC Events; DECISIONS Events, webhooks, deliveries.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";

export const eventTypes = [
  "message.received",
  "message.received.spam",
  "message.sent",
  "message.delivered",
  "message.deferred",
  "message.bounced",
  "message.complained",
  "message.failed",
  "draft.send_failed",
  "thread.created",
  "thread.updated",
  "identity.created",
  "identity.updated",
  "identity.suspended",
  "identity.deleted",
  "domain.verified",
  "domain.failed",
  "calendar.event.created",
  "calendar.event.updated",
  "calendar.event.deleted",
  "calendar.event.responded",
  "webhook.test",
] as const;
export type EventType = (typeof eventTypes)[number];

export const MessageReceivedData = Type.Object(
  {
    message_id: Id,
    thread_id: Id,
    identity_id: Type.String({ description: "empty where a routing rule handed the message to a webhook" }),
    to: Type.String({ description: "envelope recipient" }),
    from: Type.String({ description: "bare address" }),
    subject: Type.String({ description: "empty when there is none" }),
    has_attachments: Type.Boolean(),
  },
  closed,
);
export type MessageReceivedData = Static<typeof MessageReceivedData>;

/** As webhooks, the list and the stream show it. SPEC Events 2 */
export const Event = Type.Object(
  {
    id: Id,
    type: oneOf(eventTypes),
    created_at: Timestamp,
    data: Type.Record(Type.String(), Type.Unknown(), { description: "ids and metadata, never a body" }),
  },
  closed,
);
export type Event = Static<typeof Event>;

export const EventListQuery = Type.Object(
  {
    ...PageQuery,
    cursor: Type.Optional(
      Type.String({ description: "the next_cursor of the page before, or the id of the last event seen" }),
    ),
    type: Type.Optional(oneOf(eventTypes)),
    identity_id: Type.Optional(Uuid),
  },
  closed,
);
