// Limits that hold over all processes. Each process counts in memory, as if it were alone; where there are others, it also
// takes from buckets that they share, in one statement for all that ask at a time. A caller far from its limit is not kept
// waiting for that: it is counted a moment later, so several processes may let through a little more, which the bucket then owes.

import type { Clock } from "./clock.ts";
import { dropOldest } from "./oldest.ts";
import { type BucketState, TokenBuckets } from "./token-bucket.ts";

/** A request for tokens of one shared bucket. */
export interface BucketRequest {
  key: string;
  /** Tokens of a full bucket. */
  capacity: number;
  /** Tokens a second. */
  rate: number;
  /** Tokens that were used already, whether they were there or not. */
  spent: number;
  /** Tokens that are wanted, as far as they are there. */
  wanted: number;
}

export interface Left {
  /** Negative: so many are owed. */
  tokens: number;
  granted: number;
}

export interface SharedLimitsOptions {
  /** Takes from all these buckets at once. @returns by key */
  exchange: (asks: readonly BucketRequest[]) => Promise<ReadonlyMap<string, Left>>;
  /** Whether there may be other processes. */
  isOn: () => boolean;
}

interface TokenWaiter {
  wanted: number;
  answer: (left: Left | null) => void;
}

export class SharedLimits {
  readonly #options: SharedLimitsOptions;
  #gathered = new Map<string, { ask: BucketRequest; waiters: TokenWaiter[] }>();
  #running: Promise<void> | null = null;

  constructor(options: SharedLimitsOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options.isOn();
  }

  /** @returns null when the database does not answer: then each process counts for itself */
  ask(ask: BucketRequest): Promise<Left | null> {
    const { promise, resolve } = Promise.withResolvers<Left | null>();
    const same = this.#gathered.get(ask.key) ?? { ask: { ...ask, spent: 0, wanted: 0 }, waiters: [] };
    same.ask.spent += ask.spent;
    same.ask.wanted += ask.wanted;
    same.waiters.push({ wanted: ask.wanted, answer: resolve });
    this.#gathered.set(ask.key, same);
    this.#running ??= Promise.resolve().then(() => this.#run());
    return promise;
  }

  /** While one statement is under way, the next asks gather. */
  async #run(): Promise<void> {
    while (this.#gathered.size > 0) {
      const asked = this.#gathered;
      this.#gathered = new Map();
      const found = await this.#options.exchange([...asked.values()].map(({ ask }) => ask)).catch(() => null);
      for (const [key, { waiters }] of asked) {
        const left = found?.get(key);
        let granted = left?.granted ?? 0;
        for (const { wanted, answer } of waiters) {
          const own = Math.min(wanted, granted);
          granted -= own;
          answer(left ? { tokens: left.tokens, granted: own } : null);
        }
      }
    }
    this.#running = null;
  }
}

export interface SharedBucketsOptions {
  /** Tokens a second; 0 turns the limit off. */
  rate: number;
  burst: number;
  clock: Clock;
  limits: SharedLimits;
  /** Asks each time, where guesses are counted. Default: only near the limit. */
  isExact?: boolean;
}

interface KnownBucket {
  tokens: number;
  at: number;
  /** Taken here since, and not told yet. */
  spent: number;
}

const tellAfterMs = 100;
const maxKnown = 100_000;

/** Token buckets of a name, by key: of this process, and of all together. */
export class SharedBuckets {
  readonly #name: string;
  readonly #options: SharedBucketsOptions;
  readonly #own: TokenBuckets;
  readonly #known = new Map<string, KnownBucket>();
  readonly #untold = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(name: string, options: SharedBucketsOptions) {
    this.#name = name;
    this.#options = options;
    this.#own = new TokenBuckets(options.rate, options.burst, options.clock);
  }

  async take(key: string): Promise<BucketState> {
    const { rate, burst, clock, limits, isExact = false } = this.#options;
    const own = this.#own.take(key);
    if (rate === 0 || !own.allowed || !limits.isOn) return own;
    const known = this.#look(key);
    const left = known.tokens - known.spent;
    if (!isExact && left >= burst / 2 && known.spent < burst / 8) {
      known.spent++;
      this.#tellSoon(key);
      return lower(own, left - 1);
    }
    const { spent } = known;
    known.spent = 0;
    const answer = await limits.ask({ key: `${this.#name} ${key}`, capacity: burst, rate, spent, wanted: 1 });
    if (answer === null) return own;
    this.#note(key, answer.tokens);
    if (answer.granted > 0) return lower(own, answer.tokens);
    return {
      ...own,
      allowed: false,
      remaining: 0,
      resetAt: Math.ceil(clock.now() / 1000 + (burst - answer.tokens) / rate),
      retryAfter: Math.max(1, Math.ceil((1 - answer.tokens) / rate)),
    };
  }

  /** Return the present state of the shared bucket, as far as this process knows it. */
  #look(key: string): KnownBucket {
    const { rate, burst, clock } = this.#options;
    const now = clock.now();
    const known = this.#known.get(key) ?? { tokens: burst, at: now, spent: 0 };
    known.tokens = Math.min(burst, known.tokens + (Math.max(0, now - known.at) / 1000) * rate);
    known.at = now;
    if (!this.#known.has(key)) dropOldest(this.#known, maxKnown - 1);
    this.#known.set(key, known);
    return known;
  }

  #note(key: string, tokens: number): void {
    const known = this.#look(key);
    known.tokens = tokens;
  }

  #tellSoon(key: string): void {
    this.#untold.add(key);
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.#tell(), tellAfterMs);
    this.#timer.unref();
  }

  #tell(): void {
    this.#timer = null;
    const { rate, burst, limits } = this.#options;
    for (const key of this.#untold) {
      const known = this.#look(key);
      const { spent } = known;
      if (spent === 0) continue;
      known.spent = 0;
      known.tokens -= spent;
      void limits
        .ask({ key: `${this.#name} ${key}`, capacity: burst, rate, spent, wanted: 0 })
        .then((answer) => answer && this.#note(key, answer.tokens));
    }
    this.#untold.clear();
  }
}

/** Sums of doubles may come out so far beside a whole number. */
export const rounding = 1e-6;

function lower(own: BucketState, shared: number): BucketState {
  return { ...own, remaining: Math.max(0, Math.min(own.remaining, Math.floor(shared + rounding))) };
}
