// SPEC Deliveries; DECISIONS Events, webhooks, deliveries.
import { type Static, Type } from "@sinclair/typebox";
import { closed, Id, nullable, oneOf, PageQuery, Timestamp, Uuid } from "../common.ts";

const deliveryStatuses = ["queued", "delivering", "retrying", "delivered", "failed"] as const;

export const Delivery = Type.Object(
  {
    id: Id,
    webhook_id: Id,
    event_id: Id,
    event_type: Type.String({ examples: ["message.received"] }),
    status: oneOf(deliveryStatuses, {
      meanings: {
        queued: "not tried yet, or queued again by a replay",
        delivering: "a try is under way",
        retrying: "a try failed, the next one is at next_attempt_at",
        delivered: "your endpoint answered 2xx",
        failed: "no more tries; replay queues it again",
      },
    }),
    attempt_count: Type.Integer({ description: "tries so far" }),
    response_status: nullable(Type.Integer({ description: "HTTP status of the last response" })),
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
