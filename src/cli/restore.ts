// `restore`: a backup into an empty place, embedded or Postgres, whichever it was made from. It shows what the backup permits
// and asks: no server starts on it before somebody has accepted that.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { type Config, dataPath } from "../config/config.ts";
import { findBackup, readManifest } from "../store/backup/manifest.ts";
import { cipherOf, openObjects } from "../store/backup/objects.ts";
import { permittedText, readPermitted } from "../store/backup/permitted.ts";
import { openPlace, placeError } from "../store/backup/places.ts";
import { type RestoredCounts, restoreBackup } from "../store/backup/restore.ts";
import { markRestored, requireWaiting } from "../store/backup/restored.ts";
import { markUnfinished, unfinishedIn, unfinishedRestore } from "../store/backup/unfinished.ts";
import { openBlobStore } from "../store/blobs/open.ts";
import { type Database, openDatabase } from "../store/database/database.ts";
import { refuseUnfit } from "../store/database/fitness.ts";
import { lockDataDir } from "../store/embedded/data-dir.ts";
import { asJson, CommandError, type Input, type LocalCommand, type Output, ok, optionOf } from "./context.ts";
import { createAsker } from "./setup/ask.ts";

export const restore: LocalCommand = {
  name: "restore",
  usage: "FOLDER|s3://BUCKET/PREFIX [--at TIME | --continue] [--yes] [--json], or --accept [--yes]",
  summary: "load a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL",
  options: [
    {
      name: "at",
      value: "TIME",
      summary:
        "the newest backup up to this time, ISO 8601, UTC, or as `backup list` names it (default: the newest of all)",
    },
    { name: "continue", summary: "go on with a restore into this place that did not end" },
    { name: "yes", summary: "accept what it permits without being asked: keys, schedules, what was allowed" },
    { name: "accept", summary: "in place of PLACE: show again what was restored permits, and ask" },
    asJson,
  ],
  examples: ["DATA_DIR=/srv/postroom postroom restore /mnt/backups --at 2026-11-25T09:00:00Z"],
  positionals: ["PLACE"],
  insteadOfFirst: "accept",
  async runHere(config, input, progress) {
    if (input.options.accept === true)
      return withTarget(config, async (database) => {
        const { takenAt, lost } = await requireWaiting(database);
        return showAndAsk(database, input, { takenAt, lost });
      });
    if (resolve(input.positionals[0]!) === config.dataDir)
      throw new CommandError(
        "The backup lies in DATA_DIR. Name another DATA_DIR: backups and mails cannot share one.",
      );
    const place = openPlace(input.positionals[0]!, config.s3Server, { make: false });
    try {
      const begun = await begunRestore(config, input.options.continue === true);
      const name = begun || (await findBackup(place, momentOf(optionOf(input, "at"))));
      const cipher = cipherOf(config.backupKey);
      const manifest = await readManifest(place, name, cipher, config.backupKey !== null);
      const objects = openObjects(place, cipher, new Set());
      // A database that is there already gets its mark when it is known to be empty.
      if (config.databaseUrl === null && !existsSync(dataPath(config, "postgres")))
        markUnfinished(config.dataDir, name);
      return await withTarget(config, async (database) => {
        const isFolder = config.s3 === null;
        const { dataDir } = config;
        const target = { database, blobs: openBlobStore(config), isFolder, dataDir, migrations };
        const counts = await restoreBackup(manifest, objects, target, progress);
        progress("");
        return showAndAsk(database, input, { name, takenAt: manifest.takenAt, ...counts });
      });
    } catch (error) {
      throw placeError(place, error);
    } finally {
      place.close();
    }
  },
};

/** @returns the name of the backup whose restore into this place did not end @throws CommandError unless that was asked for */
async function begunRestore(config: Config, isContinued: boolean): Promise<string | null> {
  const begun =
    config.databaseUrl === null ? unfinishedIn(config.dataDir) : await withTarget(config, unfinishedRestore);
  if (begun === null && isContinued)
    throw new CommandError("No restore into this place waits to be continued. Leave out --continue.");
  if (begun !== null && !isContinued)
    throw new CommandError(
      `A restore of the backup ${begun} into this place did not end. --continue goes on with it; to begin another, empty DATA_DIR or the database first.`,
    );
  return begun;
}

/** Shows what the restored data permits (keys, links, mail that will leave), and marks it as accepted if the operator agrees. */
async function showAndAsk(
  database: Database,
  input: Input,
  {
    name,
    takenAt,
    queued = 0,
    lost = 0,
    lostKeys = [],
  }: { name?: string; takenAt: string } & Partial<RestoredCounts>,
): Promise<Output> {
  const permitted = await readPermitted(database);
  const text = [
    ...(name === undefined ? [] : [`${name} is restored.`]),
    ...(queued > 0
      ? [`${queued} recipients wait in its queue: mail that was sent after the backup is sent again.`]
      : []),
    ...(lost > 0 ? [lostText(lost, lostKeys)] : []),
    permittedText(permitted, takenAt),
  ].join("\n");
  const isSure = input.options.yes === true;
  const isJson = input.options.json === true;
  const isAsked = !isSure && !isJson && process.stdin.isTTY === true;
  if (isAsked) process.stdout.write(`${text}\n`);
  const accepted = isSure || (isAsked && (await createAsker(false).yes("Accept it?")));
  if (accepted) await markRestored(database, { takenAt, state: "accepted", lost });
  const json = {
    ...(name === undefined ? {} : { backup: name }),
    taken_at: takenAt,
    queued,
    lost,
    ...(lostKeys.length === 0 ? {} : { lost_keys: lostKeys }),
    accepted,
    permitted,
  };
  const shown = isJson ? JSON.stringify(json, null, 2) : isAsked ? "" : text;
  const next = accepted && !isJson ? "It is accepted. Next: postroom check, then postroom serve." : "";
  const output = ok([shown, next].filter((line) => line !== "").join("\n"));
  return accepted ? output : { ...output, stderr: notAccepted, exitCode: 1 };
}

/** Keys that are shown of lost mails. */
const maxNamed = 20;

function lostText(lost: number, keys: readonly string[]): string {
  const [are, they] =
    lost === 1 ? ["1 large mail or file is", "it"] : [`${lost} large mails and files are`, "they"];
  return [
    `${are} missing from the backup or damaged in it; everything else is here.`,
    ...keys.slice(0, maxNamed).map((key) => `  ${key}`),
    ...(keys.length > maxNamed ? [`  and ${keys.length - maxNamed} more`] : []),
    `postroom check names what ${they} belong${lost === 1 ? "s" : ""} to. postroom repair --from PLACE brings back what another place of backups has whole; repair --mark keeps the mails as what is left of them.`,
  ].join("\n");
}

const notAccepted =
  "No server starts on it before it is accepted: postroom restore --accept shows this again and asks, and with --yes it does not ask. Or empty the place.";

/** A date (its end) or a time with its zone, UTC where it names none, as ISO 8601 in UTC. @throws CommandError */
function momentOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  // As a backup is named, and `backup list` prints it.
  const written = text.replace(/^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)/, "$1:$2:$3");
  const [, date, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?)?$/i.exec(written) ?? [];
  const moment = Date.parse(`${date}T${time ?? "23:59:59.999"}${(zone ?? "Z").toUpperCase()}`);
  if (Number.isNaN(moment))
    throw new CommandError(
      `--at ${text} is no time. Write it as 2026-11-24T15:00:00Z or 2026-11-24T16:00:00+01:00.`,
    );
  return new Date(moment).toISOString();
}

async function withTarget<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { dataDir } = config;
  // Also beside Postgres: the blobs of that folder would go over to the restored database under a running server.
  const lock = await lockDataDir(dataDir);
  try {
    const database = await openDatabase(config);
    try {
      // One that seems empty may have its tables elsewhere.
      if (config.databaseUrl !== null) await refuseUnfit(database);
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    lock.release();
  }
}
