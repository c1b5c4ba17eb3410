// Who owns a name. domain_names holds the owner; taking a name over fails the claims of other accounts in the same
// transaction, with their events: their rows are written by one statement, which raises their modseq, so that no cache
// of theirs stays valid.
import { Failure } from "../../src/lib/failure.ts";
import { newId } from "../../src/lib/ids.ts";
import {
  failClaims,
  isOperatorsName,
  lockDomainName,
  otherClaims,
  setNameOwner,
} from "../../src/store/accounts/domain-claims.ts";
import type { DomainRow } from "../../src/store/accounts/domains.ts";
import type { Turn } from "../runtime/turn.ts";

/**
 * Makes the turn's account the owner of a domain whose row it has written as verified, and tells everybody concerned.
 * @throws Failure conflict when the name is the operator's
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
  turn.bulk(setNameOwner({ domain: domain.domain, accountId, domainId: domain.id }));
  turn.poke("domains");
  turn.emit({
    type: "domain.verified",
    identityId: null,
    data: { domain_id: domain.id, domain: domain.domain },
  });
  await failOtherClaims(turn, domain.domain);
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
