// One transaction on one connection. BEGIN, the statements and COMMIT are pipelined; what COMMIT answers decides.

import type { PostgresConnection, ResultShape } from "./connection.ts";
import { CommitUnknown, type DatabaseTransaction, DatabaseUnavailable, type Param, SqlError } from "./sql.ts";

const unlimited = "set local statement_timeout = 0";

/** @throws what `work` throws, or the first statement's error; CommitUnknown when the answer to COMMIT is lost */
export async function runTransaction<T>(
  connection: PostgresConnection,
  work: (tx: DatabaseTransaction) => Promise<T>,
  limitMs: number | null,
): Promise<T> {
  let over: Error | null = null;
  let first: unknown = null;
  const note = (error: unknown) => {
    first ??= error;
  };

  const run = <R>(text: string, params: readonly Param[], shape: ResultShape): Promise<R[]> => {
    if (over) return Promise.reject(over);
    const rows = connection.run(text, params, shape).then((result) => result.rows as R[]);
    // A statement whose promise was dropped must not crash the process: COMMIT fails with its error.
    rows.catch(note);
    return rows;
  };
  const tx: DatabaseTransaction = {
    rows: (text, params = []) => run(text, params, "rows"),
    values: (text, params = []) => run(text, params, "values"),
    exec: (script) => run(script, [], "script").then(() => undefined),
    async sent() {
      // The driver gathers statements in a microtask, and sends them in the next immediate.
      await null;
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };

  const late = Promise.withResolvers<never>();
  const timer = limitMs === null ? null : setTimeout(() => late.reject(tooLong(limitMs)), limitMs);
  connection.patient = limitMs === null;
  const start = ["begin", connection.eachTransaction, limitMs === null ? unlimited : ""];
  run(start.filter((part) => part !== "").join("; "), [], "script").catch(() => {});
  let result: T;
  try {
    result = await Promise.race([work(tx), late.promise]);
  } catch (error) {
    over = new Error("the transaction was rolled back");
    await connection.run("rollback", [], "script").catch(() => {});
    // "current transaction is aborted" is only the echo of an earlier error
    throw error instanceof SqlError && error.sqlState === "25P02" ? (first ?? error) : error;
  } finally {
    if (timer) clearTimeout(timer);
    connection.patient = false;
  }
  over = new Error("the transaction is over");
  return commit(connection, result, () => first);
}

function tooLong(limitMs: number): DatabaseUnavailable {
  return new DatabaseUnavailable(`a transaction took longer than ${limitMs / 1000} s`);
}

async function commit<T>(connection: PostgresConnection, result: T, firstError: () => unknown): Promise<T> {
  if (!connection.live)
    throw firstError() ?? new DatabaseUnavailable("the connection to the database was lost");
  // A statement that could not be sent: the database knows nothing of it, and would commit the rest.
  const unsent = firstError();
  if (unsent && !(unsent instanceof SqlError)) {
    await connection.run("rollback", [], "script").catch(() => {});
    throw unsent;
  }
  const { command } = await connection.run("commit", [], "script").catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable && !firstError()
      ? new CommitUnknown(`the outcome of a commit is unknown: ${error.message}`, { cause: error })
      : error;
  });
  // an aborted transaction answers COMMIT with ROLLBACK. PostgreSQL COMMIT
  if (command !== "COMMIT") {
    throw firstError() ?? new SqlError("the transaction had failed and was rolled back", "25P02", null);
  }
  return result;
}
