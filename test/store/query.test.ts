// Queries that are said once: their texts, values and rows.
import { expect, test } from "bun:test";
import { and, gt, sql } from "drizzle-orm";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Param } from "../../src/store/database/database.ts";
import { write } from "../../src/store/database/orm.ts";
import {
  all,
  columnsOf,
  command,
  inReach,
  one,
  type QueryPlaces,
  query,
  same,
  select,
  type Values,
} from "../../src/store/database/query.ts";
import type { Scope } from "../../src/store/scope.ts";
import { instant, json } from "../../src/store/tables/columns.ts";
import { eachStore } from "../support/app/database.ts";

const books = pgTable("books", {
  accountId: uuid("account_id").notNull(),
  identityId: uuid("identity_id").notNull(),
  bookTitle: text("book_title").notNull(),
  pages: integer("pages").notNull(),
  printedAt: instant("printed_at"),
  extra: json<{ words: string[] } | null>("extra"),
});

const account = "0198c0de-0000-7000-8000-000000000001";
const ann = "0198c0de-0000-7000-8000-00000000000a";
const ben = "0198c0de-0000-7000-8000-00000000000b";

const inScope = query(($: QueryPlaces<Scope & { bookTitle?: string; past: number | null }>) =>
  all(books)
    .where(
      and(
        inReach($, books),
        same(books, $.maybe, "bookTitle"),
        $.maybe.past && gt(books.pages, $.maybe.past),
        sql`${books.bookTitle} <> ${"it's"}`,
      ),
    )
    .orderBy(books.pages)
    .limit(50),
);

/** What a query sends. */
async function sent(ask: (db: { rows: () => Promise<never[]> }) => Promise<unknown>) {
  let seen: { text: string; params: readonly Param[] } | null = null;
  await ask({
    rows: (...[statement, params]: unknown[]) => {
      seen = { text: statement as string, params: params as Param[] };
      return Promise.resolve([]);
    },
  });
  return seen as unknown as { text: string; params: readonly Param[] };
}

test("each set of values has one text, in which what never changes stands", async () => {
  const whole = { accountId: account, identityIds: null, past: null };
  const first = await sent((db) => inScope(db, whole));
  expect(first.text).toEndWith(
    `where ("books"."account_id" = $1 and "books"."book_title" <> 'it''s') order by "books"."pages" limit 50`,
  );
  expect(first.text).toContain('"book_title" as "bookTitle"');
  expect(first.params).toEqual([account]);
  const narrow = await sent((db) => inScope(db, { ...whole, identityIds: [ann], past: 7 }));
  expect(narrow.text).toContain('"books"."identity_id" = any($2)) and "books"."pages" > $3');
  expect(narrow.params).toEqual([account, [ann], 7]);
  expect((await sent((db) => inScope(db, { ...whole, bookTitle: undefined }))).text).toBe(first.text);
});

test("a value that is used twice is one parameter", async () => {
  const twice = query(
    ($: QueryPlaces<{ pages: number }>) =>
      sql<{ a: number; b: number }>`select ${$.pages}::int as a, ${$.pages}::int + 1 as b`,
  );
  expect(await sent((db) => twice(db, { pages: 4 }))).toEqual({
    text: "select $1::int as a, $1::int + 1 as b",
    params: [4],
  });
});

test("nobody reaches more by leaving out who asks", async () => {
  for (const given of [
    { accountId: undefined, identityIds: null, past: null },
    { accountId: account, identityIds: undefined, past: null },
  ]) {
    for (let round = 0; round < 2; round++) {
      const asked = sent((db) => Promise.resolve().then(() => inScope(db, given as never)));
      expect(await asked.catch(String)).toMatch(
        /accountId is given at each call|identityIds is null or an array/,
      );
    }
  }
});

eachStore("queries that are said once", (store) => {
  const add = command(($: Values<typeof books.$inferInsert>) =>
    write.insert(books).values({
      accountId: $.accountId,
      identityId: $.identityId,
      bookTitle: $.bookTitle,
      pages: $.pages,
      printedAt: $.printedAt,
      extra: $.extra,
    } as never),
  );
  const counts = one(($: QueryPlaces<{ accountId: string }>) =>
    select({ bookTitle: books.bookTitle, twice: sql<number>`${books.pages} * 2` })
      .from(books)
      .where(same(books, $, "accountId"))
      .orderBy(books.pages)
      .limit(1),
  );
  const inText = query(
    ($: QueryPlaces<{ accountId: string }>) =>
      sql<
        typeof books.$inferSelect
      >`select ${columnsOf(books)} from ${books} where ${books.accountId} = ${$.accountId} order by pages`,
  );

  test("rows come as the table names them", async () => {
    const db = store.database;
    await db.exec(`create table books (account_id uuid not null, identity_id uuid not null, book_title text not null,
      pages integer not null, printed_at timestamptz, extra jsonb)`);
    const made = [
      {
        accountId: account,
        identityId: ann,
        bookTitle: "One",
        pages: 10,
        printedAt: null,
        extra: { words: ["a", '"'] },
      },
      {
        accountId: account,
        identityId: ben,
        bookTitle: "Two",
        pages: 20,
        printedAt: "2026-01-02T03:04:05.678901Z",
        extra: null,
      },
    ];
    for (const book of made) {
      const { text: statement, params } = add(book);
      await db.rows(statement, params);
    }
    const whole = { accountId: account, identityIds: null, past: null };
    expect(await inScope(db, whole)).toEqual(made);
    expect(await inText(db, { accountId: account })).toEqual(made);
    expect(await inScope(db, { ...whole, identityIds: [ben] })).toEqual(made.slice(1));
    expect(await inScope(db, { ...whole, identityIds: [] })).toEqual([]);
    expect(await inScope(db, { ...whole, bookTitle: "One" })).toEqual(made.slice(0, 1));
    expect(await inScope(db, { ...whole, past: 15 })).toEqual(made.slice(1));
    expect(await counts(db, { accountId: account })).toEqual({ bookTitle: "One", twice: 20 });
    expect(await counts(db, { accountId: ann })).toBeNull();
  });
});
