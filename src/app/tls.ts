// Wires TLS: what keeps certificates up to date, what asks an authority for them, and the HTTPS listener. Part of the
// composition root.

import { readFileSync } from "node:fs";
import { startClockActor } from "../../actors/runtime/clock-actor.ts";
import { CertificateOrders, mayHaveCertificate } from "../../actors/workers/certificates.ts";
import { ConfigError } from "../config/config.ts";
import { ConnectionLimits } from "../lib/connection-limits.ts";
import { messageOf } from "../lib/failure.ts";
import { inNetworks } from "../lib/networks.ts";
import type { Certificate } from "../lib/self-signed.ts";
import { findChallenge } from "../store/accounts/certificates.ts";
import type { Certificates } from "../tls/certificates.ts";
import { createHttpsFront, type HttpsFront } from "../tls/https.ts";
import type { Core } from "./app.ts";
import { nearHost } from "./ports.ts";

/** What listeners are given. */
export interface Listening extends Core {
  certificates: Certificates;
}

/**
 * Keeps what listeners show up to date, and asks for what is due.
 * @returns what ends it
 * @throws ConfigError when ACME_CA_FILE cannot be read
 */
export function startCertificates(core: Core, certificates: Certificates): () => Promise<void> {
  const { config, log } = core;
  const { feed } = core.actors;
  if (config.acme && !config.tls && !mayHaveCertificate(config.mailHostname)) {
    log.warn(
      "no authority gives a certificate for this name: set MAIL_HOSTNAME to one that the world knows",
      {
        host: config.mailHostname,
      },
    );
  }
  const orders = new CertificateOrders({ ...core, ca: authorityOf(config.acme?.caFile ?? null) });
  const actors = [
    startClockActor(
      { feed, log },
      {
        name: "certificates",
        schedule: "*/5 * * * * *",
        work: async () => {
          await certificates.refresh();
          return { done: 0, more: false };
        },
      },
    ),
    startClockActor(
      { feed, log },
      {
        name: "certificate orders",
        schedule: "*/5 * * * * *",
        work: async () => {
          const ordered = await orders.round();
          if (ordered.done > 0) await certificates.refresh();
          return ordered;
        },
      },
    ),
  ];
  return async () => {
    orders.stop();
    await Promise.all(actors.map((actor) => actor.stop()));
  };
}

function authorityOf(path: string | null): string | null {
  if (path === null) return null;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(
      `ACME_CA_FILE=${path} cannot be read: ${messageOf(error)}. Example: ACME_CA_FILE=/etc/ssl/ca.pem`,
    );
  }
}

/** @param httpPort where the HTTP listener is */
export function httpsFront(core: Listening, httpPort: () => number): HttpsFront {
  const { config, database, certificates, log, clock } = core;
  return createHttpsFront({
    certificates,
    log,
    limits: new ConnectionLimits({ inAll: 10_000, perNetwork: 500, perSecond: 100 }, clock),
    isTrusted: (ip) => inNetworks(ip, config.trustedNetworks),
    async challengeFor(host) {
      const answer = await findChallenge(database, "tls-alpn-01", host);
      return answer === null ? null : (JSON.parse(answer) as Certificate);
    },
    forward: () => ({ host: nearHost(config.host), port: httpPort() }),
  });
}
