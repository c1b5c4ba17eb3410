// DATABASE_READ_URL names a real streaming standby: it is read when it has everything, and else the primary is.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { type Database, openDatabase } from "../../src/store/database/database.ts";
import { Cluster, hasPostgres, openDir } from "../chaos/cluster.ts";

if (!hasPostgres) test.skip("a standby: Debian's postgresql is not installed", () => {});
else {
  const dir = openDir("replica");
  let cluster: Cluster;
  let database: Database;
  beforeAll(async () => {
    cluster = await Cluster.start(join(dir, "postgres"));
    database = await openDatabase({
      databaseUrl: cluster.url,
      databaseReadUrl: cluster.standbyUrl,
      dataDir: dir,
    });
    await database.exec("create table notes (n int primary key)");
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await cluster?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 120_000);

  /** Which server answers, and how many rows it sees. */
  const asked = async () => {
    const [row] = await database.replica.values(
      "select pg_is_in_recovery(), (select count(*)::int from notes)",
    );
    return row as [boolean, number];
  };
  /** After some rest the standby is asked again. */
  const untilFrom = async (standby: boolean) => {
    while ((await asked())[0] !== standby) await Bun.sleep(50);
  };
  const onStandby = async (statement: string) => {
    const sql = postgres(cluster.standbyUrl, { max: 1 });
    await sql.unsafe(statement);
    await sql.end();
  };

  test("each read sees what was committed before it, most of them on the standby", async () => {
    await untilFrom(true);
    let standby = 0;
    for (let n = 1; n <= 200; n++) {
      await database.values("insert into notes values ($1::int)", [n]);
      const [isStandby, seen] = await asked();
      expect(seen).toBe(n);
      if (isStandby) standby++;
      else await untilFrom(true);
    }
    expect(standby).toBeGreaterThan(0);
  }, 120_000);

  test("reads that come at once are answered in one question each, all of them right", async () => {
    await untilFrom(true);
    const before = (await asked())[1];
    await database.values("insert into notes select generate_series(1001, 1100)");
    for (const [, seen] of await Promise.all(Array.from({ length: 50 }, asked)))
      expect(seen).toBe(before + 100);
  }, 120_000);

  test("one that stands still is not read until it has caught up", async () => {
    await untilFrom(true);
    await onStandby("select pg_wal_replay_pause()");
    await database.values("insert into notes values (2001)");
    const [isStandby, seen] = await asked();
    expect([isStandby, seen]).toEqual([false, 301]);
    await onStandby("select pg_wal_replay_resume()");
    await untilFrom(true);
    expect(await asked()).toEqual([true, 301]);
  }, 120_000);

  test("nothing is written there, and the error is the reader's", async () => {
    await untilFrom(true);
    await expect(database.replica.values("select 1 / 0")).rejects.toMatchObject({ sqlState: "22012" });
  }, 120_000);

  test("one that became the primary, and one that is gone, leave the reads to the primary", async () => {
    await cluster.failOver();
    for (;;) {
      try {
        await database.values("insert into notes values (3001)");
        break;
      } catch {
        // The new primary is found in a moment.
        await Bun.sleep(50);
      }
    }
    expect(await asked()).toEqual([false, 302]);
    const gone = await openDatabase({
      databaseUrl: cluster.url,
      databaseReadUrl: "postgres://postgres@127.0.0.1:9/postgres",
      dataDir: dir,
    });
    expect(await gone.replica.values("select count(*)::int from notes")).toEqual([[302]]);
    await gone.close();
  }, 120_000);
}
