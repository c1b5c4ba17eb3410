// TLS contexts by host name, from the certificates in the database. A context is looked up when a client names its host, and
// again after a minute, so that all processes soon use a renewed certificate.
import type { SecureContext } from "node:tls";
import type { Clock } from "../lib/clock.ts";
import type { Certificate } from "../lib/self-signed.ts";
import type { Database } from "../store/database/database.ts";
import { findCertificate } from "../store/domains/certificates.ts";
import { contextOf } from "./options.ts";

export interface HostContexts {
  /** Null: the host has no certificate of its own. On a database error the last known context is used. */
  of(host: string): Promise<SecureContext | null>;
}

interface CachedContext {
  certificate: Certificate | null;
  context: SecureContext | null;
  expiresAt: number;
}

const cacheMs = 60_000;
const maxCached = 5000;
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/;

export function createHostContexts({ database, clock }: { database: Database; clock: Clock }): HostContexts {
  const known = new Map<string, CachedContext>();
  const queries = new Map<string, Promise<CachedContext>>();

  async function query(host: string): Promise<CachedContext> {
    const before = known.get(host);
    const expiresAt = clock.now() + cacheMs;
    try {
      const certificate = await findCertificate(database, host);
      if (before && before.certificate?.cert === certificate?.cert) return { ...before, expiresAt };
      return { certificate, context: certificate && contextOf(certificate), expiresAt };
    } catch {
      return { certificate: null, context: null, ...before, expiresAt };
    }
  }

  return {
    async of(given) {
      const host = given.toLowerCase();
      if (!hostName.test(host)) return null;
      const before = known.get(host);
      if (before && before.expiresAt > clock.now()) return before.context;
      let pending = queries.get(host);
      if (!pending) {
        pending = query(host).finally(() => queries.delete(host));
        queries.set(host, pending);
      }
      const found = await pending;
      known.delete(host);
      known.set(host, found);
      if (known.size > maxCached) known.delete(known.keys().next().value ?? "");
      return found.context;
    },
  };
}
