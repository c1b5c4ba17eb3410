// Results of authentication and spam checks, which are determined when a mail comes in and stored with it. RFC 8601 2.7 defines the
// result names.
import type { Instant } from "../../lib/clock.ts";
import { addressDomain } from "../domain-name.ts";

export interface DmarcReading {
  result: string;
  domain: string | null;
  policy: string | null;
}

export interface Authentication {
  /** Null: the mail came from a trusted network. */
  spf: { result: string; domain: string | null } | null;
  /** One entry for each signature. */
  dkim: {
    result: string;
    domain: string | null;
    selector: string | null;
    algorithm: string | null;
    /** With the domain of From. */
    aligned: boolean;
  }[];
  /** Null: SPF was not checked and no signature passed. */
  dmarc:
    | (DmarcReading & {
        /** Both ways to read DMARC, where they differ; the mail passes when it passes by one. */
        readings?: { tree_walk: DmarcReading; public_suffix: DmarcReading };
      })
    | null;
  /** Null: the mail has no chain. */
  arc: { result: string; domain: string | null } | null;
  /** The author logged in to this service, or used a key of it, and From is the address that the mail was sent from. */
  authenticated_here?: true;
  /** Where From names a domain of this service: whether anything proves it. */
  own_domain?: { domain: string; result: "proven" | "unproven" };
  checked_at: Instant;
}

/** The result of a scanner or of our own rules. */
export interface SpamReport {
  /** `unscanned`: the scanner gave no answer. */
  status: "scanned" | "unscanned";
  scanner: "rspamd" | "rules";
  score: number;
  /**
   * For rules: the score from which a mail is spam. For rspamd: the score from which it would refuse a mail.
   */
  threshold: number | null;
  /** rspamd's word: `no action`, `add header`, `reject`, …; of rules null. */
  action: string | null;
  symbols: { name: string; score: number }[];
  checked_at: Instant;
}

/** The DMARC result for deciding whether From can be trusted: a pass that the tree walk does not confirm counts as "none". */
export function dmarcVerdict(authentication: Authentication | null): "pass" | "fail" | "none" {
  const { result, readings } = authentication?.dmarc ?? {};
  if (readings && readings.tree_walk.result !== "pass" && result === "pass") return "none";
  return result === "pass" || result === "fail" ? result : "none";
}

/** The domain of From, where DMARC or a signature of it proves it. @param proof "own": the mail was written here */
export function provenDomain(proof: Authentication | "own" | null, fromEmail: string): string | null {
  const domain = addressDomain(fromEmail);
  if (proof === "own") return domain;
  const isSigned = proof?.dkim.some(({ result, aligned }) => result === "pass" && aligned) ?? false;
  return isSigned || dmarcVerdict(proof) === "pass" ? domain : null;
}

/** Whether a message was sent from here: by whom it belongs to, or by another address of this service. */
export function isFromHere(
  direction: "inbound" | "outbound",
  authentication: Authentication | null,
): boolean {
  return direction === "outbound" || authentication?.authenticated_here === true;
}

/** Domains that SPF (of the envelope sender) or a signature proved. */
export function provenDomains(authentication: Authentication | null): string[] {
  if (authentication === null) return [];
  const proofs = [authentication.spf, ...authentication.dkim];
  return proofs.flatMap((proof) => (proof?.result === "pass" && proof.domain !== null ? [proof.domain] : []));
}

/** The domain whose DMARC policy rejects the mail by both methods; null when the mail is not rejected. */
export function refusingDomain(authentication: Authentication | null): { domain: string | null } | null {
  const { dmarc } = authentication ?? {};
  if (dmarc?.result !== "fail") return null;
  const readings = Object.values(dmarc.readings ?? {});
  return dmarc.policy === "reject" && readings.every(({ result }) => result === "fail") ? dmarc : null;
}

/** Domains (of the envelope sender) whose SPF record says that the client must not send for them. */
export function refutedDomains(authentication: Authentication | null): string[] {
  const { result, domain } = authentication?.spf ?? { result: "none", domain: null };
  return result === "fail" && domain !== null ? [domain] : [];
}

/** Whether SPF, a signature or DMARC ended in a temperror, so that a later check may differ. */
export function isOpen(authentication: Authentication | null): boolean {
  if (authentication === null) return false;
  const checks = [authentication.spf, authentication.dmarc, ...authentication.dkim];
  return checks.some((check) => check?.result === "temperror");
}

/** A name that can be stored and written into a header field, in lower case; null for anything else. */
export function domainWord(name: string | null | undefined): string | null {
  const lower = (name ?? "").toLowerCase().replace(/\.$/, "");
  return /^[a-z0-9_.-]{1,253}$/.test(lower) ? lower : null;
}
