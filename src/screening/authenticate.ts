// Authenticates an incoming mail: SPF (RFC 7208), DKIM, ARC and DMARC (dmarc.ts), by mailauth, within three seconds. DNS
// queries that are not answered in that time are a temperror, and never lose a mail.
import { spf } from "mailauth/lib/spf/index.js";
import { type Clock, nowInstant } from "../lib/clock.ts";
import { DnsError, type Resolve } from "../lib/dns/cache.ts";
import { hasCopyAbove, maxHeaderBytes } from "../mail/mime/headers.ts";
import { type AuthenticationResults, domainWord } from "../mail/trust/authentication.ts";
import { type Authors, authorsOf } from "./authors.ts";
import { checkDmarc, type Proofs } from "./dmarc.ts";
import { isSigned, type Signatures, verifySignatures } from "./signatures.ts";

/** The SMTP client that sent a mail. */
export interface SmtpClient {
  ip: string;
  /** The client's argument of HELO or EHLO. */
  helo: string;
  /** Envelope sender; "" for the null sender. */
  from: string;
  /** In TRUSTED_NETWORKS: SPF is not checked, and only a DMARC pass counts. */
  trusted: boolean;
}

export interface AuthenticateDeps {
  resolve: Resolve;
  clock: Clock;
  mailHostname: string;
  /** Milliseconds for all checks; 3000 by default. */
  timeoutMs?: number;
}

const unsigned: Signatures = { dkim: [], arc: null, arcCovered: [], fromFields: 0 };

/**
 * Checks SPF, DKIM, ARC and DMARC.
 * @param mail.head its header, binary text
 * @param mail.authors of that header; read here where they are not known yet
 * @returns null for an unsigned mail from a trusted network, where nothing can be checked
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { raw, head: whole, authors: known }: { raw: Uint8Array; head: string; authors?: Authors },
  client: SmtpClient,
): Promise<AuthenticationResults | null> {
  const head = whole.slice(0, maxHeaderBytes);
  const signed = isSigned(head);
  if (client.trusted && !signed) return null;
  const deadline = deadlineAfter(deps.resolve, deps.timeoutMs ?? 3000);
  try {
    const authors = known ?? authorsOf(head, client.from);
    for (const name of authors.domains) prefetch(deadline.resolve, name);
    const [sender, verified] = await Promise.all([
      client.trusted ? null : checkSpf({ ...deps, resolve: deadline.resolve }, client),
      signed ? verifySignatures(raw, head, { ...deadline, now: deps.clock.now() }) : unsigned,
    ]);
    const signatures = trustedSignatures(verified, authors);
    const proofs = proofsOf(sender, signatures);
    const { dmarc, aligned } = await checkDmarc(deadline.resolve, authors, proofs);
    return {
      spf: sender,
      dkim: signatures.dkim.map(({ covered: _, ...signature }) => ({
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
    deadline.end();
  }
}

interface Deadline {
  /** Rejects when the time is over; a later answer still goes into the cache. */
  resolve: Resolve;
  isLate: () => boolean;
  end: () => void;
}

function deadlineAfter(resolve: Resolve, timeoutMs: number): Deadline {
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => {});
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    over.reject(new DnsError("ETIMEOUT", "the mail's time is over"));
  }, timeoutMs);
  // A sender whose names time out does not discard what is known of others: the cache still answers.
  const known = async () => {
    await new Promise((done) => setImmediate(done));
    return over.promise;
  };
  return {
    resolve: (name, type) => Promise.race([resolve(name, type), late ? known() : over.promise]),
    isLate: () => late,
    end: () => clearTimeout(timer),
  };
}

async function checkSpf(
  { resolve, mailHostname }: AuthenticateDeps,
  { ip, helo, from }: SmtpClient,
): Promise<NonNullable<AuthenticationResults["spf"]>> {
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

/** DMARC walks up the tree, name by name: all names are queried at once. */
function prefetch(resolve: Resolve, domain: string): void {
  const labels = domain.split(".");
  for (let at = Math.max(0, labels.length - 7); at < labels.length; at++)
    resolve(`_dmarc.${labels.slice(at).join(".")}`, "TXT").catch(() => {});
}

/**
 * A header that can be read in two ways proves nothing: what is displayed has to be what was signed. A copy that a signature
 * covers, or that says the same, is no second way.
 */
function trustedSignatures(verified: Signatures, { fields, isMalformed, header }: Authors): Signatures {
  const isAmbiguous = verified.fromFields !== fields || isMalformed;
  const isTrusted = (covered: readonly string[]) => !isAmbiguous && !hasCopyAbove(header, covered);
  const dkim = verified.dkim.map((each) =>
    each.result === "pass" && !isTrusted(each.covered) ? { ...each, result: "policy" } : each,
  );
  const { arc } = verified;
  return {
    ...verified,
    dkim,
    arc: arc?.result === "pass" && !isTrusted(verified.arcCovered) ? { ...arc, result: "fail" } : arc,
  };
}

function proofsOf(sender: AuthenticationResults["spf"], { dkim }: Signatures): Proofs {
  const withResult = (wanted: string) => {
    const domains = (proof: { result: string; domain: string | null } | null) =>
      proof?.result === wanted && proof.domain !== null ? [proof.domain] : [];
    return { spf: domains(sender), dkim: dkim.flatMap(domains) };
  };
  return { proven: withResult("pass"), unclear: withResult("temperror") };
}
