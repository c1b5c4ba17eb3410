// SPEC Deliveries; DECISIONS Events, webhooks, deliveries.
import { replayDelivery } from "../../../../actors/account/events/deliveries.ts";
import { IdParams, NoBody } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Delivery, DeliveryListQuery } from "../../../schema/events/deliveries.ts";
import { type DeliveryRow, listDeliveries } from "../../../store/events/deliveries.ts";
import { getWebhook } from "../../../store/events/webhooks.ts";
import type { HttpDeps } from "../../context.ts";
import { operation } from "../../openapi/operation.ts";
import { pageByTime } from "../../paging.ts";
import { pathId } from "../../params.ts";
import { found, resource } from "../../resource.ts";
import { answer, writeOnce } from "../../write.ts";

export function deliveryRoutes({ database, actors }: HttpDeps) {
  return resource("/deliveries")
    .get(
      "",
      async ({ auth, query }) => {
        const webhookId = query.webhook_id;
        await found(getWebhook(database, auth, webhookId));
        return pageByTime(
          query,
          (window) => listDeliveries(database, auth.accountId, { webhookId, ...window }),
          toDelivery,
        );
      },
      {
        query: DeliveryListQuery,
        response: { 200: Page(Delivery) },
        detail: operation("listDeliveries", "List what one webhook was told", {
          description: "Each is one event for one webhook, with its state and how often it was tried.",
        }),
      },
    )
    .post(
      "/:id/replay",
      ({ auth, request, params, body }) => {
        const id = pathId(params.id);
        return writeOnce(
          { request, body: body ?? {} },
          { actor: actors.account(auth.accountId), work: (turn) => replayDelivery(turn, id, auth) },
          answer(200, toDelivery),
        );
      },
      {
        params: IdParams,
        body: NoBody,
        response: { 200: Single(Delivery) },
        detail: operation("replayDelivery", "Try one delivery again from the start", {
          description: "It is queued again, and its count of attempts begins anew.",
          errors: ["forbidden", "conflict"],
        }),
      },
    );
}

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
