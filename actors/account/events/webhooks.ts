// Turns over webhooks. A disabled one gets nothing: its queued deliveries fail, and once enabled again it gets new events
// alone. DECISIONS Events, webhooks, deliveries.
import { addMs } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { getIdentity } from "../../../src/store/addresses/identities.ts";
import { countQueued, type DeliveryRow } from "../../../src/store/events/deliveries.ts";
import { findRuleOfWebhook, getWebhook, type WebhookRow } from "../../../src/store/events/webhooks.ts";
import { readProtection } from "../../../src/store/reviews/protection.ts";
import { reaches, type Scope } from "../../../src/store/scope.ts";
import { deliveries, webhooks } from "../../../src/store/tables/index.ts";
import type { Actor } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";
import { auditedUrl, noteSetting } from "../access/account-audit.ts";
import { checkMinter } from "../access/minted.ts";
import { refuseBeyond } from "../accounts/limits.ts";
import { checkHanded } from "../addresses/routing-rules.ts";
import { effectiveProtection, mayReview } from "../reviews/protection.ts";
import { endDeliveries, endedAtOnce } from "./delivery-outcomes.ts";

export type { WebhookRow };

export interface NewWebhook {
  id: string;
  url: string;
  identityId: string | null;
  eventTypes: readonly string[];
  secret: string;
  /** The key that asks. */
  /** The key that made it; null: a person, or the service. */
  mintedBy: string | null;
}

/** Time for which the secret before the last rotation signs too. */
const rotationMs = 24 * 3600 * 1000;

/**
 * @throws Failure not_found for an identity that the key does not reach; forbidden where its mail waits for others than the key;
 *   unauthorized when it was revoked meanwhile
 */
export async function createWebhook(turn: Turn, input: NewWebhook, scope: Scope): Promise<WebhookRow> {
  const { accountId } = turn;
  await checkMinter(turn, input.mintedBy);
  await refuseBeyond(turn, "webhooks");
  if (input.identityId !== null) {
    if (!(await getIdentity(turn, scope, input.identityId))) throw notFound();
    await checkUnheld(turn, input.identityId, scope);
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
  noteSetting(turn, { action: "webhook_made", target: named(row), after: settingsOf(row) });
  return row;
}

/**
 * Refuses a URL that a restricted key names where mail waits for somebody else: it says what stands in it as soon as it is
 * called. DECISIONS Protection and reviews
 * @throws Failure forbidden
 */
async function checkUnheld(turn: Turn, identityId: string, { identityIds }: Scope): Promise<void> {
  if (identityIds === null) return;
  const { own, byDefault } = await readProtection(turn, { accountId: turn.accountId, identityId });
  const protection = effectiveProtection(own, byDefault);
  if (!protection || protection.outbound === "off") return;
  if (mayReview({ kind: "key", identityIds, level: null }, protection)) return;
  throw new Failure(
    "forbidden",
    "Mail of this address waits for somebody else than this key, and a webhook says what stands in its URL at once. Ask whoever holds an unrestricted key, or a person in the console, to make it.",
  );
}

export interface WebhookChange {
  id: string;
  url?: string;
  eventTypes?: string[];
  status?: "active" | "disabled";
}

/** @throws Failure not_found, forbidden (its mail is more than the key may route) */
export async function changeWebhook(
  turn: Turn,
  { id, ...change }: WebhookChange,
  scope: Scope,
): Promise<WebhookRow> {
  const before = await seenWebhook(turn, id, scope);
  if (change.url !== undefined || change.status === "active") await checkHanded(turn, id, scope);
  if (change.url !== undefined && before.identityId !== null)
    await checkUnheld(turn, before.identityId, scope);
  const { accountId } = turn;
  const patch: Partial<WebhookRow> = { accountId, id, ...change };
  if (change.eventTypes) patch.eventTypes = [...new Set(change.eventTypes)];
  // The five days of failing that would disable it again begin anew.
  if (change.status === "active" && before.status !== "active") patch.firstFailedAt = null;
  if (change.status === "disabled") endDeliveries(turn, id);
  turn.update(webhooks, patch, before);
  const after = { ...before, ...patch };
  noteSetting(turn, {
    action: "webhook_changed",
    target: named(before),
    before: settingsOf(before),
    after: settingsOf(after),
  });
  return after;
}

const named = ({ id, url }: WebhookRow) => ({ id, name: auditedUrl(url) });
const settingsOf = ({ url, eventTypes, status }: WebhookRow) => ({ url, event_types: eventTypes, status });

/**
 * Delete a webhook. The worker fails its queued deliveries soon, in steps.
 * @throws Failure not_found, conflict (a routing rule leads to it)
 */
export async function deleteWebhook(turn: Turn, id: string, scope: Scope): Promise<void> {
  const before = await seenWebhook(turn, id, scope);
  const { accountId } = turn;
  const rule = await findRuleOfWebhook(turn, accountId, id);
  if (rule) {
    throw new Failure(
      "conflict",
      `Routing rule ${rule.id} hands the mail of ${rule.address} to this webhook. Delete the rule first: DELETE /api/v1/routing-rules/${rule.id}.`,
    );
  }
  turn.remove(webhooks, { accountId, id });
  noteSetting(turn, { action: "webhook_removed", target: named(before), before: settingsOf(before) });
  turn.poke("deliveries");
}

/** Ends what is queued for a webhook while it is disabled, in turns of 1,000: enabled again, it is not given them. */
export async function endQueued(actor: Actor, id: string): Promise<void> {
  while (await actor.run((turn) => endStep(turn, id), { quiet: true }));
}

/** @returns true when there may be more */
async function endStep(turn: Turn, id: string): Promise<boolean> {
  const queued = await countQueued(turn, turn.accountId, { webhookId: id, most: endedAtOnce });
  if (queued > 0) endDeliveries(turn, id);
  return queued === endedAtOnce;
}

/**
 * Sends `webhook.test` to this webhook, whatever its event types.
 * @returns its delivery
 * @throws Failure not_found, conflict (disabled)
 */
export async function testWebhook(turn: Turn, id: string, scope: Scope): Promise<DeliveryRow> {
  // The account's state has every webhook that is not disabled.
  const target = turn.account.webhooks.find(
    (webhook) => webhook.id === id && reaches(scope, webhook.identityId),
  );
  const { identityId, ...webhook } = target ?? (await seenWebhook(turn, id, scope));
  if ("status" in webhook && webhook.status === "disabled") throw disabled(id);
  const known = new Set(turn.written(deliveries));
  turn.emit({ type: "webhook.test", identityId, data: { webhook_id: id } }, id);
  const made = turn.written(deliveries).find((row) => row.webhookId === id && !known.has(row));
  // A turn of this very batch enabled the webhook, and the account's state does not show it yet.
  if (!made) throw new Failure("unavailable", "This webhook was enabled just now. Try again.");
  return made;
}

/**
 * Replaces the signing secret; the one before signs too for 24 hours.
 * @throws Failure not_found, forbidden (its mail is more than the key may route)
 */
export async function rotateSecret(
  turn: Turn,
  { id, secret }: { id: string; secret: string },
  scope: Scope,
): Promise<WebhookRow> {
  const before = await seenWebhook(turn, id, scope);
  await checkHanded(turn, id, scope);
  const patch = {
    accountId: turn.accountId,
    id,
    secret,
    previousSecret: before.secret,
    previousSecretUntil: addMs(turn.instant(), rotationMs),
  };
  turn.update(webhooks, patch, before);
  noteSetting(turn, { action: "webhook_secret_made", target: named(before) });
  return { ...before, ...patch };
}

async function seenWebhook(turn: Turn, id: string, scope: Scope): Promise<WebhookRow> {
  const webhook = await getWebhook(turn, scope, id);
  if (!webhook) throw notFound();
  return webhook;
}

/** The refusal to give a disabled webhook a delivery. */
export function disabled(id: string): Failure {
  return new Failure(
    "conflict",
    `This webhook is disabled. Enable it first: PATCH /api/v1/webhooks/${id} with {"status": "active"}.`,
  );
}
