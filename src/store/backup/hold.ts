// A backup and the sweep of unreferenced blobs exclude each other: a blob of the backup's moment may lose its last reference
// before it is copied. On Postgres by an advisory lock, as any process may sweep; embedded by a locked file in DATA_DIR.

import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { lockExclusively } from "../../lib/libc.ts";
import { must } from "../../lib/must.ts";
import type { Database } from "../database/sql.ts";
import { BackupError } from "./places.ts";

/** Any fixed number: it names this lock among the database's advisory locks. */
const lockKey = 0x706f7362;
/** The transaction waits, without a statement, while blobs are read or deleted. */
const patient = "set local idle_in_transaction_session_timeout = 0";

/**
 * Runs a backup while no process sweeps blobs; waits for a sweep under way.
 * @param database Postgres; null: the embedded one, which another process may hold
 * @throws BackupError when another backup of the same DATA_DIR runs
 */
export async function withoutSweep<T>(
  { database, dataDir }: { database: Database | null; dataDir: string },
  work: () => Promise<T>,
): Promise<T> {
  if (database !== null)
    return database.transaction(
      async (tx) => {
        await tx.values(patient);
        await tx.values("select pg_advisory_xact_lock_shared($1::bigint)", [lockKey]);
        return work();
      },
      { long: true },
    );
  const file = openHold(dataDir);
  try {
    for (let tries = 0; !lockExclusively(file); tries++) {
      if (tries === 100)
        throw new BackupError("Another backup of this DATA_DIR is under way. Wait until it has ended.");
      await Bun.sleep(100);
    }
    return await work();
  } finally {
    closeSync(file);
  }
}

/** Runs one step of a sweep. @returns null, without running it, while a backup is under way */
export async function unlessBackup<T>(
  { database, dataDir }: { database: Database; dataDir: string },
  work: () => Promise<T>,
): Promise<T | null> {
  if (database.kind === "postgres")
    return database.transaction(
      async (tx) => {
        await tx.values(patient);
        const [free] = await tx.values("select pg_try_advisory_xact_lock($1::bigint)", [lockKey]);
        return must(free, "the statement returns one row")[0] === true ? work() : null;
      },
      { long: true },
    );
  const file = openHold(dataDir);
  try {
    return lockExclusively(file) ? await work() : null;
  } finally {
    closeSync(file);
  }
}

function openHold(dataDir: string): number {
  return openSync(join(dataDir, "backup.lock"), "a", 0o600);
}
