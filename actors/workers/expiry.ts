// Addresses whose time is over become suspended. What expires_at forbids is compared when mail comes or goes; here only
// the status is written, and told. SPEC States and transitions; DECISIONS Addresses.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import type { Database } from "../../src/store/database/database.ts";
import { changeIdentity } from "../account/identities.ts";
import { statusFollowsExpiry } from "../account/restraints.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";
import type { Turn } from "../runtime/turn.ts";

const step = 50;

/** One round. */
export async function expireIdentities({
  database,
  actors,
  clock,
}: {
  database: Database;
  actors: Actors;
  clock: Clock;
}): Promise<Round> {
  const rows = await database.values(
    `select account_id, id from identities
     where status = 'active' and deleted_at is null and expires_at is not null and expires_at <= $1::timestamptz
     order by expires_at limit ${step}`,
    [nowInstant(clock)],
  );
  let done = 0;
  for (const [accountId, id] of rows as [string, string][]) {
    try {
      await actors.account(accountId).run((turn) => expire(turn, id), { also: [id] });
      done++;
    } catch (error) {
      if (!(error instanceof Failure && error.code === "not_found")) throw error;
    }
  }
  // Those that could not be written wait for the next tick.
  return { done, more: rows.length === step && done > 0 };
}

async function expire(turn: Turn, id: string): Promise<void> {
  const [still] = await turn.rows(
    `select 1 from identities where account_id = $1::uuid and id = $2::uuid and status = 'active' and expires_at <= $3::timestamptz`,
    [turn.accountId, id, turn.instant()],
  );
  if (!still) return;
  await changeIdentity(turn, { id, status: "suspended" }, null);
  statusFollowsExpiry(turn, id);
}
