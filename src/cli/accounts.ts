// `accounts list|delete`: the accounts of the service.
import { deleteAccount } from "../../actors/account/accounts/removal.ts";
import { isUuid } from "../lib/ids.ts";
import { listAccounts } from "../store/maintenance/removal.ts";
import { type CliCommand, CommandError, ok, table } from "./context.ts";
import { operatorOf } from "./operator.ts";

export const accountsList: CliCommand = {
  name: "accounts list",
  usage: "[--json]",
  summary: "list the accounts of the service, oldest first (at most 1000)",
  options: [{ name: "json", summary: "print as JSON" }],
  positionals: [],
  async run(core, { options }) {
    const rows = await listAccounts(core.database);
    if (options.json)
      return ok(
        JSON.stringify(
          rows.map((row) => ({
            id: row.accountId,
            plan: row.plan,
            owner_email: row.ownerEmail,
            addresses: row.addresses,
            storage_bytes: row.storageBytes,
            created_at: row.createdAt,
            legal_hold_at: row.legalHoldAt,
            deleted_at: row.deletedAt,
          })),
        ),
      );
    return ok(
      table(
        ["ID", "PLAN", "OWNER", "ADDRESSES", "STATE"],
        rows.map((row) => [
          row.accountId,
          row.plan,
          row.ownerEmail,
          String(row.addresses),
          row.deletedAt !== null ? "being removed" : row.legalHoldAt !== null ? "legal hold" : "active",
        ]),
      ),
    );
  },
};

export const accountsDelete: CliCommand = {
  name: "accounts delete",
  usage: "ID --yes",
  summary:
    "delete an account: nobody can use it from now on, and its rows and files are gone within the hour; backups keep them",
  options: [{ name: "yes", summary: "confirm it: this cannot be undone" }],
  positionals: ["ID"],
  async run(core, { positionals: [id = ""], options }) {
    const { accountId: operatorId } = await operatorOf(core);
    if (!isUuid(id))
      throw new CommandError(`"${id}" is not an account's id. List them with: postroom accounts list`);
    if (!options.yes)
      throw new CommandError("This cannot be undone. Export what is to be kept, then add --yes.");
    await deleteAccount(core, { accountId: id, operatorId });
    return ok(
      `${id} is deleted. A running server removes what it held within the hour; backups hold it until they are pruned.`,
    );
  },
};
