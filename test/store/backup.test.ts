// Backups hold every row and blob, store nothing twice, notice what is missing or damaged, and load into either database; one
// of an older schema is migrated on.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { makeBackup, openSource } from "../../src/store/backup/backup.ts";
import { unlessBackup, withoutSweep } from "../../src/store/backup/hold.ts";
import { findBackup, readManifest } from "../../src/store/backup/manifest.ts";
import { cipherOf, openObjects } from "../../src/store/backup/objects.ts";
import { type BackupPlace, expectNoServer, openPlace } from "../../src/store/backup/places.ts";
import { restoreBackup } from "../../src/store/backup/restore.ts";
import { unfinishedIn, unfinishedRestore } from "../../src/store/backup/unfinished.ts";
import { pruneBackups, verifyBackup } from "../../src/store/backup/verify.ts";
import type { BlobStore } from "../../src/store/blobs/blobs.ts";
import { openBlobStore } from "../../src/store/blobs/open.ts";
import { claimBlobs } from "../../src/store/blobs/owner.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { check } from "../../src/store/maintenance/check.ts";
import { eachApp } from "../support/app/app.ts";
import { isCluster, type Kind, storeKinds, tempStore } from "../support/app/database.ts";
import { atRest, createFixtures, dumpRows, purgeDeleted } from "../support/app/fixtures.ts";
import { startReceiver } from "../support/fakes/receivers.ts";
import { startS3 } from "../support/fakes/s3.ts";

const key = Buffer.alloc(32, 7);
const quiet = { version: "0.0.0", clock: systemClock, progress: () => undefined };
const onWhole = test.skipIf(isCluster); // One schema, and pieces that are not read again: a cluster has neither.
const kinds = storeKinds.filter((kind) => kind === "embedded" || process.env.POSTROOM_TEST_DATABASE_URL);

function folder(): string {
  return mkdtempSync(join(tmpdir(), "backups-"));
}

/** Text that does not fit into a row, however compressed. */
function large(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(120_000))).toString("base64");
}

/** Loads the newest backup into a fresh database and hands it over. */
async function restored<T>(
  place: BackupPlace,
  { kind, secret }: { kind: Kind; secret: Uint8Array | null },
  work: (database: Database, blobs: BlobStore) => Promise<T>,
): Promise<T> {
  const store = await tempStore(kind, { empty: true });
  try {
    const cipher = cipherOf(secret);
    const manifest = await readManifest(place, await findBackup(place, null), cipher, secret !== null);
    const [database, blobs] = [await store.open(), openBlobStore({ dataDir: store.dataDir, s3: null })];
    const objects = openObjects(place, cipher, new Set());
    const target = { database, blobs, isFolder: true, dataDir: store.dataDir, migrations };
    // It is cut off behind its blobs, behind its rows, and goes on.
    for (const end of ["table accounts", "statistics"]) {
      const cut = restoreBackup(manifest, objects, target, (at) => {
        if (at === end) throw new Error(`cut at ${at}`);
      });
      // `rejects` of Bun waits without letting the embedded database answer.
      expect(await cut.catch(String)).toContain(`cut at ${end}`);
      const mark = kind === "embedded" ? unfinishedIn(store.dataDir) : await unfinishedRestore(database);
      expect(mark).toBe(await findBackup(place, null));
    }
    await restoreBackup(manifest, objects, target, () => undefined);
    expect([unfinishedIn(store.dataDir), await unfinishedRestore(database)]).toEqual([null, null]);
    return await work(database, blobs);
  } finally {
    await store.dispose();
  }
}

/** Rows as text, without what a restore moves on. */
function comparable(rows: Map<string, string[]>): Map<string, string[]> {
  const moved = /"(uid_next|modseq)": \d+/g;
  return new Map(
    [...rows]
      .filter(([table]) => table !== "changes")
      .map(([table, lines]) => [
        table,
        lines.map((line) => (/^(folders|identities)$/.test(table) ? line.replace(moved, "") : line)).sort(),
      ]),
  );
}

eachApp("a backup", (t) => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    const { database } = t.app.core;
    await createFixtures(t.api, { mark: "kept", hookUrl: receiver.url, database });
    await t.mail({ to: (await t.address()).email, subject: "large", text: large() });
    await atRest(database);
  });
  afterAll(() => receiver.stop());

  onWhole("has every row and blob, whichever database it is loaded into", async () => {
    const place = openPlace(folder(), null, { make: true });
    const { core } = t.app;
    const before = comparable(await dumpRows(core.database, null));
    const made = await makeBackup(openSource(core), { place, key, ...quiet });
    expect(made.blobs).toBeGreaterThan(0);
    for (const kind of kinds) {
      await restored(place, { kind, secret: key }, async (database, blobs) => {
        expect(comparable(await dumpRows(database, null))).toEqual(before);
        expect(await check({ database, blobs })).toEqual([]);
        const target = { database, blobs, isFolder: true, dataDir: "", migrations };
        const cipher = cipherOf(key);
        const manifest = await readManifest(place, made.name, cipher, true);
        const again = restoreBackup(manifest, openObjects(place, cipher, new Set()), target, () => undefined);
        await expect(again).rejects.toThrow("The database is not empty");
      });
    }
    place.close();
  });

  test("stores only what is new, and forgets what no backup needs", async () => {
    const place = openPlace(folder(), null, { make: true });
    const { core } = t.app;
    const first = await makeBackup(openSource(core), { place, key: null, ...quiet });
    const second = await makeBackup(openSource(core), { place, key: null, ...quiet });
    // the list of blobs and the tables are the same; what workers touch may differ
    expect(second.written.objects).toBeLessThan(first.written.objects / 4);
    const text = large();
    await t.mail({ to: (await t.address()).email, subject: "later", text });
    const third = await makeBackup(openSource(core), { place, key: null, ...quiet });
    expect(third.blobs).toBe(first.blobs + 1);
    expect(await place.manifests()).toEqual([first.name, second.name, third.name]);
    expect(
      await findBackup(place, `${second.name.slice(0, 11)}${second.name.slice(11).replaceAll("-", ":")}`),
    ).toBe(second.name);
    const pruned = await pruneBackups(place, { keep: { newest: 1 }, key: null, progress: () => undefined });
    expect(pruned.backups).toBe(2);
    expect(pruned.objects).toBeGreaterThan(0);
    const left = await verifyBackup(
      place,
      { name: third.name, key: null, progress: () => undefined },
      new Set(),
    );
    expect(left.problems).toEqual([]);
    expect(left.objects).toBeGreaterThan(0);
    place.close();
  });

  onWhole("reads what changed since, and is as whole as one that reads everything", async () => {
    const place = openPlace(folder(), null, { make: true });
    const { core } = t.app;
    const make = () => makeBackup(openSource(core), { place, key, ...quiet });
    const first = await make();
    expect(first.read).toBe(first.rows);
    const { id, email } = await t.address();
    await t.mail({ to: email, subject: "gone", text: large() });
    await t.mail({ to: email, subject: "kept", text: "x" });
    const { data } = (await t.api.get<{ data: { id: string }[] }>(`/messages?identity_id=${id}`)).json;
    const [kept, gone] = data.map((message) => message.id);
    const apiKey = await t.api.must<{ id: string }>(
      201,
      t.api.post("/api-keys", { name: "revoked", identity_ids: [id] }),
    );
    const second = await make();
    expect(second.read).toBeLessThan(second.rows);
    for (let times = 0; times < 2; times++) await t.api.must(200, t.api.delete(`/messages/${gone}`));
    await t.api.must(200, t.api.patch(`/messages/${kept}`, { is_read: true }));
    await t.api.must(200, t.api.delete(`/api-keys/${apiKey.id}`));
    await t.api.must(204, t.api.delete(`/identities/${id}`));
    await purgeDeleted(core.database);
    await atRest(core.database);
    const source = openSource(core);
    // It is cut off before its manifest is there, so it is not: the next one goes on from the one before.
    const cut = makeBackup(
      { ...source, read: (work) => source.read(work).then(() => Promise.reject(new Error("cut"))) },
      { place, key, ...quiet },
    );
    expect(await cut.catch(String)).toContain("cut");
    const third = await make();
    expect(third.read).toBeLessThan(third.rows);
    const before = comparable(await dumpRows(core.database, null));
    for (const kind of kinds)
      await restored(place, { kind, secret: key }, async (database, blobs) => {
        expect(comparable(await dumpRows(database, null))).toEqual(before);
        expect(await check({ database, blobs })).toEqual([]);
      });
    // A piece that the place lost is read and stored again.
    const objects = readdirSync(join(place.name, "blobs"), { recursive: true, withFileTypes: true });
    for (const entry of objects.filter((entry) => entry.isFile())) rmSync(join(entry.parentPath, entry.name));
    const healed = await make();
    const options = { name: healed.name, key, progress: () => undefined };
    expect((await verifyBackup(place, options, new Set())).problems).toEqual([]);
    // A database that was set back, or copied, lacks the mark of what the place has.
    await core.database.values("delete from secrets where name = 'backup_marks' returning 1");
    const whole = await make();
    expect(whole.read).toBe(whole.rows);
    for (const other of [Buffer.alloc(32, 8), null]) {
      const refused = makeBackup(openSource(core), { place, key: other, ...quiet });
      expect(await refused.catch(String)).toContain("BACKUP_KEY");
    }
    place.close();
  });

  test("finds a row that is gone from a piece in which nothing was written", async () => {
    const place = openPlace(folder(), null, { make: true });
    const { database } = t.app.core;
    const make = () => makeBackup(openSource(t.app.core), { place, key: null, ...quiet });
    const rows = (name: string) => readManifest(place, name, cipherOf(null), false);
    const days = (change: string) => database.values(`${change} returning 1`);
    // Several pieces, and a table that is printed whole.
    await days(
      "insert into policy_reports (kind, day, domain, attempts) select 'tls', '2020-01-01', format('%s.example', n), 0 from generate_series(1, 20000) n",
    );
    const tableOf = async (name: string) =>
      (await rows(name)).tables.find((table) => table.name === "policy_reports")!;
    const first = await tableOf((await make()).name);
    expect(first.pieces.length).toBeGreaterThan(5);
    const piecesLeft = async (change: string) => {
      await days(change);
      const made = await make();
      const { pieces, rows } = await tableOf(made.name);
      return { rows, read: made.read, same: pieces.filter((piece) => first.pieces.includes(piece)).length };
    };
    // The last by key; then one in the midst, while one at the front is written.
    const written = await piecesLeft(
      "insert into policy_reports (kind, day, domain, attempts) values ('tls', '2021-01-01', 'z', 0)",
    );
    expect([written.rows, written.same]).toEqual([20_001, first.pieces.length - 1]);
    await days("update policy_reports set domain = '0' where domain = '1.example'");
    const gone = await piecesLeft("delete from policy_reports where domain = '5555.example'");
    expect(gone.rows).toBe(20_000);
    expect(gone.same).toBeGreaterThanOrEqual(first.pieces.length - 4);
    expect(gone.same).toBeLessThan(first.pieces.length - 1);
    await restored(place, { kind: "embedded", secret: null }, async (other) => {
      const text = "select md5(string_agg(t::text, ',' order by kind, day, domain)) from policy_reports t";
      expect(await other.values(text)).toEqual(await database.values(text));
    });
    await days("delete from policy_reports");
    place.close();
  });

  test("tells what is missing, damaged, or encrypted with another key", async () => {
    const root = folder();
    const place = openPlace(root, null, { make: true });
    const { name } = await makeBackup(openSource(t.app.core), { place, key, ...quiet });
    const options = { name, progress: () => undefined };
    await expect(verifyBackup(place, { ...options, key: null }, new Set())).rejects.toThrow("BACKUP_KEY");
    const open = openPlace(folder(), null, { make: true });
    const plain = await makeBackup(openSource(t.app.core), { place: open, key: null, ...quiet });
    const other = { ...options, name: plain.name, key };
    await expect(verifyBackup(open, other, new Set())).rejects.toThrow("is not encrypted");
    open.close();
    await expect(verifyBackup(place, { ...options, key: Buffer.alloc(32, 8) }, new Set())).rejects.toThrow(
      "another key",
    );
    const files = readdirSync(join(root, "blobs"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files) expect(readFileSync(file).includes("kept.example")).toBe(false);
    const { tables } = await readManifest(place, name, cipherOf(key), true); // Their pieces name no objects.
    const { keyOf } = openObjects(place, cipherOf(key), new Set());
    const pieces = tables.flatMap((table) => table.pieces.map((piece) => join(root, "blobs", keyOf(piece))));
    const [damaged, missing] = pieces;
    const bytes = readFileSync(damaged!);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(damaged!, bytes);
    rmSync(missing!);
    const found = await verifyBackup(place, { ...options, key }, new Set());
    expect(found.problems.map((p) => /(\w+): .*--at/.exec(p)?.[1]).sort()).toEqual(["damaged", "missing"]);
    await expect(restored(place, { kind: t.kind, secret: key }, async () => 0)).rejects.toThrow();
    expect(() => openPlace(root, null, { make: false })).toThrow("in use by another postroom command");
    place.close();
    expect(() => openPlace(join(root, "nothing"), null, { make: false })).toThrow("holds no backups");
  });

  test("is made without what is missing or damaged, and says so", async () => {
    t.expectTrouble();
    const { database, config, blobs } = t.app.core;
    const keys = (await database.values("select distinct key from blobs where refs > 0")).map(
      ([key]) => `${key}`,
    );
    await t.mail({ to: (await t.address()).email, subject: "lost", text: large() });
    const [lost] = (await database.values("select key from blobs where refs > 0"))
      .map(([key]) => `${key}`)
      .filter((key) => !keys.includes(key));
    const file = join(config.dataDir, "blobs", lost!);
    const bytes = readFileSync(file);
    const source = { database, blobs };
    const whole = Uint8Array.from(bytes);
    bytes[bytes.length >> 1]! ^= 1;
    for (const damage of [
      () => rmSync(file),
      () => writeFileSync(file, bytes),
      () => writeFileSync(file, ""),
    ]) {
      damage();
      const place = openPlace(folder(), null, { make: true });
      const made = await makeBackup(openSource(source), { place, key: null, ...quiet });
      expect([made.missing, made.blobs]).toEqual([[lost!], keys.length]);
      const verified = await verifyBackup(
        place,
        { name: made.name, key: null, progress: () => undefined },
        new Set(),
      );
      expect(verified.problems).toEqual([]);
      place.close();
    }
    writeFileSync(file, whole);
  });

  test("is not kept where a server keeps its large mails", async () => {
    const s3 = await startS3(folder());
    const { bucket, ...server } = s3.settings;
    const own = { dataDir: folder(), s3: { bucket } };
    const refusal = async (name: string) => {
      const place = openPlace(name, server, { make: true });
      const error = await expectNoServer(place, own).then(
        () => null,
        (error: Error) => error.message,
      );
      place.close();
      return error;
    };
    expect(await refusal(folder())).toBeNull();
    expect(await refusal(own.dataDir)).toContain("keeps its large mails");
    expect(await refusal(`s3://${bucket}/daily`)).toBeNull();
    for (const name of [`s3://${bucket}`, `s3://${bucket}/`])
      expect(await refusal(name)).toContain("keeps its large mails");
    // The place of another server.
    const others = folder();
    await claimBlobs(t.app.core.database, openBlobStore({ dataDir: others, s3: null }));
    expect(await refusal(others)).toContain("keeps its large mails");
    await s3.stop();
  });

  test("keeps sweeps from blobs while it runs", async () => {
    const { database, config } = t.app.core;
    const here = { database, dataDir: config.dataDir };
    const held = { database: database.kind === "embedded" ? null : database, dataDir: config.dataDir };
    expect(await unlessBackup(here, async () => 1)).toBe(1);
    const during = await withoutSweep(held, () => unlessBackup(here, async () => 1));
    expect(during).toBeNull();
    expect(await unlessBackup(here, async () => 1)).toBe(1);
  });

  test("may be kept in a bucket", async () => {
    const s3 = await startS3(folder());
    const { bucket, ...server } = s3.settings;
    const place = openPlace(`s3://${bucket}/daily`, server, { make: true });
    const { name } = await makeBackup(openSource(t.app.core), { place, key, ...quiet });
    expect(await place.manifests()).toEqual([name]);
    await restored(place, { kind: t.kind, secret: key }, async (database, blobs) => {
      expect(await check({ database, blobs })).toEqual([]);
    });
    await pruneBackups(place, { keep: { newest: 1 }, key, progress: () => undefined });
    expect(await verifyBackup(place, { name, key, progress: () => undefined }, new Set())).toMatchObject({
      problems: [],
    });
    await s3.stop();
  });
});

for (const kind of kinds)
  onWhole(`a backup of an older schema is migrated on, ${kind}`, async () => {
    const old = await tempStore(kind, { empty: true });
    const database = await old.open();
    await database.exec("drop schema public cascade; create schema public");
    const older = migrations.filter(({ name }) => name < "0013");
    await migrate(database, older);
    await database.values("insert into secrets values ('old', '\\x0102')");
    const place = openPlace(folder(), null, { make: true });
    await makeBackup(openSource({ database, blobs: openBlobStore({ dataDir: old.dataDir, s3: null }) }), {
      place,
      key: null,
      ...quiet,
    });
    await old.dispose();
    await restored(place, { kind, secret: null }, async (next) => {
      const applied = await next.values("select name from schema_migrations order by name");
      expect(applied.flat()).toEqual(migrations.map(({ name }) => name));
      expect(
        await next.values("select name, value from secrets where name not in ('blobs', 'restored')"),
      ).toMatchObject([["old", new Uint8Array([1, 2])]]);
    });
    const manifest = await readManifest(place, await findBackup(place, null), cipherOf(null), false);
    const newer = { ...manifest, migrations: [...manifest.migrations, "9999_later"] };
    const target = await tempStore(kind, { empty: true });
    const attempt = restoreBackup(
      newer,
      openObjects(place, cipherOf(null), new Set()),
      {
        database: await target.open(),
        blobs: openBlobStore({ dataDir: target.dataDir, s3: null }),
        isFolder: true,
        dataDir: target.dataDir,
        migrations,
      },
      () => undefined,
    );
    await expect(attempt).rejects.toThrow("newer than this program");
    await target.dispose();
    place.close();
  });
