// Who an incoming mail is proven to come from: SPF (RFC 7208), DKIM, ARC and DMARC (dmarc.ts), by mailauth, in three
// seconds at most. What DNS does not answer in that time is a temperror and costs no mail.
import { spf } from "mailauth/lib/spf/index.js";
import { type Clock, nowInstant } from "../lib/clock.ts";
import { DnsError, type Resolve } from "../lib/dns-cache.ts";
import { parseAddressList } from "../mail/address.ts";
import { allFields, hasRepeatedField, readMessageHeader } from "../mail/mime/headers.ts";
import { type Authentication, domainWord } from "../mail/trust/authentication.ts";
import { checkDmarc, type Proofs } from "./dmarc.ts";
import { isSigned, type Signatures, verifySignatures } from "./signatures.ts";

/** Whom a mail comes from, as SMTP knows it. */
export interface Client {
  ip: string;
  /** What it called itself. */
  helo: string;
  /** Envelope sender; "" is the null sender. */
  from: string;
  /** In TRUSTED_NETWORKS: SPF is not asked, DMARC only counts where it passes. */
  trusted: boolean;
}

export interface AuthenticateDeps {
  resolve: Resolve;
  clock: Clock;
  mailHostname: string;
  /** Milliseconds for all of it; 3000. */
  timeoutMs?: number;
}

/** Of a longer header the beginning counts; nothing in it verifies. */
const maxHead = 1024 * 1024;
const unsigned: Signatures = { dkim: [], arc: null, fromFields: 0 };

/**
 * @param head the mail's header, binary text
 * @returns null where there is nothing to find out: no signature, from a trusted network
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { raw, head: whole }: { raw: Uint8Array; head: string },
  client: Client,
): Promise<Authentication | null> {
  const head = whole.slice(0, maxHead);
  const signed = isSigned(head);
  if (client.trusted && !signed) return null;
  const time = timeFor(deps.resolve, deps.timeoutMs ?? 3000);
  try {
    const authors = authorsOf(head);
    for (const name of authors.names) prefetch(time.resolve, name);
    const [sender, verified] = await Promise.all([
      client.trusted ? null : checkSpf({ ...deps, resolve: time.resolve }, client),
      signed ? verifySignatures(raw, head, { ...time, now: deps.clock.now() }) : unsigned,
    ]);
    const signatures = sameReading(verified, authors);
    const claim = {
      addresses: authors.addresses,
      fromFields: Math.max(authors.fields, signatures.fromFields),
    };
    const { dmarc, aligned } = await checkDmarc(time.resolve, claim, proofsOf(sender, signatures));
    return {
      spf: sender,
      dkim: signatures.dkim.map(({ unsigned: _, ...signature }) => ({
        ...signature,
        aligned:
          aligned !== null && signature.result === "pass"
            ? aligned.has(signature.domain ?? "")
            : signature.aligned,
      })),
      dmarc: client.trusted && dmarc.result !== "pass" ? null : dmarc,
      arc: signatures.arc,
      checked_at: nowInstant(deps.clock),
    };
  } finally {
    time.end();
  }
}

interface MailTime {
  /** Gives up when the time is over; the cache still learns what comes later. */
  resolve: Resolve;
  isLate: () => boolean;
  end: () => void;
}

function timeFor(resolve: Resolve, timeoutMs: number): MailTime {
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    over.reject(new DnsError("ETIMEOUT", "the mail's time is over"));
  }, timeoutMs);
  return {
    resolve: (name, type) => Promise.race([resolve(name, type), over.promise]),
    isLate: () => late,
    end: () => clearTimeout(timer),
  };
}

async function checkSpf(
  { resolve, mailHostname }: AuthenticateDeps,
  { ip, helo, from }: Client,
): Promise<NonNullable<Authentication["spf"]>> {
  const { status, domain } = await spf({
    sender: from,
    ip,
    helo,
    mta: mailHostname,
    resolver: resolve as never,
    strict: true,
  });
  return { result: status.result, domain: domainWord(domain) };
}

interface Authors {
  addresses: string[];
  /** Their domains. */
  names: Set<string>;
  fields: number;
  /** The header has a line that is none of a field, or a second copy of a field that it has once. */
  ambiguous: boolean;
}

/** Domains of whoever From names, the first three. @param head binary text */
export function authorDomains(head: string): string[] {
  return [...authorsOf(head.slice(0, maxHead)).names];
}

/** Whoever From names; the same reading of it as is shown. */
function authorsOf(head: string): Authors {
  const block = readMessageHeader(head, 0);
  const fields = allFields(block.fields, "from");
  const addresses: string[] = [];
  const names = new Set<string>();
  for (const { mailbox, host } of fields.flatMap((value) => parseAddressList(value))) {
    if (host === null || mailbox === null || (host === "" && mailbox === "")) continue;
    addresses.push(host === "" ? mailbox : `${mailbox}@${host}`);
    const name = domainWord(host);
    if (name !== null && addresses.length <= 3) names.add(name);
  }
  const ambiguous = block.malformed || hasRepeatedField(block.fields);
  return { addresses: addresses.slice(0, 100), names, fields: fields.length, ambiguous };
}

/** DMARC walks up the tree, name by name: all are asked for at once. */
function prefetch(resolve: Resolve, domain: string): void {
  const labels = domain.split(".");
  for (let at = Math.max(0, labels.length - 7); at < labels.length; at++)
    resolve(`_dmarc.${labels.slice(at).join(".")}`, "TXT").catch(() => {});
}

/**
 * A header that can be read in two ways proves nothing: of copies of a field the first is shown, and the last is what a
 * signature covers (RFC 6376 5.4.2).
 */
function sameReading(verified: Signatures, { fields, ambiguous }: Authors): Signatures {
  if (verified.fromFields === fields && !ambiguous) return verified;
  const dkim = verified.dkim.map((each) => (each.result === "pass" ? { ...each, result: "policy" } : each));
  const arc = verified.arc?.result === "pass" ? { ...verified.arc, result: "fail" } : verified.arc;
  return { ...verified, dkim, arc };
}

function proofsOf(sender: Authentication["spf"], { dkim }: Signatures): Proofs {
  const proven = (proof: { result: string; domain: string | null } | null) =>
    proof?.result === "pass" && proof.domain !== null ? [proof.domain] : [];
  return {
    spf: proven(sender),
    dkim: dkim.flatMap(proven),
    unclear: [sender, ...dkim].some((proof) => proof?.result === "temperror"),
  };
}
