// Queries over send lists: the recipients that an identity with send policy `list` may send to.
import type { Executor } from "../database/database.ts";
import type { Owner } from "../scope.ts";

export async function getSendList(db: Executor, owner: Owner): Promise<string[]> {
  return (await findSendList(db, owner)) ?? [];
}

/** @returns null when the identity never had a send list */
export async function findSendList(db: Executor, { accountId, identityId }: Owner): Promise<string[] | null> {
  const [row] = await db.rows<{ entries: string[] }>(
    "select entries from send_lists where account_id = $1::uuid and identity_id = $2::uuid",
    [accountId, identityId],
  );
  return row?.entries ?? null;
}
