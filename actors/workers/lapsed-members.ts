// Ends the membership of people who have their role by the groups of OIDC_ISSUER and have not signed in by it for 30 days: a passkey
// or a link would let them in for ever, though the issuer knows them no more. DECISIONS Agent signup and console.
import { nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { lapsedMembers } from "../../src/store/access/issuer-subjects.ts";
import { getMember } from "../../src/store/access/members.ts";
import { fencedBy, removeMember } from "../account/access/members.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Turn } from "../runtime/turn.ts";
import type { RoundDeps } from "./round-deps.ts";

const batch = 50;

export async function endLapsedMembers({ database, actors, clock }: RoundDeps): Promise<Round> {
  const rows = await lapsedMembers(database, nowInstant(clock), batch);
  for (const { accountId, id } of rows) {
    const also = await fencedBy(database, accountId, id);
    try {
      await actors.account(accountId).run((turn) => lapse(turn, id), { also });
    } catch (error) {
      if (!(error instanceof Failure && error.code === "not_found")) throw error;
    }
  }
  return { done: rows.length, more: rows.length === batch };
}

async function lapse(turn: Turn, id: string): Promise<void> {
  const member = await getMember(turn, turn.accountId, id);
  // They signed in meanwhile.
  if (!member?.grantedUntil || member.grantedUntil > turn.instant()) return;
  await removeMember(turn, id, { maySignIn: true });
}
