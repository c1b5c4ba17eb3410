// Addresses whose time is over become suspended. What expires_at forbids is compared when mail comes or goes; here only
// the status is written, and told. SPEC States and transitions; DECISIONS Addresses.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { getIdentity, listExpired } from "../../src/store/accounts/identities.ts";
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
  const rows = await listExpired(database, nowInstant(clock), step);
  let done = 0;
  for (const { accountId, id } of rows) {
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
  const now = turn.instant();
  const identity = await getIdentity(turn, { accountId: turn.accountId, identityIds: null }, id);
  if (identity?.status !== "active" || identity.expiresAt === null || identity.expiresAt > now) return;
  await changeIdentity(turn, { id, status: "suspended" }, null);
  statusFollowsExpiry(turn, id);
}
