// `backup`, `backup verify|list|prune`: a consistent copy of everything, while the service runs. Of an embedded database that a
// server holds, the server copies the files of one moment; this process reads the copy, so the server does not wait for it.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, resolve } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { backupNote, type LastBackup } from "../config/backup-note.ts";
import { type Config, dataPath } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { readKeep } from "../lib/keep.ts";
import { makeBackup } from "../store/backup/backup.ts";
import { withoutSweep } from "../store/backup/hold.ts";
import { type BackupPlace, expectNoServer, openPlace, placeError } from "../store/backup/places.ts";
import { pruneBackups, verifyBackup } from "../store/backup/verify.ts";
import { openBlobStore } from "../store/blobs/open.ts";
import { type Database, openDatabase } from "../store/database/database.ts";
import { sweepCopies } from "../store/embedded/copies.ts";
import { lockDataDir } from "../store/embedded/data-dir.ts";
import { type CliCommand, CommandError, type LocalCommand, type Output, ok, optionOf } from "./context.ts";
import { runInServer } from "./run-in-server.ts";

export const backup: LocalCommand = {
  name: "backup",
  usage: "FOLDER|s3://BUCKET/PREFIX",
  summary: "copy the database and all mail of this moment; what the place has already is not copied again",
  options: [],
  positionals: ["PLACE"],
  runHere: (config, { positionals: [name = ""] }, progress) =>
    withPlace(config, { name, make: true }, async (place) => {
      await expectNoServer(place, config);
      const options = { place, key: config.backupKey, version, clock: systemClock, progress };
      const blobs = openBlobStore(config);
      const made = await withSource(config, (database) => makeBackup({ database, blobs }, options));
      const last: LastBackup = {
        takenAt: made.takenAt,
        place: name.startsWith("s3://") ? name : resolve(name),
      };
      if (existsSync(config.dataDir)) writeFileSync(dataPath(config, backupNote), JSON.stringify(last));
      const { objects, bytes } = made.written;
      const done = ok(
        `${made.name}: ${made.rows} rows and ${made.blobs} large mails and files; new in ${name}: ${objects} objects, ${megabytes(bytes)}.`,
      );
      if (made.missing.length > 0) return { ...done, stderr: gaps(made.missing, blobs.where), exitCode: 1 };
      return made.lost === 0
        ? done
        : { ...done, stderr: `${made.lost} large mails or files are known to be lost, and are not in it.` };
    }),
};

/** The sentence that names the blobs missing from a backup. */
function gaps(missing: readonly string[], where: string): string {
  const named = missing.slice(0, 20).join(", ");
  return `${missing.length} large mails or files are missing or damaged in ${where}, and are not in the backup: ${named}${missing.length > 20 ? ", …" : ""}. postroom check names what they belong to, postroom repair brings back what a backup has.`;
}

export const backupVerify: LocalCommand = {
  name: "backup verify",
  usage: "PLACE [--all]",
  summary: "read the newest backup as a restore would; exit 1 when something is missing or damaged",
  options: [{ name: "all", summary: "every backup of the place" }],
  positionals: ["PLACE"],
  runHere: (config, { positionals: [name = ""], options }, progress) =>
    withPlace(config, { name, make: false }, async (place) => {
      const names = await place.manifests();
      if (names.length === 0) throw new CommandError(`${name} holds no backups.`);
      const checked = new Set<string>();
      const lines: string[] = [];
      let problems = 0;
      for (const backup of options.all ? names : names.slice(-1)) {
        const found = await verifyBackup(place, { name: backup, key: config.backupKey, progress }, checked);
        problems += found.problems.length;
        lines.push(
          ...found.problems,
          `${backup}: ${found.objects} objects, ${found.problems.length} problems.`,
        );
      }
      return { stdout: `${lines.join("\n")}\n`, exitCode: problems > 0 ? 1 : 0 };
    }),
};

export const backupList: LocalCommand = {
  name: "backup list",
  usage: "PLACE",
  summary: "name the backups of a place, oldest first",
  options: [],
  positionals: ["PLACE"],
  runHere: (config, { positionals: [name = ""] }) =>
    withPlace(config, { name, make: false }, async (place) => ok((await place.manifests()).join("\n"))),
};

export const backupPrune: LocalCommand = {
  name: "backup prune",
  usage: "PLACE --keep N|24h,7d,4w",
  summary:
    "delete all but the newest N backups, or all but the newest of each of so many hours, days and weeks, and what only they needed",
  options: [{ name: "keep", value: "N|24h,7d,4w", summary: "backups to keep, at least 1", required: true }],
  positionals: ["PLACE"],
  runHere: (config, input, progress) =>
    withPlace(config, { name: input.positionals[0]!, make: false }, async (place) => {
      const keep = readKeep(optionOf(input, "keep") ?? "");
      if (!keep)
        throw new CommandError(
          "--keep takes a number from 1 on, or hours, days and weeks to keep one of, such as 24h,7d,4w.",
        );
      await expectNoServer(place, config);
      const { backups, objects } = await pruneBackups(place, { keep, key: config.backupKey, progress });
      return ok(`${backups} backups and ${objects} objects deleted.`);
    }),
};

/** Writes the files of the embedded database, as they are at one moment, into DATA_DIR/FOLDER/postgres. */
export const backupCopy: CliCommand = {
  name: "backup copy",
  usage: "FOLDER",
  summary: "copy the embedded database's files of one moment",
  options: [],
  positionals: ["FOLDER"],
  internal: true,
  async run({ database, config }, { positionals: [folder = ""] }) {
    if (!/^backup-\w+$/.test(folder)) throw new CommandError("This is not the name of a backup's folder.");
    // The transaction holds the one session: nothing is written while the files are copied.
    await database.transaction(
      async (tx) => {
        await tx.values("checkpoint");
        await copyFiles(config, folder);
      },
      { long: true },
    );
    return ok("");
  },
};

async function withPlace(
  config: Config,
  { name, make }: { name: string; make: boolean },
  work: (place: BackupPlace) => Promise<Output>,
): Promise<Output> {
  const place = openPlace(name, config.s3Server, { make });
  try {
    return await work(place);
  } catch (error) {
    throw placeError(place, error);
  } finally {
    place.close();
  }
}

/** Runs the work on a database that shows one moment, and keeps sweeps from blobs until it ends. */
async function withSource<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== null) {
    const database = await openDatabase(config);
    try {
      return await withoutSweep({ database, dataDir }, () => work(database));
    } finally {
      await database.close();
    }
  }
  sweepCopies(dataDir);
  const copy = mkdtempSync(join(dataDir, "backup-"));
  const lock = await lockDataDir(copy);
  try {
    return await withoutSweep({ database: null, dataDir }, async () => {
      await copyEmbedded(config, copy.slice(dataDir.length + 1));
      const database = await openDatabase({ ...config, dataDir: copy });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    });
  } finally {
    lock.release();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function copyEmbedded(config: Config, folder: string): Promise<void> {
  const answer = await runInServer(config, backupCopy, { positionals: [folder], options: {} });
  if (answer && answer.exitCode !== 0)
    throw new CommandError(answer.stderr ?? "The server could not copy its database.");
  if (answer) return;
  const lock = await lockDataDir(config.dataDir);
  try {
    await copyFiles(config, folder);
  } finally {
    lock.release();
  }
}

function copyFiles(config: Config, folder: string): Promise<void> {
  return cp(dataPath(config, "postgres"), join(config.dataDir, folder, "postgres"), { recursive: true });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
