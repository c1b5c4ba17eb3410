// Deletes an account: its addresses by turns, as an API key would, then everything else.
import { type Clock, nowInstant } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { getAccount } from "../../../src/store/accounts/accounts.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { endAccount, remainingIdentities, serviceMailsTo } from "../../../src/store/maintenance/removal.ts";
import { heldSince } from "../../identity/mailbox/legal-hold.ts";
import { purgeMessages } from "../../identity/mailbox/purge.ts";
import type { Actors } from "../../runtime/registry.ts";
import { deleteIdentity } from "../addresses/identities.ts";

/** Addresses of one turn. */
const atOnce = 20;

/**
 * Ends an account at once; what it held is removed within the hour.
 * @throws Failure not_found; forbidden (the operator's own); legal_hold
 */
export async function deleteAccount(
  deps: { database: Database; actors: Actors; clock: Clock },
  { accountId, operatorId }: { accountId: string; operatorId: string },
): Promise<void> {
  const { database, actors, clock } = deps;
  const account = await getAccount(database, accountId);
  if (!account || account.deletedAt !== null) throw notFound();
  if (account.plan === "operator" && accountId === operatorId)
    throw new Failure("forbidden", "The operator's own account cannot be deleted: the service lives in it.");
  if (account.legalHoldAt !== null) throw heldSince(account.legalHoldAt, "account");
  for (;;) {
    const { ids, held } = await remainingIdentities(database, accountId, atOnce);
    if (held !== null)
      throw new Failure(
        "legal_hold",
        `${held} is under legal hold. Lift that first: postroom hold lift ${held}`,
      );
    if (ids.length === 0) break;
    await actors.account(accountId).run(
      async (turn) => {
        for (const id of ids) await deleteIdentity(turn, id, null);
      },
      { also: ids },
    );
  }
  if (account.ownerEmail !== null) await forgetPerson(deps, account.ownerEmail);
  await endAccount(database, { accountId, operatorId, at: nowInstant(clock) });
}

/** Deletes what the service has mailed to the owner, such as codes. */
async function forgetPerson(
  { database, actors }: { database: Database; actors: Actors },
  email: string,
): Promise<void> {
  const mails = await serviceMailsTo(database, email);
  for (const group of Map.groupBy(mails, (row) => row.identityId).values()) {
    const { accountId, identityId } = group[0]!;
    const ids = group.map(({ id }) => id);
    await actors.identity(accountId, identityId).run((turn) => purgeMessages(turn, ids));
  }
}
