// What the first start makes, once: the operator's account, its default pod and domain, postmaster and one key.
// DECISIONS Settings and command line: init.

import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { newApiToken, sha256 } from "../../src/lib/secrets.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { Actors } from "../runtime/registry.ts";
import { createAccount } from "./accounts.ts";
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
  const [row] = await database.rows<{ account_id: string; id: string; domain: string }>(
    "select account_id, id, domain from domains where is_default",
  );
  return row ? { accountId: row.account_id, domainId: row.id, domain: row.domain } : null;
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
  const [keys] = await database.values("select 1 from api_keys where account_id = $1::uuid limit 1", [
    accountId,
  ]);
  if (keys) return { ...domain, token: null };
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
    const [made] = await turn.rows<{ id: string; domain: string }>(
      "select id, domain from domains where is_default",
    );
    const { id, domain } = made ?? (await createDomain(turn, input)).row;
    return { accountId, domainId: id, domain };
  });
}

async function operatorAccount(database: Database, clock: Clock): Promise<string> {
  return database.transaction(async (tx) => {
    // One process makes it; the others wait here and find it.
    await tx.values("select pg_advisory_xact_lock(7305201)");
    const [row] = await tx.values("select account_id from accounts where plan = 'operator'");
    if (row) return row[0] as string;
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
  const [held] = await deps.database.values(
    "select 1 from addresses where domain = $1::text and local_part = 'postmaster'",
    [domain],
  );
  if (held) return;
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
