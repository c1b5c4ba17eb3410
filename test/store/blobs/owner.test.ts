// A folder or a bucket of blobs belongs to one database.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../../migrations/index.ts";
import { newId } from "../../../src/lib/ids.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { secret } from "../../../src/store/access/secrets.ts";
import { blobKey, pack } from "../../../src/store/blobs/blobs.ts";
import { openBlobStore } from "../../../src/store/blobs/open.ts";
import { openOwned } from "../../../src/store/blobs/owned.ts";
import { BlobsOfAnother, claimBlobs, expectFree, takeOver } from "../../../src/store/blobs/owner.ts";
import { addReference } from "../../../src/store/blobs/references.ts";
import type { S3Settings } from "../../../src/store/blobs/s3.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { type TempStore, tempStore } from "../../support/app/database.ts";
import { startS3 } from "../../support/fakes/s3.ts";

const root = mkdtempSync(join(tmpdir(), "postroom-test-"));
const stores: TempStore[] = [];
let s3: Awaited<ReturnType<typeof startS3>>;
let own: Database;
let other: Database;

async function migrated(): Promise<Database> {
  const store = await tempStore("embedded");
  stores.push(store);
  const database = await store.open();
  await migrate(database, migrations);
  return database;
}

beforeAll(async () => {
  s3 = await startS3(join(root, "s3"));
  [own, other] = await Promise.all([migrated(), migrated()]);
});
afterAll(async () => {
  await s3?.stop();
  for (const store of stores) await store.dispose();
  rmSync(root, { recursive: true, force: true });
});

const places: [string, () => S3Settings | null][] = [
  ["a folder", () => null],
  ["a bucket", () => s3.settings],
];

for (const [name, settings] of places) {
  describe(name, () => {
    const isFolder = name === "a folder";
    const dataDir = () => join(root, isFolder ? "folder" : "none");
    const open = () => openBlobStore({ dataDir: dataDir(), s3: settings() });
    const unmark = async () => {
      if (isFolder) return rm(join(dataDir(), "blobs/owner"));
      await new Bun.S3Client({ ...s3.settings, endpoint: s3.settings.endpoint!, region: "us-east-1" })
        .file("blobs/owner")
        .delete();
    };
    const put = async () => {
      const packed = await pack(crypto.getRandomValues(new Uint8Array(100_000)));
      await open().put(packed.key, packed.zstd);
      return packed.key;
    };

    const keysOf = async () => {
      const keys: string[] = [];
      for (let page = await open().list(null); page.length > 0; page = await open().list(keys.at(-1)!))
        keys.push(...page.map(({ key }) => key));
      return keys;
    };

    // DECISIONS Settings and command line: Blobs belong to one database; others do not start there, and delete nothing
    test("belongs to the database that comes first, whose servers all see one place", async () => {
      const place = await claimBlobs(own, open());
      expect(place).toBeString();
      expect(await claimBlobs(own, open())).toBe(place);
      const refused = await claimBlobs(other, open()).catch((error) => error);
      expect(refused).toBeInstanceOf(BlobsOfAnother);
      expect(refused.message).toContain(open().where);
      expect(refused.message).toContain("S3_BUCKET");
    });

    test("is no blob among blobs", async () => {
      const key = await put();
      expect((await open().list(null)).map((blob) => blob.key)).toEqual([key]);
    });

    test("stays nobody's where there are blobs that the database does not know", async () => {
      await unmark();
      expect(await claimBlobs(other, open())).toBeNull();
      await put();
      const refer = async (key: string) => {
        const { text, params } = addReference(newId(), key);
        await own.values(`${text} returning 1`, params);
      };
      const [stranger, known] = await keysOf();
      await refer(known!);
      // One of the own beside one of another database proves nothing.
      expect(await claimBlobs(own, open())).toBeNull();
      await refer(stranger!);
      expect(await claimBlobs(own, open())).toBeString();
    });

    test("a restore takes over the folder of the backup's own database, and no bucket", async () => {
      const backup = [{ name: "blobs", value: await secret(own, "blobs") }];
      const free = expectFree(open(), { secrets: backup, isFolder });
      if (!isFolder) return void (await expect(free).rejects.toThrow("another database"));
      await free;
      await expect(expectFree(open(), { secrets: [], isFolder })).rejects.toThrow("another database");
      await takeOver(other, open());
      expect(await claimBlobs(other, open())).toBeString();
      await expect(claimBlobs(own, open())).rejects.toThrow("another database");
    });
  });
}

test("backups in the same place keep it nobody's, and a restore away", async () => {
  const dataDir = join(root, "backed");
  const blobs = openBlobStore({ dataDir, s3: null });
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups/2026-01-01T00-00-00Z.manifest"), "x");
  expect(await claimBlobs(own, blobs)).toBeNull();
  await expect(expectFree(blobs, { secrets: [], isFolder: true })).rejects.toThrow("beside backups");
  const owned = await openOwned(own, blobs, silentLog);
  expect([owned.place, await owned.mayDelete()]).toEqual([null, false]);
});

test("a place that another database came to own takes nothing more", async () => {
  const blobs = openBlobStore({ dataDir: join(root, "lost"), s3: null });
  const owned = await openOwned(own, blobs, silentLog);
  expect(await owned.mayDelete()).toBe(true);
  await blobs.writeMark(`postroom ${"0".repeat(32)} ${newId()}\n`);
  await expect(owned.mayDelete()).rejects.toThrow("another database");
  await expect(owned.put(blobKey("ab".repeat(32)), new Uint8Array(9))).rejects.toThrow("another database");
  // A mark that is gone is written again.
  await blobs.writeMark("");
  expect(await owned.mayDelete()).toBe(true);
  await owned.put(blobKey("ab".repeat(32)), new Uint8Array(9));
});

test("a mark that nobody can read is no mark", async () => {
  const blobs = openBlobStore({ dataDir: join(root, "odd"), s3: null });
  await blobs.put(blobKey("ab".repeat(32)), new Uint8Array(10));
  for (const line of ["", "postroom\n", `postroom ${"z".repeat(32)} 1\n`]) {
    await blobs.writeMark(line);
    await blobs.put(blobKey("ab".repeat(32)), new Uint8Array(10));
    expect(await claimBlobs(own, blobs)).toBeNull();
  }
});
