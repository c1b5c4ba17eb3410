// Queries over pods. A restricted key sees those that its addresses are in.
import type { InferSelectModel } from "drizzle-orm";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { type Scope, Where } from "../scope.ts";
import { pods } from "../tables/index.ts";

export type PodRow = InferSelectModel<typeof pods>;

/** No account has more: the list is not paged. */
export const maxPods = 10_000;

/** All of them, the default one first, the others newest first. */
export async function listPods(db: Executor, scope: Scope): Promise<PodRow[]> {
  const where = seenPods(scope);
  const rows = await db.rows(
    `select * from pods ${where} order by is_default desc, created_at desc limit ${maxPods}`,
    where.params,
  );
  return rows.map((row) => toRow<PodRow>(pods, row));
}

export async function getPod(db: Executor, scope: Scope, id: string): Promise<PodRow | null> {
  const where = seenPods(scope).and("id = ?::uuid", id);
  const [row] = await db.rows(`select * from pods ${where}`, where.params);
  return row ? toRow<PodRow>(pods, row) : null;
}

function seenPods(scope: Scope): Where {
  const where = new Where().and("account_id = ?::uuid", scope.accountId);
  return scope.identityIds === null
    ? where
    : where.and(
        "id in (select pod_id from identities where account_id = ?::uuid and id = any(?::uuid[]) and deleted_at is null)",
        scope.accountId,
        scope.identityIds,
      );
}
