// Queries over app passwords.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { ownedBy, type Scope } from "../scope.ts";
import { appPasswords } from "../tables/index.ts";

export type AppPasswordRow = InferSelectModel<typeof appPasswords>;

/** Of one address, newest first, `count` past the cursor with ties. */
export async function listAppPasswords(
  db: Executor,
  scope: Scope,
  query: { identityId: string; cursor: Instant | null; count: number },
): Promise<AppPasswordRow[]> {
  const where = ownedBy(scope, "identity_id")
    .and("identity_id = ?::uuid", query.identityId)
    .and("created_at < ?::timestamptz", query.cursor ?? undefined);
  const rows = await db.rows(
    `select * from app_passwords ${where}
     order by created_at desc fetch first (${where.param(query.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<AppPasswordRow>(appPasswords, row));
}

export async function getAppPassword(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<AppPasswordRow | null> {
  const where = ownedBy(scope, "identity_id").and("id = ?::uuid", id);
  const [row] = await db.rows(`select * from app_passwords ${where}`, where.params);
  return row ? toRow<AppPasswordRow>(appPasswords, row) : null;
}

/** No address has more: a login looks at each. */
export const maxAppPasswords = 100;

/** The passwords that open an address: what a login compares with, newest first. */
export async function passwordsOf(
  db: Pick<Executor, "rows">,
  address: { localPart: string; domain: string },
): Promise<AppPasswordRow[]> {
  const rows = await db.rows(
    `select p.* from addresses a
     join identities i on i.account_id = a.account_id and i.id = a.identity_id and i.deleted_at is null
     join app_passwords p on p.account_id = a.account_id and p.identity_id = a.identity_id
     where a.domain = $1::text and a.local_part = $2::text
     order by p.created_at desc limit ${maxAppPasswords}`,
    [address.domain, address.localPart],
  );
  return rows.map((row) => toRow<AppPasswordRow>(appPasswords, row));
}
