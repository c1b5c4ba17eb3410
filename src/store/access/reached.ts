// The pods and addresses that a restricted key reaches indirectly, as containers of its addresses. DECISIONS
// Authentication and keys.
import { and, eq, isNull } from "drizzle-orm";
import { isAnyOf, orm } from "../database/orm.ts";
import type { Executor } from "../database/sql.ts";
import { identities } from "../tables/index.ts";

/** Values of a column, such as the pod's id, over these identities of an account. @returns a subquery */
export function ofIdentities<C extends typeof identities.podId | typeof identities.domainId>(
  db: Executor,
  { accountId, identityIds }: { accountId: string; identityIds: readonly string[] },
  column: C,
) {
  return orm(db)
    .select({ id: column })
    .from(identities)
    .where(
      and(
        eq(identities.accountId, accountId),
        isAnyOf(identities.id, identityIds),
        isNull(identities.deletedAt),
      ),
    );
}
