// The ramp of new sending domains: how many recipients of a claimed group go today, and on which day the others do. All
// processes share one count a domain through the database.
import { type BatchLoader, createBatchLoader } from "../../src/lib/batch-loader.ts";
import { type Clock, type Instant, nowInstant } from "../../src/lib/clock.ts";
import {
  dayLater,
  dayOf,
  limitOn,
  type RampPart,
  type RampSchedule,
  spread,
  timeOf,
} from "../../src/outbound/ramp.ts";
import { domainOf } from "../../src/outbound/transport.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { OutboundRow } from "../../src/store/sending/outbound.ts";
import { countRamp, dropRampDays, verifiedSince } from "../../src/store/sending/ramps.ts";
import type { OutboundHolds } from "./outbound-holds.ts";
import type { RecipientGroup } from "./outbound-lane.ts";

const maxCachedDomains = 1000;
const sinceCachedMs = 10 * 60_000;

interface RampQuestion {
  domain: string;
  since: Instant;
  count: number;
}

export class DomainRamp {
  readonly #deps: { database: Database; clock: Clock };
  readonly #schedule: RampSchedule;
  readonly #holds: OutboundHolds;
  /** The time since which a domain is verified; null: it is none of this service. */
  readonly #sinceCache = new Map<string, { since: Instant | null; until: number }>();
  readonly #parts: BatchLoader<RampQuestion, RampPart[]>;
  #sweptDay = "";

  constructor(deps: { database: Database; clock: Clock }, schedule: RampSchedule, holds: OutboundHolds) {
    this.#deps = deps;
    this.#schedule = schedule;
    this.#holds = holds;
    this.#parts = createBatchLoader((asked) => this.#count(asked), { most: 500, parallel: 1 });
  }

  /** Counts recipients that are new to the ramp of their domain. @returns those that go today */
  async pass(group: RecipientGroup): Promise<readonly OutboundRow[]> {
    const uncounted = group.filter(({ rampDay }) => rampDay === null);
    if (uncounted.length === 0) return group;
    const domain = domainOf(group[0].envelopeFrom);
    const today = dayOf(nowInstant(this.#deps.clock));
    const since = await this.#sinceOf(domain);
    const limit = since === null ? null : limitOn(this.#schedule, { since, day: today });
    if (since === null || limit === null) return group;
    const parts = await this.#parts.load({ domain, since, count: uncounted.length });
    const why = `${domain} is new, and sends to ${limit} recipients today`;
    let at = 0;
    for (const part of parts) {
      const rows = uncounted.slice(at, at + part.count);
      at += part.count;
      if (part.day === today) {
        await this.#holds.add(rows, { until: null, heldBy: null, why: null, rampDay: today });
        continue;
      }
      const until = timeOf(part, part.from);
      await this.#holds.add(rows, { until, heldBy: `ramp ${domain}`, why, rampDay: part.day });
    }
    const later = new Set(uncounted.slice(parts.find(({ day }) => day === today)?.count ?? 0));
    return group.filter((row) => !later.has(row));
  }

  /** The days of each that asks, in their order: one transaction a domain. */
  async #count(asked: readonly RampQuestion[]): Promise<RampPart[][]> {
    const { database, clock } = this.#deps;
    const today = dayOf(nowInstant(clock));
    await this.#sweep(today);
    const found = new Map<RampQuestion, RampPart[]>();
    for (const [domain, items] of Map.groupBy(asked, (item) => item.domain)) {
      const { since } = items[0]!;
      const count = items.reduce((sum, item) => sum + item.count, 0);
      const parts = await countRamp(database, { domain, today }, (used) =>
        spread(this.#schedule, { since, today, count, used }),
      );
      const unassigned = parts.map((part) => ({ ...part }));
      for (const item of items) found.set(item, takeFrom(unassigned, item.count));
    }
    return asked.map((item) => found.get(item) ?? []);
  }

  async #sinceOf(domain: string): Promise<Instant | null> {
    const { clock, database } = this.#deps;
    const cached = this.#sinceCache.get(domain);
    if (cached && cached.until > clock.now()) return cached.since;
    const since = await verifiedSince(database, domain);
    if (this.#sinceCache.size >= maxCachedDomains) this.#sinceCache.clear();
    this.#sinceCache.set(domain, { since, until: clock.now() + sinceCachedMs });
    return since;
  }

  async #sweep(today: string): Promise<void> {
    if (this.#sweptDay === today) return;
    this.#sweptDay = today;
    await dropRampDays(this.#deps.database, dayLater(today, -30));
  }
}

/** The first `count` recipients of the parts, which are taken from them. */
function takeFrom(parts: RampPart[], count: number): RampPart[] {
  const taken: RampPart[] = [];
  for (const part of parts) {
    const own = Math.min(part.count, count);
    if (own > 0) taken.push({ ...part, count: own });
    part.count -= own;
    part.from += own;
    count -= own;
  }
  return taken;
}
