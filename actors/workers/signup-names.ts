// Releases the names of signups that were not confirmed in time. DECISIONS Agent signup and console
import { nowInstant } from "../../src/lib/clock.ts";
import { listLapsed } from "../../src/store/access/agent-signup.ts";
import { releaseNames } from "../account/access/agent-signup.ts";
import { findOperator } from "../account/accounts/operator.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { RoundDeps } from "./round-deps.ts";

/** Releases some names, in a turn of the operator's account. */
export async function releaseRound({ database, actors, clock }: RoundDeps): Promise<Round> {
  const operator = await findOperator(database);
  if (!operator) return { done: 0, more: false };
  const lapsed = await listLapsed(database, operator.accountId, { at: nowInstant(clock), count: 1 });
  if (lapsed.length === 0) return { done: 0, more: false };
  return actors.account(operator.accountId).run((turn) => releaseNames(turn), { quiet: true });
}
