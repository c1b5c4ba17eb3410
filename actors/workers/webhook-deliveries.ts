// Delivers events to webhooks (woken by the topic `deliveries`, bound in src/app/workers.ts): claims a delivery when it is due,
// calls the webhook once and records the outcomes in turns of their accounts, many in one turn. At most 8 calls at once to one webhook, one to a webhook that keeps failing; webhooks are
// served in turn, so that a slow one delays no other. DECISIONS Events, webhooks, deliveries.

import { randomShare } from "../../src/lib/chance.ts";
import { beside, type Clock, nowInstant, outside } from "../../src/lib/clock.ts";
import { counts, facts, msSince, secondsSince, times } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { traceparentOf } from "../../src/lib/spans.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  type ClaimPlace,
  claimDeliveries,
  type DueDelivery,
  giveBackDeliveries,
  nextDelivery,
} from "../../src/store/events/delivery-claims.ts";
import type { Poster, PostOutcome } from "../../src/webhooks/post.ts";
import { signWebhook } from "../../src/webhooks/sign.ts";
import { isDelivered, recordTries, type TriedDelivery } from "../account/events/delivery-outcomes.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";
import { callSpan, noteCall } from "./delivery-span.ts";

export interface WebhookDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
  log: Log;
  poster: Poster;
  /** Return the message that a routing rule hands to a webhook; null: it is gone. */
  handed: (mail: HandedMail) => Promise<object | null>;
}

export interface HandedMail {
  accountId: string;
  webhookId: string;
  messageId: string;
}

const maxPerWebhook = 8;
/** A webhook with this many failures in a row gets one call at a time. */
const manyFailures = 3;
/** With this many calls under way every webhook gets one call at a time; with `maxUnderWay` no call starts. */
const manyUnderWay = 500;
const maxUnderWay = 1000;
/** Outcomes of one turn. */
const outcomesAtOnce = 200;
const giveBackMs = 1000;

interface EndedCall {
  tried: TriedDelivery;
  recorded: () => void;
}

export class WebhookDeliveries {
  readonly #deps: WebhookDeps;
  readonly #calls = new Set<Promise<void>>();
  /** Outcomes that wait for the turn of their account that is under way. */
  readonly #ended = new Map<string, EndedCall[]>();
  /** Webhooks at their limit of calls, which may have more deliveries due. */
  readonly #full = new Set<string>();
  /** The place where the last round stopped at its limit; null: it saw everything. */
  #after: ClaimPlace | null = null;
  #givenBack = 0;
  readonly #stopping = new AbortController();

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /** Claims and starts deliveries of all webhooks. @param poke called when a call has ended and more can start */
  async round(poke: () => void): Promise<Round> {
    const { database, clock } = this.#deps;
    if (Math.abs(clock.now() - this.#givenBack) >= giveBackMs) {
      this.#givenBack = clock.now();
      await giveBackDeliveries(database, nowInstant(clock));
    }
    // A round that stopped at its limit goes on from there, and then starts over.
    let wasCut = this.#after !== null;
    for (let done = 0; ; ) {
      if (this.#stopping.signal.aborted) return { done, more: false };
      if (this.#calls.size >= maxUnderWay) return { done, more: false, needsHelp: true };
      const found = await claimDeliveries(database, nowInstant(clock), {
        after: this.#after,
        perWebhook: this.#calls.size < manyUnderWay ? maxPerWebhook : 1,
        manyFailures,
      });
      for (const webhookId of found.full) this.#full.add(webhookId);
      for (const delivery of found.due) this.#start(delivery, poke);
      this.#after = found.last;
      done += found.due.length + found.ended;
      if (this.#after !== null) continue;
      if (!wasCut) return { done, more: done > 0, ...(done === 0 && (await this.#next())) };
      wasCut = false;
    }
  }

  /** Not asked while calls are under way: their ends make room, and due times. */
  async #next(): Promise<Pick<Round, "next">> {
    if (this.#calls.size > 0) return {};
    const { database, clock } = this.#deps;
    return { next: await nextDelivery(database, nowInstant(clock)) };
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  /** Starts no more calls. A call under way after `graceMs` is aborted, and repeated when its claim expires. */
  async stop(graceMs: number): Promise<void> {
    const cut = setTimeout(() => this.#stopping.abort(), graceMs);
    await this.idle();
    clearTimeout(cut);
    this.#stopping.abort();
  }

  #start(delivery: DueDelivery, poke: () => void): void {
    const call = beside(this.#deps.clock, () => this.#call(delivery))
      .catch((error) => this.#deps.log.error("a delivery failed", { error: messageOf(error) }))
      .finally(() => {
        const isRoom = this.#full.delete(delivery.webhookId) || this.#calls.size >= maxUnderWay;
        this.#calls.delete(call);
        // Without ticks between, it looks for when the next attempt is due.
        if (isRoom || this.#deps.clock.leaps) poke();
      });
    this.#calls.add(call);
  }

  async #call(delivery: DueDelivery): Promise<void> {
    const { poster, clock } = this.#deps;
    const startMs = performance.now();
    const body = await this.#bodyOf(delivery).catch((error: unknown) => {
      this.#deps.log.warn("a message could not be read for its webhook", {
        delivery_id: delivery.id,
        error: messageOf(error),
      });
      return null;
    });
    if (body === null) {
      const outcome = { kind: "error" as const, error: "The message could not be read just now." };
      await this.#record({ delivery, outcome, at: nowInstant(clock), random: randomShare() });
      return;
    }
    const signed = { id: delivery.event.id, timestampSeconds: Math.floor(clock.now() / 1000), body };
    const span = callSpan(delivery.event);
    const headers = {
      "content-type": "application/json",
      ...(span ? { traceparent: traceparentOf(span.context) } : {}),
      ...signWebhook(signed, delivery.secrets),
    };
    const { signal } = this.#stopping;
    const outcome: PostOutcome = await outside(
      clock,
      poster.post({ url: delivery.url, headers, body, signal }),
    );
    // Nobody knows whether the webhook received the call, so it is repeated.
    if (outcome.kind === "error" && signal.aborted) return;
    if (span) noteCall(delivery, outcome, { ...span, startMs });
    this.#note(delivery, outcome, startMs);
    await this.#record({ delivery, outcome, at: nowInstant(clock), random: randomShare() });
  }

  /** The event as JSON: ids and metadata, and to the webhook of a routing rule the message itself. SPEC Events 4 */
  async #bodyOf({ accountId, webhookId, event }: DueDelivery): Promise<string> {
    const { identity_id: identityId, message_id: messageId } = event.data;
    const isHanded = event.type.startsWith("message.received") && identityId === "";
    if (!isHanded || typeof messageId !== "string") return JSON.stringify(event);
    const message = await this.#deps.handed({ accountId, webhookId, messageId });
    return JSON.stringify(message === null ? event : { ...event, data: { ...event.data, message } });
  }

  #note(delivery: DueDelivery, outcome: PostOutcome, startMs: number): void {
    const { log } = this.#deps;
    counts.webhookCalls.add();
    times.webhookCalls.observe(secondsSince(startMs));
    const isSent = isDelivered(outcome);
    if (isSent && !log.isOn("debug")) return;
    const { message_id } = delivery.event.data as { message_id?: string };
    const fields = {
      webhook_id: delivery.webhookId,
      delivery_id: delivery.id,
      event_id: delivery.event.id,
      type: delivery.event.type,
      message_id,
      attempt: delivery.attemptCount,
      ms: msSince(startMs),
      ...(outcome.kind === "response" ? { status: outcome.status } : { error: outcome.error }),
    };
    if (isSent) log.debug("a webhook was called", fields);
    else facts.webhookFailed.note(log, fields);
  }

  /** Queues an outcome for the next turn of its account: while one turn runs, the next outcomes collect. */
  #record(tried: TriedDelivery): Promise<void> {
    const { promise, resolve: recorded } = Promise.withResolvers<void>();
    const { accountId } = tried.delivery;
    const waiting = this.#ended.get(accountId);
    if (waiting) waiting.push({ tried, recorded });
    else {
      const list = [{ tried, recorded }];
      this.#ended.set(accountId, list);
      void this.#recordAll(accountId, list);
    }
    return promise;
  }

  async #recordAll(accountId: string, list: EndedCall[]): Promise<void> {
    while (list.length > 0) {
      const some = list.splice(0, outcomesAtOnce);
      const tries = some.map(({ tried }) => tried);
      try {
        const actor = this.#deps.actors.account(accountId);
        const disabled = await actor.run((turn) => recordTries(turn, tries), { quiet: true });
        for (const id of disabled)
          facts.webhookDisabled.note(this.#deps.log, { webhook_id: id, account_id: accountId });
      } catch (error) {
        this.#deps.log.error("outcomes of deliveries could not be written", { error: messageOf(error) });
      }
      for (const { recorded } of some) recorded();
    }
    this.#ended.delete(accountId);
  }
}
