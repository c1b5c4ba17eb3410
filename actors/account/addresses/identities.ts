// Turns that make, change and delete identities. An identity's creation is its account's work; changing and deleting
// one fences its own row too.

import type { Instant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import { isMachineName } from "../../../src/mail/domain-name.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import { findAddress, isUsedName } from "../../../src/store/addresses/addresses.ts";
import {
  type CountedIdentity,
  countIdentities,
  endIdentity,
  getIdentity,
  hasClientId,
  type IdentityRow,
} from "../../../src/store/addresses/identities.ts";
import {
  type DomainRow,
  findSharedDomainId,
  findUsableDomain,
  findUsableDomainId,
  signupDomainNames,
} from "../../../src/store/domains/domains.ts";
import { countEndedEntries, forgetEnded, inheritEnded } from "../../../src/store/reviews/protection.ts";
import { anyUnderReview } from "../../../src/store/reviews/watched.ts";
import { addresses, type EndedProtection, identities } from "../../../src/store/tables/index.ts";
import { addStandardFolders } from "../../identity/mailbox/folders.ts";
import { heldSince } from "../../identity/mailbox/legal-hold.ts";
import type { Turn } from "../../runtime/turn.ts";
import { noteSetting } from "../access/account-audit.ts";
import { endBeyondReach, joinPod, leavePod } from "../access/pod-keys.ts";
import { effectiveProtection, mayReview, type Reviewer } from "../reviews/protection.ts";
import { withMetadata } from "./metadata.ts";
import { podOf } from "./pods.ts";
import { keepRestraints, type RestraintChange } from "./restraints.ts";

export interface NewIdentity {
  id: string;
  domainId: string;
  localPart: string;
  displayName: string | null;
  type: IdentityRow["type"];
  mode: IdentityRow["mode"];
  sendPolicy: IdentityRow["sendPolicy"];
  expiresAt: Instant | null;
  tenantId: string | null;
  clientId?: string | null;
  podId: string | null;
  /** Values by name; an empty one is left out. */
  metadata?: Readonly<Record<string, string>>;
}

/** Names that only the domain's owner may create. DECISIONS Addresses */
const reserved = new Set(
  "postmaster abuse admin administrator hostmaster webmaster security ssladmin root noreply no-reply mailer-daemon bounces".split(
    " ",
  ),
);

export function isReservedName(localPart: string): boolean {
  return reserved.has(localPart);
}

/** @throws Failure not_found (domain, pod), forbidden, address_taken */
export async function createIdentity(turn: Turn, input: NewIdentity): Promise<IdentityRow> {
  const { accountId } = turn;
  const domain = await readDomain(turn, input.domainId);
  await checkPlace(turn, domain);
  const createdAt = turn.instant();
  checkExpiry(input.expiresAt, createdAt);
  if (reserved.has(input.localPart) && domain.accountId !== accountId) {
    throw new Failure(
      "forbidden",
      `Only the owner of ${domain.domain} may create ${input.localPart}. Choose another local part.`,
    );
  }
  await checkPlan(turn);
  const podId = await podOf(turn, input.podId);
  await checkClientId(turn, input);
  const ended = await claimAddress(turn, domain, { localPart: input.localPart, identityId: input.id });
  const row: IdentityRow = {
    accountId,
    ...input,
    clientId: input.clientId ?? null,
    metadata: withMetadata(null, input.metadata),
    podId,
    domain: domain.domain,
    status: "active",
    deletedAt: null,
    sentDay: null,
    sentRecipients: 0,
    protection: ended?.protection ?? null,
    signature: null,
    legalHoldAt: null,
    storageBytes: 0,
    // From 1 on: a client that saw an empty mailbox asks for what is above its number. RFC 7162 3.1.1
    modseq: 1,
    lastInstant: createdAt,
    createdAt,
  };
  turn.insert(identities, row);
  if (ended)
    for (const statement of inheritEnded(accountId, { endedId: ended.identityId, identityId: row.id }))
      turn.bulk(statement);
  await joinPod(turn, row);
  if (capabilitiesOf(row.type).inbox) addStandardFolders(turn, row);
  turn.emit({
    type: "identity.created",
    identityId: row.id,
    data: { identity_id: row.id, email: emailOf(row) },
  });
  return row;
}

/** The domain that a new address names; null: none, so the one that is shared. @throws Failure not_found */
export async function domainIdOf(
  turn: Turn,
  named: { id: string } | { name: string } | null,
): Promise<string> {
  if (named === null) {
    const forSignups = turn.account.row.plan === "signup";
    return must(await findSharedDomainId(turn, { forSignups }), "init makes the default domain first");
  }
  if ("id" in named) return named.id;
  const id = await findUsableDomainId(turn, turn.accountId, named.name);
  if (id === null)
    throw notFound(
      'The domain in "email" is none of this account. GET /api/v1/domains lists them; POST /api/v1/domains adds one.',
    );
  return id;
}

/** An own domain, or the shared one. Addresses may be made on a pending domain. DECISIONS Domains */
async function readDomain(turn: Turn, id: string): Promise<DomainRow> {
  const domain = await findUsableDomain(turn, turn.accountId, id);
  if (!domain) throw notFound();
  if (domain.status === "failed") {
    throw new Failure(
      "domain_unverified",
      `The claim to ${domain.domain} has failed. Publish its ownership record and verify it again first.`,
    );
  }
  return domain;
}

/** Sign-ups and all others have no domain in common, but for names of this machine. @throws Failure forbidden */
async function checkPlace(turn: Turn, domain: DomainRow): Promise<void> {
  const isSignup = turn.account.row.plan === "signup";
  if (domain.forSignups && !isSignup) {
    throw new Failure(
      "forbidden",
      `${domain.domain} is for agents that sign themselves up (SIGNUP_DOMAIN). Create the address on another domain.`,
    );
  }
  if (!isSignup || domain.accountId === turn.accountId || domain.forSignups) return;
  const [theirs] = await signupDomainNames(turn);
  if (theirs === undefined && isMachineName(domain.domain)) return;
  throw new Failure(
    "forbidden",
    `Addresses of accounts that signed themselves up are not made on ${domain.domain}. ${theirs === undefined ? "Add a domain of your own with POST /api/v1/domains, or ask the operator to set SIGNUP_DOMAIN." : `Create it on ${theirs}, or on a domain of your own.`}`,
  );
}

async function checkPlan(turn: Turn): Promise<void> {
  const { maxAddresses } = turn.plan;
  if (maxAddresses === null) return;
  const count = await countIdentities(turn, turn.accountId);
  if (count >= maxAddresses) {
    throw new Failure("forbidden", `This account's plan holds ${maxAddresses} addresses. Delete one first.`);
  }
}

/**
 * An address is unique over all accounts. On a shared domain a name that was used stays with its account; on a domain of
 * its own the verified owner takes over what others made on a claim that came to nothing.
 * @returns the protection that the account's address of this name had
 */
async function claimAddress(
  turn: Turn,
  domain: DomainRow,
  claim: { localPart: string; identityId: string },
): Promise<EndedProtection | null> {
  const { accountId } = turn;
  const held = await findAddress(turn, { domain: domain.domain, localPart: claim.localPart });
  const isShared = domain.isDefault || domain.forSignups;
  const isUsed = isShared && (await isUsedName(turn, { ...claim, domain: domain.domain }));
  const isOwner = domain.accountId === accountId && domain.status === "verified" && !isShared;
  const taken =
    isUsed ||
    (held &&
      (held.accountId === accountId
        ? held.identityId !== null
        : !isOwner && (isShared || held.identityId !== null)));
  if (taken) {
    throw new Failure(
      "address_taken",
      `${claim.localPart}@${domain.domain} is taken. Choose another local part; where it is yours, GET /api/v1/identities?email=… lists it.`,
    );
  }
  const row = { ...claim, domain: domain.domain, accountId, ended: null };
  if (held?.ended && held.accountId !== accountId)
    for (const statement of forgetEnded(held.accountId, held.ended.identityId)) turn.bulk(statement);
  if (held) turn.update(addresses, row);
  else turn.insert(addresses, row);
  return held?.accountId === accountId ? held.ended : null;
}

export interface IdentityChange extends RestraintChange {
  displayName?: string | null;
  signature?: string | null;
  mode?: IdentityRow["mode"];
  tenantId?: string | null;
  clientId?: string | null;
  podId?: string;
  capabilities?: Record<string, boolean>;
  /** Values by name; an empty one takes its name away. */
  metadata?: Readonly<Record<string, string>>;
}

/**
 * @param reach identities that the key reaches; null: all
 * @throws Failure not_found, capability_missing, conflict, forbidden (loosens what a key with more reach has set)
 */
export async function changeIdentity(
  turn: Turn,
  { id, ...change }: IdentityChange & { id: string },
  reach: readonly string[] | null,
): Promise<CountedIdentity> {
  const before = await readIdentity(turn, id);
  checkCapabilities(before, change.capabilities);
  if (change.podId !== undefined) await podOf(turn, change.podId, reach);
  const now = turn.instant();
  if (change.expiresAt !== before.expiresAt) checkExpiry(change.expiresAt, now);
  const expiresAt = change.expiresAt === undefined ? before.expiresAt : change.expiresAt;
  if (change.status === "active" && expiresAt !== null && expiresAt <= now) {
    throw new Failure(
      "conflict",
      `This address expired at ${expiresAt}. Send a new expires_at, or null, with status active.`,
    );
  }
  await checkClientId(turn, { id, clientId: change.clientId });
  await keepRestraints(turn, before, { change, reach });
  const { capabilities, metadata, ...columns } = change;
  const kept = metadata === undefined ? {} : { metadata: withMetadata(before.metadata, metadata) };
  const patch = { accountId: before.accountId, id, ...columns, ...kept };
  turn.update(identities, patch, before);
  if (change.podId !== undefined && change.podId !== before.podId) {
    leavePod(turn, before);
    await joinPod(turn, { id, podId: change.podId });
    endBeyondReach(turn, id);
  }
  const after: CountedIdentity = { ...before, ...patch };
  noteSetting(turn, {
    action: "address_changed",
    target: { id, name: emailOf(before) },
    before: mayOf(before),
    after: mayOf(after),
  });
  const suspended = after.status === "suspended" && before.status !== "suspended";
  const data = { identity_id: id, email: emailOf(after), status: after.status };
  turn.emit({ type: suspended ? "identity.suspended" : "identity.updated", identityId: id, data });
  return after;
}

const mayOf = ({ mode, status, sendPolicy, expiresAt }: IdentityRow) => ({
  mode,
  status,
  send_policy: sendPolicy,
  expires_at: expiresAt,
});

/** @throws Failure client_id_taken */
async function checkClientId(
  turn: Turn,
  { id, clientId }: { id: string; clientId?: string | null | undefined },
): Promise<void> {
  if (!clientId || !(await hasClientId(turn, turn.accountId, { clientId, exceptId: id }))) return;
  throw new Failure(
    "client_id_taken",
    "Another address of this account has this client_id. GET /api/v1/identities?client_id=… finds it.",
  );
}

/** @throws Failure validation_error: the time is over */
function checkExpiry(expiresAt: Instant | null | undefined, now: Instant): void {
  if (expiresAt === undefined || expiresAt === null || expiresAt > now) return;
  throw invalid(
    `"expires_at" must be in the future; it is ${now} now. To end an address at once set its status to suspended.`,
  );
}

/** Refuses capabilities that differ from the derived ones, with the reason: no caller sets them. */
function checkCapabilities(identity: IdentityRow, wanted: Record<string, boolean> | undefined): void {
  const derived: Record<string, boolean> = capabilitiesOf(identity.type);
  for (const [name, value] of Object.entries(wanted ?? {})) {
    if (!Object.hasOwn(derived, name)) {
      throw new Failure(
        "validation_error",
        `Unknown capability "${name}". Known: ${Object.keys(derived).join(", ")}.`,
      );
    }
    if (derived[name] !== value) {
      throw new Failure(
        "capability_missing",
        `"${name}" is ${derived[name]} for type ${identity.type}: it follows from the type and the plan and cannot be set. Create an address of another type instead.`,
      );
    }
  }
}

/**
 * Hides the identity at once, with its address, rules, webhooks and passwords; the janitor purges what it held. Protection
 * that the deleter may not change stays with the name.
 * @param deleter null: the account ends
 * @throws Failure not_found, legal_hold, forbidden (a person looks at a thread), conflict
 */
export async function deleteIdentity(turn: Turn, id: string, deleter: Reviewer | null): Promise<void> {
  const identity = await readIdentity(turn, id);
  const since = identity.legalHoldAt ?? turn.account.row.legalHoldAt;
  if (since !== null) throw heldSince(since);
  const { accountId } = turn;
  const ended = deleter && (await endedProtection(turn, identity, deleter));
  const deletedAt = turn.instant();
  turn.emit({
    type: "identity.deleted",
    identityId: id,
    data: { identity_id: id, email: emailOf(identity) },
  });
  turn.update(identities, { accountId, id, deletedAt, status: "archived" }, identity);
  noteSetting(turn, { action: "address_removed", target: { id, name: emailOf(identity) }, before: {} });
  for (const statement of endIdentity(identity, ended)) turn.bulk(statement);
  // The worker ends the queued deliveries of the identity's webhooks.
  turn.poke("deliveries");
}

/** The block entries of an account's deleted addresses, together. */
const maxEndedEntries = 100_000;

/** @throws Failure forbidden, conflict */
async function endedProtection(
  turn: Turn,
  { id, protection }: IdentityRow,
  deleter: Reviewer,
): Promise<EndedProtection | null> {
  const { protection: byDefault } = turn.account.row;
  if (mayReview(deleter, effectiveProtection(protection, byDefault))) return null;
  // Mail to its people is held by the thread, which would end with the address.
  if (await anyUnderReview(turn, { accountId: turn.accountId, identityId: id }))
    throw new Failure(
      "forbidden",
      "A person looks at a thread of this address (status human_review), so who may not decide reviews does not delete it. Ask them to take its threads out of human_review first; PATCH the status to suspended to stop its mail until then.",
    );
  if (
    protection?.lists &&
    (await countEndedEntries(turn, turn.accountId, maxEndedEntries)) >= maxEndedEntries
  )
    throw new Failure(
      "conflict",
      `Addresses of this account that are deleted have ${maxEndedEntries} blocked entries, which stay. Ask a person to take this address's block list away first, in the console.`,
    );
  return { identityId: id, protection };
}

async function readIdentity(turn: Turn, id: string): Promise<CountedIdentity> {
  const row = await getIdentity(turn, { accountId: turn.accountId, identityIds: null }, id);
  if (!row) throw notFound();
  return row;
}

export function emailOf(identity: { localPart: string; domain: string }): string {
  return `${identity.localPart}@${identity.domain}`;
}
