// `domains add|list`.
import { createDomain } from "../../actors/account/domains.ts";
import { newId } from "../lib/ids.ts";
import { randomBase62 } from "../lib/secrets.ts";
import { domainName } from "../mail/domain-name.ts";
import { listDomains } from "../store/domains.ts";
import { type Command, ok, table } from "./context.ts";
import { operatorOf } from "./operator.ts";

export const domainsAdd: Command = {
  name: "domains add",
  usage: "DOMAIN",
  summary: "add a domain to the operator's account",
  options: [],
  positionals: ["DOMAIN"],
  async run(core, { positionals: [name = ""] }) {
    const { accountId } = await operatorOf(core);
    const domain = domainName(name);
    const input = { id: newId(), domain, podId: null, ownershipToken: randomBase62(32), isDefault: false };
    const row = await core.actors.account(accountId).run((turn) => createDomain(turn, input));
    return ok(`${row.domain} ${row.id}`);
  },
};

export const domainsList: Command = {
  name: "domains list",
  usage: "[--json]",
  summary: "list the operator's domains",
  options: [{ name: "json", summary: "print as JSON" }],
  positionals: [],
  async run(core, { options }) {
    const { accountId } = await operatorOf(core);
    const rows = await listDomains(
      core.database,
      { accountId, identityIds: null },
      { cursor: null, count: 1000 },
    );
    if (options.json)
      return ok(JSON.stringify(rows.map(({ id, domain, status }) => ({ id, domain, status }))));
    return ok(
      table(
        ["ID", "DOMAIN", "STATUS"],
        rows.map((row) => [row.id, row.domain, row.status]),
      ),
    );
  },
};
