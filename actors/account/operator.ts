// What the first start makes, once: the operator's account, its default pod and domain, postmaster and one key.
// DECISIONS Settings and command line: init.

import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { newApiToken, sha256 } from "../../src/lib/secrets.ts";
import { createAccount, findOperatorAccount, lockOperator } from "../../src/store/accounts/accounts.ts";
import { findAddress } from "../../src/store/accounts/addresses.ts";
import { listAllKeys } from "../../src/store/accounts/api-keys.ts";
import { findDefaultDomain } from "../../src/store/accounts/domains.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { Actors } from "../runtime/registry.ts";
import { mintKey } from "./api-keys.ts";
import { createDomain, prepareDomain } from "./domains.ts";
import { createIdentity } from "./identities.ts";

export interface Operator {
  accountId: string;
  domainId: string;
  domain: string;
}

/** The operator's account and default domain, or null before the first start. */
export async function findOperator(database: Database): Promise<Operator | null> {
  const domain = await findDefaultDomain(database);
  return domain && { accountId: domain.accountId, domainId: domain.id, domain: domain.domain };
}

/**
 * Makes what is missing; run again after a crash it goes on where it stopped.
 * @returns the token of the first key, or null when there was one
 */
export async function initialise(
  deps: { database: Database; actors: Actors; clock: Clock },
  mailDomain: string,
): Promise<Operator & { token: string | null }> {
  const { database, actors, clock } = deps;
  const accountId = await operatorAccount(database, clock);
  const domain = (await findOperator(database)) ?? (await makeDomain(deps, accountId, mailDomain));
  await makePostmaster(deps, domain);
  if ((await listAllKeys(database, accountId)).length > 0) return { ...domain, token: null };
  const token = await createUnrestrictedKey(actors, accountId, "first key");
  return { ...domain, token };
}

async function makeDomain(
  { actors }: { actors: Actors },
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

async function makePostmaster(
  deps: { database: Database; actors: Actors },
  { accountId, domainId, domain }: Operator,
): Promise<void> {
  if (await findAddress(deps.database, { localPart: "postmaster", domain })) return;
  await deps.actors.account(accountId).run((turn) =>
    createIdentity(turn, {
      id: turn.newId(),
      domainId,
      localPart: "postmaster",
      displayName: "Postmaster",
      type: "team",
      mode: "human",
      sendPolicy: "open",
      expiresAt: null,
      tenantId: null,
      podId: null,
    }),
  );
}

/** @returns the new key's token: shown once, stored hashed */
export async function createUnrestrictedKey(
  actors: Actors,
  accountId: string,
  name: string,
): Promise<string> {
  const token = newApiToken();
  const tokenHash = sha256(token);
  await actors
    .account(accountId)
    .run((turn) =>
      mintKey(
        turn,
        { id: turn.newId(), name, prefix: token.slice(0, 11), tokenHash, identityIds: null, parentId: null },
        null,
      ),
    );
  return token;
}
