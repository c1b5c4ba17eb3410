// Ownership of domain names. domain_names holds the owner; taking a name over fails the claims of other
// accounts in the same transaction, with their events. One statement writes those rows and raises their
// modseq, so that no cache of them stays valid.
import { Failure } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { organisationOf } from "../../../src/screening/organisation.ts";
import {
  failClaims,
  isOperatorsName,
  lockDomainName,
  otherClaims,
  setNameOwner,
} from "../../../src/store/domains/domain-claims.ts";
import { type DomainRow, signupDomainNames } from "../../../src/store/domains/domains.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * Makes the turn's account the owner of a domain whose row it has written as verified, and tells everybody concerned.
 * @throws Failure conflict when the name is the operator's, or near to a domain of sign-ups
 */
export async function takeOwnership(turn: Turn, domain: DomainRow): Promise<void> {
  const { accountId } = turn;
  // Two accounts that verify one name at once would each overlook the other's claim: one waits for the other's commit.
  await lockDomainName(turn, domain.domain);
  // A domain of the operator's counts as verified whatever DNS says: no claim takes it.
  if (await isOperatorsName(turn, domain.domain, accountId)) {
    throw new Failure(
      "conflict",
      `${domain.domain} belongs to the operator of this service. Use another domain.`,
    );
  }
  if (!domain.forSignups) await refuseNearSignups(turn, domain.domain);
  turn.bulk(setNameOwner(domain));
  turn.poke("domains");
  turn.emit({
    type: "domain.verified",
    identityId: null,
    data: { domain_id: domain.id, domain: domain.domain },
  });
  await failOtherClaims(turn, domain.domain);
}

/**
 * Refuses a domain of the same organisation as a domain of sign-ups: proofs hold within an organisation, so agents that
 * sign themselves up could pass for its owner.
 * @throws Failure conflict
 */
export async function refuseNearSignups(turn: Turn, domain: string): Promise<void> {
  const organisation = organisationOf(domain);
  const near = (await signupDomainNames(turn)).find((name) => organisationOf(name) === organisation);
  if (near === undefined || near === domain) return;
  throw new Failure(
    "conflict",
    `${domain} and ${near}, the domain of agents that sign themselves up, are of one organisation: those could pass for it. Add another domain.`,
  );
}

async function failOtherClaims(turn: Turn, domain: string): Promise<void> {
  const others = await otherClaims(turn, domain, turn.accountId);
  if (others.length === 0) return;
  const claims = others.map(({ accountId, domainId, webhookIds }) => ({
    accountId,
    domainId,
    eventId: newId(),
    deliveries: webhookIds.map((webhookId) => ({ id: newId(), webhookId })),
  }));
  turn.bulk(failClaims(domain, { claims, at: turn.instant() }));
  for (const { accountId } of others) turn.wakeReaders(accountId);
  turn.poke("deliveries");
}
