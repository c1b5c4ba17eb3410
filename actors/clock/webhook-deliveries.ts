// Deliveries of events to webhooks: claimed when due, called once, the outcome recorded in a turn of the account. At most
// 8 calls at once to one endpoint, one to an endpoint that keeps failing: one that hangs delays no other.
// DECISIONS Events, webhooks, deliveries.

import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database.ts";
import { claimDeliveries, type DueDelivery } from "../../src/store/deliveries.ts";
import type { Poster, PostOutcome } from "../../src/webhooks/post.ts";
import { signWebhook } from "../../src/webhooks/sign.ts";
import { recordTry } from "../account/delivery-outcomes.ts";
import type { Actors } from "../runtime/registry.ts";

export interface WebhookDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
  log: Log;
  poster: Poster;
}

const batch = 64;
const maxUnderWay = 1000;
const maxPerWebhook = 8;
/** An endpoint that has failed so often in a row is called one at a time. */
const manyFailures = 3;

interface Endpoint {
  calls: number;
  most: number;
}

export class WebhookDeliveries {
  readonly #deps: WebhookDeps;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #calls = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /** One round; true when more is due. @param poke called when a call ends, as there may be room for more */
  async round(poke: () => void): Promise<boolean> {
    const count = Math.min(batch, maxUnderWay - this.#calls.size);
    if (count <= 0 || this.#stopping.signal.aborted) return false;
    const due = await claimDeliveries(this.#deps.database, nowInstant(this.#deps.clock), {
      count,
      perWebhook: maxPerWebhook,
      manyFailures,
      room: new Map([...this.#endpoints].map(([id, { calls, most }]) => [id, most - calls])),
    });
    for (const delivery of due) this.#start(delivery, poke);
    return due.length > 0;
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  /** Begins nothing more; a call that is under way after `graceMs` is cut short, and made again when its claim runs out. */
  async stop(graceMs: number): Promise<void> {
    const cut = setTimeout(() => this.#stopping.abort(), graceMs);
    await this.idle();
    clearTimeout(cut);
    this.#stopping.abort();
  }

  #start(delivery: DueDelivery, poke: () => void): void {
    const { webhookId } = delivery;
    const endpoint = this.#endpoints.get(webhookId) ?? { calls: 0, most: maxPerWebhook };
    this.#endpoints.set(webhookId, endpoint);
    endpoint.most = delivery.failures >= manyFailures ? 1 : maxPerWebhook;
    endpoint.calls++;
    const call = this.#call(delivery)
      .catch((error) =>
        this.#deps.log.error("the outcome of a delivery could not be written", { error: messageOf(error) }),
      )
      .finally(() => {
        const full = endpoint.calls >= endpoint.most || this.#calls.size >= maxUnderWay;
        endpoint.calls--;
        if (endpoint.calls === 0) this.#endpoints.delete(webhookId);
        this.#calls.delete(call);
        if (full) poke();
      });
    this.#calls.add(call);
  }

  async #call(delivery: DueDelivery): Promise<void> {
    const { poster, clock, actors } = this.#deps;
    const body = JSON.stringify(delivery.event);
    const signed = { id: delivery.event.id, timestampSeconds: Math.floor(clock.now() / 1000), body };
    const headers = { "content-type": "application/json", ...signWebhook(signed, delivery.secrets) };
    const { signal } = this.#stopping;
    const outcome: PostOutcome = await poster.post({ url: delivery.url, headers, body, signal });
    // Nobody knows whether it arrived.
    if (outcome.kind === "error" && signal.aborted) return;
    const tried = { delivery, outcome, at: nowInstant(clock), random: Math.random() };
    await actors.account(delivery.accountId).run((turn) => recordTry(turn, tried), { quiet: true });
  }
}
