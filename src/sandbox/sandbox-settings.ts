// The settings of a sandbox's service: made here, whole. Neither the environment nor a file `.env` of the folder has a part in them,
// so that no relay, database or key of a real server is ever used.
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/config.ts";
import { randomBelow } from "../lib/chance.ts";

/** The farthest that one call of the control moves time: ten years. */
export const maxMoveDays = 10 * 366;
/** The beginning of a world whose seed was given: a Monday morning, the same each time. */
export const seededStart = "2026-01-05T09:00:00.000000Z";
/** The service's own domain: nobody of the world lives there. */
export const ownDomain = "postroom.localhost";

export interface SandboxOptions {
  /** Folder that keeps the data; null: none does. */
  dir: string | null;
  /** HTTP port; null: 3000. */
  port: number | null;
  /** Take free ports for everything but HTTP. */
  freePorts: boolean;
  /** Hosts outside that may be reached. */
  allow: readonly string[];
  seed: string;
  /** Whether the seed was given: then the world begins at a time of its own. */
  isSeeded: boolean;
  /** World's time in a unit of real time; 0: the clock stands. */
  speed: number;
  /** An empty database; null: embedded. */
  postgres: string | null;
  logLevel: string;
}

/** Names of settings that choose a port for mail programs and servers. */
const mailPorts = ["SMTP_PORT", "SUBMISSION_PORT", "SUBMISSIONS_PORT", "IMAP_PORT", "IMAPS_PORT"];

/** @throws ConfigError for an option that is no setting, such as a port */
export function sandboxConfig(
  options: SandboxOptions,
  { dataDir, dnsServer }: { dataDir: string; dnsServer: string },
): Config {
  return readConfig({
    DATA_DIR: dataDir,
    ...(options.postgres === null ? {} : { DATABASE_URL: options.postgres }),
    ...(options.port === null ? {} : { PORT: String(options.port) }),
    ...(options.freePorts ? Object.fromEntries(mailPorts.map((name) => [name, "0"])) : {}),
    MAIL_DOMAIN: ownDomain,
    MAIL_HOSTNAME: "sandbox.localhost",
    DNS_SERVERS: dnsServer,
    SMTP_GREETING_MS: "0",
    SMTP_TARPIT_MS: "0",
    ALLOW_PLAINTEXT_AUTH: "loopback",
    WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8,::1",
    DATABASE_WAIT_SECONDS: "0",
    LOG_LEVEL: options.logLevel,
  });
}

/** A seed for who named none. */
export function newSeed(): string {
  return String(randomBelow(1_000_000_000));
}
