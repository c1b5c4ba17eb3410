// `init` and `check`.
import { initialise } from "../../actors/account/accounts/operator.ts";
import { check } from "../store/maintenance/check.ts";
import { type CliCommand, CommandError, ok } from "./context.ts";

export const initCommand: CliCommand = {
  name: "init",
  usage: "[--json]",
  summary:
    "create the operator's account, default domain, postmaster and one key, if there is no account yet",
  options: [{ name: "json", summary: "print account_id, domain_id, domain and api_key as JSON" }],
  positionals: [],
  async run(core, { options }) {
    const { accountId, domainId, domain, token } = await initialise(core);
    if (options.json) {
      return ok(
        JSON.stringify({
          account_id: accountId,
          domain_id: domainId,
          domain,
          ...(token ? { api_key: token } : {}),
        }),
      );
    }
    const key = token
      ? `API key (shown this once): ${token}`
      : "It was made before; its key is not shown again (postroom keys create makes another).";
    return ok(`Default domain ${domain} (${domainId}).\n${key}`);
  },
};

export const checkCommand: CliCommand = {
  name: "check",
  usage: "",
  summary:
    "recompute everything that is derived, such as counts, and name what disagrees; exit 1 when something does",
  options: [],
  positionals: [],
  async run({ database, blobs, log }, _input, { progress, signal }) {
    const found = await check({ database, blobs }, (rule, done, all) => {
      if (signal.aborted) throw new CommandError("It was stopped before its end.");
      log.debug("checking", { rule });
      progress(`rule ${done + 1} of ${all}: ${rule}`);
    });
    if (found.length === 0) return ok("Everything agrees.");
    const lines = found.map(({ rule, detail }) => `${rule}: ${detail}`);
    return {
      stdout: `${lines.join("\n")}\n${found.length} disagreements.\n`,
      stderr: `Mails and files whose bytes are gone or damaged come back by: postroom repair --from PLACE. For anything else make a backup now, and report these lines with the output of postroom version --json. The last backup can be looked at beside it, in an empty folder and the embedded database: DATABASE_URL= S3_BUCKET= DATA_DIR=/var/tmp/look postroom restore PLACE`,
      exitCode: 1,
    };
  },
};
