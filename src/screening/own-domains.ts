// Mail from outside whose From names a domain of this service, or one below it: it must be proven, whether or not the domain
// publishes a DMARC policy. DECISIONS Trust
import { type AuthenticationResults, dmarcVerdict, provenDomains } from "../mail/trust/authentication.ts";
import type { HostedDomain } from "../store/domains/domains.ts";
import type { Authors } from "./authors.ts";
import { answersFor } from "./organisation.ts";

export type OwnDomain = NonNullable<AuthenticationResults["own_domain"]> & Pick<HostedDomain, "unprovenMail">;

/** Names above one that are looked up; more labels are put in front to hide them. */
const maxAbove = 10;

/** The names whose domains of this service an author at one of `domains` would speak for: they and those above them. */
export function claimedNames(domains: readonly string[]): string[] {
  return [...new Set(domains.flatMap((domain) => [domain, ...namesAbove(domain)]))];
}

/** From the nearest up; none of one label. */
function namesAbove(domain: string): string[] {
  const labels = domain.split(".");
  const above = labels.slice(1, -1).map((_, n) => labels.slice(n + 1).join("."));
  return above.slice(-maxAbove);
}

/**
 * The domain of this service that a mail claims to be from; an unproven one first. Null when it claims none.
 * @param domains those of the authors
 * @param hosted the domains of this service among `claimedNames` of them
 */
export function ownDomainOf(
  { domains, isSingle }: Pick<Authors, "domains" | "isSingle">,
  hosted: readonly HostedDomain[],
  authentication: AuthenticationResults | null,
): OwnDomain | null {
  const proofs = provenDomains(authentication);
  const passes = isSingle && dmarcVerdict(authentication) === "pass";
  const found = domains.flatMap((author): OwnDomain[] => {
    const names = [author, ...namesAbove(author)];
    const own = names.flatMap((name) => hosted.find(({ domain }) => domain === name) ?? [])[0];
    if (!own) return [];
    const proven = passes || proofs.some((proof) => answersFor(proof, author));
    return [{ ...own, result: proven ? "proven" : "unproven" }];
  });
  return found.find(({ result }) => result === "unproven") ?? found[0] ?? null;
}
