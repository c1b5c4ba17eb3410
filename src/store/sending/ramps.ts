// A new domain's ramp: how much it sent and may send on each day (UTC).
import type { Instant } from "../../lib/clock.ts";
import type { Database, Executor } from "../database/database.ts";

/** When a domain was verified; null: nobody has it. */
export async function verifiedSince(db: Executor, domain: string): Promise<Instant | null> {
  const [row] = await db.rows<{ since: Instant | null }>(
    `select coalesce(d.verified_at, d.created_at) as since from domain_names n
     join domains d on d.account_id = n.account_id and d.id = n.domain_id where n.domain = $1::text`,
    [domain],
  );
  return row?.since ?? null;
}

/**
 * Counts recipients on the days that `plan` chooses, while no other process counts for the domain.
 * @param plan is given the recipients that count on a day already
 */
export function countRamp<T extends { day: string; count: number }>(
  db: Database,
  { domain, today }: { domain: string; today: string },
  plan: (used: ReadonlyMap<string, number>) => readonly T[],
): Promise<readonly T[]> {
  return db.transaction(async (tx) => {
    // The day's row is the lock.
    await tx.values(
      `insert into ramp_days (domain, day, recipients) values ($1::text, $2::date, 0) on conflict do nothing returning 1`,
      [domain, today],
    );
    const rows = await tx.rows<{ day: string; recipients: number }>(
      `select day::text as day, recipients from ramp_days where domain = $1::text and day >= $2::date order by day for update`,
      [domain, today],
    );
    const parts = plan(new Map(rows.map(({ day, recipients }) => [day, recipients])));
    await tx.values(
      `insert into ramp_days (domain, day, recipients) select $1::text, d, n from unnest($2::date[], $3::int[]) as k(d, n)
       on conflict (domain, day) do update set recipients = ramp_days.recipients + excluded.recipients returning 1`,
      [domain, parts.map(({ day }) => day), parts.map(({ count }) => count)],
    );
    return parts;
  });
}

/** The recipients of a domain by day, from today on, as they are counted now. */
export async function rampUse(
  db: Executor,
  { domain, today }: { domain: string; today: string },
): Promise<Map<string, number>> {
  const rows = await db.rows<{ day: string; recipients: number }>(
    "select day::text as day, recipients from ramp_days where domain = $1::text and day >= $2::date order by day",
    [domain, today],
  );
  return new Map(rows.map(({ day, recipients }) => [day, recipients]));
}

/** Days that are long over count for nothing. */
export async function dropRampDays(db: Executor, before: string): Promise<void> {
  await db.values("delete from ramp_days where day < $1::date returning 1", [before]);
}
