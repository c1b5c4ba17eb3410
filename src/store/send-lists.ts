// Queries over send lists: whom an identity with send policy `list` may write to.
import type { Executor } from "./database.ts";

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

/**
 * Those of these recipients that are on the identity's list, themselves or by their domain.
 * @param recipients in canonical form
 */
export async function listedRecipients(
  db: Pick<Executor, "rows">,
  at: { accountId: string; identityId: string },
  recipients: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ recipient: string }>(
    `select r as recipient from send_lists l, unnest($3::text[]) as r
     where l.account_id = $1::uuid and l.identity_id = $2::uuid
       and l.entries && array[r, substring(r from '[^@]*$')]`,
    [at.accountId, at.identityId, recipients],
  );
  return new Set(rows.map(({ recipient }) => recipient));
}
