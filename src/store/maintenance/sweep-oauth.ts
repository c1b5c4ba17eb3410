// Deletion of what OAuth leaves behind: codes a day after their end, expired tokens, and the keys of grants that have no
// refresh token left; of the memory of keys that ended long ago, and of old entries of the audit trail. DECISIONS OAuth
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import type { Swept } from "./sweep.ts";
import { accountsOfStep, sweepExpired } from "./sweep-signup.ts";

/** Rows of each table and account in one step. */
const rowsOfOwner = 200;

/**
 * @param revokedBefore keys that ended before it are forgotten
 * @param auditedBefore entries of the audit trail from before it are deleted
 * @param codesBefore codes that expired before it are deleted; a used one is kept so long, so that its reuse is seen
 */
export async function sweepOauth(
  db: Executor,
  {
    now,
    codesBefore,
    revokedBefore,
    auditedBefore,
    after,
  }: {
    now: Instant;
    codesBefore: Instant;
    revokedBefore: Instant;
    auditedBefore: Instant;
    after: string | null;
  },
): Promise<Swept> {
  const { accounts, last } = await accountsOfStep(db, after);
  const ended = `
    select g.account_id, g.id from unnest($1::uuid[]) as a(account_id)
    cross join lateral (
      select x.account_id, x.id from oauth_grants x where x.account_id = a.account_id and not exists (
        select from oauth_refresh_tokens r where r.account_id = x.account_id and r.grant_id = x.id)
      limit ${rowsOfOwner}) g`;
  const gone = [
    await sweepExpired(db, { table: "oauth_codes", key: "code_hash" }, { accounts, until: codesBefore }),
    await sweepExpired(db, { table: "api_key_tokens", key: "token_hash" }, { accounts, until: now }),
    await sweepExpired(db, { table: "oauth_refresh_tokens", key: "token_hash" }, { accounts, until: now }),
    await db.values(
      `insert into revoked_keys (account_id, id, parent_id, name, prefix, identity_ids, level, created_at, revoked_at)
       select k.account_id, k.id, k.parent_id, k.name, k.prefix, k.identity_ids, k.level, k.created_at, $2::timestamptz
       from (${ended}) o join api_keys k on k.account_id = o.account_id and k.id = o.id
       on conflict do nothing returning 1`,
      [accounts, now],
    ),
    await db.values(
      `delete from api_keys k using (${ended}) o
       where k.account_id = o.account_id and k.id = o.id and k.level is not null returning 1`,
      [accounts],
    ),
  ];
  gone.push(
    await db.values(
      `delete from revoked_keys where ctid = any(array(
         select o.ctid from unnest($2::uuid[]) as a(account_id) cross join lateral (
           select x.ctid from revoked_keys x where x.account_id = a.account_id and x.revoked_at <= $1::timestamptz
           order by x.revoked_at limit ${rowsOfOwner}) o)) returning 1`,
      [revokedBefore, accounts],
    ),
    await db.values(
      `delete from account_audit where ctid = any(array(
         select o.ctid from unnest($2::uuid[]) as a(account_id) cross join lateral (
           select x.ctid from account_audit x where x.account_id = a.account_id and x.created_at <= $1::timestamptz
           order by x.created_at limit ${rowsOfOwner}) o)) returning 1`,
      [auditedBefore, accounts],
    ),
  );
  return { removed: gone.reduce((sum, rows) => sum + rows.length, 0), last };
}
