// `keys create|list|revoke`. Only the command line makes unrestricted keys, never the API.
import { commandLine } from "../../actors/account/access/account-audit.ts";
import { revokeKey } from "../../actors/account/access/minted.ts";
import { createUnrestrictedKey } from "../../actors/account/accounts/operator.ts";
import { isUuid } from "../lib/ids.ts";
import { listAllKeys } from "../store/access/api-keys.ts";
import { asJson, type CliCommand, CommandError, ok, optionOf, table } from "./context.ts";
import { operatorOf } from "./operator.ts";

export const keysCreate: CliCommand = {
  name: "keys create",
  usage: "--name NAME [--json]",
  summary: "make an unrestricted API key; its token is shown once",
  options: [
    { name: "name", value: "NAME", summary: "what it is for", required: true },
    { name: "json", summary: "print the key as JSON" },
  ],
  positionals: [],
  async run(core, input) {
    const { accountId } = await operatorOf(core);
    const name = optionOf(input, "name")!;
    const { id, token } = await createUnrestrictedKey(core.actors, accountId, name);
    return ok(input.options.json ? JSON.stringify({ id, name, api_key: token }) : token);
  },
};

export const keysList: CliCommand = {
  name: "keys list",
  usage: "[--json]",
  summary: "list the operator's keys",
  options: [asJson],
  positionals: [],
  async run(core, { options }) {
    const { accountId } = await operatorOf(core);
    const keys = await listAllKeys(core.database, accountId);
    if (options.json) return ok(JSON.stringify(keys));
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.prefix,
      key.identityIds ? `${key.identityIds.length} addresses` : "everything",
      key.lastUsedAt,
    ]);
    return ok(table(["ID", "NAME", "PREFIX", "REACHES", "LAST USED"], rows));
  },
};

export const keysRevoke: CliCommand = {
  name: "keys revoke",
  usage: "ID",
  summary: "revoke a key and every key, app password and webhook it made",
  options: [],
  positionals: ["ID"],
  async run(core, { positionals: [id = ""] }) {
    const { accountId } = await operatorOf(core);
    if (!isUuid(id)) throw new CommandError(`"${id}" is not a key's id. Find it with: postroom keys list`);
    const ended = await revokeKey(core.actors.account(accountId), {
      id,
      callerId: null,
      origin: commandLine,
    });
    return ok(
      `Revoked ${id}. With it ended: ${ended.apiKeys} keys that it made, ${ended.appPasswords} app passwords, ${ended.webhooks} webhooks, ${ended.routingRules} routing rules that led to them.`,
    );
  },
};
