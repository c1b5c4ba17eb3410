// The mark of a restore under way: it stands from before the first octet until the rows, the blobs and the order of events are
// there. A server that started in between would be an empty service, which answers 550 for the addresses that it should have.
// Embedded it is a file of DATA_DIR, on Postgres a table, which a restore on another machine sees as well.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncPath } from "../../lib/sync-path.ts";
import type { Database, Executor } from "../database/database.ts";
import { BackupError } from "./places.ts";

const name = "restoring";

/** @returns the name of the backup; null: no restore is under way here */
export function unfinishedIn(dataDir: string): string | null {
  const file = join(dataDir, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Sync the mark: what follows may be cut off at any point. */
export function markUnfinished(dataDir: string, backup: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, name);
  writeFileSync(file, `${backup}\n`, { mode: 0o600 });
  syncPath(file);
  syncPath(dataDir);
}

export function unmarkUnfinished(dataDir: string): void {
  rmSync(join(dataDir, name), { force: true });
}

/** As `unfinishedIn`, of a database. An unlogged table is in no backup, and stands after a crash of Postgres, perhaps empty. */
export async function unfinishedRestore(database: Database): Promise<string | null> {
  if (database.kind !== "postgres") return null;
  const [there] = await database.values("select to_regclass('restoring') is not null");
  if (there![0] !== true) return null;
  const [row] = await database.values("select backup from restoring");
  return row ? String(row[0]) : "";
}

export async function markDatabase(database: Database, backup: string): Promise<void> {
  if (database.kind !== "postgres") return;
  await database.exec("create unlogged table if not exists restoring (backup text primary key)");
  await database.values("insert into restoring (backup) values ($1::text) on conflict do nothing", [backup]);
}

export async function unmarkDatabase(db: Pick<Executor, "values">): Promise<void> {
  await db.values("drop table if exists restoring");
}

export const unfinished =
  "A restore into this place did not end, and nothing is served of it. postroom restore PLACE --continue goes on with it; or empty DATA_DIR or the database, and begin again.";

/** @throws BackupError while a restore into DATA_DIR has not ended */
export function refuseUnfinished(dataDir: string): void {
  if (unfinishedIn(dataDir) !== null) throw new BackupError(unfinished);
}

/** @throws BackupError while a restore into this database has not ended */
export async function refuseUnfinishedDatabase(database: Database): Promise<void> {
  if ((await unfinishedRestore(database)) !== null) throw new BackupError(unfinished);
}
