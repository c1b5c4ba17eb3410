// Queries over send lists: whom an identity with send policy `list` may write to (actors/identity/sending/policy.ts asks them).
import type { Executor } from "../database/database.ts";

export async function getSendList(
  db: Executor,
  at: { accountId: string; identityId: string },
): Promise<string[]> {
  const [row] = await db.rows<{ entries: string[] }>(
    "select entries from send_lists where account_id = $1::uuid and identity_id = $2::uuid",
    [at.accountId, at.identityId],
  );
  return row?.entries ?? [];
}
