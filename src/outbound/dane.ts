// DANE for SMTP (RFC 7672, RFC 6698): what the TLSA records of a mail server demand of its certificate. Only answers that the
// resolver has validated (AD) count, so the resolver and the way to it have to be trusted: the setting DANE says that they are.

import { createHash, X509Certificate } from "node:crypto";
import type { DecodedPacket, TlsaData } from "dns-packet";
import type { Clock } from "../lib/clock.ts";
import { askServer, isName, type RecordType, rcodeOf, rcodes } from "../lib/dns/query.ts";
import { messageOf } from "../lib/failure.ts";
import { dropOldest } from "../lib/oldest.ts";
import type { TlsFailure } from "../mail/report/tls-report.ts";

/** The TLSA records that a server's certificate must match. */
export interface DanePolicy {
  /** The TLSA base domain: the name that is asked for in the handshake. RFC 7672 2.2.3 */
  readonly base: string;
  /** Usable ones: DANE-TA(2) and DANE-EE(3). */
  readonly records: readonly TlsaData[];
  /** A certificate below a trust anchor must have one of these names. RFC 7672 3.2.2 */
  readonly names: readonly string[];
}

export type DaneAnswer =
  /** No secure TLSA records: DANE says nothing. */
  | { readonly kind: "none" }
  /** TLS is demanded; without usable records any certificate will do. RFC 7672 2.2 */
  | { readonly kind: "tls"; readonly policy: DanePolicy | null }
  /** The records cannot be known now: no mail may go to the host. RFC 7672 2.1.2 */
  | { readonly kind: "trouble"; readonly text: string };

export interface Dane {
  /** @param domain of the recipients @param hosts its mail servers @returns one answer a host. Never throws */
  answersFor(domain: string, hosts: readonly string[]): Promise<DaneAnswer[]>;
}

export interface DaneOptions {
  /** `address` or `address:port`: resolvers that validate. */
  readonly servers: readonly string[];
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

interface TlsaAnswer {
  packet: DecodedPacket;
  isSecure: boolean;
}

const seconds = { least: 5, most: 300 };
const maxCached = 5000;

export function createDane({ servers, clock, timeoutMs = 2000 }: DaneOptions): Dane {
  const cache = new Map<string, { answer: TlsaAnswer; until: number }>();
  const ask = async (name: string, type: RecordType): Promise<TlsaAnswer> => {
    const key = `${type} ${name}`;
    const known = cache.get(key);
    if (known && known.until > clock.now()) return known.answer;
    const answer = await look({ name, type }, { servers, timeoutMs });
    const ttls = (answer.packet.answers ?? []).map((record) => ("ttl" in record ? (record.ttl ?? 0) : 0));
    const kept = Math.min(seconds.most, Math.max(seconds.least, Math.min(...ttls, seconds.most)));
    cache.delete(key);
    cache.set(key, { answer, until: clock.now() + kept * 1000 });
    dropOldest(cache, maxCached);
    return answer;
  };
  return {
    async answersFor(domain, hosts) {
      let isSecure: boolean;
      try {
        ({ isSecure } = await ask(domain, "MX"));
      } catch (error) {
        return hosts.map(() => trouble(`MX of ${domain}: ${messageOf(error)}`));
      }
      // An attacker who forges the list of servers needs no forged TLSA records. RFC 7672 2.2.1
      if (!isSecure) return hosts.map(() => ({ kind: "none" }));
      return Promise.all(
        hosts.map((host) =>
          hostAnswer(ask, { host, domain }).catch((error) => trouble(`TLSA of ${host}: ${messageOf(error)}`)),
        ),
      );
    },
  };
}

function trouble(text: string): DaneAnswer {
  return { kind: "trouble", text };
}

type TlsaLookUp = (name: string, type: RecordType) => Promise<TlsaAnswer>;

async function hostAnswer(
  ask: TlsaLookUp,
  { host, domain }: { host: string; domain: string },
): Promise<DaneAnswer> {
  const found = await Promise.allSettled([ask(host, "A"), ask(host, "AAAA")]);
  const answers = found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  // One family may fail while the other has answered.
  if (answers.length === 0) throw (found[0] as PromiseRejectedResult).reason;
  // A host in an insecure zone has no secure TLSA records, and some servers fail when asked. RFC 7672 2.2.2
  const secure = answers.filter(({ isSecure }) => isSecure);
  if (secure.length < answers.length) return { kind: "none" };
  const expanded = secure.map(({ packet }) => targetOf(packet, host)).find((name) => name !== host) ?? host;
  // The name at the end of the aliases first, then the first one. RFC 7672 2.2.3
  for (const base of new Set([expanded, host])) {
    const name = `_25._tcp.${base}`;
    if (!isName(name)) continue;
    const { packet, isSecure } = await ask(name, "TLSA");
    const records = (packet.answers ?? []).flatMap((answer) => (answer.type === "TLSA" ? [answer.data] : []));
    if (!isSecure || records.length === 0) continue;
    const usable = records.filter(isUsable);
    const names = [...new Set([base, host, domain])];
    return { kind: "tls", policy: usable.length === 0 ? null : { base, records: usable, names } };
  }
  return { kind: "none" };
}

/** Where the aliases of an answer lead. */
function targetOf(packet: DecodedPacket, host: string): string {
  let name = host;
  for (let steps = 0; steps < 16; steps++) {
    const alias = (packet.answers ?? []).find(
      (answer) => answer.type === "CNAME" && bare(answer.name) === name,
    );
    if (alias?.type !== "CNAME") break;
    name = bare(alias.data);
  }
  return name;
}

function bare(name: string): string {
  return name.replace(/\.$/, "").toLowerCase();
}

/** RFC 7672 3.1.3: PKIX-TA(0) and PKIX-EE(1) are not used. RFC 6698 2.1 */
function isUsable({ usage, selector, matchingType, certificate }: TlsaData): boolean {
  const lengths = [null, 32, 64];
  const length = lengths[matchingType];
  if ((usage !== 2 && usage !== 3) || selector > 1 || length === undefined) return false;
  return length === null ? certificate.length > 0 : certificate.length === length;
}

/** @throws Error without an answer, and with one that says that the resolver failed: wrong signatures look so too */
async function look(
  question: { name: string; type: RecordType },
  { servers, timeoutMs }: { servers: readonly string[]; timeoutMs: number },
): Promise<TlsaAnswer> {
  let last = "no server is set";
  for (const wait of [timeoutMs, timeoutMs * 2]) {
    for (const server of servers) {
      try {
        const packet = await askServer(server, { ...question, dnssec: "ask" }, wait);
        const rcode = rcodeOf(packet);
        if (rcode === rcodes.noError || rcode === rcodes.noSuchName)
          return { packet, isSecure: packet.flag_ad === true };
        last = "the resolver fails (SERVFAIL): its signatures may be wrong";
      } catch (error) {
        last = messageOf(error);
      }
    }
  }
  throw new Error(last);
}

/** Why a certificate does not match: in words, and as a report says it. */
export interface DaneMismatch {
  readonly text: string;
  readonly failure: TlsFailure;
}

/** Why a server's certificate does not match; null: it does. @param leaf with its chain, as the server sent it */
export function daneMismatch(leaf: X509Certificate, policy: DanePolicy, nowMs: number): DaneMismatch | null {
  // Neither names nor dates count for DANE-EE(3). RFC 7672 3.1.1
  if (policy.records.some((record) => record.usage === 3 && matches(leaf, record))) return null;
  const anchors = policy.records.filter(({ usage }) => usage === 2);
  if (anchors.length === 0) return untrusted("the certificate matches none of the TLSA records");
  const chain = chainOf(leaf);
  const top = chain.at(-1)!;
  const depth = chain.findIndex((certificate) => anchors.some((record) => matches(certificate, record)));
  // A whole certificate in the record need not be sent. RFC 7672 3.1.2
  const given = anchors.some((record) => issuesFromRecord(record, top));
  if (depth < 0 && !given) return untrusted("no certificate of the chain matches the TLSA records");
  const used = depth < 0 ? chain : chain.slice(0, depth + 1);
  for (const { validFrom, validTo, subject } of used) {
    const isEarly = Date.parse(validFrom) > nowMs;
    if (!isEarly && Date.parse(validTo) >= nowMs) continue;
    const text = `the certificate of ${subject.replaceAll("\n", ", ")} ${isEarly ? "does not hold yet" : "has expired"}`;
    return { text, failure: isEarly ? "validation-failure" : "certificate-expired" };
  }
  if (!policy.names.some((name) => leaf.checkHost(name) !== undefined)) {
    const text = `the certificate is not for ${policy.names.join(" or ")}`;
    return { text, failure: "certificate-host-mismatch" };
  }
  return null;
}

function untrusted(text: string): DaneMismatch {
  return { text, failure: "certificate-not-trusted" };
}

const maxCertificates = 10;

/** The certificates from the server's own to the last that signs the one before. */
function chainOf(leaf: X509Certificate): X509Certificate[] {
  const chain = [leaf];
  for (
    let next = leaf.issuerCertificate;
    next && chain.length < maxCertificates;
    next = next.issuerCertificate
  ) {
    const last = chain.at(-1)!;
    if (next.fingerprint256 === last.fingerprint256 || !next.ca || !signs(next, last)) break;
    chain.push(next);
  }
  return chain;
}

function signs(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function issuesFromRecord({ selector, matchingType, certificate }: TlsaData, top: X509Certificate): boolean {
  if (selector !== 0 || matchingType !== 0) return false;
  try {
    const anchor = new X509Certificate(certificate);
    return anchor.ca && signs(anchor, top);
  } catch {
    return false;
  }
}

function matches(
  certificate: X509Certificate,
  { selector, matchingType, certificate: data }: TlsaData,
): boolean {
  const bytes =
    selector === 0 ? certificate.raw : certificate.publicKey.export({ type: "spki", format: "der" });
  const found =
    matchingType === 0
      ? Buffer.from(bytes)
      : createHash(matchingType === 1 ? "sha256" : "sha512")
          .update(bytes)
          .digest();
  return found.equals(data);
}
