// Access keys of folders, which sign URLAUTH URLs. RFC 4467
import type { Executor, Statement } from "../database/database.ts";
import type { Owner } from "../scope.ts";

/** The folder's key; null while it has none. */
export async function urlKey(db: Executor, owner: Owner, folderId: string): Promise<Uint8Array | null> {
  const [row] = await db.rows<{ key: Uint8Array }>(
    "select key from url_keys where account_id = $1::uuid and folder_id = $2::uuid and identity_id = $3::uuid",
    [owner.accountId, folderId, owner.identityId],
  );
  return row?.key ?? null;
}

/** The identity of this address, or null. The URL's token authorizes the access. */
export async function ownerOf(
  db: Executor,
  address: { localPart: string; domain: string },
): Promise<Owner | null> {
  const [row] = await db.rows<{ account_id: string; id: string }>(
    `select i.account_id, i.id from addresses a join identities i on i.account_id = a.account_id and i.id = a.identity_id
     where a.domain = $1::text and a.local_part = $2::text and i.deleted_at is null`,
    [address.domain, address.localPart],
  );
  return row ? { accountId: row.account_id, identityId: row.id } : null;
}

/** Deletes the key of a folder (null: of all folders), which revokes its URLs. */
export function deleteUrlKeys({ accountId, identityId }: Owner, folderId: string | null): Statement {
  return {
    text: `delete from url_keys where account_id = $1::uuid and identity_id = $2::uuid
             and ($3::uuid is null or folder_id = $3::uuid)`,
    params: [accountId, identityId, folderId],
  };
}
