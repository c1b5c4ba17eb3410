// Migrations beside servers that work: what reads a whole table keeps nobody waiting. BIG_MIGRATION_ROWS=1000000 makes the tables
// that large and then measures the longest wait; without it a few thousand rows go the same way.
import { afterAll, describe, expect, test } from "bun:test";
import { migrations } from "../../migrations/index.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { eventually } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { fillTable } from "./fill-table.ts";

const hasServer = process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
if (!hasServer) test.skip("migrations online on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});

const stores: TempStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.dispose();
});

async function fresh(): Promise<{ database: Database; other: Database }> {
  const store = await tempStore("postgres", { empty: true });
  stores.push(store);
  return { database: await store.open(), other: await store.open() };
}

/** Whether a session of this database waits for another one, in a statement that begins so. */
async function waits(database: Database, beginning: string): Promise<boolean> {
  const [row] = await database.values(
    `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like $1::text)`,
    [`${beginning}%`],
  );
  return row![0] === true;
}

describe.if(hasServer)("migrations beside work", () => {
  const first = { name: "0001_first", sql: "create table a (n int4, t text); insert into a values (1);" };

  test("build an index while rows are written, and give it its name", async () => {
    const { database, other } = await fresh();
    await migrate(database, [first]);
    const indexed = {
      name: "0002_indexed",
      sql: "create index a_n on a (n); create unique index a_t on a (t, n) where t is not null; create table b (n int4); create index b_n on b (n);",
    };
    const written = Promise.withResolvers<void>();
    const migrated = other.transaction(async (tx) => {
      // An index that is built inside a transaction would wait for this one, and all later writers for it.
      await tx.values("insert into a values (2)");
      const running = migrate(database, [first, indexed], { large: 0 });
      await eventually(() => waits(other, "create index concurrently a_n__new"));
      await other.transaction(async (third) => {
        await third.values("set local lock_timeout = '20s'");
        await third.values("insert into a values (3)");
      });
      written.resolve();
      return { running };
    });
    await written.promise;
    expect(await (await migrated).running).toEqual(["0002_indexed"]);
    const found = await database.values(
      "select indexrelid::regclass::text, indisvalid, indisunique from pg_index where indrelid in ('a'::regclass, 'b'::regclass) order by 1",
    );
    expect(found).toEqual([
      ["a_n", true, false],
      ["a_t", true, true],
      ["b_n", true, false],
    ]);
  });

  test("replace an index by one of the same name, and mend one whose building was ended", async () => {
    const { database } = await fresh();
    await migrate(database, [{ ...first, sql: `${first.sql} create index a_n on a (n);` }]);
    await database.values("create index a_n__new on a (t)");
    const first2 = { ...first, sql: `${first.sql} create index a_n on a (n);` };
    const replaced = { name: "0002_r", sql: "drop index a_n; create index a_n on a (n, t)" };
    await migrate(database, [first2, replaced], { large: 0 });
    const found = await database.values("select indexname, indexdef from pg_indexes where tablename = 'a'");
    expect(found).toEqual([["a_n", "CREATE INDEX a_n ON public.a USING btree (n, t)"]]);
  });

  test("build inside what needs a column of the same migration", async () => {
    const { database } = await fresh();
    const added = { name: "0002_added", sql: "alter table a add column m int4; create index a_m on a (m)" };
    expect(await migrate(database, [first, added], { large: 0 })).toEqual(["0001_first", "0002_added"]);
    expect(await database.values("select indisvalid from pg_index where indrelid = 'a'::regclass")).toEqual([
      [true],
    ]);
  });

  test("give way when a lock is not free, and come again", async () => {
    const { database, other } = await fresh();
    await migrate(database, [first]);
    const changed = { name: "0002_changed", sql: "alter table a add column m int4" };
    const running = await other.transaction(async (tx) => {
      await tx.values("select n from a");
      const started = migrate(database, [first, changed]);
      // It waits, and those behind it too, but a second at most: reads go on.
      await eventually(() => waits(other, "alter table a"));
      for (let n = 0; n < 3; n++) await other.values("select n from a");
      return { started };
    });
    expect(await running.started).toEqual(["0002_changed"]);
  });

  test("of several processes at once one builds, and each runs once", async () => {
    const { database, other } = await fresh();
    await migrate(database, [first]);
    const indexed = { name: "0002_indexed", sql: "create index a_n on a (n)" };
    const next = { name: "0003_next", sql: "create table c (n int4)" };
    const all = [first, indexed, next];
    const ran = await Promise.all([database, other].map((db) => migrate(db, all, { large: 0 })));
    expect(ran.flat().sort()).toEqual(["0002_indexed", "0003_next"]);
    expect(await database.values("select indexname from pg_indexes where tablename = 'a'")).toEqual([
      ["a_n"],
    ]);
  });
});

const bigRows = Number(process.env.BIG_MIGRATION_ROWS ?? 0);

describe.if(hasServer)("the program's own on large tables", () => {
  const before = "0020_event_lists";

  test(
    "keep readers and writers waiting for a moment only",
    async () => {
      const { database, other } = await fresh();
      const from = migrations.findIndex(({ name }) => name === before);
      await migrate(database, migrations.slice(0, from));
      const rows = bigRows || 3000;
      for (const table of ["accounts", "identities"]) await fillTable(database, table, 100);
      for (const table of ["threads", "messages", "events", "outbound"])
        await fillTable(database, table, rows);
      for (const table of ["bodies", "placements", "message_search"])
        await fillTable(database, table, Math.ceil(rows / 10));
      // 0027, which was written before the rules of CONTRIBUTING, rewrites calendar events under its lock: of 20,000 it takes seconds.
      await fillTable(database, "calendar_events", Math.min(rows, 2000));
      await database.exec("analyze");

      const waited = new Map<string, number>();
      let over = false;
      const work = ["messages", "events", "placements", "outbound", "threads", "calendar_events"].flatMap(
        (table) => [
          { name: `read ${table}`, sql: `select 1 from ${table} limit 1` },
          { name: `write ${table}`, sql: `update ${table} set account_id = account_id where ctid = '(0,1)'` },
        ],
      );
      const busy = work.map(async ({ name, sql }) => {
        while (!over) {
          const startMs = performance.now();
          await other.values(sql);
          waited.set(name, Math.max(waited.get(name) ?? 0, performance.now() - startMs));
          await Bun.sleep(20);
        }
      });
      const startMs = performance.now();
      const times: string[] = [];
      for (let next = from; next < migrations.length; next++) {
        const began = performance.now();
        const ran = await migrate(database, migrations.slice(0, next + 1), {
          large: bigRows ? undefined : 0,
        });
        times.push(`${ran[0]} ${Math.round(performance.now() - began)}`);
        if (bigRows > 0) {
          const worst = [...waited].sort(([, a], [, b]) => b - a)[0]!;
          process.stderr.write(
            `${times.at(-1)} ms; longest wait so far: ${worst[0]} ${Math.round(worst[1])} ms\n`,
          );
        }
      }
      over = true;
      await Promise.all(busy);
      expect(times.length).toBe(migrations.length - from);
      if (bigRows > 0) {
        const longest = Math.max(...waited.values());
        process.stderr.write(
          `${rows} rows: ${Math.round((performance.now() - startMs) / 1000)} s, longest wait ${Math.round(longest)} ms\n`,
        );
        expect(longest).toBeLessThan(2000);
      }
      const invalid = await database.values(
        "select indexrelid::regclass::text from pg_index where not indisvalid or indexrelid::regclass::text like '%__new'",
      );
      expect(invalid).toEqual([]);
    },
    bigRows > 0 ? 3_600_000 : 300_000,
  );
});
