// `identities create|list`.
import { createIdentity, domainIdOf, emailOf } from "../../actors/account/addresses/identities.ts";
import type { Core } from "../app/core.ts";
import { newId } from "../lib/ids.ts";
import { localPart, randomLocalPart } from "../mail/local-part.ts";
import { isMetadataPair, maxMetadataPairs } from "../schema/common.ts";
import { listIdentities } from "../store/addresses/identities.ts";
import { listDomains } from "../store/domains/domains.ts";
import { asJson, type CliCommand, CommandError, ok, optionOf, table, valuesOf } from "./context.ts";
import { operatorOf } from "./operator.ts";

const types = ["human", "team", "application", "workflow", "agent"] as const;

export const identitiesCreate: CliCommand = {
  name: "identities create",
  usage: "[EMAIL] [--type TYPE] [--display-name NAME] [--json]",
  summary: "create an address on one of the operator's domains; without EMAIL a new name on the default one",
  options: [
    { name: "type", value: "TYPE", summary: `${types.join(", ")} (default agent)` },
    { name: "display-name", value: "NAME", summary: "shown beside the address" },
    asJson,
  ],
  positionals: ["[EMAIL]"],
  async run(core, input) {
    const { accountId } = await operatorOf(core);
    const email = input.positionals[0];
    const named = email === undefined ? null : await namedAddress(core, accountId, email);
    const type = types.find((name) => name === (optionOf(input, "type") ?? "agent"));
    if (!type) throw new CommandError(`--type must be one of ${types.join(", ")}.`);
    const given = { id: newId(), localPart: named?.localPart ?? randomLocalPart(type) };
    const row = await core.actors.account(accountId).run(async (turn) =>
      createIdentity(turn, {
        ...given,
        domainId: await domainIdOf(turn, named?.on ?? null),
        displayName: optionOf(input, "display-name") ?? null,
        type,
        mode: "automated",
        sendPolicy: "open",
        expiresAt: null,
        tenantId: null,
        podId: null,
      }),
    );
    return ok(
      input.options.json ? JSON.stringify({ id: row.id, email: emailOf(row) }) : `${emailOf(row)} ${row.id}`,
    );
  },
};

/** What an email names. @throws CommandError where its domain is none of the operator's */
async function namedAddress(
  core: Core,
  accountId: string,
  email: string,
): Promise<{ on: { id: string }; localPart: string }> {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const domains = await listDomains(
    core.database,
    { accountId, identityIds: null },
    { cursor: null, count: 1000 },
  );
  const found = domains.map(({ row }) => row).find((row) => row.domain === domain);
  if (at < 1 || !found)
    throw new CommandError(
      `"${email}" is not on a domain of yours (${domains.map(({ row }) => row.domain).join(", ")}). Add one with: postroom domains add`,
    );
  return { on: { id: found.id }, localPart: localPart(email.slice(0, at)) };
}

export const identitiesList: CliCommand = {
  name: "identities list",
  usage: "[--metadata NAME:VALUE]... [--json]",
  summary: "list the operator's addresses, newest first (at most 1000)",
  options: [
    {
      name: "metadata",
      value: "NAME:VALUE",
      summary: "only those that have this in their metadata; repeated, all of it",
      repeats: maxMetadataPairs,
    },
    asJson,
  ],
  positionals: [],
  async run(core, input) {
    const { options } = input;
    const { accountId } = await operatorOf(core);
    const metadata = valuesOf(input, "metadata");
    const wrong = metadata.find((pair) => !isMetadataPair(pair));
    if (wrong !== undefined)
      throw new CommandError(`--metadata ${wrong} is not NAME:VALUE, such as plan:gold.`);
    const rows = await listIdentities(
      core.database,
      { accountId, identityIds: null },
      { filter: metadata.length === 0 ? {} : { metadata }, cursor: null, count: 1000 },
    );
    if (options.json)
      return ok(
        JSON.stringify(
          rows.map((row) => ({
            id: row.id,
            email: emailOf(row),
            type: row.type,
            status: row.status,
            metadata: row.metadata ?? {},
          })),
        ),
      );
    return ok(
      table(
        ["ID", "EMAIL", "TYPE", "STATUS", "METADATA"],
        rows.map((row) => [row.id, emailOf(row), row.type, row.status, metadataText(row.metadata)]),
      ),
    );
  },
};

function metadataText(metadata: Record<string, string> | null): string {
  return Object.entries(metadata ?? {})
    .map(([name, value]) => `${name}:${value}`)
    .join(" ");
}
