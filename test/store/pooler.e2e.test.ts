// Behind a pooler that shares sessions by the transaction: what the program sets is there in each of its transactions, in no
// other's, and notifications come from the database itself. The pooler is Debian's PgBouncer.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { type Database, openDatabase } from "../../src/store/database/database.ts";
import { planning } from "../../src/store/database/planning.ts";
import { isCluster, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { programPath } from "../support/clients/programs.ts";

const serverUrl = process.env.POSTROOM_TEST_DATABASE_URL;
const missing =
  serverUrl === undefined || !storeKinds.includes("postgres")
    ? "POSTROOM_TEST_DATABASE_URL is not set"
    : isCluster
      ? "a cluster refuses it"
      : programPath("pgbouncer") === null
        ? "pgbouncer is not installed"
        : null;
/** PgBouncer keeps prepared statements from 1.21 on, where `.ci/pooler` has set it so. */
const [, major = 0, minor = 0] =
  /PgBouncer (\d+)\.(\d+)/.exec(
    missing === null ? Bun.spawnSync(["pgbouncer", "--version"]).stdout.toString() : "",
  ) ?? [];
const keepsPrepared = Number(major) > 1 || Number(minor) >= 21;
const script = new URL("../../.ci/pooler", import.meta.url).pathname;

if (missing !== null) test.skip(`through a pooler: ${missing}`, () => {});
else
  describe("through a pooler", () => {
    const dir = mkdtempSync(join(tmpdir(), "postroom-pooler-"));
    let store: TempStore;
    let pooled = "";
    let database: Database;
    beforeAll(async () => {
      store = await tempStore("postgres");
      // one session for everybody: what leaks is seen by the next
      const started = Bun.spawnSync([script, "start", dir, serverUrl!], {
        env: { ...process.env, POOL_SIZE: "1" },
        stderr: "inherit",
      });
      const url = new URL(started.stdout.toString().trim());
      url.pathname = new URL(store.databaseUrl!).pathname;
      pooled = url.href;
      database = await openDatabase({
        databaseUrl: pooled,
        databaseDirectUrl: store.databaseUrl,
        dataDir: store.dataDir,
      });
    });
    afterAll(async () => {
      await database?.close();
      Bun.spawnSync([script, "stop", dir]);
      await store?.dispose();
    });

    const shown = "select name, setting from pg_settings where name = any($1::text[])";
    const names = Object.keys(planning);

    test("each statement and each transaction has our settings, others have theirs", async () => {
      const others = postgres(pooled, { max: 1, prepare: false });
      try {
        const usual = Object.fromEntries(
          (await others.unsafe(shown, [names])).map(({ name, setting }) => [name, setting]),
        );
        expect(usual).not.toEqual(planning);
        expect(Object.fromEntries(await database.values(shown, [names]))).toEqual(planning);
        const inside = await database.transaction((tx) => tx.values(shown, [names]));
        expect(Object.fromEntries(inside)).toEqual(planning);
        await database.values("select 1 / 0").catch(() => undefined);
        const after = await others.unsafe(shown, [names]);
        expect(Object.fromEntries(after.map(({ name, setting }) => [name, setting]))).toEqual(usual);
      } finally {
        await others.end();
      }
    });

    test("a statement that fails says why, and its neighbours are answered", async () => {
      await database.exec("create table one (id int primary key)");
      const insert = (id: number) => database.rows("insert into one (id) values ($1) returning id", [id]);
      await insert(1);
      const outcomes = await Promise.allSettled([insert(2), insert(1), insert(3)]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((outcomes[1] as PromiseRejectedResult).reason.sqlState).toBe("23505");
      expect(await database.values("select id from one order by id")).toEqual([[1], [2], [3]]);
    });

    test("notifications are heard", async () => {
      const heard = Promise.withResolvers<string>();
      const end = await database.listen("letters", heard.resolve, () => undefined);
      await database.values("select pg_notify('letters', 'a')");
      expect(await heard.promise).toBe("a");
      await end();
    });

    test("statements stay prepared where it keeps them; one that does not is named with its setting", async () => {
      // Two sessions: a statement that was prepared in one is asked of the other.
      const own = mkdtempSync(join(tmpdir(), "postroom-pooler-"));
      const started = Bun.spawnSync([script, "start", own, serverUrl!], {
        env: { ...process.env, POOL_SIZE: "2" },
        stderr: "inherit",
      });
      const url = new URL(started.stdout.toString().trim());
      url.pathname = new URL(store.databaseUrl!).pathname;
      const prepared = await openDatabase({
        databaseUrl: url.href,
        databaseDirectUrl: store.databaseUrl,
        databasePreparesPooled: true,
        dataDir: store.dataDir,
      });
      try {
        const add = (n: number) =>
          prepared.transaction(async (tx) => {
            const [row] = await tx.values("select $1::int4 + 1", [n]);
            await tx.values("select pg_sleep(0.01)");
            return row![0];
          });
        const seen = new Set<unknown>();
        for (let round = 0; round < 10; round++) {
          const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => add(n)));
          for (const [n, outcome] of outcomes.entries()) {
            if (outcome.status === "fulfilled") expect(outcome.value).toBe(n + 1);
            else seen.add(outcome.reason.message);
          }
        }
        const forgets = expect.stringContaining("DATABASE_POOLER_PREPARES=off");
        expect([...seen]).toEqual(keepsPrepared ? [] : [forgets]);
      } finally {
        await prepared.close();
        Bun.spawnSync([script, "stop", own]);
      }
    });

    test("without DATABASE_DIRECT_URL the start is refused, and says what is missing", async () => {
      const refused = await openDatabase({ databaseUrl: pooled, dataDir: store.dataDir }).catch(
        (error: Error) => error.message,
      );
      expect(refused).toContain("is a pooler: set DATABASE_DIRECT_URL");
    });
  });
