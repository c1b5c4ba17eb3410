// What an acknowledged commit survives, and that it is on the disk at all.
import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseUnavailable } from "../../src/store/database/database.ts";
import { openEmbedded } from "../../src/store/embedded/embedded.ts";
import { eachStore } from "../support/app/database.ts";

const dirs: string[] = [];
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "postroom-test-"));
  dirs.push(dir);
  return dir;
}

describe("the embedded database", () => {
  test("syncs each commit to the disk", async () => {
    const database = await openEmbedded({ dataDir: tempDir() });
    await database.exec("create table acknowledged (n int4)");
    const before = await database.counters();
    for (let n = 0; n < 100; n++) await database.values("insert into acknowledged values ($1)", [n]);
    const after = await database.counters();
    expect(after.syncs - before.syncs).toBeGreaterThanOrEqual(100);
    await database.close();
  });

  test("makes checkpoints, which bound its log", async () => {
    const database = await openEmbedded({ dataDir: tempDir() });
    await database.exec("create table much (n int4, bytes bytea)");
    await database.exec("alter table much alter column bytes set storage external");
    for (let n = 0; n < 68; n++) {
      const bytes = crypto.getRandomValues(new Uint8Array(65536));
      await database.transaction(async (tx) => {
        for (let m = 0; m < 16; m++) void tx.values("insert into much values ($1, $2)", [n, bytes]);
      });
    }
    expect((await database.counters()).checkpoints).toBeGreaterThanOrEqual(1);
    const [size] = await database.values("select sum(size)::int8 from pg_ls_waldir()");
    expect(size?.[0]).toBeLessThan(150_000_000);
    await database.close();
  });

  test("vacuums what needs it, a table a step", async () => {
    const database = await openEmbedded({ dataDir: tempDir() });
    await database.exec(`create table busy (n int4 primary key, m int4);
      insert into busy select n, 0 from generate_series(1, 5000) n`);
    await database.exec("update busy set m = 1");
    // counts reach the statistics when the session is idle between statements
    await database.exec("select pg_stat_force_next_flush()");
    let steps = 0;
    while (await database.upkeep()) steps++;
    expect(steps).toBeGreaterThanOrEqual(1);
    const [row] = await database.rows("select reltuples::int4 as n from pg_class where relname = 'busy'");
    expect(row).toEqual({ n: 5000 });
    await database.close();
  });

  test("a damaged directory is an error that says what is wrong", async () => {
    const dataDir = tempDir();
    await (await openEmbedded({ dataDir })).close();
    writeFileSync(join(dataDir, "postgres/global/pg_control"), "garbage");
    const error = await openEmbedded({ dataDir }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(String(error)).toContain('could not read file "global/pg_control"');
  });

  test("starts again by itself after its worker broke, with all that was committed", async () => {
    const database = await openEmbedded({ dataDir: tempDir() });
    let reconnects = 0;
    const heard: string[] = [];
    const first = Promise.withResolvers<void>();
    await database.listen(
      "news",
      (payload) => {
        heard.push(payload);
        first.resolve();
      },
      () => reconnects++,
    );
    await database.exec("create table kept (n int4); insert into kept values (1)");
    const lost = database.transaction(async (tx) => {
      await tx.values("insert into kept values (2)");
      // there are no programs to run in the engine: it throws where Postgres would not, and is broken
      await tx.values("copy (select 1) to program 'true'");
      await tx.values("insert into kept values (3)");
    });
    expect(await lost.catch((error: unknown) => error)).toBeInstanceOf(DatabaseUnavailable);
    expect(await database.values("select n from kept order by n")).toEqual([[1]]);
    await database.values("select pg_notify('news', 'after')");
    await first.promise;
    expect({ heard, reconnects }).toEqual({ heard: ["after"], reconnects: 1 });
    await database.close();
  });
});

eachStore("kill -9 in the middle of commits", (store) => {
  test("loses no acknowledged commit", async () => {
    const { temp } = store;
    if (store.kind === "embedded") await store.database.close();
    const committed = new Set<number>();
    for (let round = 0; round < 2; round++) {
      const child = Bun.spawn(
        [
          process.execPath,
          join(import.meta.dir, "../support/app/commit-child.ts"),
          temp.dataDir,
          temp.databaseUrl ?? "",
        ],
        { stdout: "pipe", stderr: "inherit" },
      );
      const target = committed.size + 150 + round * 37;
      const decoder = new TextDecoder();
      let rest = "";
      for await (const chunk of child.stdout) {
        const lines = (rest + decoder.decode(chunk)).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) for (const n of line.split(" ")) committed.add(Number(n));
        if (committed.size >= target && !child.killed) child.kill("SIGKILL");
      }
      await child.exited;
      const database = await temp.open();
      const found = (await database.values("select n from acknowledged")).flat().map(Number);
      expect([...committed].filter((n) => !found.includes(n))).toEqual([]);
      // What was under way may be there, once: any of the three, so numbers may be left out.
      expect(new Set(found).size).toBe(found.length);
      for (const n of found) committed.add(n);
      await database.close();
    }
  });
});
