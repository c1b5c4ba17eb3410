// The settings of a machine on the internet, written into `.env`. What stands there or in the environment stays, unless it was
// asked to be otherwise.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { type Config, environment, readConfig } from "../../config/config.ts";
import { envFile, envLine, parseEnv, readEnvFile } from "../../config/env-file.ts";
import { domainName } from "../../mail/domain-name.ts";
import { organisationOf } from "../../screening/organisation.ts";
import { CommandError } from "../context.ts";
import type { Asker } from "./ask.ts";

/** The settings asked for on the command line; undefined: not given. */
export interface Wishes {
  domain: string;
  hostname?: string;
  email?: string;
  signupDomain?: string;
}

interface Setting {
  name: string;
  value: string;
  /** True: the command line gave the value, so it replaces the present one. */
  named: boolean;
}

/** Ports of the protocols, as README has them. */
const ports = { PORT: "80", HTTPS_PORT: "443", SMTP_PORT: "25", SUBMISSIONS_PORT: "465", IMAPS_PORT: "993" };

/**
 * Return the settings to write, in the order of README. @throws Failure when the machine's name is not a
 * hostname
 */
export async function wishedSettings(wishes: Wishes, ask: Asker): Promise<Setting[]> {
  const now = environment();
  const { domain } = wishes;
  const choose = async (name: string, given: string | undefined, question: string, proposed: string) => {
    const named = given !== undefined;
    return { name, value: given ?? now[name] ?? (await ask.text(question, proposed)), named };
  };
  const hostname = await choose(
    "MAIL_HOSTNAME",
    wishes.hostname,
    "The machine's own name, which its A and PTR records have?",
    `mail.${domain}`,
  );
  hostname.value = domainName(hostname.value);
  const proposedEmail = `admin@${domain}`;
  const email = await choose(
    "ACME_EMAIL",
    wishes.email,
    "Your address, for the authority that issues certificates (none: no certificates by ACME)?",
    proposedEmail,
  );
  const signup = await choose(
    "SIGNUP_DOMAIN",
    wishes.signupDomain,
    `A domain for agents that sign themselves up, which nothing else uses, of another organisation than ${domain} (none: they cannot)?`,
    "none",
  );
  if (signup.value !== "none") signup.value = apart(domainName(signup.value), [domain, now.MAIL_DOMAIN]);
  const ownTls = now.TLS_CERT_FILE !== undefined;
  return [
    { name: "HOST", value: now.HOST ?? "0.0.0.0", named: false },
    hostname,
    // Another default domain stays; this one is added beside it.
    { name: "MAIL_DOMAIN", value: now.MAIL_DOMAIN ?? domain, named: false },
    {
      name: "BASE_URL",
      value:
        wishes.hostname === undefined
          ? (now.BASE_URL ?? `https://${hostname.value}`)
          : `https://${hostname.value}`,
      named: hostname.named,
    },
    ...(ownTls || email.value === "none" ? [] : [email]),
    ...(signup.value === "none" ? [] : [signup]),
    ...Object.entries(ports).map(([name, value]) => ({ name, value: now[name] ?? value, named: false })),
  ];
}

/** @throws CommandError where mail of a sign-up would prove mail of the others */
function apart(signup: string, others: readonly (string | undefined)[]): string {
  const near = others.find(
    (other) => other !== undefined && organisationOf(other) === organisationOf(signup),
  );
  if (near === undefined) return signup;
  throw new CommandError(
    `${signup} and ${near} are of one organisation: agents that sign themselves up would pass for it. Name a domain of another one for them, or none.`,
  );
}

export interface Written {
  /** The settings of the environment and the file together. */
  config: Config;
  env: Record<string, string | undefined>;
  changed: boolean;
}

/**
 * Writes what is missing. @param how.force replaces what is otherwise
 * @throws CommandError where something is otherwise and may not be replaced; ConfigError when the whole is invalid
 */
export async function writeSettings(
  wished: readonly Setting[],
  how: { force: boolean; ask: Asker; print: (line: string) => void },
): Promise<Written> {
  const now = environment();
  const inFile = new Map(readEnvFile().map(({ name, value }) => [name, value]));
  const differing = wished.filter(({ name, value }) => now[name] !== undefined && now[name] !== value);
  const missing = wished.filter(({ name }) => now[name] === undefined);
  const changes = [...differing, ...missing];
  const env = { ...now, ...Object.fromEntries(wished.map(({ name, value }) => [name, value])) };
  // An invalid value is refused before it is written.
  const config = readConfig(env);
  if (changes.length === 0) {
    how.print(`Settings: nothing to change in ${envFile()}.`);
    return { config, env, changed: false };
  }
  const fixed = differing.find(({ name }) => !inFile.has(name));
  if (fixed)
    throw new CommandError(
      `${fixed.name}=${now[fixed.name]} comes from the environment, not from .env: change it there.`,
    );
  how.print(`Settings, ${envFile()}:`);
  for (const { name, value } of changes) {
    if (inFile.has(name)) how.print(`- ${envLine({ name, value: inFile.get(name)! })}`);
    how.print(`+ ${envLine({ name, value })}`);
  }
  if (differing.length > 0 && !how.force && !(await how.ask.yes("Replace what is there?")))
    throw new CommandError("Nothing was written. --force replaces what is there.");
  writeEnvFile(changes);
  return { config, env, changed: true };
}

/** Replaces lines in their place, and adds the others; comments stay. Renamed into place, for the owner's eyes alone. */
function writeEnvFile(changes: readonly { name: string; value: string }[]): void {
  const file = envFile();
  const left = new Map(changes.map((change) => [change.name, change]));
  const lines = existsSync(file) ? readFileSync(file, "utf8").replace(/\n$/, "").split("\n") : [];
  const kept = lines.map((line) => {
    const name = parseEnv(line)[0]?.name ?? "";
    const change = left.get(name);
    left.delete(name);
    return change ? envLine(change) : line;
  });
  const text = [...kept, ...[...left.values()].map(envLine)].filter(
    (line, index) => line !== "" || index > 0,
  );
  writeFileSync(`${file}.new`, `${text.join("\n")}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
