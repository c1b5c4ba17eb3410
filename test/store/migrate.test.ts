// Migrations: forward only, once, noticed when they do not fit.
import { expect, test } from "bun:test";
import { migrations } from "../../migrations/index.ts";
import type { Database } from "../../src/store/database/database.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { splitStatements } from "../../src/store/database/statements.ts";
import { eachWholeStore, type TempStore } from "../support/app/database.ts";

const first = { name: "0001_first", sql: "create table a (n int4); insert into a values (1);" };
const second = { name: "0002_second", sql: "alter table a add column m text default ';'; -- last\n" };
const third = { name: "0003_third", sql: "insert into a (n) values (3); insert into nowhere values (1);" };

async function message(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (thrown) => thrown,
  );
  return `${error?.name}: ${error?.message}`;
}

eachWholeStore("migrating", (store) => {
  const fresh = async (fn: (database: Database, temp: TempStore) => Promise<void>) => {
    await store.database.exec("drop schema public cascade; create schema public");
    await fn(store.database, store.temp);
  };

  test("runs each once, in order, and then nothing", () =>
    fresh(async (database) => {
      expect(await migrate(database, [second, first])).toEqual(["0001_first", "0002_second"]);
      expect(await migrate(database, [first, second])).toEqual([]);
      expect(await database.rows("select * from a")).toEqual([{ n: 1, m: ";" }]);
      const kept = await database.rows<{ applied_at: string }>(
        "select * from schema_migrations order by name",
      );
      expect(kept).toMatchObject([{ name: "0001_first" }, { name: "0002_second" }]);
      expect(kept[0]?.applied_at).toMatch(/^\d{4}-/);
    }));

  test("undoes all of one that fails, and keeps those before it", () =>
    fresh(async (database) => {
      await migrate(database, [first]);
      expect(await message(migrate(database, [first, second, third]))).toMatch(
        /^MigrationError: The migration 0003_third failed: relation "nowhere" does not exist, in: insert into nowhere/,
      );
      expect(await database.values("select n from a")).toEqual([[1]]);
      expect(await database.values("select count(*) from schema_migrations")).toEqual([[2]]);
    }));

  test("leaves an empty database empty where one fails", () =>
    fresh(async (database) => {
      expect(await message(migrate(database, [first, third]))).toContain("0003_third failed");
      const left = "select to_regclass('a'), to_regclass('schema_migrations')";
      expect(await database.values(left)).toEqual([[null, null]]);
      expect(await migrate(database, [first, second])).toEqual(["0001_first", "0002_second"]);
    }));

  test("refuses a changed one, a newer database and one that was slipped in", () =>
    fresh(async (database) => {
      await migrate(database, [first, second]);
      const changed = { ...first, sql: `${first.sql} ` };
      expect(await message(migrate(database, [changed, second]))).toContain("0001_first was changed");
      expect(await message(migrate(database, [first]))).toContain("The database is newer than this program");
      const slipped = { name: "0001_z", sql: "select 1" };
      expect(await message(migrate(database, [first, slipped, second]))).toContain("0001_z was added before");
      expect(await migrate(database, [{ ...first, sql: first.sql }, second])).toEqual([]);
    }));

  test("other line ends are the same text", () =>
    fresh(async (database) => {
      await migrate(database, [{ name: "1", sql: "select\n1" }]);
      expect(await migrate(database, [{ name: "1", sql: "select\r\n1" }])).toEqual([]);
    }));

  test("the program's own apply", () =>
    fresh(async (database) => {
      expect(await migrate(database, migrations)).toEqual(migrations.map(({ name }) => name));
      expect(await migrate(database, migrations)).toEqual([]);
    }));

  if (store.kind === "postgres") {
    test("several processes at once: each runs once", () =>
      fresh(async (database, temp) => {
        const others = await Promise.all([temp.open(), temp.open(), temp.open()]);
        const ran = await Promise.all([database, ...others].map((db) => migrate(db, [first, second])));
        expect(ran.flat().sort()).toEqual(["0001_first", "0002_second"]);
        expect(await database.values("select n from a")).toEqual([[1]]);
      }));
  }
});

const splits: [string, string[]][] = [
  ["", []],
  [" ;; \n;", []],
  ["-- only a comment; here\n/* and ; /* nested ; */ ; */", []],
  ["select 1", ["select 1"]],
  ["select 1;select 2;", ["select 1", "select 2"]],
  ["-- first;\nselect 1; -- tail;\nselect 2", ["select 1", "select 2"]],
  ["select ';', '''; '; select 2", ["select ';', '''; '", "select 2"]],
  ["select E'\\';', e'\\\\'; select 2", ["select E'\\';', e'\\\\'", "select 2"]],
  ["select name'\\'; select 2", ["select name'\\'", "select 2"]],
  ['create table "a;b" (n int); select 1', ['create table "a;b" (n int)', "select 1"]],
  ["do $$ begin; end $$; select 1", ["do $$ begin; end $$", "select 1"]],
  ["do $a$ $$;$b$; $a$; select $1; select a$b$;c", ["do $a$ $$;$b$; $a$", "select $1", "select a$b$", "c"]],
  ["select 1 /* ; */ + 2", ["select 1 /* ; */ + 2"]],
  ["select 'unfinished;", ["select 'unfinished;"]],
];
for (const [script, expected] of splits) {
  test(`split ${JSON.stringify(script)}`, () => {
    expect(splitStatements(script)).toEqual(expected);
  });
}
