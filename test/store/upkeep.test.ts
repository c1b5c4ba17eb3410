// Statements are planned once: the planner learns of a table that grows long before autovacuum would tell it.
import { expect, test } from "bun:test";
import { eventually } from "../support/app/app.ts";
import { eachStore } from "../support/app/database.ts";

eachStore("upkeep", (s) => {
  test("analyses a table that has grown", async () => {
    await s.database.exec(
      "create table grown (n int primary key); analyze grown; insert into grown select generate_series(1, 5000)",
    );
    const known = async () => {
      await s.database.upkeep();
      const [row] = await s.database.values("select reltuples::int from pg_class where relname = 'grown'");
      return row?.[0] as number;
    };
    expect(await eventually(async () => (await known()) >= 5000)).toBe(true);
    await s.database.exec("drop table grown");
  });

  test("leaves no connection in a transaction where it fails", async () => {
    const expression = (body: string) =>
      `create or replace function measured(n int) returns int immutable language plpgsql as $$ begin ${body} end $$`;
    await s.database.exec(expression("return n;"));
    await s.database.exec("create table failing (n int); create index on failing (measured(n))");
    await s.database.exec("insert into failing select generate_series(1, 5000)");
    // ANALYZE evaluates what is indexed.
    await s.database.exec(expression("raise exception 'no room';"));
    await s.database.exec("select pg_stat_force_next_flush()");
    const failed = () =>
      s.database.upkeep().then(
        () => false,
        (error) => /no room/.test(String(error)),
      );
    expect(await eventually(failed)).toBe(true);
    for (let n = 0; n < 50; n++) expect(await s.database.values("select 1")).toEqual([[1]]);
    await s.database.exec("drop table failing; drop function measured");
  });

  test("has nothing left to do, however often tables were analysed", async () => {
    const columns = Array.from({ length: 60 }, (_, n) => `c${n} int`).join(", ");
    await s.database.exec(`create table wide (${columns})`);
    await s.database.exec("insert into wide (c0) select generate_series(1, 300)");
    // Each writes a row of statistics a column: those of the statistics themselves are made by nobody.
    for (let n = 0; n < 40; n++) await s.database.exec("analyze wide");
    // Counts reach the statistics when the session is idle between statements.
    await s.database.exec("select pg_stat_force_next_flush()");
    const atRest = async () => (await s.database.upkeep()) === 0 && (await s.database.upkeep()) === 0;
    let passes = 0;
    for (; passes < 50 && !(await atRest()); passes++) await s.database.values("select 1");
    expect(passes).toBeLessThan(50);
    await s.database.exec("drop table wide");
  });

  test.skipIf(s.kind !== "embedded")("analyses a table again once half as many rows are new", async () => {
    await s.database.exec("create table growing (n int primary key)");
    const grow = async (from: number, to: number) => {
      await s.database.exec(`insert into growing select generate_series(${from}, ${to})`);
      await s.database.exec("select pg_stat_force_next_flush()");
      while ((await s.database.upkeep()) > 0);
      const [row] = await s.database.values(
        "select analyze_count::int from pg_stat_user_tables where relname = 'growing'",
      );
      return row?.[0];
    };
    expect(await grow(1, 1000)).toBe(1);
    expect(await grow(1001, 1500)).toBe(1);
    expect(await grow(1501, 1600)).toBe(2);
    await s.database.exec("drop table growing");
  });
});
