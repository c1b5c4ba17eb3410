// Queries over API keys. A key is looked up on every request, so that a deleted one stops at once.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { type Scope, Where } from "../scope.ts";
import { apiKeys } from "../tables/index.ts";

export type ApiKeyRow = InferSelectModel<typeof apiKeys>;

export interface KeyOwner {
  accountId: string;
  keyId: string;
  identityIds: readonly string[] | null;
  plan: "operator" | "signup";
}

/** Whose tokens these are, in order; null: nobody's. */
export async function findKeyOwners(
  db: Executor,
  tokenHashes: readonly Uint8Array[],
): Promise<(KeyOwner | null)[]> {
  const rows = await db.values(
    `select h.n, t.account_id, t.api_key_id, k.identity_ids, a.plan
     from unnest($1::int[], $2::text[]) as h(n, hash)
     join api_key_tokens t on t.token_hash = decode(h.hash, 'hex')
     join api_keys k on k.account_id = t.account_id and k.id = t.api_key_id
     join accounts a on a.account_id = t.account_id`,
    [tokenHashes.map((_, n) => n), tokenHashes.map((hash) => hash.toHex())],
  );
  const found: (KeyOwner | null)[] = tokenHashes.map(() => null);
  for (const row of rows) {
    const [n, accountId, keyId, identityIds, plan] = row as [
      number,
      string,
      string,
      string[] | null,
      KeyOwner["plan"],
    ];
    found[n] = { accountId, keyId, identityIds, plan };
  }
  return found;
}

/** Whether a key has not been revoked. */
export async function keyStands(db: Executor, key: { accountId: string; keyId: string }): Promise<boolean> {
  const rows = await db.values("select 1 from api_keys where account_id = $1::uuid and id = $2::uuid", [
    key.accountId,
    key.keyId,
  ]);
  return rows.length > 0;
}

/** Begins a query: the ids of the key $2 of the account $1 and of all keys that came from it. */
export const familyOfKey = `with recursive family as (
  select id from api_keys where account_id = $1::uuid and id = $2::uuid
  union all
  select k.id from api_keys k join family f on k.account_id = $1::uuid and k.parent_id = f.id
)`;

/** A key and its descendants, newest first, `count` past the cursor with ties. */
export async function listKeys(
  db: Executor,
  root: { accountId: string; keyId: string },
  page: { cursor: Instant | null; count: number },
): Promise<ApiKeyRow[]> {
  const rows = await db.rows(
    `with recursive family as (
       select * from api_keys where account_id = $1::uuid and id = $2::uuid
       union all
       select k.* from api_keys k join family f on k.account_id = f.account_id and k.parent_id = f.id
     )
     select * from family where ($3::timestamptz is null or created_at < $3::timestamptz)
     order by created_at desc fetch first ($4::int) rows with ties`,
    [root.accountId, root.keyId, page.cursor, page.count],
  );
  return rows.map((row) => toRow<ApiKeyRow>(apiKeys, row));
}

/** Every key of an account, newest first: for the operator and the console. */
export async function listAllKeys(db: Executor, accountId: string): Promise<ApiKeyRow[]> {
  const rows = await db.rows(
    `select * from api_keys where account_id = $1::uuid order by created_at desc limit 1000`,
    [accountId],
  );
  return rows.map((row) => toRow<ApiKeyRow>(apiKeys, row));
}

/** Those of these identities that the scope reaches and that exist. */
export async function reachableIdentities(
  db: Executor,
  scope: Scope,
  ids: readonly string[],
): Promise<Set<string>> {
  const where = new Where()
    .and("account_id = ?::uuid", scope.accountId)
    .and("id = any(?::uuid[])", ids)
    .and("id = any(?::uuid[])", scope.identityIds ?? undefined);
  const rows = await db.values(`select id from identities ${where} and deleted_at is null`, where.params);
  return new Set(rows.map(([id]) => id as string));
}
