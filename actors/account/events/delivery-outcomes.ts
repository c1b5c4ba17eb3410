// Records outcomes of delivery attempts in a turn of their account, and the webhooks' status that follows: active, failing,
// disabled. The turn may be quiet: a change of status, which caches hold, raises the account's modseq by itself.
// DECISIONS Events, webhooks, deliveries.

import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { must } from "../../../src/lib/must.ts";
import { raiseModseq } from "../../../src/store/accounts/accounts.ts";
import type { DueDelivery } from "../../../src/store/events/delivery-claims.ts";
import {
  endWebhookDeliveries,
  listWebhookHealth,
  type OutcomeRow,
  saveOutcomes,
  saveWebhookHealth,
  type WebhookHealth,
} from "../../../src/store/events/delivery-outcomes.ts";
import type { PostOutcome } from "../../../src/webhooks/post.ts";
import type { Turn } from "../../runtime/turn.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Wait before try 2, 3, …; after the last there is none. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
const jitter = 0.2;
/** The longest wait that a receiver's Retry-After can cause. */
const maxWaitMs = 24 * hour;
/** A webhook that has failed for this long is disabled. */
const patienceMs = 5 * 24 * hour;
/** The most deliveries that one turn ends; claims end the rest of a disabled webhook in steps. */
export const endedAtOnce = 1000;

export interface TriedDelivery {
  delivery: DueDelivery;
  outcome: PostOutcome;
  /** The end of the call. */
  at: Instant;
  /** From 0 up to 1. */
  random: number;
}

export function isDelivered(outcome: PostOutcome): boolean {
  return outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300;
}

/** Milliseconds to the next try, or null when there is none. */
function nextTryMs(
  { delivery, outcome }: Pick<TriedDelivery, "delivery" | "outcome">,
  random: number,
): number | null {
  const wait = isDelivered(outcome) ? undefined : waits[delivery.attemptCount - 1];
  if (wait === undefined) return null;
  const spread = wait * (1 + random * jitter);
  const asked =
    outcome.kind === "response" && (outcome.status === 429 || outcome.status === 503)
      ? (outcome.retryAfterSeconds ?? 0) * second
      : 0;
  return Math.round(Math.min(Math.max(spread, asked), maxWaitMs));
}

/**
 * Record tries of one account's deliveries. A try of a delivery that was replayed or ended meanwhile counts
 * for the webhook, not for the delivery.
 * @returns the ids of webhooks that this has disabled
 */
export async function recordTries(turn: Turn, tries: readonly TriedDelivery[]): Promise<string[]> {
  const webhookIds = [...new Set(tries.map(({ delivery }) => delivery.webhookId))];
  const before = await listWebhookHealth(turn, turn.accountId, webhookIds);
  const states = new Map(before.map((state) => [state.id, state]));
  const outcomes: OutcomeRow[] = [];
  for (const tried of [...tries].sort((a, b) => (a.at < b.at ? -1 : 1))) {
    const { webhookId } = tried.delivery;
    const state = states.get(webhookId);
    // The webhook was deleted meanwhile, and its deliveries ended with it.
    if (!state) continue;
    const waitMs = nextTryMs(tried, tried.random);
    const after = stateAfter(state, tried, waitMs === null);
    states.set(webhookId, after);
    outcomes.push(outcomeRow(tried, after.status === "disabled" ? null : waitMs));
  }
  if (outcomes.length === 0) return [];
  turn.bulk(saveWebhookHealth(turn.accountId, [...states.values()]));
  turn.bulk(saveOutcomes(turn.accountId, outcomes));
  if (outcomes.some(({ next_attempt_at }) => next_attempt_at !== null)) turn.poke("deliveries");
  const changed = before.map(({ id, status }) => ({
    was: status,
    now: must(states.get(id), "the outcome of each delivery was written"),
  }));
  if (changed.some(({ was, now }) => was !== now.status)) {
    turn.bulk(raiseModseq(turn.accountId));
  }
  const disabled = changed.filter(({ was, now }) => now.status === "disabled" && was !== "disabled");
  for (const { now } of disabled) endDeliveries(turn, now.id);
  return disabled.map(({ now }) => now.id);
}

/** @param isLast the delivery has no further try */
function stateAfter(
  state: WebhookHealth,
  { delivery, outcome, at }: TriedDelivery,
  isLast: boolean,
): WebhookHealth {
  const later = (instant: Instant | null) => (instant !== null && instant > at ? instant : at);
  if (isDelivered(outcome)) {
    return {
      ...state,
      status: state.status === "disabled" ? "disabled" : "active",
      consecutiveFailures: 0,
      firstFailedAt: null,
      lastDeliveredAt: later(state.lastDeliveredAt),
    };
  }
  const isGone = outcome.kind === "response" && outcome.status === 410;
  const { firstFailedAt: first, lastDeliveredAt: arrived } = state;
  const isOver = isGone || (first !== null && first <= addMs(at, -patienceMs));
  // Failing: the delivery has no tries left, and no later delivery has arrived.
  const isFailing = isLast && (arrived === null || arrived < delivery.createdAt);
  return {
    ...state,
    status: isOver || state.status === "disabled" ? "disabled" : isFailing ? "failing" : state.status,
    consecutiveFailures: state.consecutiveFailures + 1,
    firstFailedAt: first ?? at,
    lastFailedAt: later(state.lastFailedAt),
  };
}

function outcomeRow({ delivery, outcome, at }: TriedDelivery, waitMs: number | null): OutcomeRow {
  const isSent = isDelivered(outcome);
  return {
    id: delivery.id,
    attempt_count: delivery.attemptCount,
    last_attempt_at: delivery.claimedAt,
    status: isSent ? "delivered" : waitMs === null ? "failed" : "retrying",
    response_status: outcome.kind === "response" ? outcome.status : null,
    response_body: outcome.kind === "response" ? outcome.body : null,
    error: outcome.kind === "error" ? outcome.error : null,
    next_attempt_at: isSent || waitMs === null ? null : addMs(at, waitMs),
    delivered_at: isSent ? at : null,
  };
}

/** Ends what is under way and, in one step, what is queued for a webhook that is disabled. */
export function endDeliveries(turn: Turn, webhookId: string): void {
  turn.bulk(endWebhookDeliveries(turn.accountId, webhookId, endedAtOnce));
  turn.poke("deliveries");
}
