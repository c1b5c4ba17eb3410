// `console-link`: a sign-in link for the console without mail.
import { existsSync, readFileSync } from "node:fs";
import { createLink } from "../../actors/account/access/console.ts";
import type { Core } from "../app/core.ts";
import { dataPath } from "../config/config.ts";
import { canonicalAddress } from "../mail/address.ts";
import { accountOfLink } from "../store/access/members.ts";
import { asJson, type CliCommand, CommandError, ok } from "./context.ts";
import { operatorOf } from "./operator.ts";

export const consoleLink: CliCommand = {
  name: "console-link",
  usage: "EMAIL [--json]",
  summary:
    "print a one-time link, valid for 15 minutes, that signs EMAIL in to its accounts (to the operator's, where it has none)",
  options: [asJson],
  positionals: ["EMAIL"],
  async run(core, { positionals: [given = ""], options }) {
    const operator = await operatorOf(core);
    const email = canonicalAddress(given);
    if (email === null) throw new CommandError(`"${given}" is not an email address.`);
    const owned = await accountOfLink(core.database, email);
    const token = await createLink(core.actors, {
      accountId: owned ?? operator.accountId,
      ownerEmail: owned === null ? null : email,
    });
    const url = `${baseUrlOf(core)}/console/sign-in?token=${token}`;
    if (options.json) return ok(JSON.stringify({ url, account: owned !== null ? email : "operator" }));
    const said =
      owned !== null
        ? undefined
        : `${email} has no account: this link opens the operator's. Do not pass it on.`;
    return { ...ok(url), ...(said ? { stderr: said } : {}) };
  },
};

/** BASE_URL, or localhost at the port that the server has bound. */
function baseUrlOf({ config }: Core): string {
  if (config.baseUrl !== null) return config.baseUrl;
  const file = dataPath(config, "ports.json");
  const taken =
    config.port === 0 && existsSync(file)
      ? (JSON.parse(readFileSync(file, "utf8")) as { http: number })
      : null;
  return `http://localhost:${taken?.http ?? config.port}`;
}
