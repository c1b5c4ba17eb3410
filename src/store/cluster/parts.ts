// Parts of a database that is spread: each is a schema that holds whole accounts, with all their tables, and lies on one
// node. Inside of a part any statement runs as on a single PostgreSQL, which is why accounts are spread by schema: spread
// by row, Citus refuses locks, recursion and correlated subqueries unless each table in each statement names one account.
// https://docs.citusdata.com/en/stable/develop/api_udf.html
import type { Executor } from "../database/sql.ts";

/** The schema of a part. */
export function partName(part: number): string {
  return `part_${part}`;
}

/** The part that an account's rows are in. Ids end in random digits. */
export function partOf(accountId: string, parts: number): number {
  return Number.parseInt(accountId.slice(-4), 16) % parts;
}

/** The same in SQL. */
export function partOfSql(column: string, parts: number): string {
  return `('x' || right(${column}::text, 4))::bit(16)::int % ${parts}`;
}

/** A statement that says in which part it runs. Each part's statement is prepared on its own, and planned once there. */
export function inPart(part: number, text: string): string {
  return `/*${partName(part)}*/ ${text}`;
}

/** The part that a statement says it runs in; null: it says nothing. */
export function markedPart(text: string): string | null {
  return text.startsWith("/*part_") ? text.slice(2, text.indexOf("*/")) : null;
}

/** The statement without its part. */
export function unmarked(text: string): string {
  return markedPart(text) === null ? text : text.slice(text.indexOf("*/") + 3);
}

/** Number of parts that the database has; 0: it is not spread. */
export async function countParts(db: Executor): Promise<number> {
  const [row] = await db.values("select count(*)::int from pg_namespace where nspname ~ '^part_[0-9]+$'");
  return row?.[0] as number;
}
