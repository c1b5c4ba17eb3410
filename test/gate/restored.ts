// Backups of a server of the table while it does not run, and a new place that one of them is restored into, as the operator does
// it: shown, accepted, served.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { makeBackup, openSource } from "../../src/store/backup/backup.ts";
import { findBackup, readManifest } from "../../src/store/backup/manifest.ts";
import { cipherOf, openObjects } from "../../src/store/backup/objects.ts";
import { openPlace } from "../../src/store/backup/places.ts";
import { restoreBackup } from "../../src/store/backup/restore.ts";
import { markRestored } from "../../src/store/backup/restored.ts";
import { openBlobStore } from "../../src/store/blobs/open.ts";
import { openDatabase } from "../../src/store/database/database.ts";
import { type Kind, type TempStore, tempStore } from "../support/app/database.ts";

const quiet = () => undefined;

export function newFolder(): string {
  return mkdtempSync(join(process.env.POSTROOM_TEST_STORE_DIR ?? tmpdir(), "backup-"));
}

/** Of a store that no server has open. */
export async function backupOf({ dataDir, databaseUrl }: TempStore, folder: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await backupInto(folder, { database, blobs: openBlobStore({ dataDir, s3: null }) });
  } finally {
    await database.close();
  }
}

/** Into a folder: where a backup of the same store is there already, what has changed since. */
export async function backupInto(folder: string, store: Parameters<typeof openSource>[0]): Promise<void> {
  const place = openPlace(folder, null, { make: true });
  try {
    const options = { place, key: null, version: "0.0.0", clock: systemClock, progress: quiet };
    await makeBackup(openSource(store), options);
  } finally {
    place.close();
  }
}

export async function restoredFrom(folder: string, kind: Kind): Promise<TempStore> {
  const store = await tempStore(kind, { empty: true });
  const place = openPlace(folder, null, { make: false });
  const database = await openDatabase(store);
  try {
    const cipher = cipherOf(null);
    const manifest = await readManifest(place, await findBackup(place, null), cipher, false);
    const { dataDir } = store;
    const target = {
      database,
      blobs: openBlobStore({ dataDir, s3: null }),
      isFolder: true,
      dataDir,
      migrations,
    };
    await restoreBackup(manifest, openObjects(place, cipher, new Set()), target, quiet);
    await markRestored(database, { takenAt: manifest.takenAt, state: "accepted" });
  } finally {
    await database.close();
    place.close();
  }
  return store;
}
