// Copies of the embedded database that backups read, DATA_DIR/backup-*: one of a backup that was cut off is as large as the database
// and keeps mail that was deleted since.
import { readdirSync, rmSync } from "node:fs";
import { copyFile, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
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

/** Files copied at once: the server's own reads and writes go on beside them. */
const copiedAtOnce = 2;

/**
 * Copies the files of a database that goes on writing. A copy of single moments of files, recovered from a log that reaches from
 * the checkpoint to behind the last of them, is the database of one moment. So what names the checkpoint is read first, the log
 * last, in its order. PostgreSQL 25.3, 28.1
 * @param from no checkpoint may be made meanwhile
 */
export async function copyLive(from: string, to: string): Promise<void> {
  const control = join("global", "pg_control");
  const names: string[] = [];
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true });
    else if (name !== control && dirname(name) !== "pg_wal") names.push(name);
  }
  await copyFile(join(from, control), join(to, control));
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < names.length; at = next++) await copyUnlessGone(names[at]!);
  };
  const copyUnlessGone = (name: string) =>
    copyFile(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
      // A table's file that was dropped meanwhile: the log says so.
      if (error.code !== "ENOENT") throw error;
    });
  await Promise.all(Array.from({ length: copiedAtOnce }, worker));
  const log = (await readdir(join(from, "pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
  for (const name of log) await copyFile(join(from, "pg_wal", name), join(to, "pg_wal", name));
}
