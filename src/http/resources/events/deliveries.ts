// SPEC Deliveries; DECISIONS Events, webhooks, deliveries.
import { replayDelivery } from "../../../../actors/account/events/deliveries.ts";
import { IdParams, NoBody } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Delivery, DeliveryListQuery } from "../../../schema/events/deliveries.ts";
import { type DeliveryRow, listDeliveries } from "../../../store/events/deliveries.ts";
import { getWebhook } from "../../../store/events/webhooks.ts";
import { type Call, call } from "../../call.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { answer, write } from "../../write.ts";

export const deliveryCalls: readonly Call[] = [
  call(
    "GET /deliveries",
    {
      query: DeliveryListQuery,
      answer: Page(Delivery),
      doc: operation("listDeliveries", "List what one webhook was told", {
        description: "Each is one event for one webhook, with its state and how often it was tried.",
      }),
    },
    async ({ database }, { auth, query }) => {
      const webhookId = query.webhook_id;
      await found(getWebhook(database, auth, webhookId));
      return pageByTime(
        query,
        (window) => listDeliveries(database, auth.accountId, { webhookId, ...window }),
        toDelivery,
      );
    },
  ),
  call(
    "POST /deliveries/{id}/replay",
    {
      params: IdParams,
      body: NoBody,
      answer: Single(Delivery),
      doc: operation("replayDelivery", "Try one delivery again from the start", {
        description: "It is queued again, and its count of attempts begins anew.",
        errors: ["forbidden", "conflict"],
      }),
    },
    write({
      find: (_, { params }) => pathId(params.id),
      turn: replayDelivery,
      answer: answer(200, toDelivery),
    }),
  ),
];

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    event_type: row.eventType,
    status: row.status,
    attempt_count: row.attemptCount,
    response_status: row.responseStatus,
    response_body: row.responseBody,
    error: row.error,
    next_attempt_at: row.nextAttemptAt,
    last_attempt_at: row.lastAttemptAt,
    delivered_at: row.deliveredAt,
    created_at: row.createdAt,
  };
}
