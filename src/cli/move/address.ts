// The address whose mail moves: the operator may name any of the service.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { CalendarOwner } from "../../../actors/identity/calendar/calendar-content.ts";
import type { Core } from "../../app/core.ts";
import { parseAddress } from "../../mail/address.ts";
import { findAddress } from "../../store/addresses/addresses.ts";
import { getIdentity } from "../../store/addresses/identities.ts";
import { CommandError } from "../context.ts";

/** @throws CommandError when there is no such address */
export async function movedAddress({ database }: Core, given: string): Promise<CalendarOwner> {
  const address = parseAddress(given);
  const row =
    address &&
    (await findAddress(database, { localPart: address.localPart.toLowerCase(), domain: address.domain }));
  const identity =
    row?.identityId &&
    (await getIdentity(database, { accountId: row.accountId, identityIds: null }, row.identityId));
  if (!row || !identity)
    throw new CommandError(
      `${given || "Nothing"} is not an address here. List them with: postroom identities list`,
    );
  return {
    accountId: row.accountId,
    identityId: identity.id,
    email: emailOf(identity),
    name: identity.displayName,
  };
}
