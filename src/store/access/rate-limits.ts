// Token buckets that all processes share (src/lib/shared-limits.ts). A bucket that nobody took from for an hour is full.
import type { Instant } from "../../lib/clock.ts";
import type { BucketRequest, Left } from "../../lib/shared-limits.ts";
import type { Executor } from "../database/database.ts";

const takeSql = `with asked as (
    select * from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::int[]) as a(key, capacity, rate, spent, wanted)
  ), held as (
    select r.key, r.tokens, r.at from rate_limits r join asked a on a.key = r.key order by r.key for update of r
  ), filled as (
    select a.key, a.wanted,
           least(a.capacity, h.tokens + a.rate * greatest(0, extract(epoch from $6::timestamptz - h.at)::float8)) - a.spent as tokens
    from held h join asked a on a.key = h.key
  ), granted as (
    select key, tokens, greatest(0, least(wanted, floor(tokens)))::int as granted from filled
  )
  update rate_limits r set tokens = g.tokens - g.granted, at = greatest(r.at, $6::timestamptz)
  from granted g where r.key = g.key returning r.key, r.tokens, g.granted`;

/** Takes from all these buckets; one that is only looked at is not made. @returns by key; a bucket that is not there is full */
export async function takeShared(
  db: Executor,
  asks: readonly BucketRequest[],
  now: Instant,
): Promise<Map<string, Left>> {
  const found = await take(db, asks, now);
  const missing = asks.filter(({ key }) => !found.has(key));
  const used = missing.filter(({ spent, wanted }) => spent > 0 || wanted > 0);
  for (const { key, capacity } of missing) found.set(key, { tokens: capacity, granted: 0 });
  if (used.length === 0) return found;
  await db.values(
    `insert into rate_limits (key, tokens, at)
     select key, capacity, $3::timestamptz from unnest($1::text[], $2::float8[]) as a(key, capacity) order by key
     on conflict do nothing`,
    [used.map(({ key }) => key), used.map(({ capacity }) => capacity), now],
  );
  for (const [key, left] of await take(db, used, now)) found.set(key, left);
  return found;
}

async function take(db: Executor, asks: readonly BucketRequest[], now: Instant): Promise<Map<string, Left>> {
  const rows = await db.rows<Left & { key: string }>(takeSql, [
    asks.map(({ key }) => key),
    asks.map(({ capacity }) => capacity),
    asks.map(({ rate }) => rate),
    asks.map(({ spent }) => spent),
    asks.map(({ wanted }) => wanted),
    now,
  ]);
  return new Map(rows.map(({ key, tokens, granted }) => [key, { tokens, granted }]));
}

/** Removes some buckets that nobody took from since. @returns how many */
export async function sweepRateLimits(db: Executor, before: Instant): Promise<number> {
  const rows = await db.values(
    `delete from rate_limits where ctid = any(array(
       select ctid from rate_limits where at < $1::timestamptz limit 1000)) returning 1`,
    [before],
  );
  return rows.length;
}
