// Statements are planned once: the planner learns of a table that grows long before autovacuum would tell it.
import { expect, test } from "bun:test";
import { eventually } from "../support/app.ts";
import { eachStore } from "../support/database.ts";

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
});
