// DMARC by both methods in use: the tree walk of RFC 9989, and the public suffix list of RFC 7489. They differ where a
// subdomain publishes a policy and its organisational domain does not, or a domain between the two does. A mail that passes
// by one method passes; where DNS itself says which domains are one organisation (psd), the list is not asked. Of several authors each is judged; the worst counts, and none is proven.
import { createRecordLookup, getPolicyTags, type PolicyRecord } from "mailauth/lib/dmarc/get-dmarc-record.js";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import type { Resolve } from "../lib/dns/cache.ts";
import { type AuthenticationResults, type DmarcReading, domainWord } from "../mail/trust/authentication.ts";
import type { Authors } from "./authors.ts";
import { organisationOf } from "./organisation.ts";

/** Domains by the check that named them. */
export interface Identifiers {
  spf: string[];
  dkim: string[];
}

export interface Proofs {
  /** Domains that SPF and DKIM proved. */
  proven: Identifiers;
  /** Domains whose check ended in a temperror. */
  unclear: Identifiers;
}

type Dmarc = NonNullable<AuthenticationResults["dmarc"]>;

interface DmarcJudgement {
  dmarc: Dmarc;
  /** Signing domains that are aligned with the author's by either method; null when no record could be read. */
  aligned: Set<string> | null;
}

/** @returns `aligned`: signing domains that are aligned with the only author; null when no record could be read */
export async function checkDmarc(
  resolve: Resolve,
  { domains, isSingle }: Pick<Authors, "domains" | "isSingle">,
  proofs: Proofs,
): Promise<DmarcJudgement> {
  const judged = await Promise.all(domains.map((domain) => judgeDomain(resolve, domain, proofs)));
  if (isSingle && judged[0]) return judged[0];
  const worst = judged.map(({ dmarc }) => dmarc).sort((a, b) => badness(b) - badness(a))[0];
  const dmarc = worst && badness(worst) > 0 ? worst : undecided;
  return { dmarc, aligned: new Set() };
}

/** Without exactly one author domain, and where none asks for anything, there is no policy to apply. RFC 9989 5.3.1 */
const undecided: Dmarc = { result: "permerror", domain: null, policy: null };

/** 0: nothing is asked. */
function badness({ result, policy }: Dmarc): number {
  if (result === "temperror") return 1;
  if (result !== "fail") return 0;
  return policy === "reject" ? 3 : policy === "quarantine" ? 2 : 0;
}

async function judgeDomain(resolve: Resolve, author: string, proofs: Proofs): Promise<DmarcJudgement> {
  const { proven, unclear } = proofs;
  const judged = await readBoth(resolve, author, proven);
  if (judged.dmarc.result !== "fail" || unclear.spf.length + unclear.dkim.length === 0) return judged;
  // A check that ended in a temperror might have passed: the mail is not refused for that, if it would have counted.
  // RFC 9989 5.3.6
  const hoped = await readBoth(resolve, author, unclear);
  return hoped.dmarc.result === "fail"
    ? judged
    : { ...judged, dmarc: { ...judged.dmarc, result: "temperror" } };
}

/** Both readings of one author. */
async function readBoth(resolve: Resolve, author: string, proven: Identifiers): Promise<DmarcJudgement> {
  const { response, dkimAligned } = await evaluateDmarc({
    headerFrom: [`author@${author}`],
    fromFields: 1,
    spfDomains: proven.spf,
    dkimDomains: proven.dkim.map((domain) => ({ domain })),
    resolver: resolve as never,
    strict: true,
  });
  if (!response) return { dmarc: undecided, aligned: null };
  const { status, policy, policyDomain, domain } = response;
  const walked: DmarcReading = {
    result: status.result,
    domain: domainWord(policyDomain ?? domain),
    policy: policyDomain === undefined ? null : policy,
  };
  const aligned = new Set(dkimAligned ?? []);
  if (await isDeclared(resolve, author)) return { dmarc: walked, aligned };
  const listed = await readByList(resolve, author, proven);
  return {
    dmarc: combined(walked, listed.reading),
    aligned: new Set([...aligned, ...listed.aligned]),
  };
}

/** Names that the walk asks about, from the top. RFC 9989 4.10 */
const walkedLabels = 7;

/** Whether the name's domain, or one above it, says where an organisation begins: it is no other's by a list. RFC 9989 4.10.2 */
async function isDeclared(resolve: Resolve, author: string): Promise<boolean> {
  const lookup = createRecordLookup(resolve as never, { strict: true });
  const labels = author.split(".");
  const shorter = labels.slice(-walkedLabels).map((_, at, last) => last.slice(at).join("."));
  const records = await Promise.all(
    [...new Set([author, ...shorter])].map((name) => lookup(name).catch(() => false as const)),
  );
  return records.some((record) => record && (record.psd === "y" || record.psd === "n"));
}

function combined(walked: DmarcReading, listed: DmarcReading): Dmarc {
  const passes = walked.result === "pass" || listed.result === "pass";
  const troubled = walked.result === "fail" && listed.result === "temperror";
  const result = passes ? "pass" : troubled ? "temperror" : walked.result;
  const agree = walked.result === listed.result && walked.policy === listed.policy;
  return { ...walked, result, ...(agree ? {} : { readings: { tree_walk: walked, public_suffix: listed } }) };
}

/** RFC 7489 6.6.2, 6.6.3 */
async function readByList(
  resolve: Resolve,
  author: string,
  proven: Identifiers,
): Promise<{ reading: DmarcReading; aligned: string[] }> {
  const organisation = organisationOf(author);
  try {
    const lookup = createRecordLookup(resolve as never, { strict: true });
    const own = await lookup(author);
    const record = own || (organisation !== author && (await lookup(organisation)));
    const tags = record && getPolicyTags(record);
    const aligns = (mode: PolicyRecord["adkim"]) => (domain: string) =>
      mode === "s" ? domain === author : organisationOf(domain) === organisation;
    if (!record || !tags) {
      const reading = { result: "none", domain: organisation, policy: null };
      return { reading, aligned: proven.dkim.filter(aligns("r")) };
    }
    const aligned = proven.dkim.filter(aligns(record.adkim));
    const passes = aligned.length > 0 || proven.spf.some(aligns(record.aspf));
    const policy = own ? tags.p : (tags.sp ?? tags.p);
    const domain = own ? author : organisation;
    return { reading: { result: passes ? "pass" : "fail", domain, policy }, aligned };
  } catch {
    return { reading: { result: "temperror", domain: organisation, policy: null }, aligned: [] };
  }
}
