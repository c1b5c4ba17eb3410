// One moment of a spread database, for a transaction that reads all of it.
import type { Database, Executor } from "../database/sql.ts";
import { commitsEnded } from "./spread.ts";
import { tableKinds } from "./table-kinds.ts";

const shared = [...tableKinds].flatMap(([name, { kind }]) => (kind === "reference" ? [name] : [])).join(", ");

/**
 * Opens the view that a transaction (repeatable read) has of each node. Meanwhile nothing is written that stands on several
 * nodes: an account is seen with its addresses, names and keys, or without any of them. Accounts of different nodes are seen
 * some milliseconds apart.
 * @param parts those of the transaction, which has asked nothing yet
 */
export async function openMoment(database: Database, parts: readonly Executor[]): Promise<void> {
  await database.transaction(async (lock) => {
    await lock.values(`lock table ${shared} in share mode`);
    for (const part of database.parts ?? []) await commitsEnded(part);
    for (const part of parts) await part.values("select 1 from accounts limit 1");
  });
}
