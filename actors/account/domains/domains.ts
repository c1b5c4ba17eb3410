// Turns over domains: claims, changes and deletion. Several accounts may claim one name; the account that verifies it owns
// it, and the other claims fail (domain-claims.ts). DECISIONS Domains, pods, routing rules.

import { randomOctets } from "../../../src/lib/chance.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { randomBase62 } from "../../../src/lib/secrets.ts";
import { generateDkimKeys } from "../../../src/outbound/dkim.ts";
import { claimState, releaseName } from "../../../src/store/domains/domain-claims.ts";
import {
  anyAddressOn,
  type DomainKeyRow,
  type DomainRow,
  type FullDomain,
  getDomain,
  listDomainAddresses,
  waitingFrom,
} from "../../../src/store/domains/domains.ts";
import { type DkimAlgorithm, domainKeys, domains } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { noteSetting } from "../access/account-audit.ts";
import { refuseBeyond } from "../accounts/limits.ts";
import { podOf } from "../addresses/pods.ts";
import { refuseNearSignups, takeOwnership } from "./domain-claims.ts";

export type NewDomainKey = Pick<DomainKeyRow, "id" | "selector" | "algorithm" | "privateKey" | "dnsValue">;

export interface NewDomain {
  id: string;
  domain: string;
  podId: string | null;
  ownershipToken: string;
  /** The domain that is shared with every account; the operator's only. */
  isDefault: boolean;
  /** Addresses of sign-ups are made on it; else false. */
  forSignups?: boolean;
  keys: readonly NewDomainKey[];
}

/** DKIM keys of both kinds, each at a selector of its own. Takes some tens of milliseconds: never inside a turn. */
export async function newDomainKeys(domain: string): Promise<NewDomainKey[]> {
  const { rsa, ed25519 } = await generateDkimKeys(domain);
  const tag = randomOctets(4).toString("hex");
  const key = (algorithm: DkimAlgorithm, selector: string, made: typeof rsa) => ({
    id: newId(),
    algorithm,
    selector,
    ...made,
  });
  return [key("rsa", `rsa-${tag}`, rsa), key("ed25519", `ed-${tag}`, ed25519)];
}

/** Make the ids, tokens and keys of a new domain, which no turn may make. */
export async function prepareDomain(
  domain: string,
  options: { podId?: string; isDefault?: boolean } = {},
): Promise<NewDomain> {
  return {
    id: newId(),
    domain,
    podId: options.podId ?? null,
    ownershipToken: randomBase62(32),
    isDefault: options.isDefault ?? false,
    keys: await newDomainKeys(domain),
  };
}

/**
 * Claims a domain. The operator's own count as verified at once; others wait for their ownership record.
 * @throws Failure conflict (claimed already, or the operator's), not_found (pod)
 */
export async function createDomain(
  turn: Turn,
  { keys, forSignups = false, ...input }: NewDomain,
): Promise<FullDomain> {
  const { accountId } = turn;
  const operator = turn.account.row.plan === "operator";
  const { mine, ownerPlan, isShared } = await claimState(turn, accountId, input.domain);
  if (mine)
    throw new Failure("conflict", `${input.domain} is here already. Find it with GET /api/v1/domains.`);
  if (isShared) {
    throw new Failure(
      "conflict",
      `${input.domain} is shared with every account. Create addresses on it without adding it; find it with GET /api/v1/domains.`,
    );
  }
  if (ownerPlan !== null && (operator || ownerPlan === "operator")) {
    throw new Failure("conflict", `${input.domain} belongs to another account. Add another domain.`);
  }
  if (!forSignups) await refuseNearSignups(turn, input.domain);
  await refuseBeyond(turn, "domains");
  const podId = await podOf(turn, input.podId);
  const createdAt = turn.instant();
  const row: DomainRow = {
    accountId,
    ...input,
    podId,
    status: operator ? "verified" : "pending",
    verifiedAt: operator ? createdAt : null,
    recordStatus: operator ? { ownership: "verified" } : {},
    forSignups,
    unprovenMail: "spam",
    createdAt,
  };
  turn.insert(domains, row);
  noteSetting(turn, { action: "domain_added", target: { id: row.id, name: row.domain }, after: {} });
  const keyRows = keys.map((key) => addKey(turn, row, key));
  if (operator) await takeOwnership(turn, row);
  return { row, keys: keyRows };
}

export function addKey(turn: Turn, domain: DomainRow, key: NewDomainKey): DomainKeyRow {
  const row: DomainKeyRow = {
    accountId: domain.accountId,
    ...key,
    domainId: domain.id,
    status: "pending",
    createdAt: turn.instant(),
  };
  turn.insert(domainKeys, row);
  return row;
}

/**
 * A domain of the turn's account.
 * @throws Failure not_found; forbidden for the shared domain of another account
 */
export async function ownDomain(turn: Turn, id: string): Promise<FullDomain> {
  const { accountId } = turn;
  const found = await getDomain(turn, { accountId, identityIds: null }, id);
  if (!found) throw notFound();
  if (found.row.accountId !== accountId) {
    throw new Failure(
      "forbidden",
      `${found.row.domain} is shared: only its owner may do this. Add a domain of your own with POST /api/v1/domains.`,
    );
  }
  return found;
}

/** @throws Failure not_found (domain, pod), forbidden */
export async function changeDomain(
  turn: Turn,
  id: string,
  change: Partial<Pick<DomainRow, "podId" | "unprovenMail">>,
): Promise<FullDomain> {
  const { row, keys } = await ownDomain(turn, id);
  const podId = change.podId === undefined ? row.podId : await podOf(turn, change.podId);
  const unprovenMail = change.unprovenMail ?? row.unprovenMail;
  turn.update(domains, { accountId: row.accountId, id, podId, unprovenMail }, row);
  noteSetting(turn, {
    action: "domain_changed",
    target: { id, name: row.domain },
    before: { pod_id: row.podId, unproven_mail: row.unprovenMail },
    after: { pod_id: podId, unproven_mail: unprovenMail },
  });
  return { row: { ...row, podId, unprovenMail }, keys };
}

/**
 * Deletes a domain with its keys and rules.
 * @throws Failure not_found, forbidden, conflict (it has addresses or mail that waits, or is the default one)
 */
export async function deleteDomain(turn: Turn, id: string): Promise<void> {
  const { accountId } = turn;
  const { row } = await ownDomain(turn, id);
  if (row.isDefault) {
    throw new Failure(
      "conflict",
      `${row.domain} is the default domain. It stays as long as the service does.`,
    );
  }
  const held = row.forSignups ? await anyAddressOn(turn, row.domain) : null;
  if (held !== null) {
    throw new Failure("conflict", `${row.domain} has addresses of sign-ups (such as ${held}). It stays.`);
  }
  const addresses = await listDomainAddresses(turn, accountId, { domainId: id, count: 1001 });
  if (addresses.length > 0) {
    const count = addresses.length > 1000 ? "over 1000" : addresses.length;
    throw new Failure(
      "conflict",
      `${row.domain} has ${count} ${count === 1 ? "address" : "addresses"} (such as ${addresses[0]}). Delete them first; list them with GET /api/v1/identities?domain_id=${id}.`,
    );
  }
  // Mail from a rule's address (`send_as`) goes with no address: it would leave unsigned, or signed by the domain's next owner.
  const recipient = await waitingFrom(turn, accountId, row.domain);
  if (recipient !== null) {
    throw new Failure(
      "conflict",
      `Mail from ${row.domain} still waits to leave (to ${recipient}). Delete the domain when it has left; GET /api/v1/messages/{id}/recipients shows where it is.`,
    );
  }
  turn.remove(domains, { accountId, id });
  noteSetting(turn, { action: "domain_removed", target: { id, name: row.domain }, before: {} });
  turn.bulk(releaseName(row));
}
