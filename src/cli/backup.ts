// `backup`, `backup verify|list|prune`: a consistent copy of everything, while the service runs. Of an embedded database that a
// server holds, the server copies the files beside its work; this process recovers and reads the copy.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { backupNote, notedBackup, placesOf, readBackupNote } from "../config/backup-note.ts";
import { type Config, dataPath } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { readKeep } from "../lib/keep.ts";
import { type BackupSource, makeBackup, openSource } from "../store/backup/backup.ts";
import { type BackupState, leaveMark, readBackupState, unknownState } from "../store/backup/base.ts";
import { withoutSweep } from "../store/backup/hold.ts";
import { holdsBackups, unmountedPoint } from "../store/backup/mounted.ts";
import {
  BackupError,
  type BackupPlace,
  expectNoServer,
  openPlace,
  placeError,
} from "../store/backup/places.ts";
import { refuseUnfinishedDatabase } from "../store/backup/unfinished.ts";
import { pruneBackups, verifyBackup } from "../store/backup/verify.ts";
import { openBlobStore } from "../store/blobs/open.ts";
import { type Database, openDatabase } from "../store/database/database.ts";
import { copyLive, sweepCopies } from "../store/embedded/copies.ts";
import { lockDataDir } from "../store/embedded/data-dir.ts";
import { isEmbedded, openEmbedded } from "../store/embedded/embedded.ts";
import { type CliCommand, CommandError, type LocalCommand, type Output, ok, optionOf } from "./context.ts";
import { runInServer } from "./run-in-server.ts";
import { refuseWithoutDatabase } from "./run-on-store.ts";

export const backup: LocalCommand = {
  name: "backup",
  usage: "FOLDER|s3://BUCKET/PREFIX",
  summary:
    "copy the database and all mail of this moment; what the place has already is not copied again. BACKUP_KEY encrypts it; with BACKUP_TO the server makes them by itself",
  options: [
    {
      name: "anew",
      summary: "begin there, though the place had backups and holds none now, or is a mount point of nothing",
    },
  ],
  examples: [
    "postroom backup /mnt/backups",
    "BACKUP_KEY=$(cat backup.key) postroom backup s3://bucket/prefix",
  ],
  positionals: ["PLACE"],
  async runHere(config, { positionals: [name = ""], options: { anew } }, progress) {
    refuseWithoutDatabase(config);
    if (anew !== true) refuseUnmounted(config, name);
    return withPlace(config, { name, make: true }, async (place) => {
      await expectNoServer(place, config);
      const options = { place, key: config.backupKey, version, clock: systemClock, progress };
      const blobs = openBlobStore(config);
      const made = await withSource(config, (source) => makeBackup(source, options));
      const last = notedBackup(readBackupNote(config), {
        takenAt: made.takenAt,
        place: placeNameOf(name),
      });
      if (existsSync(config.dataDir)) writeFileSync(dataPath(config, backupNote), JSON.stringify(last));
      const { objects, bytes } = made.written;
      const done = ok(
        `${made.name}: ${made.rows} rows (${made.read} read) and ${made.blobs} large mails and files; new in ${name}: ${objects} objects, ${megabytes(bytes)}.`,
      );
      if (made.missing.length > 0) return { ...done, stderr: gaps(made.missing, blobs.where), exitCode: 1 };
      return made.lost === 0
        ? done
        : { ...done, stderr: `${made.lost} large mails or files are known to be lost, and are not in it.` };
    });
  },
};

function isBucket(name: string): boolean {
  return name.startsWith("s3://");
}

function placeNameOf(name: string): string {
  return isBucket(name) ? name : resolve(name);
}

/** @throws CommandError where a disk or share that should be at this folder is not mounted */
function refuseUnmounted(config: Config, name: string): void {
  if (isBucket(name)) return;
  const meant = `If it is to be so: postroom backup ${name} --anew`;
  // A folder with backups is the place, whatever /etc/fstab says of it.
  if (holdsBackups(name)) return;
  const takenAt = placesOf(readBackupNote(config))[placeNameOf(name)];
  if (takenAt !== undefined)
    throw new CommandError(
      `${name} had the backup of ${takenAt}, and holds none now: the disk or share that belongs there is not mounted. Mount it, and run this again. ${meant}`,
    );
  const point = unmountedPoint(name);
  if (point !== null)
    throw new CommandError(
      `Nothing is mounted at ${point}, where /etc/fstab wants something: a backup in ${name} would lie on another disk, and be hidden later. Mount it (mount ${point}), and run this again. ${meant}`,
    );
}

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
        const asked = { name: backup, key: config.backupKey, progress };
        // One whose list cannot be read says nothing of the others.
        const found = await verifyBackup(place, asked, checked).catch((error: unknown) => {
          if (!(error instanceof BackupError)) throw error;
          return { objects: 0, problems: [error.message] };
        });
        problems += found.problems.length;
        const counted = found.problems.length === 1 ? "1 problem" : `${found.problems.length} problems`;
        lines.push(...found.problems, `${backup}: ${found.objects} objects, ${counted}.`);
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

/** Writes the files of the embedded database into DATA_DIR/FOLDER/postgres. */
export const backupCopy: CliCommand = {
  name: "backup copy",
  usage: "FOLDER",
  summary: "copy the embedded database's files, which recover to one moment",
  options: [],
  positionals: ["FOLDER"],
  internal: true,
  async run({ database, config }, { positionals: [folder = ""] }) {
    if (!/^backup-\w+$/.test(folder)) throw new CommandError("This is not the name of a backup's folder.");
    if (isEmbedded(database)) await database.copyTo(copyIn(config, folder));
    return ok("");
  },
};

/** Says where the database stands. */
export const backupState: CliCommand = {
  name: "backup state",
  usage: "",
  summary: "say where the database stands",
  options: [],
  positionals: [],
  internal: true,
  run: async ({ database }) => ok(JSON.stringify(await readBackupState(database))),
};

/** Leaves the mark of a backup. */
export const backupMark: CliCommand = {
  name: "backup mark",
  usage: "MARK",
  summary: "leave the mark of a backup in the database",
  options: [],
  positionals: ["MARK"],
  internal: true,
  async run({ database }, { positionals: [mark = ""] }) {
    if (!/^[0-9a-f-]{36}$/.test(mark)) throw new CommandError("This is no mark of a backup.");
    await leaveMark(database, mark);
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

/** Runs a backup of what this process, or a server, has open, and keeps sweeps from blobs until it ends. */
async function withSource<T>(config: Config, work: (source: BackupSource) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config;
  const blobs = openBlobStore(config);
  if (databaseUrl !== null) {
    const database = await openDatabase(config);
    try {
      await refuseUnfinishedDatabase(database);
      return await withoutSweep({ database, dataDir }, () => work(openSource({ database, blobs })));
    } finally {
      await database.close();
    }
  }
  sweepCopies(dataDir);
  const inServer = (command: CliCommand, ...positionals: string[]) =>
    runInServer(config, command, { positionals, options: {} });
  return withoutSweep({ database: null, dataDir }, () =>
    work({
      blobs,
      async state() {
        const answer = await inServer(backupState);
        return answer?.exitCode === 0 ? (JSON.parse(answer.stdout) as BackupState) : unknownState;
      },
      read: (read) => withCopy(config, inServer, read),
      // Without a server none is left, and the next backup reads everything.
      mark: async (mark) => void (await inServer(backupMark, mark)),
    }),
  );
}

async function withCopy<T>(
  config: Config,
  inServer: (command: CliCommand, folder: string) => Promise<Output | null>,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const copy = mkdtempSync(join(config.dataDir, "backup-"));
  const lock = await lockDataDir(copy);
  try {
    const folder = basename(copy);
    const answer = await inServer(backupCopy, folder);
    if (answer && answer.exitCode !== 0)
      throw new CommandError(answer.stderr ?? "The server could not copy its database.");
    if (!answer) await copyAtRest(config, folder);
    const database = await openEmbedded({ dataDir: copy, isCopy: true });
    try {
      return await read(database);
    } finally {
      await database.close();
    }
  } finally {
    lock.release();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function copyAtRest(config: Config, folder: string): Promise<void> {
  const lock = await lockDataDir(config.dataDir);
  try {
    await copyLive(dataPath(config, "postgres"), copyIn(config, folder));
  } finally {
    lock.release();
  }
}

function copyIn(config: Config, folder: string): string {
  return join(config.dataDir, folder, "postgres");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
