// `hold set|lift`: legal hold of an address, or of a whole account.
import { holdAccount, holdIdentity } from "../../actors/identity/mailbox/legal-hold.ts";
import type { Core } from "../app/core.ts";
import { isUuid } from "../lib/ids.ts";
import { getAccount } from "../store/accounts/accounts.ts";
import { type CliCommand, CommandError, ok } from "./context.ts";
import { movedAddress } from "./move/address.ts";

export const holdSet: CliCommand = {
  name: "hold set",
  usage: "ADDRESS|ACCOUNT-ID",
  summary:
    "put an address or an account under legal hold: nobody can delete anything of it until the hold is lifted",
  options: [],
  positionals: ["ADDRESS|ACCOUNT-ID"],
  async run(core, { positionals: [given = ""] }) {
    return ok(`${given} is under legal hold since ${await hold(core, given, true)}.`);
  },
};

export const holdLift: CliCommand = {
  name: "hold lift",
  usage: "ADDRESS|ACCOUNT-ID",
  summary: "end the legal hold of an address or an account",
  options: [],
  positionals: ["ADDRESS|ACCOUNT-ID"],
  async run(core, { positionals: [given = ""] }) {
    await hold(core, given, false);
    return ok(`${given} is under no legal hold of its own any more.`);
  },
};

async function hold(core: Core, given: string, on: boolean): Promise<string | null> {
  if (!isUuid(given)) {
    const { accountId, identityId } = await movedAddress(core, given);
    return core.actors
      .account(accountId)
      .run((turn) => holdIdentity(turn, identityId, on), { also: [identityId] });
  }
  const account = await getAccount(core.database, given);
  if (!account || account.deletedAt !== null)
    throw new CommandError(`${given} is no account. List them with: postroom accounts list`);
  return core.actors.account(given).run((turn) => holdAccount(turn, on));
}
