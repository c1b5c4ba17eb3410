// `upgrade --check`: beside a database of this schema, of an older one, of a newer one; with and without a backup. It changes nothing.

import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { upgrade } from "../../src/cli/upgrade.ts";
import { readConfig } from "../../src/config/config.ts";
import { instantOf, systemClock } from "../../src/lib/clock.ts";
import { tryLockDataDir } from "../../src/store/embedded/data-dir.ts";
import { testEnv } from "../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";

const kinds = storeKinds.filter(
  (kind) => kind === "embedded" || process.env.POSTROOM_TEST_DATABASE_URL !== undefined,
);

async function onStore(
  kind: (typeof kinds)[number],
  look: (store: TempStore) => Promise<void>,
): Promise<void> {
  const store = await tempStore(kind);
  try {
    await look(store);
  } finally {
    await store.dispose();
  }
}

/** A matcher in toMatchObject would take the place of what it matched. */
async function expectCheck(store: TempStore, exitCode: number, ...texts: string[]): Promise<void> {
  const output = await check(store);
  for (const text of texts) expect(output.stdout).toContain(text);
  expect(output.exitCode).toBe(exitCode);
}

const check = (store: TempStore) =>
  upgrade.runHere(readConfig(testEnv(store)), { positionals: [], options: { check: true } }, () => undefined);

/** Runs SQL on the store, and closes it. */
async function change(store: TempStore, sql: string): Promise<void> {
  const database = await store.open();
  await database.exec(sql);
  await database.close();
}

function noteBackup({ dataDir }: TempStore, hours: number): void {
  const takenAt = instantOf(systemClock.now() - hours * 3_600_000);
  writeFileSync(join(dataDir, "last-backup.json"), JSON.stringify({ takenAt, place: "/mnt/backups" }));
}

test.each(kinds)("%s: this schema, after a backup of today", (kind) =>
  onStore(kind, async (store) => {
    await change(store, "select 1");
    await expectCheck(store, 1, "There is no backup", "Not yet.");
    noteBackup(store, 50);
    await expectCheck(store, 1, "The last backup is 2 days old");
    noteBackup(store, 3);
    await expectCheck(store, 0, "nothing is migrated", "The last backup is 3 hours old.");
  }),
);

test.each(kinds)("%s: an older schema is named and stays; a newer one is refused", (kind) =>
  onStore(kind, async (store) => {
    const last = migrations.at(-1)!.name;
    noteBackup(store, 1);
    await change(store, `delete from schema_migrations where name = '${last}'`);
    for (const _ of [1, 2]) await expectCheck(store, 0, `1 migration waits (${last})`);
    await change(
      store,
      "insert into schema_migrations (name, checksum, applied_at) values ('9999_later', 'x', now())",
    );
    await expectCheck(store, 1, "Not yet.");
  }),
);

test.skipIf(process.env.POSTROOM_TEST_DATABASE_URL === undefined)(
  "on PostgreSQL a DATA_DIR that is not there is not made",
  () =>
    onStore("postgres", async (store) => {
      await change(store, "select 1");
      const dataDir = join(store.dataDir, "not-there");
      const env = { ...testEnv(store), DATA_DIR: dataDir };
      const input = { positionals: [], options: { check: true as const } };
      const { stdout } = await upgrade.runHere(readConfig(env), input, () => undefined);
      expect(stdout).toContain("There is no backup");
      expect(existsSync(dataDir)).toBe(false);
    }),
);

test("a server that holds the embedded database, and a directory without one, are said", () =>
  onStore("embedded", async (store) => {
    await expect(check(store)).rejects.toThrow("has no database");
    await change(store, "select 1");
    const lock = tryLockDataDir(store.dataDir)!;
    try {
      await expect(check(store)).rejects.toThrow("A server holds the embedded database");
    } finally {
      lock.release();
    }
  }));
