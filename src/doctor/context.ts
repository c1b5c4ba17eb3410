// The context of the checks. A check never changes settings or data, but for the blob and the mail that it
// stores and deletes again.
import { existsSync, readFileSync } from "node:fs";
import { findOperator } from "../../actors/account/accounts/operator.ts";
import type { Core } from "../app/core.ts";
import { noPorts, type Ports } from "../app/ports.ts";
import { type Config, dataPath } from "../config/config.ts";
import type { Clock } from "../lib/clock.ts";
import { createLookUp, type LookUp } from "../lib/dns/look-up.ts";
import { isPublicName } from "../mail/domain-name.ts";
import { DatabaseUnavailable } from "../store/database/database.ts";
import { type FullDomain, listDomains } from "../store/domains/domains.ts";
import type { Finding } from "./finding.ts";

export interface DoctorOptions {
  /** A further root certificate that is trusted, PEM. */
  ca: string | null;
  /** An HTTP server whose clock is right; null: the certificate authority's, where ACME is set. */
  clockUrl: string | null;
  /** Whether a mail goes out through SMTP_RELAY_URL, to come in from outside. */
  relay: boolean;
  /** Another Postroom, which sends a mail here; null: none is asked. */
  peer: { url: string; key: string } | null;
  /** Names of the checks to make; null: all. */
  only: readonly string[] | null;
  /** To whom the mails of the checks go; null: postmaster of the default domain. */
  recipient: string | null;
  /** Where HTTPS of names that lead here is asked (MTA-STS policies, BASE_URL); null: where DNS leads, at its port. */
  policyServer: { address: string; port: number } | null;
  /** Addresses of each relay; null: where the system's resolver leads. */
  relayAddresses: readonly string[] | null;
}

export const defaultOptions: DoctorOptions = {
  ca: null,
  clockUrl: null,
  relay: false,
  peer: null,
  only: null,
  recipient: null,
  policyServer: null,
  relayAddresses: null,
};

/** From where on a check speaks up. */
export interface DoctorLimits {
  clockSeconds: { warn: number; fail: number };
  diskBytes: { warn: number; fail: number };
  /** Shares of all inodes. */
  inodes: { warn: number; fail: number };
  certificateDays: { warn: number; fail: number };
  /** Medians of a statement and of a commit. */
  statementMs: { warn: number; fail: number };
  commitMs: { warn: number; fail: number };
  freeConnections: { warn: number; fail: number };
  transactionSeconds: number;
  queueSeconds: { warn: number; fail: number };
  queueEntries: number;
  blobMs: number;
  /** Time that a mail may take that goes through others. */
  arrivalSeconds: number;
  connectMs: number;
  backupDays: { warn: number; fail: number };
}

export const defaultLimits: DoctorLimits = {
  clockSeconds: { warn: 5, fail: 60 },
  diskBytes: { warn: 1024 ** 3, fail: 128 * 1024 ** 2 },
  inodes: { warn: 0.05, fail: 0.01 },
  certificateDays: { warn: 14, fail: 3 },
  statementMs: { warn: 25, fail: 250 },
  commitMs: { warn: 150, fail: 1500 },
  freeConnections: { warn: 10, fail: 3 },
  transactionSeconds: 300,
  queueSeconds: { warn: 900, fail: 4 * 3600 },
  queueEntries: 5000,
  blobMs: 2000,
  arrivalSeconds: 120,
  connectMs: 5000,
  backupDays: { warn: 2, fail: 8 },
};

/** Without the store: settings, network and disk only. */
export interface DoctorContext {
  config: Config;
  clock: Clock;
  lookUp: LookUp;
  options: DoctorOptions;
  limits: DoctorLimits;
  /** Ports that the server announced; null: it has never run on this DATA_DIR. */
  ports: Ports | null;
  store: Store | null;
}

export interface Store {
  core: Core;
  /** The operator's, newest first, at most 1,000. */
  domains: readonly FullDomain[];
  /** null: before the first start, or its node of a cluster is away. */
  operator: { accountId: string; domainId: string; domain: string } | null;
}

export interface DoctorCheck {
  name: string;
  /** Nothing else runs meanwhile: it measures time. */
  alone?: true;
  /** @returns nothing where there is nothing to look at */
  run(context: DoctorContext): Promise<Omit<Finding, "check">[]>;
}

/** @param core null: the database cannot be opened, or there is none yet */
export async function contextOf(
  core: Core | null,
  given: { config: Config; clock: Clock; options?: Partial<DoctorOptions>; limits?: Partial<DoctorLimits> },
): Promise<DoctorContext> {
  const { config, clock } = given;
  return {
    config,
    clock,
    lookUp: createLookUp(config.dnsServers),
    options: { ...defaultOptions, ...given.options },
    limits: { ...defaultLimits, ...given.limits },
    ports: announcedPorts(config),
    store: core && (await storeOf(core)),
  };
}

async function storeOf(core: Core): Promise<Store> {
  try {
    return await wholeStoreOf(core);
  } catch (error) {
    // The operator's node of a cluster is away: the rest is looked at.
    if (core.database.parts && error instanceof DatabaseUnavailable)
      return { core, operator: null, domains: [] };
    throw error;
  }
}

async function wholeStoreOf(core: Core): Promise<Store> {
  const operator = await findOperator(core.database);
  const domains = operator
    ? await listDomains(
        core.database,
        { accountId: operator.accountId, identityIds: null },
        { cursor: null, count: 1000 },
      )
    : [];
  return { core, operator, domains };
}

function announcedPorts(config: Config): Ports | null {
  const file = dataPath(config, "ports.json");
  if (!existsSync(file)) return null;
  try {
    return { ...noPorts, ...(JSON.parse(readFileSync(file, "utf8")) as Partial<Ports>) };
  } catch {
    return null;
  }
}

/** Names of the domains that the world is to find. */
export function publicDomains({ config, store }: DoctorContext): string[] {
  const names = store?.operator ? store.domains.map(({ row }) => row.domain) : [config.mailDomain];
  return names.filter(isPublicName);
}
