// SPEC Deliveries; DECISIONS Events, webhooks, deliveries.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "./common.ts";

export const deliveryStatuses = ["queued", "delivering", "retrying", "delivered", "failed"] as const;

export const Delivery = Type.Object(
  {
    id: Id,
    webhook_id: Id,
    event_id: Id,
    event_type: Type.String({ examples: ["message.received"] }),
    status: oneOf(deliveryStatuses),
    attempt_count: Type.Integer(),
    response_status: nullable(Type.Integer()),
    response_body: nullable(Type.String({ description: "its first kilobyte" })),
    error: nullable(Type.String({ description: "why there was no response" })),
    next_attempt_at: nullable(Timestamp),
    last_attempt_at: nullable(Timestamp),
    delivered_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryListQuery = Type.Object({ ...PageQuery, webhook_id: Uuid }, closed);
