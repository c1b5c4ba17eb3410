// Statements that record outcomes of deliveries, for a turn of the account (actors/account/events/delivery-outcomes.ts).
import { and, eq, type InferSelectModel } from "drizzle-orm";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { isAnyOf, orm } from "../database/orm.ts";
import { webhooks } from "../tables/index.ts";

/** The columns of a webhook that outcomes of deliveries change. */
export type WebhookHealth = Pick<
  InferSelectModel<typeof webhooks>,
  "id" | "status" | "consecutiveFailures" | "firstFailedAt" | "lastDeliveredAt" | "lastFailedAt"
>;

export async function listWebhookHealth(
  db: Executor,
  accountId: string,
  ids: readonly string[],
): Promise<WebhookHealth[]> {
  const { id, status, consecutiveFailures, firstFailedAt, lastDeliveredAt, lastFailedAt } = webhooks;
  return orm(db)
    .select({ id, status, consecutiveFailures, firstFailedAt, lastDeliveredAt, lastFailedAt })
    .from(webhooks)
    .where(and(eq(webhooks.accountId, accountId), isAnyOf(id, ids)));
}

export function saveWebhookHealth(accountId: string, states: readonly WebhookHealth[]): DeferredStatement {
  const rows = states.map((state) => ({
    id: state.id,
    status: state.status,
    consecutive_failures: state.consecutiveFailures,
    first_failed_at: state.firstFailedAt,
    last_delivered_at: state.lastDeliveredAt,
    last_failed_at: state.lastFailedAt,
  }));
  return {
    text: `update webhooks w set status = v.status, consecutive_failures = v.consecutive_failures,
    first_failed_at = v.first_failed_at, last_delivered_at = v.last_delivered_at, last_failed_at = v.last_failed_at
  from json_populate_recordset(null::webhooks, $2::text::json) v where w.account_id = $1::uuid and w.id = v.id`,
    params: [accountId, JSON.stringify(rows)],
  };
}

/** The outcome of an attempt, in the columns of `deliveries`. */
export interface OutcomeRow {
  id: string;
  attempt_count: number;
  last_attempt_at: string;
  status: "delivered" | "failed" | "retrying";
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
}

/** An attempt is identified by its count and the time of its claim. The row is 'retrying' when the claim ended before the outcome. */
export function saveOutcomes(accountId: string, outcomes: readonly OutcomeRow[]): DeferredStatement {
  return {
    text: `update deliveries d set status = v.status, response_status = v.response_status, response_body = v.response_body,
    error = v.error, next_attempt_at = v.next_attempt_at, delivered_at = v.delivered_at
  from json_populate_recordset(null::deliveries, $2::text::json) v
  where d.account_id = $1::uuid and d.id = v.id and d.attempt_count = v.attempt_count and d.last_attempt_at = v.last_attempt_at
    and (d.status in ('delivering', 'retrying') or (v.status = 'delivered' and d.status = 'failed'))`,
    params: [accountId, JSON.stringify(outcomes)],
  };
}

/** Fails the deliveries of a disabled webhook: those under way and, up to `most`, those queued. */
export function endWebhookDeliveries(accountId: string, webhookId: string, most: number): DeferredStatement {
  return {
    text: `update deliveries d set status = 'failed', error = 'the webhook was disabled', next_attempt_at = null
           from (select account_id, id from deliveries where account_id = $1::uuid and webhook_id = $2::uuid and status = 'delivering'
                 union all
                 (select account_id, id from deliveries where account_id = $1::uuid and webhook_id = $2::uuid
                    and next_attempt_at is not null and status <> 'delivering' limit $3::int)) p
           where d.account_id = p.account_id and d.id = p.id`,
    params: [accountId, webhookId, most],
  };
}
