// Drizzle's query builder over any Executor: it writes the SQL, the Executor runs it. Values pass unchanged, for both
// databases return them in their final form; the tables' columns (tables/columns.ts) convert nothing.
import { drizzle } from "drizzle-orm/pg-proxy";
import type { Executor, Param } from "./sql.ts";

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
    const encoded = params.map(toParam);
    const rows =
      method === "execute" ? await executor.rows(text, encoded) : await executor.values(text, encoded);
    return { rows };
  });
}

/** What a column did not encode is JSON: drizzle has made text of Postgres arrays by now. */
function toParam(value: unknown): Param {
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    return JSON.stringify(value);
  return value as Param;
}
