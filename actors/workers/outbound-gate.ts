// Limits on which queued mail may go now: at most what a throttling provider takes, and what a new domain's
// ramp allows. All processes share one pace a provider and one count a domain through the database; without
// either, nothing is queried. The wait of many recipients is written in one statement, with the time at which
// each goes.
import { type BatchLoader, createBatchLoader } from "../../src/lib/batch-loader.ts";
import { addMs, type Clock, type Instant, nowInstant } from "../../src/lib/clock.ts";
import { facts } from "../../src/lib/facts.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { RecipientResult } from "../../src/outbound/outcome.ts";
import { asksForLess, paceAt, providerOf, sameAskingMs, slowed } from "../../src/outbound/pace.ts";
import {
  dayLater,
  dayOf,
  limitOn,
  type RampPart,
  type RampSchedule,
  spread,
  timeOf,
} from "../../src/outbound/ramp.ts";
import { domainOf, type OutboundRoute, type Transport } from "../../src/outbound/transport.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type Hold, holdOutbound, localLane, type OutboundRow } from "../../src/store/sending/outbound.ts";
import { dropPaces, listPaces, type PaceRow, storePace, takeSlots } from "../../src/store/sending/paces.ts";
import { countRamp, dropRampDays, verifiedSince } from "../../src/store/sending/ramps.ts";
import { ProviderCounts } from "./provider-counts.ts";

export interface GateDeps {
  database: Database;
  clock: Clock;
  log: Log;
  transport: Pick<Transport, "providerOf">;
  config: { sendingRamp: RampSchedule | null };
  /** Wakes the workers of all processes: something comes due earlier than they know. */
  poke(): void;
}

/** Recipients of one message in one lane. */
type Group = readonly OutboundRow[];

/** Time for which other processes' paces may be unknown here. */
const refreshMs = 5000;
/** A slot so near is waited for in memory. */
const nearMs = 1500;
/** Slots are given for so long ahead; who gets none asks again about then. */
const slotsAheadMs = 10 * 60_000;
/** Where a provider has no room for more attempts at once. */
const crowdedMs = 5000;
const maxLanes = 5000;
const maxDomains = 1000;
const sinceMs = 10 * 60_000;
/** So many weak askings in a minute are one. */
const weakAskings = 5;

export class OutboundGate {
  readonly #deps: GateDeps;
  #paces = new Map<string, PaceRow>();
  #refreshed = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;
  /** By lane: the provider that took its mail last. */
  readonly #providers = new Map<string, string>();
  readonly #counts = new Map<string, ProviderCounts>();
  readonly #domains = new Map<string, { since: Instant | null; until: number }>();
  readonly #slots: BatchLoader<string, Instant | null>;
  readonly #ramps: BatchLoader<{ domain: string; since: Instant; count: number }, RampPart[]>;
  #holds: Hold[] = [];
  #holding: Promise<void> | null = null;
  #swept = "";

  constructor(deps: GateDeps) {
    this.#deps = deps;
    this.#slots = createBatchLoader((providers) => this.#takeSlots(providers), { most: 500, parallel: 1 });
    this.#ramps = createBatchLoader((asked) => this.#countRamps(asked), { most: 500, parallel: 1 });
  }

  /** Learns what other processes know, now and then. Call it where mail was claimed. */
  async refresh(): Promise<void> {
    const { clock, database } = this.#deps;
    if (Math.abs(clock.now() - this.#refreshed) < refreshMs) return;
    this.#refreshed = clock.now();
    this.#refreshing ??= this.#load(database).finally(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
  }

  async #load(database: Database): Promise<void> {
    const now = nowInstant(this.#deps.clock);
    const rows = await listPaces(database);
    const ended = rows.filter((row) => !paceAt(row, now));
    if (ended.length > 0) await dropPaces(database, ended);
    this.#paces = new Map(rows.filter((row) => paceAt(row, now)).map((row) => [row.provider, row]));
  }

  /** Everything goes at once: there is nothing to ask. */
  get isOpen(): boolean {
    return this.#paces.size === 0 && this.#deps.config.sendingRamp === null;
  }

  /** The provider of a lane may have one more attempt now. */
  hasRoom(lane: string): boolean {
    if (this.#paces.size === 0) return true;
    const provider = this.#providers.get(lane);
    const pace = provider === undefined ? undefined : this.#paces.get(provider);
    const current = pace && paceAt(pace, nowInstant(this.#deps.clock));
    return !current || this.#countsOf(provider!).underWay < current.concurrency;
  }

  /** Return the part of a claimed group that may go now; the other claims are released until their time. */
  async pass(group: Group, route: OutboundRoute): Promise<Group> {
    if (group[0]!.lane === localLane) return group;
    const going = await this.#passRamp(group);
    return going.length > 0 && (await this.#passPace(going, route)) ? going : [];
  }

  /** An attempt begins. @returns what `end` is to be told */
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
    this.#learn(lane, provider);
    const counts = this.#countsOf(provider);
    counts.ended(this.#deps.clock.now());
    const strong = results.find((result) => asksForLess(result) === "strong");
    const weak = results.find((result) => asksForLess(result) === "weak");
    if (weak && !strong) counts.weak++;
    if (!strong && !(weak && counts.weak >= weakAskings)) return;
    await this.#slow(provider, (strong ?? weak)!.response, counts);
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

  async #passPace(group: Group, route: OutboundRoute): Promise<boolean> {
    if (this.#paces.size === 0) return true;
    const { lane, heldBy } = group[0]!;
    let provider = this.#providers.get(lane) ?? null;
    if (provider === null) {
      provider = await this.#deps.transport.providerOf(route);
      if (provider !== null) this.#learn(lane, provider);
    }
    const pace = provider === null ? undefined : this.#paces.get(provider);
    const now = nowInstant(this.#deps.clock);
    const current = pace && paceAt(pace, now);
    if (!current || provider === null || !pace) return true;
    const why = `${provider} takes less mail just now (${pace.response})`;
    if (heldBy === `slot ${provider}`) {
      if (this.hasRoom(lane)) return true;
      await this.#hold(group, { until: addMs(now, crowdedMs), heldBy, why });
      return false;
    }
    const slot = await this.#slots.load(provider);
    if (slot === null) {
      const until = addMs(now, Math.round(slotsAheadMs * (0.8 + 0.4 * Math.random())));
      await this.#hold(group, { until, heldBy: `pace ${provider}`, why });
      return false;
    }
    const isNear = slot <= addMs(now, nearMs);
    if (isNear && this.hasRoom(lane)) return true;
    await this.#hold(group, {
      until: isNear ? addMs(now, crowdedMs) : slot,
      heldBy: `slot ${provider}`,
      why,
    });
    return false;
  }

  /** One slot for each that asks, in their order. */
  async #takeSlots(providers: readonly string[]): Promise<(Instant | null)[]> {
    const now = nowInstant(this.#deps.clock);
    const given = new Map<string, (Instant | null)[]>();
    for (const [provider, asked] of Map.groupBy(providers, (name) => name)) {
      const pace = this.#paces.get(provider);
      const current = pace && paceAt(pace, now);
      const gapMs = current ? 60_000 / current.rate : 0;
      const count = Math.min(asked.length, Math.ceil(slotsAheadMs / Math.max(gapMs, 1)));
      const within = addMs(now, slotsAheadMs);
      const first = await takeSlots(this.#deps.database, { provider, now, count, gapMs, within });
      const slots = asked.map((_, n) =>
        first === null || n >= count ? null : addMs(first, Math.round(n * gapMs)),
      );
      given.set(provider, slots);
    }
    return providers.map((provider) => given.get(provider)!.shift() ?? null);
  }

  /** Counts recipients that are new to the ramp of their domain. @returns those that go today */
  async #passRamp(group: Group): Promise<Group> {
    const schedule = this.#deps.config.sendingRamp;
    if (schedule === null) return group;
    const fresh = group.filter(({ rampDay }) => rampDay === null);
    if (fresh.length === 0) return group;
    const domain = domainOf(group[0]!.envelopeFrom);
    const today = dayOf(nowInstant(this.#deps.clock));
    const since = await this.#sinceOf(domain);
    const limit = since === null ? null : limitOn(schedule, { since, day: today });
    if (since === null || limit === null) return group;
    const parts = await this.#ramps.load({ domain, since, count: fresh.length });
    const why = `${domain} is new, and sends to ${limit} recipients today`;
    let at = 0;
    for (const part of parts) {
      const rows = fresh.slice(at, at + part.count);
      at += part.count;
      if (part.day === today) {
        await this.#hold(rows, { until: null, heldBy: null, why: null, rampDay: today });
        continue;
      }
      const until = timeOf(part, part.from);
      await this.#hold(rows, { until, heldBy: `ramp ${domain}`, why, rampDay: part.day });
    }
    const later = new Set(fresh.slice(parts.find(({ day }) => day === today)?.count ?? 0));
    return group.filter((row) => !later.has(row));
  }

  /** The days of each that asks, in their order: one transaction a domain. */
  async #countRamps(
    asked: readonly { domain: string; since: Instant; count: number }[],
  ): Promise<RampPart[][]> {
    const { database, clock, config } = this.#deps;
    const today = dayOf(nowInstant(clock));
    await this.#sweep(today);
    const found = new Map<(typeof asked)[number], RampPart[]>();
    for (const [domain, items] of Map.groupBy(asked, (item) => item.domain)) {
      const { since } = items[0]!;
      const count = items.reduce((sum, item) => sum + item.count, 0);
      const parts = await countRamp(database, { domain, today }, (used) =>
        spread(config.sendingRamp ?? [], { since, today, count, used }),
      );
      const left = parts.map((part) => ({ ...part }));
      for (const item of items) found.set(item, takeFrom(left, item.count));
    }
    return asked.map((item) => found.get(item) ?? []);
  }

  async #sinceOf(domain: string): Promise<Instant | null> {
    const { clock, database } = this.#deps;
    const known = this.#domains.get(domain);
    if (known && known.until > clock.now()) return known.since;
    const since = await verifiedSince(database, domain);
    if (this.#domains.size >= maxDomains) this.#domains.clear();
    this.#domains.set(domain, { since, until: clock.now() + sinceMs });
    return since;
  }

  async #sweep(today: string): Promise<void> {
    if (this.#swept === today) return;
    this.#swept = today;
    await dropRampDays(this.#deps.database, dayLater(today, -30));
  }

  /** Written with the other holds of the moment. */
  #hold(
    group: Group,
    {
      until,
      heldBy,
      why,
      rampDay = null,
    }: Pick<Hold, "until" | "heldBy"> & { why: string | null; rampDay?: string | null },
  ): Promise<void> {
    const response = why === null ? null : `Waits until ${until}: ${why}`.slice(0, 500);
    this.#holds.push(
      ...group.map((row) => ({ row, until, heldBy, response, rampDay: rampDay ?? row.rampDay })),
    );
    this.#holding ??= Promise.resolve().then(async () => {
      const holds = this.#holds;
      this.#holds = [];
      this.#holding = null;
      await holdOutbound(this.#deps.database, holds);
      if (holds.some((hold) => hold.until !== null)) this.#deps.poke();
    });
    return this.#holding;
  }

  #learn(lane: string, provider: string): void {
    this.#providers.delete(lane);
    this.#providers.set(lane, provider);
    if (this.#providers.size > maxLanes) this.#providers.delete(this.#providers.keys().next().value!);
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

/** The first `count` recipients of the parts, which are taken from them. */
function takeFrom(left: RampPart[], count: number): RampPart[] {
  const taken: RampPart[] = [];
  for (const part of left) {
    const own = Math.min(part.count, count);
    if (own > 0) taken.push({ ...part, count: own });
    part.count -= own;
    part.from += own;
    count -= own;
  }
  return taken;
}
