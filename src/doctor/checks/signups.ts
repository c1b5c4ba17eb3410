// Agents that sign themselves up: whether their addresses are apart from everybody else's.
import { type Operator, signupPlace } from "../../../actors/account/access/signup-domain.ts";
import { isMachineName } from "../../mail/domain-name.ts";
import { signupsOnDefault } from "../../store/access/agent-signup.ts";
import type { Database } from "../../store/database/database.ts";
import type { DoctorContext } from "../context.ts";
import { type CheckResult, fine, skipped, warning } from "../finding.ts";

const maxNamed = 10;

export async function checkSignups(context: DoctorContext): Promise<CheckResult[]> {
  const { store } = context;
  if (!store?.operator) return [];
  const at = { database: store.core.database, operator: store.operator };
  const found = [...(await placeOf(context.config, at)), ...(await amongOthers(at))];
  return found.length > 0
    ? found
    : [fine("Addresses of agents that sign themselves up are apart from others.")];
}

interface SignupsAt {
  database: Database;
  operator: Operator;
}

async function placeOf(
  config: DoctorContext["config"],
  { database, operator }: SignupsAt,
): Promise<CheckResult[]> {
  if (!config.agentSignup) return [];
  const place = await signupPlace(database, config, operator);
  if (!("closed" in place)) return [];
  const message = `Agents cannot sign themselves up: ${place.closed}.`;
  if (config.signupDomain === null) return [skipped("no_domain", message, { remedy: place.remedy })];
  return [warning("domain", message, { subject: config.signupDomain, remedy: place.remedy })];
}

/** Report sign-ups on the default domain, from before they had one of their own. */
async function amongOthers({ database, operator: { domain } }: SignupsAt): Promise<CheckResult[]> {
  if (isMachineName(domain)) return [];
  const { count, some } = await signupsOnDefault(database, maxNamed);
  if (count === 0) return [];
  const named = some.map(({ email, accountId }) => `${email} (account ${accountId})`);
  return [
    warning(
      "on_default",
      `${count} ${count === 1 ? "address" : "addresses"} of accounts that signed themselves up ${count === 1 ? "is" : "are"} on ${domain}: ${named.join(", ")}${count > named.length ? ", …" : ""}. To readers they look like yours; here they count as strangers.`,
      {
        subject: domain,
        remedy:
          "Have their owners make addresses on SIGNUP_DOMAIN and delete these, or delete an account: postroom accounts delete ID.",
      },
    ),
  ];
}
