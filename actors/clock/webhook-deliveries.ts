// Deliveries of events to webhooks: claimed when due, called once, the outcome recorded in a turn of the account.
// At most 8 calls at once to one endpoint, so that one that hangs delays no other. DECISIONS Events, webhooks, deliveries.

import { type Clock, type Instant, nowInstant } from "../../src/lib/clock.ts";
import type { Database } from "../../src/store/database.ts";
import { claimDeliveries, type DueDelivery } from "../../src/store/deliveries.ts";
import { deliveries } from "../../src/store/tables/index.ts";
import type { Poster, PostOutcome } from "../../src/webhooks/post.ts";
import { signWebhook } from "../../src/webhooks/sign.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

export interface WebhookDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
  poster: Poster;
}

const batch = 64;
const maxUnderWay = 400;
const maxPerWebhook = 8;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Wait before try 2, 3, …; after the last there is none. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];

export class WebhookDeliveries {
  readonly #deps: WebhookDeps;
  readonly #underWay = new Map<string, number>();
  readonly #calls = new Set<Promise<void>>();

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /** One round; true when more is due. @param poke called when a call ends, as there may be room for more */
  async round(poke: () => void): Promise<boolean> {
    const room = Math.min(batch, maxUnderWay - this.#calls.size);
    if (room <= 0) return false;
    const left = new Map([...this.#underWay].map(([id, count]) => [id, maxPerWebhook - count]));
    const now = nowInstant(this.#deps.clock);
    const due = await claimDeliveries(this.#deps.database, now, {
      count: room,
      perWebhook: maxPerWebhook,
      room: left,
    });
    for (const delivery of due) this.#start(delivery, poke);
    return due.length > 0;
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#calls);
  }

  #start(delivery: DueDelivery, poke: () => void): void {
    const { webhookId } = delivery;
    this.#underWay.set(webhookId, (this.#underWay.get(webhookId) ?? 0) + 1);
    const call = this.#call(delivery).finally(() => {
      const left = this.#underWay.get(webhookId)! - 1;
      if (left === 0) this.#underWay.delete(webhookId);
      else this.#underWay.set(webhookId, left);
      this.#calls.delete(call);
      if (left === maxPerWebhook - 1 || this.#calls.size === maxUnderWay - 1) poke();
    });
    this.#calls.add(call);
  }

  async #call(delivery: DueDelivery): Promise<void> {
    const { poster, clock, actors } = this.#deps;
    const body = JSON.stringify(delivery.event);
    const signed = { id: delivery.event.id, timestampSeconds: Math.floor(clock.now() / 1000), body };
    const headers = { "content-type": "application/json", ...signWebhook(signed, delivery.secrets) };
    const outcome = await poster.post({ url: delivery.url, headers, body });
    const now = nowInstant(clock);
    await actors
      .account(delivery.accountId)
      .run((turn) => recordOutcome(turn, { delivery, outcome, now }), { quiet: true });
  }
}

function recordOutcome(
  turn: Turn,
  { delivery, outcome, now }: { delivery: DueDelivery; outcome: PostOutcome; now: Instant },
): void {
  const { accountId, id, webhookId } = delivery;
  const delivered = outcome.kind === "response" && outcome.status >= 200 && outcome.status < 300;
  const wait = delivered ? undefined : waits[delivery.attemptCount - 1];
  const nextAttemptAt = wait === undefined ? null : turn.later(now, wait * (1 + Math.random() * 0.2));
  turn.update(deliveries, {
    accountId,
    id,
    status: delivered ? "delivered" : nextAttemptAt ? "retrying" : "failed",
    responseStatus: outcome.kind === "response" ? outcome.status : null,
    responseBody: outcome.kind === "response" ? outcome.body : null,
    error: outcome.kind === "error" ? outcome.error : null,
    nextAttemptAt,
    deliveredAt: delivered ? now : null,
  });
  turn.bulk({
    text: delivered
      ? `update webhooks set consecutive_failures = 0, first_failed_at = null, last_delivered_at = greatest(last_delivered_at, $3::timestamptz),
           status = case when status = 'failing' then 'active' else status end
         where account_id = $1::uuid and id = $2::uuid`
      : `update webhooks set consecutive_failures = consecutive_failures + 1, first_failed_at = coalesce(first_failed_at, $3::timestamptz),
           last_failed_at = $3::timestamptz, status = case when $4::boolean and status = 'active' then 'failing' else status end
         where account_id = $1::uuid and id = $2::uuid`,
    params: delivered ? [accountId, webhookId, now] : [accountId, webhookId, now, nextAttemptAt === null],
  });
}
