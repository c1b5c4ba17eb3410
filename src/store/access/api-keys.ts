// Queries over API keys. Every request looks its key up, so that a revoked one stops working at once.
import { and, desc, eq, type InferSelectModel, isNull } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Level } from "../../lib/levels.ts";
import type { IdentityRow } from "../addresses/identities.ts";
import type { Executor } from "../database/database.ts";
import { isAnyOf, orm, ownedRows } from "../database/orm.ts";
import { toRow } from "../database/rows.ts";
import type { Scope } from "../scope.ts";
import { apiKeys, identities } from "../tables/index.ts";

export type ApiKeyRow = InferSelectModel<typeof apiKeys>;

export interface KeyOwner {
  accountId: string;
  keyId: string;
  identityIds: readonly string[] | null;
  /** The level that narrows the key; null: it may do everything. */
  level: Level | null;
  plan: "operator" | "signup";
  /** SHA-256 of the token that was asked about. */
  tokenHash: Uint8Array;
}

/** The owners of tokens that stand at that instant, in order; null: unknown or expired. Hot: text. */
export async function findKeyOwners(
  db: Executor,
  tokenHashes: readonly Uint8Array[],
  at: Instant,
): Promise<(KeyOwner | null)[]> {
  const asked = tokenHashes.map((hash) => hash.toHex());
  // A program makes its requests at once under one key.
  const rows = await db.values(
    `select h.hash, t.account_id, t.api_key_id, k.identity_ids, k.level, a.plan
     from unnest($1::text[]) as h(hash)
     join api_key_tokens t on t.token_hash = decode(h.hash, 'hex')
     join api_keys k on k.account_id = t.account_id and k.id = t.api_key_id
     join accounts a on a.account_id = t.account_id
     where t.expires_at is null or t.expires_at > $2::timestamptz`,
    [[...new Set(asked)], at],
  );
  const found = new Map<string, KeyOwner>();
  for (const row of rows) {
    const [hash, accountId, keyId, identityIds, level, plan] = row as [
      string,
      string,
      string,
      string[] | null,
      Level | null,
      KeyOwner["plan"],
    ];
    found.set(hash, { accountId, keyId, identityIds, level, plan, tokenHash: Uint8Array.fromHex(hash) });
  }
  return asked.map((hash) => found.get(hash) ?? null);
}

/** Whether a key has not been revoked. */
export async function keyStands(
  db: Executor,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<boolean> {
  const found = await orm(db)
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, keyId)));
  return found.length > 0;
}

/** Whether a caller would be let in again as before: by the same token, to no less than it reached. */
export async function callerStands(
  db: Executor,
  caller: Pick<KeyOwner, "accountId" | "keyId" | "tokenHash" | "identityIds">,
  at: Instant,
): Promise<boolean> {
  const { accountId, keyId, tokenHash, identityIds } = caller;
  const [row] = await db.values(
    `select 1 from api_key_tokens t join api_keys k on k.account_id = t.account_id and k.id = t.api_key_id
     where t.account_id = $1::uuid and t.api_key_id = $2::uuid and t.token_hash = $3::bytea
       and (t.expires_at is null or t.expires_at > $4::timestamptz)
       and (k.identity_ids is null or k.identity_ids @> $5::uuid[])`,
    [accountId, keyId, tokenHash, at, identityIds],
  );
  return row !== undefined;
}

export async function getKey(
  db: Executor,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<ApiKeyRow | null> {
  const [row] = await orm(db)
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, keyId)));
  return row ?? null;
}

export interface KeyQuery {
  /** Every key of the account, not the caller's family alone. */
  all: boolean;
  /** Keys that reach an address of this pod. */
  podId?: string;
  cursor: Instant | null;
  count: number;
}

/** A key and its descendants, or all keys, newest first, `count` past the cursor with ties. */
export async function listKeys(
  db: Executor,
  root: { accountId: string; keyId: string },
  { all, podId, cursor, count }: KeyQuery,
): Promise<ApiKeyRow[]> {
  const rows = await db.rows(
    `with recursive family as (
       select * from api_keys where account_id = $1::uuid and (id = $2::uuid or $5::bool)
       union all
       select k.* from api_keys k join family f on not $5::bool and k.account_id = f.account_id and k.parent_id = f.id
     )
     select f.* from family f where f.level is null and ($3::timestamptz is null or f.created_at < $3::timestamptz)
       and ($6::uuid is null or f.identity_ids is null or f.pod_ids @> array[$6::uuid] or exists (
         select from identities i where i.account_id = $1::uuid and i.id = any(f.identity_ids)
           and i.pod_id = $6::uuid and i.deleted_at is null))
     order by f.created_at desc fetch first ($4::int) rows with ties`,
    [root.accountId, root.keyId, cursor, count, all, podId ?? null],
  );
  return rows.map((row) => toRow<ApiKeyRow>(apiKeys, row));
}

/** Every key of an account, newest first, without those of OAuth grants: for the operator and the console. */
export async function listAllKeys(db: Executor, accountId: string): Promise<ApiKeyRow[]> {
  return orm(db)
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.level)))
    .orderBy(desc(apiKeys.createdAt))
    .limit(1000);
}

/** Return the identities among `ids` that the scope reaches and that are not deleted. */
export async function reachableIdentities(
  db: Executor,
  scope: Scope,
  ids: readonly string[],
): Promise<Pick<IdentityRow, "id" | "type">[]> {
  return orm(db)
    .select({ id: identities.id, type: identities.type })
    .from(identities)
    .where(
      and(
        ownedRows(scope, identities, identities.id),
        isAnyOf(identities.id, ids),
        isNull(identities.deletedAt),
      ),
    );
}

/** The last use of a key, in the columns of the statement. */
export interface KeyUse {
  account_id: string;
  id: string;
  at: Instant;
}

/** The name of keys that a start has made and printed, while no key was used. */
export const firstKeyName = "first key";

/**
 * Stores when keys were last used. All processes lock the rows in one order, so that none waits for another in a ring.
 * @returns the accounts of first keys among them
 */
export async function noteKeyUses(db: Executor, uses: readonly KeyUse[]): Promise<string[]> {
  const rows = await db.values(
    `with v as (
       select k.account_id, k.id, u.at
       from json_to_recordset($1::text::json) as u(account_id uuid, id uuid, at timestamptz)
       join api_keys k on k.account_id = u.account_id and k.id = u.id order by k.id for no key update of k)
     update api_keys k set last_used_at = greatest(k.last_used_at, v.at) from v
     where k.account_id = v.account_id and k.id = v.id
     returning case when k.name = $2::text and k.identity_ids is null then k.account_id end`,
    [JSON.stringify(uses), firstKeyName],
  );
  return [...new Set(rows.flatMap(([accountId]) => (accountId === null ? [] : [accountId as string])))];
}

/** First keys that nobody has used. */
export async function unusedFirstKeys(db: Executor, accountId: string): Promise<string[]> {
  const rows = await db.values(
    `select id from api_keys where account_id = $1::uuid and name = $2::text and identity_ids is null
       and parent_id is null and level is null and last_used_at is null order by id`,
    [accountId, firstKeyName],
  );
  return rows.map(([id]) => id as string);
}
