// Queries over suppressions. Their addresses are in canonical form (mail/address.ts).
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { Where } from "../scope.ts";
import { suppressions } from "../tables/index.ts";

export type SuppressionRow = InferSelectModel<typeof suppressions>;

/** Newest first, `count` past the cursor with ties. */
export async function listSuppressions(
  db: Executor,
  accountId: string,
  query: { email?: string; cursor: Instant | null; count: number },
): Promise<SuppressionRow[]> {
  const where = new Where()
    .and("account_id = ?::uuid", accountId)
    .and("email = ?::text", query.email)
    .and("created_at < ?::timestamptz", query.cursor ?? undefined);
  const rows = await db.rows(
    `select * from suppressions ${where}
     order by created_at desc fetch first (${where.param(query.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<SuppressionRow>(suppressions, row));
}

/** By id or by address. */
export async function findSuppression(
  db: Pick<Executor, "rows">,
  accountId: string,
  by: { id: string } | { email: string },
): Promise<SuppressionRow | null> {
  const where = new Where()
    .and("account_id = ?::uuid", accountId)
    .and("id = ?::uuid", "id" in by ? by.id : undefined)
    .and("email = ?::text", "email" in by ? by.email : undefined);
  const [row] = await db.rows(`select * from suppressions ${where}`, where.params);
  return row ? toRow<SuppressionRow>(suppressions, row) : null;
}
