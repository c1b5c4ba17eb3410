// Queries over suppressions. Their addresses are in canonical form (mail/address.ts).
import { and, eq, type InferSelectModel, inArray, lt } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor, Statement } from "../database/database.ts";
import { newestFirst, orm, statementOf, write } from "../database/orm.ts";
import { suppressions } from "../tables/index.ts";

export type SuppressionRow = InferSelectModel<typeof suppressions>;

/** Newest first, `count` past the cursor with ties. */
export async function listSuppressions(
  db: Executor,
  accountId: string,
  { email, cursor, count }: { email?: string; cursor: Instant | null; count: number },
): Promise<SuppressionRow[]> {
  return orm(db)
    .select()
    .from(suppressions)
    .where(
      and(
        eq(suppressions.accountId, accountId),
        email === undefined ? undefined : eq(suppressions.email, email),
        cursor === null ? undefined : lt(suppressions.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(suppressions.createdAt, count));
}

/** Finds a suppression by id or by address. */
export async function findSuppression(
  db: Executor,
  accountId: string,
  by: { id: string } | { email: string },
): Promise<SuppressionRow | null> {
  const named = "id" in by ? eq(suppressions.id, by.id) : eq(suppressions.email, by.email);
  const [row] = await orm(db)
    .select()
    .from(suppressions)
    .where(and(eq(suppressions.accountId, accountId), named));
  return row ?? null;
}

/** Return the addresses that are on the account's suppression list. @param emails in canonical form */
export async function suppressedAmong(
  db: Executor,
  accountId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await orm(db)
    .select({ email: suppressions.email })
    .from(suppressions)
    .where(and(eq(suppressions.accountId, accountId), inArray(suppressions.email, [...emails])));
  return new Set(rows.map(({ email }) => email));
}

/** Adds a suppression; a suppressed address keeps the one it has. */
export function addSuppression(row: SuppressionRow): Statement {
  return statementOf(
    write
      .insert(suppressions)
      .values(row)
      .onConflictDoNothing({ target: [suppressions.accountId, suppressions.email] }),
  );
}
