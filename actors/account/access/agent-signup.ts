// Turns of agent signup, on the operator's account: its row is what serialises names, codes and their count. Nothing of
// the new account exists before the code comes back; then all of it is made in one transaction. SPEC Agent signup;
// DECISIONS Agent signup and console.
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { Failure, invalid, notFound } from "../../../src/lib/failure.ts";
import { constantTimeEqual } from "../../../src/lib/secrets.ts";
import {
  type AgentSignupRow,
  getSignup,
  listLapsed,
  recentSignups,
} from "../../../src/store/access/agent-signup.ts";
import { findAddress, isUsedName } from "../../../src/store/addresses/addresses.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import { addresses, agentSignups, events, identities, signInLinks } from "../../../src/store/tables/index.ts";
import { addStandardFolders } from "../../identity/mailbox/folders.ts";
import type { Turn } from "../../runtime/turn.ts";
import { insertAccount } from "../accounts/accounts.ts";
import { emailOf, isReservedName } from "../addresses/identities.ts";
import { countMail, secondsUntil } from "../sending/human-mails.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A name is held so long after its signup, or after the last human was named. */
const heldMs = 7 * dayMs;
const codeMs = dayMs;
const signInLinkMs = dayMs;
const maxWrongCodes = 10;
const maxSignupsAnHour = 5;
/** Names given up in one turn. */
const lapsedAtOnce = 100;

export interface NewSignup {
  id: string;
  /** Reserved for what verifying makes. */
  identityId: string;
  newAccountId: string;
  domainId: string;
  domain: string;
  localPart: string;
  source: string | null;
  client: string;
  /** null: dormant until one is named. */
  human: NewHuman | null;
}

export interface NewHuman {
  /** In canonical form. */
  email: string;
  codeHash: Uint8Array;
}

/** @throws Failure rate_limited, validation_error, forbidden (a name of the owner's), address_taken */
export async function signUp(turn: Turn, { human, ...input }: NewSignup): Promise<AgentSignupRow> {
  const { accountId } = turn;
  const at = turn.instant();
  await checkClient(turn, input.client, at);
  if (isReservedName(input.localPart)) {
    throw new Failure(
      "forbidden",
      `Only the owner of ${input.domain} may have ${input.localPart}. Choose another username.`,
    );
  }
  if (!isPlainName(input.localPart)) {
    throw invalid(
      `"${input.localPart}" cannot be a username: it stands in a mail to somebody who knows nothing of you. Take letters, digits, ".", "_" and "-" between them, and nothing that looks like a link.`,
    );
  }
  await takeName(turn, input);
  const row: AgentSignupRow = {
    accountId,
    ...input,
    status: human ? "pending" : "dormant",
    humanEmail: human?.email ?? null,
    codeHash: human?.codeHash ?? null,
    codeExpiresAt: human ? addMs(at, codeMs) : null,
    wrongCodes: 0,
    heldUntil: addMs(at, heldMs),
    createdAt: at,
  };
  if (human)
    await countMail(turn, { kind: "code", email: human.email, about: row.id, network: input.client });
  turn.insert(agentSignups, row);
  return row;
}

/** Whether a name says nothing, and leads nowhere, in a mail to a stranger. */
function isPlainName(localPart: string): boolean {
  return /^(?!www\.)[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(localPart);
}

async function checkClient(turn: Turn, client: string, at: Instant): Promise<void> {
  const recent = await recentSignups(turn, turn.accountId, {
    client,
    since: addMs(at, -hourMs),
    count: maxSignupsAnHour,
  });
  if (recent.length < maxSignupsAnHour) return;
  throw new Failure(
    "rate_limited",
    `${maxSignupsAnHour} signups an hour are all that one IP address may make. Wait for the seconds in Retry-After.`,
    secondsUntil(addMs(recent.at(-1)!, hourMs), at),
  );
}

/** Holds the name: a row of `addresses` without an identity, of the account that is to be. */
async function takeName(
  turn: Turn,
  { domain, localPart, newAccountId }: Pick<NewSignup, "domain" | "localPart" | "newAccountId">,
): Promise<void> {
  const name = { domain, localPart };
  if ((await findAddress(turn, name)) || (await isUsedName(turn, name))) {
    throw new Failure("address_taken", `${localPart}@${domain} is taken. Choose another username.`);
  }
  turn.insert(addresses, { domain, localPart, accountId: newAccountId, identityId: null });
}

/**
 * Names another human, or the same one again; the clocks start anew, the count of wrong codes goes on.
 * @throws Failure not_found, signup_spent, code_expired (the name is no longer held), rate_limited
 */
export async function nameHuman(
  turn: Turn,
  { id, email, codeHash, domain, client }: NewHuman & Pick<NewSignup, "id" | "domain" | "client">,
): Promise<AgentSignupRow> {
  const row = await openSignup(turn, { id, domain });
  const at = turn.instant();
  if (row.heldUntil === null || row.heldUntil <= at) throw lapsed(row);
  await countMail(turn, { kind: "code", email, about: id, network: client });
  const patch = {
    accountId: row.accountId,
    id,
    status: "pending" as const,
    humanEmail: email,
    codeHash,
    codeExpiresAt: addMs(at, codeMs),
    heldUntil: addMs(at, heldMs),
  };
  turn.update(agentSignups, patch, row);
  return { ...row, ...patch };
}

export type Verification =
  | { kind: "verified"; address: string; identityId: string }
  | { kind: "wrong"; left: number }
  | { kind: "spent" };

export interface VerifyInput {
  id: string;
  /** The domain on which addresses of sign-ups are made now. */
  domain: string;
  codeHash: Uint8Array;
  podId: string;
  /** Hash of the one-time link's token. */
  linkHash: Uint8Array;
}

/**
 * Judges a code. A wrong one is counted, so it is an outcome and not a refusal.
 * @throws Failure not_found, signup_spent, code_expired, conflict (no human is named yet)
 */
export async function verifySignup(turn: Turn, input: VerifyInput): Promise<Verification> {
  const row = await openSignup(turn, input);
  const at = turn.instant();
  if (row.heldUntil === null || row.heldUntil <= at) throw lapsed(row);
  if (row.codeHash === null || row.codeExpiresAt === null) {
    throw new Failure("conflict", "No human is named yet. Name one with POST /api/v1/agent/human.");
  }
  if (row.codeExpiresAt <= at) {
    throw new Failure(
      "code_expired",
      "This code has expired. Ask for a fresh one with POST /api/v1/agent/human.",
    );
  }
  if (!constantTimeEqual(row.codeHash, input.codeHash)) return countWrong(turn, row);
  const key = { accountId: row.accountId, id: row.id };
  turn.update(
    agentSignups,
    { ...key, status: "verified", codeHash: null, codeExpiresAt: null, heldUntil: null },
    row,
  );
  return { kind: "verified", ...openAccount(turn, row, input) };
}

function countWrong(turn: Turn, row: AgentSignupRow): Verification {
  const key = { accountId: row.accountId, id: row.id };
  const wrongCodes = row.wrongCodes + 1;
  if (wrongCodes < maxWrongCodes) {
    turn.update(agentSignups, { ...key, wrongCodes }, row);
    return { kind: "wrong", left: maxWrongCodes - wrongCodes };
  }
  const spent = {
    wrongCodes,
    status: "spent" as const,
    codeHash: null,
    codeExpiresAt: null,
    heldUntil: null,
  };
  turn.update(agentSignups, { ...key, ...spent }, row);
  giveUpName(turn, row);
  return { kind: "spent" };
}

/** The account, its pod, the address, its folders, the event and the link, of one transaction with the signup's row. */
function openAccount(
  turn: Turn,
  signup: AgentSignupRow,
  { podId, linkHash }: VerifyInput,
): { address: string; identityId: string } {
  const { newAccountId: accountId, identityId: id, domain, localPart } = signup;
  const createdAt = turn.instant();
  insertAccount(turn, { accountId, podId, plan: "signup", ownerEmail: signup.humanEmail, createdAt });
  const identity: IdentityRow = {
    accountId,
    id,
    domainId: signup.domainId,
    domain,
    localPart,
    displayName: null,
    type: "agent",
    mode: "automated",
    status: "active",
    sendPolicy: "open",
    tenantId: null,
    podId,
    expiresAt: null,
    deletedAt: null,
    metadata: null,
    clientId: null,
    sentDay: null,
    sentRecipients: 0,
    protection: null,
    signature: null,
    legalHoldAt: null,
    storageBytes: 0,
    modseq: 0,
    lastInstant: createdAt,
    createdAt,
  };
  turn.insert(identities, identity);
  turn.update(addresses, { domain, localPart, accountId, identityId: id });
  addStandardFolders(turn, identity);
  const address = emailOf(identity);
  turn.insert(events, {
    accountId,
    id: turn.newId(),
    identityId: id,
    type: "identity.created",
    data: { identity_id: id, email: address },
    createdAt,
  });
  turn.insert(signInLinks, {
    tokenHash: linkHash,
    accountId,
    ownerEmail: null,
    expiresAt: addMs(createdAt, signInLinkMs),
    createdAt,
  });
  return { address, identityId: id };
}

/** @throws Failure not_found, signup_spent, code_expired (its name is of a domain that sign-ups no longer have) */
async function openSignup(
  turn: Turn,
  { id, domain }: Pick<NewSignup, "id" | "domain">,
): Promise<AgentSignupRow> {
  const row = await getSignup(turn, turn.accountId, id);
  if (!row)
    throw notFound("There is no signup of this id, or it is over. POST /api/v1/agent/signup begins one.");
  if (row.status === "spent") throw signupSpent();
  if (row.status === "verified") {
    throw new Failure(
      "signup_spent",
      "This signup is verified already. Sign in with its sign_in_url or at /console/login.",
    );
  }
  if (row.domain !== domain) {
    throw new Failure(
      "code_expired",
      `Signups no longer get addresses on ${row.domain}, where ${row.localPart} was held. Sign up again, for an address on ${domain}.`,
    );
  }
  return row;
}

export function signupSpent(): Failure {
  return new Failure("signup_spent", "Ten wrong codes have used this signup up. Sign up again.");
}

function lapsed({ localPart, domain }: AgentSignupRow): Failure {
  return new Failure(
    "code_expired",
    `${localPart}@${domain} was held for 7 days and is free again. Sign up again.`,
  );
}

/** Gives up names that nobody has confirmed in time. @returns how many, and whether there may be more */
export async function releaseNames(turn: Turn): Promise<{ done: number; more: boolean }> {
  const at = turn.instant();
  const rows = await listLapsed(turn, turn.accountId, { at, count: lapsedAtOnce });
  for (const row of rows) {
    const key = { accountId: row.accountId, id: row.id };
    turn.update(agentSignups, { ...key, codeHash: null, codeExpiresAt: null, heldUntil: null }, row);
    giveUpName(turn, row);
  }
  return { done: rows.length, more: rows.length === lapsedAtOnce };
}

function giveUpName(turn: Turn, { domain, localPart }: AgentSignupRow): void {
  turn.remove(addresses, { domain, localPart });
}
