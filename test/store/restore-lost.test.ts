// A restore takes what a backup has, and says what it has not: large mails and files that are missing or damaged in it.
import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { makeBackup, openSource } from "../../src/store/backup/backup.ts";
import { findBackup, readManifest } from "../../src/store/backup/manifest.ts";
import { cipherOf, openObjects } from "../../src/store/backup/objects.ts";
import { openPlace } from "../../src/store/backup/places.ts";
import { restoreBackup } from "../../src/store/backup/restore.ts";
import { requireWaiting } from "../../src/store/backup/restored.ts";
import { blobKey } from "../../src/store/blobs/blobs.ts";
import { openBlobStore } from "../../src/store/blobs/open.ts";
import { check } from "../../src/store/maintenance/check.ts";
import { repairBlobs } from "../../src/store/maintenance/repair.ts";
import { eachApp } from "../support/app/app.ts";
import { isCluster, storeKinds, tempStore } from "../support/app/database.ts";

const quiet = { version: "0.0.0", clock: systemClock, progress: () => undefined };
const onWhole = test.skipIf(isCluster);
const kinds = storeKinds.filter((kind) => kind === "embedded" || process.env.POSTROOM_TEST_DATABASE_URL);

function folder(): string {
  return mkdtempSync(join(tmpdir(), "backups-"));
}

/** Text that does not fit into a row, however compressed. */
function large(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(120_000))).toString("base64");
}

eachApp("a restore", (t) => {
  // DECISIONS Settings and command line
  onWhole("loads without what is missing or damaged in it, and says so", async () => {
    t.expectTrouble();
    const { email } = await t.address();
    for (const subject of ["damaged", "gone"]) await t.mail({ to: email, subject, text: large() });
    const { core } = t.app;
    const keys = (await core.database.values("select distinct key from blobs where refs > 0")).map(([key]) =>
      String(key),
    );
    const [whole, broken] = [folder(), folder()].map((name) => openPlace(name, null, { make: true }));
    for (const place of [whole!, broken!]) await makeBackup(openSource(core), { place, key: null, ...quiet });
    const manifest = await readManifest(broken!, await findBackup(broken!, null), cipherOf(null), false);
    const [damaged, gone] = keys.slice(-2).map((key) => join(broken!.name, "blobs", key));
    const bytes = readFileSync(damaged!);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(damaged!, bytes);
    rmSync(gone!);
    // The list of mails is not needed: rows name them, too.
    for (const piece of manifest.blobs.pieces) rmSync(join(broken!.name, "blobs", blobKey(piece)));
    for (const kind of kinds) {
      const store = await tempStore(kind, { empty: true });
      const [database, blobs] = [await store.open(), openBlobStore({ dataDir: store.dataDir, s3: null })];
      const target = { database, blobs, isFolder: true, dataDir: store.dataDir, migrations };
      const objects = openObjects(broken!, cipherOf(null), new Set());
      const cut = restoreBackup(manifest, objects, target, (at) => {
        if (at === "statistics") throw new Error("cut");
      });
      expect(await cut.catch(String)).toContain("cut");
      const counts = await restoreBackup(manifest, objects, target, () => undefined);
      expect([counts.lost, counts.lostKeys]).toEqual([2, []]);
      expect((await requireWaiting(database)).lost).toBe(2);
      expect((await check({ database, blobs })).length).toBe(2);
      const backup = openObjects(whole!, cipherOf(null), new Set());
      const signal = new AbortController().signal;
      const mended = { database, blobs, clock: systemClock, backup, marks: false, signal };
      const { restored, lost } = await repairBlobs({ ...mended, progress: () => undefined });
      expect([restored.sort(), lost]).toEqual([keys.slice(-2).sort(), []]);
      expect(await check({ database, blobs })).toEqual([]);
      await store.dispose();
    }
    // A row is needed.
    const piece = manifest.tables.find(({ name }) => name === "messages")!.pieces[0]!;
    rmSync(join(broken!.name, "blobs", blobKey(piece)));
    const store = await tempStore("embedded", { empty: true });
    const blobs = openBlobStore({ dataDir: store.dataDir, s3: null });
    const target = {
      database: await store.open(),
      blobs,
      isFolder: true,
      dataDir: store.dataDir,
      migrations,
    };
    const objects = openObjects(broken!, cipherOf(null), new Set());
    const refused = restoreBackup(manifest, objects, target, () => undefined);
    expect(await refused.catch(String)).toContain("An object of the backup is missing");
    await store.dispose();
    for (const place of [whole!, broken!]) place.close();
  });
});
