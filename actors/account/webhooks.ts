// Turns over webhooks. DECISIONS Events, webhooks, deliveries.
import type { InferSelectModel } from "drizzle-orm";
import { notFound } from "../../src/lib/failure.ts";
import { webhooks } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";

export type WebhookRow = InferSelectModel<typeof webhooks>;

export interface NewWebhook {
  id: string;
  url: string;
  identityId: string | null;
  eventTypes: readonly string[];
  secret: string;
}

/** @throws Failure not_found for an identity that is not the account's */
export async function createWebhook(turn: Turn, input: NewWebhook): Promise<WebhookRow> {
  const { accountId } = turn;
  if (input.identityId !== null) {
    const [found] = await turn.rows(
      "select 1 from identities where account_id = $1::uuid and id = $2::uuid and deleted_at is null",
      [accountId, input.identityId],
    );
    if (!found) throw notFound();
  }
  const row: WebhookRow = {
    accountId,
    ...input,
    eventTypes: [...new Set(input.eventTypes)],
    previousSecret: null,
    previousSecretUntil: null,
    status: "active",
    consecutiveFailures: 0,
    firstFailedAt: null,
    lastDeliveredAt: null,
    lastFailedAt: null,
    createdAt: turn.instant(),
  };
  turn.insert(webhooks, row);
  return row;
}

/**
 * Deletes a webhook and ends its deliveries.
 * @param reach identities whose webhooks the key reaches; null: all
 * @throws Failure not_found
 */
export async function deleteWebhook(turn: Turn, id: string, reach: readonly string[] | null): Promise<void> {
  const { accountId } = turn;
  const [row] = await turn.rows<{ identity_id: string | null }>(
    "select identity_id from webhooks where account_id = $1::uuid and id = $2::uuid",
    [accountId, id],
  );
  if (!row || (reach !== null && (row.identity_id === null || !reach.includes(row.identity_id))))
    throw notFound();
  turn.remove(webhooks, { accountId, id });
  turn.bulk({
    text: `update deliveries set status = 'failed', error = 'the webhook was deleted', next_attempt_at = null
           where account_id = $1::uuid and webhook_id = $2::uuid and next_attempt_at is not null`,
    params: [accountId, id],
  });
}
