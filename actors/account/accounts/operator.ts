// The rows of the first start, made once: the operator's account, its default pod and domain, postmaster and
// one key.
// DECISIONS Settings and command line: init.

import type { Config } from "../../../src/config/config.ts";
import { type Clock, type Instant, nowInstant } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { newApiToken, sha256 } from "../../../src/lib/secrets.ts";
import { type ApiKeyRow, firstKeyName, listAllKeys } from "../../../src/store/access/api-keys.ts";
import { createAccount, findOperatorAccount, lockOperator } from "../../../src/store/accounts/accounts.ts";
import { findAddress } from "../../../src/store/addresses/addresses.ts";
import type { Database, Executor } from "../../../src/store/database/database.ts";
import { findDefaultDomain } from "../../../src/store/domains/domains.ts";
import type { Actors } from "../../runtime/registry.ts";
import { commandLine } from "../access/account-audit.ts";
import { mintKey } from "../access/api-keys.ts";
import { makeSignupDomain, type Operator } from "../access/signup-domain.ts";
import { createIdentity } from "../addresses/identities.ts";
import { createDomain, prepareDomain } from "../domains/domains.ts";

/** The operator's account and default domain, or null before the first start. */
export async function findOperator(database: Database): Promise<Operator | null> {
  const domain = await findDefaultDomain(database);
  return domain && { accountId: domain.accountId, domainId: domain.id, domain: domain.domain };
}

/** Whether an account is the operator's. */
export async function isOperator(database: Database, accountId: string): Promise<boolean> {
  return (await findOperator(database))?.accountId === accountId;
}

interface OperatorDeps {
  database: Database;
  actors: Actors;
  clock: Clock;
}

/**
 * Makes what is missing; run again after a crash it goes on where it stopped.
 * @returns the token of the first key, or null when there was one
 */
export async function initialise(
  deps: OperatorDeps & { config: Pick<Config, "mailDomain" | "signupDomain"> },
): Promise<Operator & { token: string | null }> {
  const operator = await makeOperator(deps, deps.config.mailDomain);
  await makeSignupDomain(deps, operator);
  return { ...operator, token: await makeFirstKey(deps, operator, { name: "key of init" }) };
}

/** Makes what is missing of the account, its domain and postmaster. */
export async function makeOperator(deps: OperatorDeps, mailDomain: string): Promise<Operator> {
  const accountId = await operatorAccount(deps.database, deps.clock);
  const operator = (await findOperator(deps.database)) ?? (await makeDomain(deps, accountId, mailDomain));
  await makePostmaster(deps, operator);
  return operator;
}

/** First keys that were printed and not used: after so many, who starts knows how to make one. */
const maxFirstKeys = 5;

/**
 * Makes the first key. Its token cannot be shown again: it is made once nothing can keep the caller from showing it. A start
 * makes another one while none was used, as what the one before printed may be lost.
 * @param given.begun when the start began: keys from before are an earlier one's; without it one key is enough
 * @returns its token, or null when there was a key
 */
export async function makeFirstKey(
  { database, actors }: OperatorDeps,
  { accountId }: Operator,
  { name = firstKeyName, begun }: { name?: string; begun?: Instant } = {},
): Promise<string | null> {
  const isLost = (key: ApiKeyRow) =>
    begun !== undefined && key.name === firstKeyName && key.lastUsedAt === null && key.createdAt < begun;
  const hasKey = async (db: Executor) => {
    const keys = await listAllKeys(db, accountId);
    return keys.length >= maxFirstKeys || !keys.every(isLost);
  };
  if (await hasKey(database)) return null;
  const { token, key } = unrestrictedKey(name);
  return actors.account(accountId).run(async (turn) => {
    // Another process may have been first.
    if (await hasKey(turn)) return null;
    await mintKey(turn, { id: turn.newId(), ...key }, null);
    return token;
  });
}

async function makeDomain(
  { actors }: OperatorDeps,
  accountId: string,
  mailDomain: string,
): Promise<Operator> {
  const input = await prepareDomain(mailDomain, { isDefault: true });
  return actors.account(accountId).run(async (turn) => {
    // Another process may have been first.
    const made = await findDefaultDomain(turn);
    const { id, domain } = made ?? (await createDomain(turn, input)).row;
    return { accountId, domainId: id, domain };
  });
}

async function operatorAccount(database: Database, clock: Clock): Promise<string> {
  return database.transaction(async (tx) => {
    // One process makes it; the others wait here and find it.
    await lockOperator(tx);
    const made = await findOperatorAccount(tx);
    if (made !== null) return made;
    const accountId = newId();
    await createAccount(tx, {
      accountId,
      podId: newId(),
      plan: "operator",
      ownerEmail: null,
      createdAt: nowInstant(clock),
    });
    return accountId;
  });
}

async function makePostmaster(deps: OperatorDeps, { accountId, domainId, domain }: Operator): Promise<void> {
  const address = { localPart: "postmaster", domain };
  if (await findAddress(deps.database, address)) return;
  await deps.actors.account(accountId).run(async (turn) => {
    // Another process may have been first.
    if (await findAddress(turn, address)) return;
    await createIdentity(turn, {
      id: turn.newId(),
      domainId,
      localPart: address.localPart,
      displayName: "Postmaster",
      type: "team",
      mode: "human",
      sendPolicy: "open",
      expiresAt: null,
      tenantId: null,
      podId: null,
    });
  });
}

/** @returns the new key's id, and its token: shown once, stored hashed */
export async function createUnrestrictedKey(
  actors: Actors,
  accountId: string,
  name: string,
): Promise<{ id: string; token: string }> {
  const { token, key } = unrestrictedKey(name);
  const id = newId();
  await actors.account(accountId).run((turn) => mintKey(turn, { id, ...key }, null), { origin: commandLine });
  return { id, token };
}

function unrestrictedKey(name: string) {
  const token = newApiToken();
  const tokenHash = sha256(token);
  return { token, key: { name, prefix: token.slice(0, 11), tokenHash, identityIds: null, parentId: null } };
}
