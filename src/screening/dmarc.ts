// DMARC by both methods in use: the tree walk of RFC 9989, and the public suffix list of RFC 7489. They differ where a
// subdomain publishes a policy and its organisational domain does not, or a domain between the two does. A mail that passes
// by one method passes.
import { createRecordLookup, getPolicyTags, type PolicyRecord } from "mailauth/lib/dmarc/get-dmarc-record.js";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import type { Resolve } from "../lib/dns/cache.ts";
import { type Authentication, type DmarcReading, domainWord } from "../mail/trust/authentication.ts";
import { organisationOf } from "./organisation.ts";

/** The claimed authors of a mail. */
export interface Claim {
  addresses: string[];
  fromFields: number;
}

/** The domains that SPF and DKIM proved. */
export interface Proofs {
  spf: string[];
  dkim: string[];
  /** A check ended in a temperror, so a domain may be missing. */
  unclear: boolean;
}

type Dmarc = NonNullable<Authentication["dmarc"]>;

/** @returns `aligned`: signing domains that are aligned with From by either method; null when no record could be read */
export async function checkDmarc(
  resolve: Resolve,
  claim: Claim,
  proofs: Proofs,
): Promise<{ dmarc: Dmarc; aligned: Set<string> | null }> {
  const { response, dkimAligned } = await evaluateDmarc({
    headerFrom: claim.addresses,
    fromFields: claim.fromFields,
    spfDomains: proofs.spf,
    dkimDomains: proofs.dkim.map((domain) => ({ domain })),
    resolver: resolve as never,
    strict: true,
  });
  // Without exactly one author domain there is no policy to apply. RFC 9989 5.3.1
  if (!response) return { dmarc: { result: "permerror", domain: null, policy: null }, aligned: null };
  const { status, policy, policyDomain, domain } = response;
  const walked: DmarcReading = {
    result: status.result,
    domain: domainWord(policyDomain ?? domain),
    policy: policyDomain === undefined ? null : policy,
  };
  const author = domainWord(status.header?.from);
  const listed = author === null ? null : await readByList(resolve, author, proofs);
  return {
    dmarc: combined(walked, listed?.reading ?? walked, proofs.unclear),
    aligned: dkimAligned || listed ? new Set([...(dkimAligned ?? []), ...(listed?.aligned ?? [])]) : null,
  };
}

function combined(walked: DmarcReading, listed: DmarcReading, unclear: boolean): Dmarc {
  const passes = walked.result === "pass" || listed.result === "pass";
  // A check that ended in a temperror might have passed: the mail is not refused for that. RFC 9989 5.3.6
  const troubled = walked.result === "fail" && (unclear || listed.result === "temperror");
  const result = passes ? "pass" : troubled ? "temperror" : walked.result;
  const agree = walked.result === listed.result && walked.policy === listed.policy;
  return { ...walked, result, ...(agree ? {} : { readings: { tree_walk: walked, public_suffix: listed } }) };
}

/** RFC 7489 6.6.2, 6.6.3 */
async function readByList(
  resolve: Resolve,
  author: string,
  proofs: Proofs,
): Promise<{ reading: DmarcReading; aligned: string[] }> {
  const organisation = organisationOf(author);
  try {
    const lookup = createRecordLookup(resolve as never, { strict: true });
    const own = await lookup(author);
    const record = own || (organisation !== author && (await lookup(organisation)));
    const tags = record && getPolicyTags(record);
    if (!record || !tags)
      return { reading: { result: "none", domain: organisation, policy: null }, aligned: [] };
    const aligns = (mode: PolicyRecord["adkim"]) => (domain: string) =>
      mode === "s" ? domain === author : organisationOf(domain) === organisation;
    const aligned = proofs.dkim.filter(aligns(record.adkim));
    const passes = aligned.length > 0 || proofs.spf.some(aligns(record.aspf));
    const policy = own ? tags.p : (tags.sp ?? tags.p);
    const domain = own ? author : organisation;
    return { reading: { result: passes ? "pass" : "fail", domain, policy }, aligned };
  } catch {
    return { reading: { result: "temperror", domain: organisation, policy: null }, aligned: [] };
  }
}
