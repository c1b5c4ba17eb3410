// Drizzle's query builder over any Executor: it writes the SQL, the Executor runs it. Values pass unchanged, since both
// databases return them in their final form; of the columns (tables/columns.ts) only JSON is encoded.
// Cost: to build and map a statement takes about 25 µs, a `sql` template 4 µs, text 1 µs. Hot statements are text.
import { and, type Column, desc, eq, type SQL, sql } from "drizzle-orm";
import { PgPreparedQuery } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pg-proxy";
import type { Scope } from "../scope.ts";
import type { DeferredStatement, Executor, Param } from "./sql.ts";

export type Orm = ReturnType<typeof make>;

const made = new WeakMap<Executor, Orm>();

/** One instance per Executor. Transactions are the Database's, never drizzle's. */
export function orm(executor: Executor): Orm {
  let found = made.get(executor);
  if (!found) {
    found = make(executor);
    made.set(executor, found);
  }
  return found;
}

function make(executor: Executor) {
  return drizzle(async (text, params, method) => {
    const rows =
      method === "execute"
        ? await executor.rows(text, params as Param[])
        : await executor.values(text, params as Param[]);
    return { rows };
  });
}

/**
 * Let errors of an Executor pass unchanged. drizzle would wrap them in its own, which hides that the database
 * is away or the transaction has ended, and whose text holds the values.
 */
Object.defineProperty(PgPreparedQuery.prototype, "queryWithCache", {
  value: <T>(_text: string, _params: unknown[], query: () => Promise<T>): Promise<T> => query(),
});

function notRun(): never {
  throw new Error("a write is a statement for a turn: statementOf(write....)");
}

/** The builder for statements that a turn runs later: `statementOf(write.delete(pods).where(...))`. */
export const write: Pick<Orm, "insert" | "update" | "delete"> = make({ rows: notRun, values: notRun });

/** A built statement, for `turn.bulk`. */
export function statementOf(query: { toSQL(): { sql: string; params: unknown[] } }): DeferredStatement {
  const { sql: text, params } = query.toSQL();
  return { text, params: params as Param[] };
}

/** True where the column is one of the values, which travel as one array: the statement's text stays the same. */
export function isAnyOf(column: Column, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}

/**
 * Rows that the scope reaches: the account's own, and of a restricted key those of its identities.
 * @param table has the column `accountId`
 * @param identity the column that holds the identity's id
 */
export function ownedRows(scope: Scope, table: { accountId: Column }, identity: Column): SQL | undefined {
  return and(
    eq(table.accountId, scope.accountId),
    scope.identityIds === null ? undefined : isAnyOf(identity, scope.identityIds),
  );
}

/**
 * The end of a list's query, in place of its order: newest first, `count` rows and those made at the instant
 * of the last.
 */
export function newestFirst(createdAt: Column, count: number): SQL {
  return sql`${desc(createdAt)} fetch first (${count}::int) rows with ties`;
}
