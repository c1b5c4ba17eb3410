// Suspends addresses that have expired. Receiving and sending compare expires_at themselves; this worker writes the status
// and emits its event. SPEC States and transitions; DECISIONS Addresses.
import { nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { getIdentity, listExpired, nextExpiry } from "../../src/store/addresses/identities.ts";
import { changeIdentity } from "../account/addresses/identities.ts";
import { statusFollowsExpiry } from "../account/addresses/restraints.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Turn } from "../runtime/turn.ts";
import type { RoundDeps } from "./round-deps.ts";

const batch = 50;

/** Suspends the addresses that have expired, 50 at most. */
export async function expireIdentities({ database, actors, clock }: RoundDeps): Promise<Round> {
  // Where time passes by leaps, each turn is followed by a look: one statement.
  const next = clock.leaps ? await nextExpiry(database) : undefined;
  if (next === null || (next !== undefined && next > nowInstant(clock)))
    return { done: 0, more: false, next };
  const rows = await listExpired(database, nowInstant(clock), batch);
  let done = 0;
  for (const { accountId, id } of rows) {
    try {
      await actors.account(accountId).run((turn) => expire(turn, id), { also: [id] });
      done++;
    } catch (error) {
      if (!(error instanceof Failure && error.code === "not_found")) throw error;
    }
  }
  // Addresses that could not be written wait for the next tick.
  const more = rows.length === batch && done > 0;
  return { done, more };
}

async function expire(turn: Turn, id: string): Promise<void> {
  const now = turn.instant();
  const identity = await getIdentity(turn, { accountId: turn.accountId, identityIds: null }, id);
  if (identity?.status !== "active" || identity.expiresAt === null || identity.expiresAt > now) return;
  await changeIdentity(turn, { id, status: "suspended" }, null);
  statusFollowsExpiry(turn, id);
}
