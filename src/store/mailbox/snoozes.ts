// Queries over threads that sleep until a time.
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";

export interface DueSnooze {
  accountId: string;
  identityId: string;
  id: string;
}

/** SQL of a thread `t` that wakes when its time comes: emptied ones, and those of deleted identities, are the janitor's. */
const wakes = `t.snoozed_until is not null and t.message_count > 0 and exists (
       select from identities i where i.account_id = t.account_id and i.id = t.identity_id and i.deleted_at is null)`;

/** Threads whose time has come, the earliest first. */
export async function dueSnoozes(db: Executor, now: Instant, count: number): Promise<DueSnooze[]> {
  const rows = await db.rows<DueSnooze & { at: Instant } & Record<string, unknown>>(
    `select t.account_id as "accountId", t.identity_id as "identityId", t.id, t.snoozed_until as at from threads t
     where t.snoozed_until <= $1::timestamptz and ${wakes}
     order by t.snoozed_until limit $2::int`,
    [now, count],
  );
  return merged(
    rows,
    by(({ at }) => at),
    count,
  );
}

/** The earliest time at which a thread wakes, past or not; null: none sleeps. */
export async function nextSnooze(db: Executor): Promise<Instant | null> {
  const [row] = await db.rows<{ snoozed_until: Instant }>(
    `select t.snoozed_until from threads t where ${wakes} order by t.snoozed_until limit 1`,
    [],
  );
  return row?.snoozed_until ?? null;
}
