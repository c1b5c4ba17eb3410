// The settings while a server runs: `.env` is read again at SIGHUP, and what can change without a restart does.
import { type Config, environment, readConfig } from "./config.ts";
import { readEnvFile } from "./env-file.ts";
import { settings } from "./settings.ts";

type Env = Record<string, string | undefined>;

/** Settings that every part asks for anew, with their field. The other ones are taken at the start: ports, names, the store. */
const reloadable = {
  SMTP_RELAY_URL: "smtpRelayUrl",
  SMTP_RELAY_DOMAINS: "smtpRelayDomains",
  DNS_BLOCKLISTS: "dnsBlocklists",
  DMARC_REJECT: "dmarcReject",
  TRUSTED_PROXIES: "trustedProxies",
  AGENT_SIGNUP: "agentSignup",
  METRICS_TOKEN: "metricsToken",
  LOG_LEVEL: "logLevel",
} as const satisfies Record<string, keyof Config>;

export const reloadableSettings: readonly string[] = Object.keys(reloadable);

export interface Reloaded {
  /** Names of settings that hold now. */
  reloaded: string[];
  /** Names of those that hold from the next start on. */
  needRestart: string[];
}

export interface LiveSettings {
  /** Changes in place. */
  readonly config: Config;
  /** @throws ConfigError when the file is invalid: then nothing has changed */
  reload(): Reloaded;
}

/** @param config of this environment */
export function liveSettings(config: Config): LiveSettings {
  const live = { ...config };
  const started = environment();
  // Values that the runtime took from the file belong to the file; all others were given to the process, and
  // win.
  const fromFile = new Set(
    readEnvFile()
      .filter(({ name, value }) => started[name] === value)
      .map(({ name }) => name),
  );
  const given = Object.fromEntries(Object.entries(started).filter(([name]) => !fromFile.has(name)));
  let before: Env = started;
  return {
    config: live,
    reload() {
      const file = Object.fromEntries(readEnvFile().map(({ name, value }) => [name, value]));
      const after: Env = { ...file, ...given };
      const next = readConfig(after);
      const changed = settings.map(({ name }) => name).filter((name) => before[name] !== after[name]);
      const reloaded = changed.filter((name) => name in reloadable);
      for (const name of reloaded) copyField(live, next, reloadable[name as keyof typeof reloadable]);
      const needRestart = settings
        .map(({ name }) => name)
        .filter((name) => !(name in reloadable) && started[name] !== after[name]);
      before = after;
      return { reloaded, needRestart };
    },
  };
}

function copyField<K extends keyof Config>(to: Config, from: Config, field: K): void {
  to[field] = from[field];
}
