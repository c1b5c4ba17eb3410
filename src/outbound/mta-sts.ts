// MTA-STS (RFC 8461): whether a domain demands TLS with a valid certificate, and from which hosts. mailauth parses record and
// policy, loaded by the first of them; the fetch is our own, bounded in time and size. Policies are cached for their max_age.

import https from "node:https";
import type { parsePolicy } from "mailauth/lib/mta-sts.js";
import type { Clock } from "../lib/clock.ts";
import { addressesOf, type Dns } from "../lib/dns/dns.ts";
import { nameToAscii } from "../lib/urls.ts";

export interface StsPolicy {
  readonly mode: "enforce" | "testing";
  /** The policy's lines. */
  readonly lines: readonly string[];
  /** Patterns of hosts. */
  readonly hosts: readonly string[];
  /** Whether mail may go to this host. */
  allows(mx: string): boolean;
}

export interface MtaSts {
  /** The policy of a domain; null without one or with mode `none`. Never throws. @param domain A-labels or U-labels */
  policyFor(domain: string): Promise<StsPolicy | null>;
}

export interface StsOptions {
  readonly dns: Dns;
  readonly clock: Clock;
  /** Additional certificate authorities, PEM. */
  readonly ca?: string;
  /** 443 by default; tests set another. */
  readonly port?: number;
  readonly timeoutMs?: number;
  /** Whether a policy host may have this address; all by default. */
  readonly allowAddress?: (address: string) => boolean;
}

type Parsed = ReturnType<typeof parsePolicy>;

interface CachedPolicy {
  /** "" when the record was absent or invalid. */
  readonly id: string;
  readonly policy: Parsed | null;
  /** When the policy expires. */
  readonly until: number;
  /** When the record is queried again. */
  checkAt: number;
}

const library = () => import("mailauth/lib/mta-sts.js");

const maxPolicyBytes = 64 * 1024;
const maxCached = 5000;
/** How often the record is queried, with or without a policy. RFC 8461 3.3 leaves it to the DNS TTL. */
const recheckMs = 5 * 60_000;
/** How long after a failed fetch the same id is not fetched. RFC 8461 5.1 */
const failedMs = 5 * 60_000;

export function createMtaSts(options: StsOptions): MtaSts {
  const known = new Map<string, CachedPolicy>();
  const pending = new Map<string, Promise<CachedPolicy>>();
  return {
    async policyFor(domain) {
      const name = (/^[\u0000-\u007f]*$/.test(domain) ? domain : nameToAscii(domain)).toLowerCase();
      let entry = known.get(name);
      if (!entry || entry.checkAt <= options.clock.now()) {
        let query = pending.get(name);
        if (!query) {
          query = refresh(name, entry ?? null, options).finally(() => pending.delete(name));
          pending.set(name, query);
        }
        entry = await query;
        known.delete(name);
        known.set(name, entry);
        if (known.size > maxCached) known.delete(known.keys().next().value ?? "");
      }
      return policyOf(entry);
    },
  };
}

async function policyOf({ policy }: CachedPolicy): Promise<StsPolicy | null> {
  if (!policy || (policy.mode !== "enforce" && policy.mode !== "testing")) return null;
  const { validateMx } = await library();
  const { mode, maxAge } = policy;
  const hosts = [policy.mx ?? []].flat();
  const lines = [
    "version: STSv1",
    `mode: ${mode}`,
    ...hosts.map((mx) => `mx: ${mx}`),
    `max_age: ${maxAge ?? 0}`,
  ];
  return { mode, lines, hosts, allows: (mx) => validateMx(mx, policy).valid };
}

/** A valid policy is kept while a newer one cannot be read. RFC 8461 5.1 */
async function refresh(domain: string, old: CachedPolicy | null, options: StsOptions): Promise<CachedPolicy> {
  const now = options.clock.now();
  const valid = old?.policy && old.until > now ? old : null;
  const keep = (wait: number): CachedPolicy => ({
    id: "",
    policy: null,
    until: 0,
    ...valid,
    checkAt: now + wait,
  });
  try {
    const { parsePolicy, resolvePolicy } = await library();
    const id = await resolvePolicy(domain, { strict: true, resolver: txtResolver(options.dns) });
    if (!id) return keep(recheckMs);
    if (valid?.id === id) return keep(recheckMs);
    const policy = parsePolicy(await fetchPolicy(domain, options), { strict: true });
    return { id, policy, until: now + (policy.maxAge ?? 0) * 1000, checkAt: now + recheckMs };
  } catch {
    return keep(failedMs);
  }
}

function txtResolver(dns: Dns) {
  return async (name: string): Promise<string[][]> => (await dns.txt(name)).map((text) => [text]);
}

/** RFC 8461 3.3: HTTPS, certificate for the policy host, 200 and text/plain, no redirects. @throws Error without a policy */
export async function fetchPolicy(domain: string, options: StsOptions): Promise<string> {
  const host = `mta-sts.${domain}`;
  const addresses = (await addressesOf(options.dns, host)).filter(
    (address) => options.allowAddress?.(address) ?? true,
  );
  const address = addresses[0];
  if (address === undefined) throw new Error(`${host} has no usable address`);
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        host: address,
        port: options.port ?? 443,
        servername: host,
        path: "/.well-known/mta-sts.txt",
        headers: { host },
        agent: false,
        ca: options.ca,
        rejectUnauthorized: true,
        signal: AbortSignal.timeout(options.timeoutMs ?? 20_000),
      },
      (response) => {
        const type = response.headers["content-type"] ?? "";
        if (response.statusCode !== 200 || !/^text\/plain\s*(?:;|$)/i.test(type)) {
          response.destroy();
          reject(new Error(`policy host answered ${response.statusCode} ${type}`));
          return;
        }
        const chunks: Buffer[] = [];
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > maxPolicyBytes) response.destroy(new Error("policy is too large"));
        });
        response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
        response.on("error", reject);
        response.on("close", () => reject(new Error("policy was cut short")));
      },
    );
    request.on("error", reject);
    request.end();
  });
}
