// Orders certificates by ACME: for the host names of this server, and for the hosts of each verified domain that mail programs
// and MTA-STS connect to. A claim in the database lets one process order for all; every process serves the certificates
// and answers the authority's challenges.

import type { Config } from "../../src/config/config.ts";
import { addMs, type Clock, type Instant, instantOf, nowInstant } from "../../src/lib/clock.ts";
import { addressesOf, type Dns } from "../../src/lib/dns/dns.ts";
import type { Log } from "../../src/lib/log.ts";
import { must } from "../../src/lib/must.ts";
import { peerMessage } from "../../src/lib/peer-trouble.ts";
import { isPublicName, privateNames } from "../../src/mail/domain-name.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  acmeAccountKey,
  type ChallengeKind,
  claimCertificate,
  type DueCertificate,
  dropCertificate,
  dropChallenge,
  postponeCertificate,
  saveCertificate,
  saveChallenge,
  wantCertificates,
} from "../../src/store/domains/certificates.ts";
import { isServedDomain } from "../../src/store/domains/domains.ts";
import { AcmeClient, AcmeRefusal, newAccountKey, type Solver } from "../../src/tls/acme.ts";
import { certificateRequest, challengeCertificate, validityOf } from "../../src/tls/x509.ts";
import type { Round } from "../runtime/clock-actor.ts";

export interface CertificateWorkerDeps {
  config: Config;
  database: Database;
  dns: Dns;
  clock: Clock;
  log: Log;
  /** The content of ACME_CA_FILE. */
  ca: string | null;
  /** Aborted when the service stops: ends the order under way, which another process may take up. */
  stopping: AbortSignal;
}

/** Hosts of each verified domain: the MTA-STS policy (RFC 8461 3.3), and the settings of mail programs. */
const prefixes = ["mta-sts", "autoconfig", "autodiscover"] as const;

const hourMs = 3_600_000;
const claimMs = 10 * 60_000;
const challengeMs = hourMs;
/** Wait after the first failure; each further failure doubles it. */
const firstWaitMs = hourMs / 4;
/** An authority that is away refused nothing: it is asked again soon, and then less often up to `firstWaitMs`. */
const awayMs = 30_000;
const maxWaitMs = 24 * hourMs;
const maxReasonCharacters = 800;

export class CertificateOrders {
  readonly #deps: CertificateWorkerDeps;

  constructor(deps: CertificateWorkerDeps) {
    this.#deps = deps;
  }

  /** Orders one certificate that is due. */
  async round(): Promise<Round> {
    const { config, database, clock, stopping } = this.#deps;
    if (!config.acme || config.tls || stopping.aborted) return { done: 0, more: false };
    const now = nowInstant(clock);
    const hosts = ownHosts(config).filter(isPublicName);
    await wantCertificates(database, { hosts, prefixes, privateNames, now });
    const due = await claimCertificate(database, { now, until: addMs(now, claimMs) });
    if (!due) return { done: 0, more: false };
    await this.#order(due);
    return { done: 1, more: true };
  }

  async #order({ host, failures }: DueCertificate): Promise<void> {
    const { database, clock, log } = this.#deps;
    const later = (ms: number) => addMs(nowInstant(clock), ms);
    const delayMs = Math.min(firstWaitMs * 2 ** failures, maxWaitMs);
    try {
      const isOwn = ownHosts(this.#deps.config).includes(host);
      // The domain was deleted or lost its verification.
      if (!isOwn && !(await isServedDomain(database, host.slice(host.indexOf(".") + 1))))
        return await dropCertificate(database, host);
      if (!isOwn && !(await this.#pointsHere(host))) {
        // Most domains lack some of these hosts: no order is made for them.
        return await postponeCertificate(database, { host, dueAt: later(hourMs), error: null });
      }
      const { cert, key } = await this.#request(host);
      const { fromMs, toMs } = validityOf(cert);
      // With a third of its lifetime left, a minute at least: a certificate that is due at once would be ordered without end.
      const renewIn = Math.max((toMs - fromMs) * (2 / 3) - (clock.now() - fromMs), 60_000);
      await saveCertificate(database, { host, cert, key, notAfter: instantOf(toMs), dueAt: later(renewIn) });
      log.info("a certificate was issued", { host, until: instantOf(toMs) });
    } catch (error) {
      if (this.#deps.stopping.aborted) {
        await postponeCertificate(database, { host, dueAt: later(0), error: null });
        return;
      }
      const wait = error instanceof AcmeRefusal && error.retryAfter ? error.retryAfter * 1000 : 0;
      const awayDelayMs = Math.min(awayMs * 2 ** failures, firstWaitMs);
      const dueAt = later(Math.max(isAway(error) ? awayDelayMs : delayMs, wait));
      const reason = reasonOf(error);
      log.warn("a certificate could not be issued", { host, error: reason, next_try: dueAt });
      await postponeCertificate(database, { host, dueAt, error: reason });
    }
  }

  /** Whether a name resolves to an address of this server's own name; false when DNS does not answer. */
  async #pointsHere(host: string): Promise<boolean> {
    const { dns, config } = this.#deps;
    const names = [host, config.mailHostname];
    const [addresses, ownAddresses] = await Promise.all(
      names.map((name) => addressesOf(dns, name).catch((): string[] => [])),
    );
    return addresses!.some((address) => ownAddresses!.includes(address));
  }

  /** Tries the second kind of challenge when the first one fails. */
  async #request(host: string): Promise<{ cert: string; key: string }> {
    const { config, database, ca, stopping } = this.#deps;
    const acme = must(config.acme, "orders begin with ACME_EMAIL alone");
    const accountKey = await acmeAccountKey(database, { ...acme, fresh: newAccountKey });
    const client = new AcmeClient({ ...acme, ca, accountKey, signal: stopping });
    const kinds: ChallengeKind[] = config.httpsPort === null ? ["http-01"] : ["tls-alpn-01", "http-01"];
    let refusal: unknown;
    for (const kind of kinds) {
      const { key, csr } = certificateRequest(host);
      try {
        return { cert: await client.certificate(host, csr, this.#solver(kind)), key };
      } catch (error) {
        refusal = error;
        if (!(error instanceof AcmeRefusal) || error.retryAfter !== null || isAway(error)) break;
      }
    }
    throw refusal;
  }

  #solver(kind: ChallengeKind): Solver {
    const { database, clock } = this.#deps;
    return {
      kinds: [kind],
      async show({ host, token, keyAuthorization }) {
        const name = kind === "http-01" ? token : host;
        const answer =
          kind === "http-01"
            ? keyAuthorization
            : JSON.stringify(challengeCertificate(host, keyAuthorization, clock.now()));
        const expiresAt: Instant = addMs(nowInstant(clock), challengeMs);
        await saveChallenge(database, { kind, name, answer, expiresAt });
      },
      async hide({ host, token }) {
        const name = kind === "http-01" ? token : host;
        await dropChallenge(database, { kind, name, before: nowInstant(clock) });
      },
    };
  }
}

/** Return the authority's words with the name of its refusal behind them, by which the operator's part is told. RFC 8555 6.7 */
function reasonOf(error: unknown): string {
  // An authority's answer tells of its own way here, in the words of a connection that fails.
  if (!(error instanceof AcmeRefusal)) return peerMessage(error).slice(0, maxReasonCharacters);
  const said = error.message.slice(0, maxReasonCharacters);
  return error.type === "" ? said : `${said} (${error.type.slice(0, 200)})`;
}

/** Whether the authority was not reached, or could not work, and so gave no reason of its own. */
function isAway(error: unknown): boolean {
  return !(error instanceof AcmeRefusal) || error.isAway;
}

/** The host names of the server itself: MAIL_HOSTNAME and the host of BASE_URL. */
function ownHosts({ mailHostname, baseUrl }: Pick<Config, "mailHostname" | "baseUrl">): string[] {
  const host = baseUrl === null ? "" : new URL(baseUrl).hostname;
  return [...new Set([mailHostname, ...(/^[a-z0-9.-]+\.[a-z-]+$/.test(host) ? [host] : [])])];
}
