// Checks of a sender: the state that rules and app passwords require of their address. SPEC Errors 3.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import { type CountedIdentity, getIdentity } from "../../../src/store/addresses/identities.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * An address of the account that can send.
 * @throws Failure not_found, capability_missing, identity_suspended
 */
export async function sendingIdentity(turn: Turn, id: string): Promise<CountedIdentity> {
  const identity = await getIdentity(turn, { accountId: turn.accountId, identityIds: null }, id);
  if (!identity) throw notFound();
  if (!capabilitiesOf(identity.type).send) {
    throw new Failure(
      "capability_missing",
      `An address of type ${identity.type} cannot send. Name another address.`,
    );
  }
  const expired = identity.expiresAt !== null && identity.expiresAt <= turn.instant();
  if (identity.status !== "active" || expired) {
    throw new Failure(
      "identity_suspended",
      `This address cannot send: it ${expired ? `expired at ${identity.expiresAt}` : `is ${identity.status}`}. Set its status to active first.`,
    );
  }
  return identity;
}
