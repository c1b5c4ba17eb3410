// Copies of the embedded database that backups read, DATA_DIR/backup-*: one of a backup that was cut off is as large as the database
// and keeps mail that was deleted since.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tryLockDataDir } from "./data-dir.ts";

/** Removes the copies that no process has locked. @returns how many there were */
export function sweepCopies(dataDir: string): number {
  let removed = 0;
  for (const name of readdirSync(dataDir).filter((one) => /^backup-\w+$/.test(one))) {
    const copy = join(dataDir, name);
    const lock = tryLockDataDir(copy);
    if (lock === null) continue;
    rmSync(copy, { recursive: true, force: true });
    lock.release();
    removed++;
  }
  return removed;
}
