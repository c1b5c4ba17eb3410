// Mail from outside whose From names a domain of this service: it must be proven, whether or not the domain publishes a
// DMARC policy. DECISIONS Trust
import { type Authentication, dmarcVerdict, provenDomains } from "../mail/trust/authentication.ts";
import type { HostedDomain } from "../store/accounts/domains.ts";
import { answersFor } from "./organisation.ts";

export type OwnDomain = NonNullable<Authentication["own_domain"]> & Pick<HostedDomain, "unprovenMail">;

/**
 * The domain of this service that a mail claims to be from; an unproven one first. Null when it claims none.
 * @param hosted the domains of this service among those of the displayed authors
 */
export function ownDomainOf(
  hosted: readonly HostedDomain[],
  authentication: Authentication | null,
): OwnDomain | null {
  const proofs = provenDomains(authentication);
  const passes = dmarcVerdict(authentication) === "pass";
  const found = hosted.map(({ domain, unprovenMail }): OwnDomain => {
    const proven = passes || proofs.some((proof) => answersFor(proof, domain));
    return { domain, unprovenMail, result: proven ? "proven" : "unproven" };
  });
  return found.find(({ result }) => result === "unproven") ?? found[0] ?? null;
}
