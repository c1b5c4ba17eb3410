// Token buckets by key: a sustained rate with a burst. Memory is bounded: full buckets are dropped.

import type { Clock } from "./clock.ts";
import { dropOldest } from "./oldest.ts";

export interface BucketState {
  allowed: boolean;
  /** Requests at once from a full bucket. */
  limit: number;
  remaining: number;
  /** UTC epoch seconds when the bucket is full again. */
  resetAt: number;
  /** Seconds until the next token; 0 when allowed. */
  retryAfter: number;
}

const maxBuckets = 100_000;

export class TokenBuckets {
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  /** @param rate tokens a second; 0 turns the limit off */
  constructor(
    private readonly rate: number,
    private readonly burst: number,
    private readonly clock: Clock,
  ) {}

  take(key: string): BucketState {
    const now = this.clock.now();
    if (this.rate === 0) {
      return {
        allowed: true,
        limit: this.burst,
        remaining: this.burst,
        resetAt: Math.ceil(now / 1000),
        retryAfter: 0,
      };
    }
    const bucket = this.#buckets.get(key) ?? { tokens: this.burst, at: now };
    const tokens = Math.min(this.burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * this.rate);
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    if (!this.#buckets.has(key) && this.#buckets.size >= maxBuckets) this.#forgetFull(now);
    this.#buckets.set(key, { tokens: left, at: now });
    return {
      allowed,
      limit: this.burst,
      remaining: Math.floor(left),
      resetAt: Math.ceil(now / 1000 + (this.burst - left) / this.rate),
      retryAfter: allowed ? 0 : Math.max(1, Math.ceil((1 - left) / this.rate)),
    };
  }

  #forgetFull(now: number): void {
    for (const [key, { tokens, at }] of this.#buckets) {
      if (tokens + ((now - at) / 1000) * this.rate >= this.burst) this.#buckets.delete(key);
    }
    dropOldest(this.#buckets, maxBuckets - 1);
  }
}
