// `upgrade --check`: whether this program may take the place of the one that serves: its settings, the schema, the last backup. It
// changes nothing.
import { existsSync } from "node:fs";
import { migrations } from "../../migrations/index.ts";
import { version } from "../../package.json" with { type: "json" };
import { type LastBackup, readBackupNote } from "../config/backup-note.ts";
import { type Config, dataPath } from "../config/config.ts";
import { strangeSettings } from "../config/strange-settings.ts";
import { systemClock } from "../lib/clock.ts";
import { silentLog } from "../lib/log.ts";
import { openDatabase } from "../store/database/database.ts";
import { DatabaseUnfit } from "../store/database/fitness.ts";
import { MigrationError, MigrationsWait, refuseOldSchema } from "../store/database/migrate.ts";
import { DataDirError, type DataDirLock, tryLockDataDir } from "../store/embedded/data-dir.ts";
import { CommandError, type LocalCommand, type Output } from "./context.ts";

export const upgrade: LocalCommand = {
  name: "upgrade",
  usage: "--check",
  summary: "say whether this program may take the place of the one that serves; exit 1: not yet",
  options: [
    {
      name: "check",
      summary:
        "look at settings, schema and the last backup, and change nothing; an embedded database while no server holds it",
      required: true,
    },
  ],
  positionals: [],
  async runHere(config): Promise<Output> {
    const schema = await schemaState(config);
    const backup = backupState(readBackupNote(config), systemClock.now());
    const strange = strangeSettings();
    const isReady = schema.fits && backup.isRecent;
    const lines = [
      `This is postroom ${version}, schema ${migrations.at(-1)?.name}. Its settings are valid.`,
      ...strange,
      schema.says,
      backup.says,
      isReady
        ? "It may take over: put it in the place of the other one, and restart the service. Of several servers, one after the other."
        : "Not yet.",
    ];
    return { stdout: `${lines.join("\n")}\n`, exitCode: isReady ? 0 : 1 };
  },
};

/** @throws CommandError where the database cannot be opened beside a server */
async function schemaState(config: Config): Promise<{ fits: boolean; says: string }> {
  if (config.databaseUrl === null && !existsSync(dataPath(config, "postgres")))
    throw new CommandError(`DATA_DIR=${config.dataDir} has no database. Name the directory of the server.`);
  const lock = config.databaseUrl === null ? heldFor(config) : null;
  try {
    const database = await openDatabase({ ...config, log: silentLog, waitSeconds: 0 });
    try {
      await refuseOldSchema(database, migrations);
      return { fits: true, says: "The database has this schema: nothing is migrated." };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof MigrationsWait) {
      const { waiting } = error;
      const names = waiting.length > 3 ? `${waiting[0]} to ${waiting.at(-1)}` : waiting.join(", ");
      return {
        fits: true,
        says: `${waiting.length} ${waiting.length === 1 ? "migration waits" : "migrations wait"} (${names}): the next start runs what waits, beside servers of the version before; afterwards an older program no longer starts.`,
      };
    }
    if (error instanceof MigrationError) return { fits: false, says: error.message };
    if (error instanceof DatabaseUnfit) return { fits: false, says: `${error.message}.` };
    throw error;
  } finally {
    lock?.release();
  }
}

/** @throws CommandError where a server has it, or this user may not write there */
function heldFor({ dataDir }: Config): DataDirLock {
  try {
    const lock = tryLockDataDir(dataDir);
    if (lock) return lock;
  } catch (error) {
    throw error instanceof DataDirError ? new CommandError(error.message) : error;
  }
  throw new CommandError(
    "A server holds the embedded database. Stop it for a moment, or look at a restored backup: DATA_DIR=/tmp/look postroom restore PLACE, then DATA_DIR=/tmp/look postroom upgrade --check.",
  );
}

const maxBackupHours = 24;

function backupState(last: LastBackup | null, nowMs: number): { isRecent: boolean; says: string } {
  const hours = last === null ? Number.POSITIVE_INFINITY : (nowMs - Date.parse(last.takenAt)) / 3_600_000;
  if (hours <= maxBackupHours)
    return { isRecent: true, says: `The last backup is ${Math.max(0, Math.floor(hours))} hours old.` };
  const age = last === null ? "There is no backup" : `The last backup is ${Math.floor(hours / 24)} days old`;
  return {
    isRecent: false,
    says: `${age}: make one first, postroom backup FOLDER, as nothing else leads back.`,
  };
}
