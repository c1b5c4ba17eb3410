// Drizzle's builder over both databases: values pass through it unchanged.
import { expect, test } from "bun:test";
import { and, eq, gt, sql } from "drizzle-orm";
import { boolean, date, numeric, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { DatabaseUnavailable } from "../../src/store/database/database.ts";
import { isAnyOf, newestFirst, orm, statementOf, write } from "../../src/store/database/orm.ts";
import { bytes, instant, int8, json, xid8 } from "../../src/store/tables/columns.ts";
import { eachStore } from "../support/app/database.ts";

const things = pgTable("things", {
  id: uuid("id").primaryKey(),
  at: instant("at").notNull(),
  raw: bytes("raw"),
  count: int8("count").notNull(),
  small: smallint("small").notNull(),
  price: numeric("price"),
  day: date("day"),
  yes: boolean("yes").notNull(),
  words: text("words").array().notNull(),
  people: json<{ name: string }[]>("people").notNull(),
  extra: json<unknown>("extra"),
  xid: xid8("xid").notNull().default(sql`'7'::xid8`),
});

const thing = {
  id: "0198c0de-0000-7000-8000-000000000001",
  at: "2026-01-02T03:04:05.678901Z",
  raw: new Uint8Array([0, 255]),
  count: 9_007_199_254_740_991,
  small: -5,
  price: "12.50",
  day: "2026-02-28",
  yes: true,
  words: ["a,b", 'say "x"', "back\\slash", "NULL"],
  people: [{ name: "Ann" }, { name: 'quote " and \\' }],
  extra: { deep: [1, null] },
};

test("what the executor throws is what the caller gets, whatever is awaited", async () => {
  const away = new DatabaseUnavailable("away");
  const fail = () => Promise.reject(away);
  const db = orm({ rows: fail, values: fail });
  const queries = [
    db.select().from(things),
    db.select({ id: things.id }).from(things).limit(1),
    db.insert(things).values(thing),
    db.update(things).set({ small: 1 }).returning(),
    db.delete(things),
    db.execute(sql`select 1`),
  ];
  for (const query of queries)
    expect(
      await query.then(
        () => null,
        (error) => error,
      ),
    ).toBe(away);
});

eachStore("drizzle", (store) => {
  test("values are read as they were written", async () => {
    await store.database.exec(`create table things (id uuid primary key, at timestamptz not null, raw bytea,
      count bigint not null, small smallint not null, price numeric, day date, yes boolean not null,
      words text[] not null, people jsonb not null, extra jsonb, xid xid8 not null default '7')`);
    const db = orm(store.database);
    expect(orm(store.database)).toBe(db);
    const other = {
      ...thing,
      id: thing.id.replace(/1$/, "2"),
      raw: null,
      price: null,
      day: null,
      extra: null,
    };
    const inserted = await db.insert(things).values([thing, other]).returning();
    expect(inserted).toEqual([
      { ...thing, xid: "7" },
      { ...other, xid: "7" },
    ]);
    expect(await db.select().from(things).where(eq(things.id, thing.id))).toEqual([{ ...thing, xid: "7" }]);
  });

  test("writes inside a transaction, and rolls back with it", async () => {
    const all = () => orm(store.database).select({ id: things.id, words: things.words }).from(things);
    const before = await all();
    await store.database
      .transaction(async (tx) => {
        await orm(tx)
          .update(things)
          .set({ words: [], at: "2027-01-01T00:00:00.000001Z" })
          .where(and(gt(things.at, "2026-01-02T03:04:05.678900Z"), eq(things.yes, true)));
        expect((await orm(tx).select({ words: things.words }).from(things))[0]).toEqual({ words: [] });
        throw new Error("back");
      })
      .catch(() => {});
    expect(await all()).toEqual(before);
  });

  test("a list of values is one parameter, so that the statement stays the same", async () => {
    const db = orm(store.database);
    const find = (ids: string[]) => db.select({ id: things.id }).from(things).where(isAnyOf(things.id, ids));
    const [one, other] = (await db.select({ id: things.id }).from(things)).map(({ id }) => id) as [
      string,
      string,
    ];
    expect(find([one, other]).toSQL().sql).toBe(find([]).toSQL().sql);
    expect(await find([one, other])).toHaveLength(2);
    expect(await find([other])).toEqual([{ id: other }]);
    expect(await find([])).toEqual([]);
  });

  test("a list ends with the rows that tie with its last one", async () => {
    const db = orm(store.database);
    const newest = (count: number) =>
      db.select({ at: things.at }).from(things).orderBy(newestFirst(things.at, count));
    expect(await newest(1)).toEqual([{ at: thing.at }, { at: thing.at }]);
    await db.update(things).set({ at: "2026-03-03T00:00:00.000001Z" }).where(eq(things.id, thing.id));
    expect(await newest(1)).toEqual([{ at: "2026-03-03T00:00:00.000001Z" }]);
  });

  test("a statement is built now and run later; run by itself it is refused", async () => {
    const { database } = store;
    const people = [{ name: "Bo" }];
    const { text, params } = statementOf(
      write
        .update(things)
        .set({ people })
        .where(isAnyOf(things.id, [thing.id])),
    );
    await database.values(text, params);
    const found = await orm(database)
      .select({ people: things.people })
      .from(things)
      .where(eq(things.id, thing.id));
    expect(found).toEqual([{ people }]);
    expect(write.delete(things).execute()).rejects.toThrow();
  });
});
