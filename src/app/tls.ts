// Wires the HTTPS listener. Part of the composition root.
import { ConnectionLimits } from "../lib/connection-limits.ts";
import { inNetworks } from "../lib/networks.ts";
import type { Certificate } from "../lib/self-signed.ts";
import { findChallenge } from "../store/domains/certificates.ts";
import type { Certificates } from "../tls/certificates.ts";
import { createHttpsFront, type HttpsFront } from "../tls/https.ts";
import type { Core } from "./core.ts";
import { nearHost } from "./ports.ts";

/** The dependencies of listeners. */
export interface Listening extends Core {
  certificates: Certificates;
  /** Aborted when the service is about to stop. */
  draining: AbortSignal;
}

/** @param httpPort of the HTTP listener, to which requests are forwarded */
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
