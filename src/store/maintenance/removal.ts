// Removal of deleted accounts: at once what gives access, then all rows of every table in steps, then the blobs that nobody else
// refers to, the account's own row last. Tables are those with a column `account_id`, so that a new one is included by itself.
import type { Instant } from "../../lib/clock.ts";
import { usedName } from "../addresses/addresses.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import { by, merged } from "../cluster/together.ts";
import { type Database, type Executor, SqlError } from "../database/database.ts";

export interface ListedAccount {
  accountId: string;
  plan: string;
  ownerEmail: string | null;
  addresses: number;
  storageBytes: number;
  createdAt: Instant;
  legalHoldAt: Instant | null;
  deletedAt: Instant | null;
}

const maxListed = 1000;

/** The first thousand, oldest first. */
export async function listAccounts(db: Executor): Promise<ListedAccount[]> {
  const rows = await db.rows<ListedAccount>(
    `select a.account_id as "accountId", a.plan, a.owner_email as "ownerEmail", count(i.id)::int as addresses,
            coalesce(sum(i.storage_bytes), 0)::int8 as "storageBytes", a.created_at as "createdAt",
            a.legal_hold_at as "legalHoldAt", a.deleted_at as "deletedAt"
     from accounts a left join identities i on i.account_id = a.account_id and i.deleted_at is null
     group by a.account_id order by a.created_at limit ${maxListed}`,
  );
  return merged(
    rows,
    by(({ createdAt }) => createdAt),
    maxListed,
  );
}

/** Addresses of an account that are not deleted, at most `count`, and whether one of them is under legal hold. */
export async function remainingIdentities(
  db: Executor,
  accountId: string,
  count: number,
): Promise<{ ids: string[]; held: string | null }> {
  const rows = await db.rows<{ id: string }>(
    `select id from identities where account_id = $1::uuid and deleted_at is null limit ${count}`,
    [accountId],
  );
  const [held] = await db.rows<{ email: string }>(
    `select local_part || '@' || domain as email from identities
     where account_id = $1::uuid and deleted_at is null and legal_hold_at is not null limit 1`,
    [accountId],
  );
  return { ids: rows.map(({ id }) => id), held: held?.email ?? null };
}

/**
 * Ends all access to an account, whose addresses are deleted already, and marks it for removal.
 * @param operatorId keeps the names that were used on a shared domain
 */
export function endAccount(
  database: Database,
  { accountId, operatorId, at }: { accountId: string; operatorId: string; at: Instant },
): Promise<void> {
  return database.transaction(
    async (tx) => {
      const own = [accountId];
      for (const table of [
        "sign_in_links",
        "console_sessions",
        "passkeys",
        "members",
        "account_audit",
        "issuer_subjects",
        "domain_names",
        "api_key_tokens",
        "oauth_codes",
        "oauth_refresh_tokens",
        "review_links",
        "used_challenges",
        "routing_rules",
      ])
        await tx.values(`delete from ${table} where account_id = $1::uuid returning 1`, own);
      const names = await tx.rows<{ domain: string; local_part: string }>(
        "delete from addresses where account_id = $1::uuid returning domain, local_part",
        own,
      );
      // By value: where the database is spread, a statement that writes addresses is sent to the account's part alone.
      const shared = await tx.values(
        "select domain from domain_names where domain = any($1::text[]) and shared_as is not null",
        [[...new Set(names.map(({ domain }) => domain))]],
      );
      const isShared = new Set(shared.map(([domain]) => domain as string));
      const used = names.filter(({ domain }) => isShared.has(domain));
      await tx.values(
        `insert into addresses (domain, local_part, account_id, identity_id)
         select d, l, $3::uuid, null from unnest($1::text[], $2::text[]) as u(d, l) on conflict do nothing returning 1`,
        [
          used.map(({ domain }) => domain),
          used.map(({ domain, local_part }) => usedName(local_part, domain)),
          operatorId,
        ],
      );
      // Delete codes and links that the account's people asked for; those rows are in the operator's account.
      const [owner] = await tx.values("select owner_email from accounts where account_id = $1::uuid", own);
      await tx.values(
        "delete from human_mails where account_id = $1::uuid and email = $2::text returning 1",
        [operatorId, (owner?.[0] as string | null | undefined) ?? null],
      );
      await tx.values("delete from agent_signups where new_account_id = $1::uuid returning 1", own);
      await tx.values(
        `update accounts set deleted_at = $2::timestamptz, owner_email = null, modseq = modseq + 1 where account_id = $1::uuid returning 1`,
        [accountId, at],
      );
    },
    { long: true },
  );
}

/** Mails of the service to a person, such as codes: at most 200, with the identity that sent them. */
export async function serviceMailsTo(
  db: Executor,
  email: string,
): Promise<{ accountId: string; identityId: string; id: string }[]> {
  return db.rows(
    `select m.account_id as "accountId", m.identity_id as "identityId", m.id from messages m
     where m.withheld and exists (select from jsonb_array_elements(m.mail_to) t where lower(t->>'email') = $1::text) limit 200`,
    [email],
  );
}

/** The account that was deleted first; null: none waits. */
export async function deletedAccount(
  db: Executor,
): Promise<{ accountId: string; deletedAt: Instant } | null> {
  const rows = await db.rows<{ accountId: string; deletedAt: Instant }>(
    `select account_id as "accountId", deleted_at as "deletedAt" from accounts where deleted_at is not null
     order by deleted_at limit 1`,
  );
  const [first] = merged(
    rows,
    by(({ deletedAt }) => deletedAt),
    1,
  );
  return first ?? null;
}

const rowsOfStep = 1000;
const blobsOfStep = 200;
/** A table whose rows are still referred to. PostgreSQL Appendix A: foreign_key_violation */
const referredTo = "23503";

/** Deletes one step of the rows of every table. @returns how many; 0: only blobs and the account itself are left */
export async function removeRows(database: Database, accountId: string): Promise<number> {
  // Tables of accounts stand in the parts of a spread database; what every node has went at the account's end.
  const place = database.parts?.[database.partOf?.(accountId) ?? 0] ?? database;
  const tables = await place.values(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('accounts', 'blobs') order by c.relname`,
  );
  let removed = 0;
  for (const [table] of tables as [string][]) {
    try {
      const gone = await database.values(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where account_id = $1::uuid limit ${rowsOfStep})) returning 1`,
        [accountId],
      );
      removed += gone.length;
    } catch (error) {
      if (!(error instanceof SqlError && error.sqlState === referredTo)) throw error;
    }
  }
  return removed;
}

/**
 * Deletes one step of the blobs that only this account refers to, and the account once none is left.
 * @param writtenBeforeMs younger ones may be referred to by a transaction under way, and wait
 * @returns blobs dealt with; `left`: some wait
 */
export async function removeBlobs(
  { database, blobs }: { database: Database; blobs: BlobStore },
  { accountId, after, writtenBeforeMs }: { accountId: string; after: string; writtenBeforeMs: number },
): Promise<{ done: number; last: string | null }> {
  const found = await database.values(
    `select key from blobs where account_id = $1::uuid and key > $2::text order by key limit ${blobsOfStep}`,
    [accountId, after],
  );
  const keys = found.map(([key]) => key as string);
  const others = await database.values(
    `select key from blobs where key = any($1::text[]) and account_id <> $2::uuid and refs > 0
     union select raw_blob from expunged_mails where raw_blob = any($1::text[])`,
    [keys, accountId],
  );
  const kept = new Set(others.map(([key]) => key));
  const gone: string[] = [];
  for (const key of keys) {
    const isGone =
      kept.has(key) ||
      (await blobs.delete(key, writtenBeforeMs)) ||
      (await blobs.get(key, { start: 0, end: 1 })) === null;
    if (isGone) gone.push(key);
  }
  await database.values(
    "delete from blobs where account_id = $1::uuid and key = any($2::text[]) returning 1",
    [accountId, gone],
  );
  return { done: gone.length, last: keys.length < blobsOfStep ? null : keys.at(-1)! };
}

/** Deletes the account's own row, once nothing refers to it. @returns whether it is gone */
export async function removeAccount(database: Database, accountId: string): Promise<boolean> {
  const gone = await database
    .values(
      `delete from accounts where account_id = $1::uuid and deleted_at is not null
         and not exists (select from blobs where account_id = $1::uuid) returning 1`,
      [accountId],
    )
    .catch((error) => {
      if (error instanceof SqlError && error.sqlState === referredTo) return [];
      throw error;
    });
  return gone.length > 0;
}
