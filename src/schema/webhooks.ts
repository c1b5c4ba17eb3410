// SPEC Webhook and Webhooks; DECISIONS Events, webhooks, deliveries.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";
import { eventTypes } from "./events.ts";

const fields = {
  id: Id,
  url: Type.String(),
  identity: nullable(Id),
  event_types: Type.Array(Type.String(), { description: "empty: all" }),
  status: oneOf(["active", "failing", "disabled"]),
  consecutive_failures: Type.Integer(),
  last_delivered_at: nullable(Timestamp),
  last_failed_at: nullable(Timestamp),
  created_at: Timestamp,
};

export const Webhook = Type.Object(fields, closed);
export type Webhook = Static<typeof Webhook>;

export const WebhookCreated = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: "signs every delivery; shown this once", examples: ["whsec_…"] }),
  },
  closed,
);

const eventTypeList = Type.Array(oneOf(eventTypes), { maxItems: eventTypes.length });

export const WebhookCreate = Type.Object(
  {
    url: Type.String({ format: "uri", maxLength: 2048 }),
    identity_id: Type.Optional(nullable(Uuid)),
    event_types: Type.Optional(eventTypeList),
    events: Type.Optional(eventTypeList),
  },
  closed,
);
export type WebhookCreate = Static<typeof WebhookCreate>;

export const WebhookListQuery = Type.Object(PageQuery, closed);

export const WebhookPatch = Type.Object(
  {
    url: Type.Optional(Type.String({ format: "uri", maxLength: 2048 })),
    event_types: Type.Optional(eventTypeList),
    status: Type.Optional(
      oneOf(["active", "disabled"], { description: "enabled again, it begins with new events" }),
    ),
  },
  { ...closed, minProperties: 1 },
);
