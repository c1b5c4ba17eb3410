// Faults that the store and the system refuse: each is told with what to do.
import { expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { migrations } from "../../migrations/index.ts";
import { lowLimits, processLimits } from "../../src/config/process-limits.ts";
import { openDatabase } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { knownRemedy, withRemedy } from "../../src/store/database/remedies.ts";
import { openEmbedded } from "../../src/store/embedded/embedded.ts";
import { eachStore } from "../support/app/database.ts";

/** Why this does not open; "opened" where it does. */
async function refusal(opening: Promise<{ close(): Promise<void> }>): Promise<string> {
  return opening.then(
    (database) => database.close().then(() => "opened"),
    (error: unknown) => withRemedy(error),
  );
}

const restoreIt = "bring the last backup back into a new one: DATA_DIR=NEW postroom restore PLACE.";

eachStore("remedies", (store) => {
  if (store.kind === "embedded") {
    test("files of the embedded database that are damaged or gone", async () => {
      const damages: ((postgres: string) => void)[] = [
        (dir) => truncateSync(join(dir, "global/pg_control"), 100),
        (dir) => unlinkSync(join(dir, "PG_VERSION")),
      ];
      for (const damage of damages) {
        const dataDir = mkdtempSync(join(tmpdir(), "damaged-"));
        await (await openEmbedded({ dataDir, isCopy: true })).close();
        damage(join(dataDir, "postgres"));
        const said = await refusal(openEmbedded({ dataDir, isCopy: true }));
        expect(said).toEndWith(restoreIt);
        expect(said.split(restoreIt)).toHaveLength(2);
        rmSync(dataDir, { recursive: true });
      }
    });
    return;
  }

  test("a database that is set read-only, a role that may make nothing, connections that are all taken", async () => {
    const own = new URL(store.temp.databaseUrl!);
    const name = own.pathname.slice(1);
    const sql = postgres(own.href, { max: 1, onnotice: () => undefined });
    const role = `${name}_role`;
    const as = new URL(own.href);
    [as.username, as.password] = [role, "x"];
    const open = (url: URL) => openDatabase({ databaseUrl: url.href, dataDir: store.temp.dataDir });
    try {
      await sql.unsafe(`create role ${role} login password 'x'`);
      const database = await open(as);
      const refused = await migrate(database, migrations).catch((error: unknown) => withRemedy(error));
      await database.close();
      expect(refused).toEndWith("a migration makes tables and indexes.");

      await sql.unsafe(`alter role ${role} connection limit 0`);
      expect(await refusal(open(as))).toContain("Raise max_connections of PostgreSQL");

      await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
      const readOnly = await refusal(open(own));
      expect(readOnly).toEndWith("alter database NAME reset default_transaction_read_only.");
    } finally {
      await sql.unsafe(
        `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
      );
      await sql.unsafe(`drop role if exists ${role}`);
      await sql.end();
    }
  });
});

test("a file that is not there is no database that is not there", () => {
  const missing = (() => {
    try {
      return closeSync(openSync("/nowhere/at/all", "r"));
    } catch (error) {
      return error;
    }
  })();
  expect(knownRemedy(missing)).toBeNull();
});

test("limits of the process that a server cannot work within", () => {
  const named = (
    openFiles: number | null,
    addressSpaceBytes: number | null,
    fileBytes: number | null = null,
  ) =>
    lowLimits({ openFiles, addressSpaceBytes, fileBytes }).map(({ name, isTooLow }) => `${name} ${isTooLow}`);
  expect(named(null, null)).toEqual([]);
  expect(named(65_536, 64e9)).toEqual([]);
  expect(named(1024, null)).toEqual(["ulimit -n false"]);
  expect(named(64, 2e9)).toEqual(["ulimit -n true", "ulimit -v true"]);
  expect(named(null, 8e9)).toEqual(["ulimit -v false"]);
  expect(named(null, null, 3e6)).toEqual(["ulimit -f true"]);
  expect(named(null, null, 512e6)).toEqual(["ulimit -f false"]);
  const isLinux = process.platform === "linux";
  const line = isLinux ? readFileSync("/proc/self/limits", "utf8").match(/Max open files +(\S+)/)![1]! : "";
  const openFiles = /^\d+$/.test(line) ? Number(line) : null;
  expect(processLimits().openFiles).toBe(openFiles);
});
