// The pace of providers that ask for less mail: how many attempts they have at once, and when the next recipient goes. All
// processes share one pace a provider through the database; where none is slowed, nothing is queried.

import { type BatchLoader, createBatchLoader } from "../../src/lib/batch-loader.ts";
import { randomShare } from "../../src/lib/chance.ts";
import { addMs, type Clock, type Instant, nowInstant } from "../../src/lib/clock.ts";
import { counts, facts } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { dropOldest } from "../../src/lib/oldest.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import { asksForLess, paceAt, providerOf, sameAskingMs, slowed } from "../../src/outbound/pace.ts";
import type { OutboundRoute, Transport } from "../../src/outbound/transport.ts";
import type { Database } from "../../src/store/database/database.ts";
import { dropPaces, listPaces, type PaceRow, storePace, takeSlots } from "../../src/store/sending/paces.ts";
import type { OutboundHolds } from "./outbound-holds.ts";
import type { RecipientGroup } from "./outbound-lane.ts";
import { ProviderCounts } from "./provider-counts.ts";

interface ThrottleDeps {
  database: Database;
  clock: Clock;
  log: Log;
  transport: Pick<Transport, "providerOf">;
}

/** Time for which other processes' paces may be unknown here. */
const refreshMs = 5000;
/** A slot so near is waited for in memory. */
const nearMs = 1500;
/** Slots are given for so long ahead; a group without one asks again about then. */
const slotsAheadMs = 10 * 60_000;
/** Wait for a provider that has as many attempts at once as it takes. */
const saturatedMs = 5000;
const maxLanes = 5000;
/** Providers that the metrics name. */
const maxCountedProviders = 50;
/** So many weak askings in a minute are one. */
const weakAskings = 5;

export class ProviderThrottle {
  readonly #deps: ThrottleDeps;
  readonly #holds: OutboundHolds;
  #paces = new Map<string, PaceRow>();
  #refreshedMs = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;
  /** By lane: the provider that took its mail last. */
  readonly #providers = new Map<string, string>();
  readonly #counts = new Map<string, ProviderCounts>();
  readonly #counted = new Set<string>();
  readonly #slots: BatchLoader<string, Instant | null>;

  constructor(deps: ThrottleDeps, holds: OutboundHolds) {
    this.#deps = deps;
    this.#holds = holds;
    this.#slots = createBatchLoader((providers) => this.#takeSlots(providers), { most: 500, parallel: 1 });
  }

  get isThrottling(): boolean {
    return this.#paces.size > 0;
  }

  async refresh(): Promise<void> {
    const { clock } = this.#deps;
    if (Math.abs(clock.now() - this.#refreshedMs) < refreshMs) return;
    this.#refreshedMs = clock.now();
    this.#refreshing ??= this.#load().finally(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
  }

  async #load(): Promise<void> {
    const { database, clock } = this.#deps;
    const now = nowInstant(clock);
    const rows = await listPaces(database);
    const ended = rows.filter((row) => !paceAt(row, now));
    if (ended.length > 0) await dropPaces(database, ended);
    this.#paces = new Map(rows.filter((row) => paceAt(row, now)).map((row) => [row.provider, row]));
  }

  hasSlot(lane: string): boolean {
    const provider = this.#providers.get(lane);
    if (provider === undefined) return true;
    const current = this.#paceOf(provider, nowInstant(this.#deps.clock));
    return !current || this.#countsOf(provider).underWay < current.concurrency;
  }

  begin(lane: string): string | null {
    const provider = this.#providers.get(lane) ?? null;
    if (provider !== null) this.#countsOf(provider).underWay++;
    return provider;
  }

  async end(lane: string, begun: string | null, results: readonly RecipientResult[]): Promise<void> {
    if (begun !== null) this.#countsOf(begun).underWay--;
    const answered =
      results.find(({ mx, refusedAt }) => mx !== null && refusedAt !== "connect") ?? results[0];
    if (!answered || answered.mx === null) return;
    const provider = providerOf(answered.mx);
    for (const { kind } of results) counts.attempts.add([this.#named(provider), kind]);
    this.#setProvider(lane, provider);
    const recent = this.#countsOf(provider);
    recent.ended(this.#deps.clock.now());
    const strong = results.find((result) => asksForLess(result) === "strong");
    const weak = results.find((result) => asksForLess(result) === "weak");
    if (weak && !strong) recent.weak++;
    const asking = strong ?? (recent.weak >= weakAskings ? weak : undefined);
    if (asking) await this.#slow(provider, asking.response, recent);
  }

  /** @returns whether the group may go now; else its claims are given back */
  async pass(group: RecipientGroup, route: OutboundRoute): Promise<boolean> {
    if (!this.isThrottling) return true;
    const { lane, heldBy } = group[0];
    const provider = this.#providers.get(lane) ?? (await this.#deps.transport.providerOf(route));
    if (provider === null) return true;
    this.#setProvider(lane, provider);
    const now = nowInstant(this.#deps.clock);
    const pace = this.#paces.get(provider);
    if (!pace || !paceAt(pace, now)) return true;
    const why = `${provider} takes less mail just now (${pace.response})`;
    if (heldBy === `slot ${provider}`) {
      if (this.hasSlot(lane)) return true;
      await this.#holds.add(group, { until: addMs(now, saturatedMs), heldBy, why });
      return false;
    }
    const slot = await this.#slots.load(provider);
    if (slot === null) {
      const until = addMs(now, Math.round(slotsAheadMs * (0.8 + 0.4 * randomShare())));
      await this.#holds.add(group, { until, heldBy: `pace ${provider}`, why });
      return false;
    }
    const isNear = slot <= addMs(now, nearMs);
    if (isNear && this.hasSlot(lane)) return true;
    const until = isNear ? addMs(now, saturatedMs) : slot;
    await this.#holds.add(group, { until, heldBy: `slot ${provider}`, why });
    return false;
  }

  async #slow(provider: string, response: string, counts: ProviderCounts): Promise<void> {
    const { database, clock, log } = this.#deps;
    const now = nowInstant(clock);
    const before = this.#paces.get(provider) ?? null;
    const since = addMs(now, -sameAskingMs);
    if (before && before.basedAt > since) return;
    const observed = { rate: counts.lastMinute(clock.now()), concurrency: counts.underWay + 1 };
    const pace = slowed(before, { provider, response, observed, now });
    counts.weak = 0;
    // Before the write: what is claimed meanwhile asks for a slot.
    this.#paces.set(provider, { ...pace, nextSlot: now });
    try {
      const kept = await storePace(database, { ...pace, nextSlot: now }, since);
      this.#paces.set(provider, kept);
      facts.providerSlowed.note(log, {
        provider,
        rate: Math.round(kept.rate * 10) / 10,
        concurrency: kept.concurrency,
        response,
      });
    } catch (error) {
      log.warn("the pace of a provider could not be stored", { provider, error: messageOf(error) });
    }
  }

  /** One slot for each that asks, in their order. */
  async #takeSlots(providers: readonly string[]): Promise<(Instant | null)[]> {
    const now = nowInstant(this.#deps.clock);
    const given = new Map<string, (Instant | null)[]>();
    for (const [provider, asked] of Map.groupBy(providers, (name) => name)) {
      const current = this.#paceOf(provider, now);
      const gapMs = current ? 60_000 / current.rate : 0;
      const count = Math.min(asked.length, Math.ceil(slotsAheadMs / Math.max(gapMs, 1)));
      const within = addMs(now, slotsAheadMs);
      const first = await takeSlots(this.#deps.database, { provider, now, count, gapMs, within });
      const slots = asked.map((_, n) =>
        first === null || n >= count ? null : addMs(first, Math.round(n * gapMs)),
      );
      given.set(provider, slots);
    }
    return providers.map((provider) => given.get(provider)?.shift() ?? null);
  }

  #paceOf(provider: string, now: Instant) {
    const pace = this.#paces.get(provider);
    return pace && paceAt(pace, now);
  }

  /** Names of providers are given by strangers' DNS: the metric has the first ones alone. */
  #named(provider: string): string {
    if (this.#counted.size < maxCountedProviders) this.#counted.add(provider);
    return this.#counted.has(provider) ? provider : "other";
  }

  #setProvider(lane: string, provider: string): void {
    this.#providers.delete(lane);
    this.#providers.set(lane, provider);
    dropOldest(this.#providers, maxLanes);
  }

  #countsOf(provider: string): ProviderCounts {
    let counts = this.#counts.get(provider);
    if (!counts) {
      counts = new ProviderCounts();
      this.#counts.set(provider, counts);
      if (this.#counts.size > maxLanes) this.#dropIdle();
    }
    return counts;
  }

  #dropIdle(): void {
    for (const [provider, { underWay }] of this.#counts) if (underWay === 0) this.#counts.delete(provider);
  }
}
