// `restore`: a backup into an empty place, embedded or Postgres, whichever it was made from.
import { migrations } from "../../migrations/index.ts";
import type { Config } from "../config/config.ts";
import { findBackup, readManifest } from "../store/backup/manifest.ts";
import { cipherOf, openObjects } from "../store/backup/objects.ts";
import { openPlace } from "../store/backup/places.ts";
import { restoreBackup } from "../store/backup/restore.ts";
import { openBlobStore } from "../store/blobs/open.ts";
import { openDatabase } from "../store/database/database.ts";
import { lockDataDir, shareDataDir } from "../store/embedded/data-dir.ts";
import { type LocalCommand, type Output, ok, optionOf } from "./context.ts";

export const restore: LocalCommand = {
  name: "restore",
  usage: "FOLDER|s3://BUCKET/PREFIX [--at TIME]",
  summary: "load a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL",
  options: [
    {
      name: "at",
      value: "TIME",
      summary: "the newest backup up to this time, ISO 8601, UTC (default: the newest of all)",
    },
  ],
  positionals: ["PLACE"],
  async runHere(config, input, progress) {
    const place = openPlace(input.positionals[0]!, config.s3Server, { make: false });
    try {
      const name = await findBackup(place, optionOf(input, "at") ?? null);
      const cipher = cipherOf(config.backupKey);
      const manifest = await readManifest(place, name, cipher, config.backupKey !== null);
      const objects = openObjects(place, cipher, new Set());
      return await withTarget(config, async (database) => {
        const target = { database, blobs: openBlobStore(config), migrations };
        const { queued } = await restoreBackup(manifest, objects, target, progress);
        return ok(
          [
            `${name} is restored. Next: postroom check, then postroom serve.`,
            ...(queued > 0
              ? [`${queued} recipients wait in its queue: mail that was sent after the backup is sent again.`]
              : []),
          ].join("\n"),
        );
      });
    } finally {
      place.close();
    }
  },
};

async function withTarget(
  config: Config,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Output>,
): Promise<Output> {
  const { databaseUrl, dataDir } = config;
  const lock = databaseUrl === null ? await lockDataDir(dataDir) : shareDataDir(dataDir);
  try {
    const database = await openDatabase(config);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    lock.release();
  }
}
