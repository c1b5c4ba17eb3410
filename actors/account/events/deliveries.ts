// Turns over deliveries of events to webhooks. DECISIONS Events, webhooks, deliveries.
import { notFound } from "../../../src/lib/failure.ts";
import { type DeliveryRow, getDelivery } from "../../../src/store/events/deliveries.ts";
import { getWebhook } from "../../../src/store/events/webhooks.ts";
import type { Scope } from "../../../src/store/scope.ts";
import { deliveries } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { disabled } from "./webhooks.ts";

/**
 * Queues a delivery again, its count at 0. SPEC States and transitions
 * @throws Failure not_found, conflict (its webhook is disabled)
 */
export async function replayDelivery(turn: Turn, id: string, scope: Scope): Promise<DeliveryRow> {
  const before = await getDelivery(turn, scope, id);
  if (!before) throw notFound();
  const webhook = await getWebhook(turn, scope, before.webhookId);
  if (!webhook) throw notFound();
  if (webhook.status === "disabled") throw disabled(webhook.id);
  const patch = {
    accountId: turn.accountId,
    id,
    status: "queued" as const,
    attemptCount: 0,
    nextAttemptAt: turn.now(),
    error: null,
    responseStatus: null,
    responseBody: null,
    deliveredAt: null,
  };
  turn.update(deliveries, patch, before);
  turn.poke("deliveries");
  return { ...before, ...patch };
}
