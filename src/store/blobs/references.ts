// Counts of an account's rows that refer to a blob. An unreferenced blob is swept later, when no upload of the same bytes
// can be under way.
import type { DeferredStatement } from "../database/database.ts";

/** Counts one more reference. */
export function addReference(accountId: string, key: string): DeferredStatement {
  return {
    text: `insert into blobs (account_id, key, refs) values ($1::uuid, $2::text, 1)
           on conflict (account_id, key) do update set refs = blobs.refs + 1`,
    params: [accountId, key],
  };
}

/** Counts one reference less for each entry; a key may occur several times. */
export function dropReferences(accountId: string, keys: readonly string[]): DeferredStatement {
  return {
    text: `update blobs set refs = refs - k.count
           from (select key, count(*) as count from unnest($2::text[]) as u(key) group by key) k
           where blobs.account_id = $1::uuid and blobs.key = k.key`,
    params: [accountId, keys],
  };
}
