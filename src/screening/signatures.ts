// Verifies DKIM signatures and the ARC chain of a mail, by mailauth. RFC 6376, 8301, 8463, 8617. The mail is read in steps, so
// that a large one does not block the main thread, and within bounds far above those of legitimate mail.
import type { DKIMResult } from "mailauth";
import { arc } from "mailauth/lib/arc/index.js";
import { DkimVerifier } from "mailauth/lib/dkim/dkim-verifier.js";
import type { Resolve } from "../lib/dns/cache.ts";
import { tagPairs } from "../lib/dns/tag-list.ts";
import { othersTurn } from "../lib/pauses.ts";
import { allFields, readMessageHeader } from "../mail/mime/headers.ts";
import { type AuthenticationResults, domainWord } from "../mail/trust/authentication.ts";

export interface Signatures {
  dkim: (AuthenticationResults["dkim"][number] & {
    /** Names of the header fields that it covers, in lower case, each as often as it does. */
    covered: readonly string[];
  })[];
  arc: AuthenticationResults["arc"];
  /** The same of the newest message signature of the chain. */
  arcCovered: readonly string[];
  /** From fields up to the first empty line, as the verifier counts them. */
  fromFields: number;
}

/** Signatures beyond the first ten are not verified. RFC 6376 6.1 */
const maxSignatures = 10;
/** Larger headers are not verified: unfolding takes time for each field. */
const maxHeader = { bytes: 128 * 1024, lines: 2000 };
const stepBytes = 64 * 1024;

class Verifier extends DkimVerifier {
  readonly #resolve: Resolve;

  constructor(resolve: Resolve, now: number) {
    const resolver = resolve as (name: string, type: string) => Promise<unknown>;
    super({ resolver, strict: true, curTime: new Date(now) });
    this.#resolve = resolve;
  }

  override async messageHeaders(headers: Parameters<DkimVerifier["messageHeaders"]>[0]): Promise<void> {
    const surplus = new Set(
      headers.parsed.filter(({ key }) => key === "dkim-signature").slice(maxSignatures),
    );
    await super.messageHeaders({ ...headers, parsed: headers.parsed.filter((row) => !surplus.has(row)) });
    // Signatures are verified one after the other: all keys are queried at once.
    for (const { selector, signingDomain } of this.signatureHeaders)
      this.#resolve(`${selector}._domainkey.${signingDomain}`, "TXT").catch(() => {});
  }
}

/** Whether a header has a signature. @param head binary text */
export function isSigned(head: string): boolean {
  return /^(?:dkim-signature|arc-[a-z-]{4,24})[ \t]*:/im.test(head);
}

/**
 * Verifies all signatures of a mail.
 * @param head its header, binary text
 * @param resolve rejects when the mail's deadline is over
 * @param isLate whether the deadline is over
 * @param now epoch milliseconds, against which signatures expire
 */
export async function verifySignatures(
  raw: Uint8Array,
  head: string,
  { resolve, isLate, now }: { resolve: Resolve; isLate: () => boolean; now: number },
): Promise<Signatures> {
  if (head.length > maxHeader.bytes || head.split("\n", maxHeader.lines + 1).length > maxHeader.lines)
    return unverified("permerror", head);
  const verifier = new Verifier(resolve, now);
  try {
    if (!(await feed(verifier, raw, isLate))) return unverified("temperror", head);
    const signed = verifier.results.filter(
      ({ signingDomain, status }) => signingDomain || status.result !== "none",
    );
    const chain = await arc(verifier.arc, { resolver: resolve as never, strict: true });
    const lastSeal = verifier.arc.lastEntry?.["arc-seal"] as
      | { parsed?: { d?: { value?: string } } }
      | undefined;
    const messageSignature = verifier.arc.lastEntry?.messageSignature;
    return {
      dkim: signed.map(signatureOf),
      arc:
        chain.status.result === "none"
          ? null
          : { result: chain.status.result, domain: domainWord(lastSeal?.parsed?.d?.value) },
      arcCovered: coveredBy(messageSignature),
      fromFields: verifier.fromFields,
    };
  } catch {
    // A mail that the library cannot read has no valid signature.
    return unverified("permerror", head);
  }
}

/** @returns false when the deadline was over first */
async function feed(verifier: Verifier, raw: Uint8Array, isLate: () => boolean): Promise<boolean> {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});
  verifier.on("error", broken.reject);
  for (let at = 0; at < raw.length; at += stepBytes) {
    if (at > 0) await othersTurn();
    if (isLate()) {
      verifier.destroy();
      return false;
    }
    const step = Buffer.from(raw.buffer, raw.byteOffset + at, Math.min(stepBytes, raw.length - at));
    const written = new Promise<void>((resolve) => verifier.write(step, () => resolve()));
    await Promise.race([written, broken.promise]);
  }
  const finished = new Promise<void>((resolve) => verifier.end(() => resolve()));
  await Promise.race([finished, broken.promise]);
  return true;
}

/** Characters of a signature in which its domain is looked for. */
const maxTags = 10_000;

/** Signatures that nothing was found out about, each of the domain that it claims. */
function unverified(result: "temperror" | "permerror", head: string): Signatures {
  const of = (domain: string | null) => ({ result, domain, ...nothing });
  const claimed = allFields(readMessageHeader(head, 0).fields, "dkim-signature")
    .slice(0, maxSignatures)
    .map((value) => domainWord(new Map(tagPairs(value.slice(0, maxTags))).get("d")));
  return {
    dkim: claimed.length === 0 ? [of(null)] : claimed.map(of),
    arc: null,
    arcCovered: [],
    fromFields: 0,
  };
}

const nothing = { selector: null, algorithm: null, aligned: false, covered: [] };

function coveredBy(found: DKIMResult | undefined): string[] {
  return (found?.signingHeaders?.keys ?? "").split(":").map((name) => name.trim().toLowerCase());
}

function signatureOf(found: DKIMResult): Signatures["dkim"][number] {
  const { signingDomain, selector, algo, status } = found;
  // Bytes behind those that l= counts are not signed. RFC 6376 8.2
  const unsigned = (status.underSized ?? 0) > 0;
  return {
    result: unsigned && status.result === "pass" ? "policy" : status.result,
    domain: domainWord(signingDomain),
    selector: domainWord(selector),
    algorithm: /^[\w-]{1,40}$/.test(algo ?? "") ? algo!.toLowerCase() : null,
    aligned: Boolean(status.aligned),
    covered: coveredBy(found),
  };
}
