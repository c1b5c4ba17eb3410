// Where addresses of agents that sign themselves up are made: on SIGNUP_DOMAIN, a domain of the operator's that nobody else
// uses, and whose organisation has no other domain here, as mail is proven by organisation. Without it, on the default
// domain, where that is a name of this machine alone. DECISIONS Agent signup and console.
import type { Config } from "../../../src/config/config.ts";
import { isMachineName } from "../../../src/mail/domain-name.ts";
import { organisationOf } from "../../../src/screening/organisation.ts";
import type { Database, Executor } from "../../../src/store/database/database.ts";
import { setNameOwner } from "../../../src/store/domains/domain-claims.ts";
import {
  anyAddressOn,
  domainsWithin,
  findDomain,
  findSignupDomain,
} from "../../../src/store/domains/domains.ts";
import { domains } from "../../../src/store/tables/index.ts";
import type { Actors } from "../../runtime/registry.ts";
import { createDomain, prepareDomain } from "../domains/domains.ts";

export type SignupPlace =
  | {
      domainId: string;
      domain: string;
      /** True where this domain and the default one are names of this machine: nobody there is a stranger. */
      onMachine: boolean;
    }
  /** The obstacle, and its remedy for the operator. */
  | { closed: string; remedy: string };

/** The operator's account and default domain. */
export interface Operator {
  accountId: string;
  domainId: string;
  domain: string;
}

type SignupConfig = Pick<Config, "signupDomain">;

/** Return the domain and pod in which sign-ups get addresses now. */
export async function signupPlace(
  db: Executor,
  { signupDomain }: SignupConfig,
  operator: Operator,
): Promise<SignupPlace> {
  const isMachines = isMachineName(operator.domain);
  if (signupDomain === null) {
    if (isMachines) return { domainId: operator.domainId, domain: operator.domain, onMachine: true };
    return {
      closed: `their addresses are not made on ${operator.domain}, where they would pass for its owner, and SIGNUP_DOMAIN is not set`,
      remedy: `Set SIGNUP_DOMAIN to a domain that nobody here uses and that is of another organisation than ${operator.domain}, or AGENT_SIGNUP=off.`,
    };
  }
  const another = `Set SIGNUP_DOMAIN to a domain that nobody here uses, of another organisation than ${operator.domain}.`;
  const [near] = await domainsNear(db, signupDomain, operator);
  if (near !== undefined) {
    return {
      closed: `SIGNUP_DOMAIN=${signupDomain} and ${near} are of one organisation, so that they would pass for each other`,
      remedy: another,
    };
  }
  const row = await findSignupDomain(db, signupDomain);
  if (row) {
    return { domainId: row.id, domain: row.domain, onMachine: isMachines && isMachineName(row.domain) };
  }
  const held = await anyAddressOn(db, signupDomain);
  if (held !== null)
    return { closed: `SIGNUP_DOMAIN=${signupDomain} has addresses, such as ${held}`, remedy: another };
  return {
    closed: `SIGNUP_DOMAIN=${signupDomain} is not there yet, or belongs to another account`,
    remedy: "Restart the server, or set another domain.",
  };
}

/** Other domains of this service in the organisation of that name. */
async function domainsNear(db: Executor, name: string, operator: Operator): Promise<string[]> {
  const found = await domainsWithin(db, organisationOf(name));
  const isNear = (domain: string) => organisationOf(domain) === organisationOf(name);
  return [operator.domain, ...found.filter((domain) => domain !== name)].filter(isNear);
}

/**
 * Makes SIGNUP_DOMAIN a domain of the operator's that addresses of sign-ups are made on, where nothing is in the way; what is,
 * `signupPlace` says.
 */
export async function makeSignupDomain(
  { database, actors, config }: { database: Database; actors: Actors; config: SignupConfig },
  operator: Operator,
): Promise<void> {
  const { signupDomain: name } = config;
  if (name === null || (await findSignupDomain(database, name))) return;
  const made = await prepareDomain(name);
  await actors.account(operator.accountId).run(async (turn) => {
    // Another process may have been first.
    if (await findSignupDomain(turn, name)) return;
    const own = await findDomain(turn, operator.accountId, name);
    // The name may not say so yet: an older version wrote it.
    if (own?.row.forSignups) return turn.bulk(setNameOwner(own.row));
    if ((await anyAddressOn(turn, name)) !== null) return;
    if ((await domainsNear(turn, name, operator)).length > 0) return;
    if (own) {
      const { accountId, id } = own.row;
      turn.update(domains, { accountId, id, forSignups: true }, own.row);
      turn.bulk(setNameOwner({ ...own.row, forSignups: true }));
      return;
    }
    if ((await domainsWithin(turn, name)).includes(name)) return;
    await createDomain(turn, { ...made, forSignups: true });
  });
}
