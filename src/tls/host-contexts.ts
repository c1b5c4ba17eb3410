// TLS contexts by host name, of the certificates in the database. One is looked up when a client names its host, and
// again after a minute: a certificate that any process has renewed is soon everybody's.
import type { SecureContext } from "node:tls";
import type { Clock } from "../lib/clock.ts";
import type { Certificate } from "../lib/self-signed.ts";
import { findCertificate } from "../store/accounts/certificates.ts";
import type { Database } from "../store/database/database.ts";
import { contextOf } from "./options.ts";

export interface HostContexts {
  /** Null: this host has no certificate of its own. Trouble with the database leaves what was known. */
  of(host: string): Promise<SecureContext | null>;
}

interface Known {
  certificate: Certificate | null;
  context: SecureContext | null;
  askAgainAt: number;
}

const keptMs = 60_000;
const mostKept = 5000;
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/;

export function createHostContexts({ database, clock }: { database: Database; clock: Clock }): HostContexts {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Known>>();

  async function ask(host: string): Promise<Known> {
    const before = known.get(host);
    const askAgainAt = clock.now() + keptMs;
    try {
      const certificate = await findCertificate(database, host);
      if (before && before.certificate?.cert === certificate?.cert) return { ...before, askAgainAt };
      return { certificate, context: certificate && contextOf(certificate), askAgainAt };
    } catch {
      return { certificate: null, context: null, ...before, askAgainAt };
    }
  }

  return {
    async of(given) {
      const host = given.toLowerCase();
      if (!hostName.test(host)) return null;
      const before = known.get(host);
      if (before && before.askAgainAt > clock.now()) return before.context;
      let question = asking.get(host);
      if (!question) {
        question = ask(host).finally(() => asking.delete(host));
        asking.set(host, question);
      }
      const found = await question;
      known.delete(host);
      known.set(host, found);
      if (known.size > mostKept) known.delete(known.keys().next().value ?? "");
      return found.context;
    },
  };
}
