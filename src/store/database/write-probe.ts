// Store: whether the database takes writes now, tried by one that changes nothing.
import type { Database } from "./database.ts";

/** Tables that receiving and sending write to. */
const written = [
  "accounts",
  "identities",
  "threads",
  "messages",
  "bodies",
  "placements",
  "changes",
  "events",
  "outbound",
  "idempotency",
];
const lockMs = 1000;

/**
 * Takes the locks of a write and commits a record of the log: it is on disk when this returns. Nobody who writes waits for it.
 * @throws SqlError lock_not_available: a table is locked; read_only_sql_transaction: it is a standby. DatabaseUnavailable
 */
export async function probeWrite(database: Database): Promise<void> {
  if (database.parts) return probeParts(database, database.parts);
  await database.transaction(async (tx) => {
    await tx.values(`set local lock_timeout = ${lockMs}`);
    await tx.values(`lock table ${written.join(", ")} in row exclusive mode`);
    await tx.values("select pg_logical_emit_message(true, 'postroom', 'probe')");
  });
}

/** The part that took a write last: the next probe begins with it, as each of a node that is away may take long. */
const proven = new WeakMap<Database, number>();

/** One statement: where the nodes are busy, each one more waits for its turn on two of them. */
const deletions = written.map(
  (table) => `gone_${table} as (delete from ${table} where account_id = $1::uuid)`,
);
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * Where the database is spread, the coordinator and one part that take writes are enough: accounts of other parts wait for
 * their nodes. LOCK would ask every node, so the locks are those of deletions that find nothing.
 */
async function probeParts(database: Database, parts: readonly Database[]): Promise<void> {
  await database.values("select pg_logical_emit_message(true, 'postroom', 'probe')");
  const first = proven.get(database) ?? 0;
  let refusal: unknown;
  for (const n of parts.keys()) {
    const at = (first + n) % parts.length;
    try {
      await parts[at]!.transaction(async (tx) => {
        await tx.values(`set local lock_timeout = ${lockMs}`);
        await tx.values(`with ${deletions.join(", ")} select 1`, [nobody]);
      });
      proven.set(database, at);
      return;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
