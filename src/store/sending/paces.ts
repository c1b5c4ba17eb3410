// Providers that have asked for less mail. All processes obey one row a provider; a slot is the time of one attempt.
import type { InferSelectModel } from "drizzle-orm";
import { addMs, type Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { providerPaces } from "../tables/index.ts";

export type PaceRow = InferSelectModel<typeof providerPaces>;

/** At most 1,000, the last slowed first. */
export async function listPaces(db: Executor): Promise<PaceRow[]> {
  const rows = await db.rows("select * from provider_paces order by based_at desc limit 1000", []);
  return rows.map((row) => toRow<PaceRow>(providerPaces, row));
}

/**
 * Stores a pace, unless another process has slowed the provider meanwhile.
 * @param since a pace that is based later stays
 * @returns what holds now
 */
export async function storePace(db: Executor, row: PaceRow, since: Instant): Promise<PaceRow> {
  const { provider, rate, ceiling, concurrency, basedAt, nextSlot, response } = row;
  const stored = await db.rows(
    `insert into provider_paces (provider, rate, ceiling, concurrency, based_at, next_slot, response)
     values ($1::text, $2::float8, $3::float8, $4::int, $5::timestamptz, $6::timestamptz, $7::text)
     on conflict (provider) do update set rate = excluded.rate, ceiling = excluded.ceiling, concurrency = excluded.concurrency,
       based_at = excluded.based_at, next_slot = greatest(provider_paces.next_slot, excluded.next_slot), response = excluded.response
       where provider_paces.based_at <= $8::timestamptz
     returning *`,
    [provider, rate, ceiling, concurrency, basedAt, nextSlot, response, since],
  );
  const [kept] =
    stored.length > 0
      ? stored
      : await db.rows("select * from provider_paces where provider = $1::text", [provider]);
  return kept ? toRow<PaceRow>(providerPaces, kept) : row;
}

/** Removes paces that have ended, as they were known. */
export async function dropPaces(
  db: Executor,
  ended: readonly Pick<PaceRow, "provider" | "basedAt">[],
): Promise<void> {
  await db.values(
    `delete from provider_paces p using unnest($1::text[], $2::timestamptz[]) as k(provider, based_at)
     where p.provider = k.provider and p.based_at = k.based_at returning 1`,
    [ended.map(({ provider }) => provider), ended.map(({ basedAt }) => basedAt)],
  );
}

/**
 * Takes the next free slots of a provider, one after the other.
 * @param asked.gapMs between two of them
 * @param asked.within a first slot later than that is not given
 * @returns the first; null: none is free, or the pace has ended
 */
export async function takeSlots(
  db: Executor,
  asked: { provider: string; now: Instant; count: number; gapMs: number; within: Instant },
): Promise<Instant | null> {
  const { provider, now, count, gapMs, within } = asked;
  const [row] = await db.rows<{ next: Instant }>(
    `update provider_paces set next_slot = greatest(next_slot, $2::timestamptz) + $3::float8 * interval '1 millisecond'
     where provider = $1::text and next_slot <= $4::timestamptz returning next_slot as next`,
    [provider, now, count * gapMs, within],
  );
  return row ? addMs(row.next, -Math.round(count * gapMs)) : null;
}
