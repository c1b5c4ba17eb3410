// One moment of a spread database, for a transaction that reads all of it.
import { type Database, type Executor, SqlError } from "../database/sql.ts";
import { commitsEnded } from "./spread.ts";
import { tableKinds } from "./table-kinds.ts";

const shared = [...tableKinds].flatMap(([name, { kind }]) => (kind === "reference" ? [name] : [])).join(", ");

/** Longest wait for the locks: everybody who writes to these tables waits behind it. */
const lockMs = 2_000;
const mostTries = 5;
const restMs = 1_000;

/**
 * Opens the view that a transaction (repeatable read) has of each node. Meanwhile nothing is written that stands on several
 * nodes: an account is seen with its addresses, names and keys, or without any of them. Accounts of different nodes are seen
 * some milliseconds apart.
 * @param parts those of the transaction, which has asked nothing yet
 * @throws SqlError lock_not_available, deadlock_detected: others write without a pause; DatabaseUnavailable
 */
export async function openMoment(database: Database, parts: readonly Executor[]): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await database.transaction(async (lock) => {
        await lock.values(`set local lock_timeout = ${lockMs}`);
        await lock.values(`lock table ${shared} in share mode`);
        await Promise.all((database.parts ?? []).map(commitsEnded));
        for (const part of parts) await part.values("select 1 from accounts limit 1");
      });
    } catch (error) {
      if (tries === mostTries || !isInTheWay(error)) throw error;
      await Bun.sleep(restMs);
    }
}

/** Whether a writer had a lock for longer, or wanted the tables in another order. */
function isInTheWay(error: unknown): boolean {
  return error instanceof SqlError && (error.sqlState === "55P03" || error.sqlState === "40P01");
}
