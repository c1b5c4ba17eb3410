// What every Database promises, on each store.
import { describe, expect, test } from "bun:test";
import { DatabaseUnavailable, openDatabase, SqlError } from "../../src/store/database/database.ts";
import { knownRemedy } from "../../src/store/database/remedies.ts";
import { eachStore, type SuiteStore } from "../support/app/database.ts";
import { failure, values } from "./database-values.ts";

async function sqlState(promise: Promise<unknown>): Promise<string> {
  const error = await failure(promise);
  if (!(error instanceof SqlError)) throw error;
  return error.sqlState;
}

function errors(store: SuiteStore) {
  test("have a SQLSTATE and the constraint's name", async () => {
    const { database } = store;
    await database.exec("create table unique_things (id int4 constraint things_key primary key)");
    await database.rows("insert into unique_things values (1)");
    const error = await failure(database.rows("insert into unique_things values ($1)", [1]));
    expect(error).toBeInstanceOf(SqlError);
    expect(error).toMatchObject({ sqlState: "23505", constraint: "things_key" });
    expect(await sqlState(database.rows("select 1/0"))).toBe("22012");
    expect(await sqlState(database.rows("selekt"))).toBe("42601");
    expect(await sqlState(database.rows("select * from nowhere where a = $1", ["x"]))).toBe("42P01");
    expect(await failure(database.rows("select 1/0"))).toMatchObject({ constraint: null });
  });

  test("NUL is refused in text and in JSON", async () => {
    const { database } = store;
    expect(await sqlState(database.rows("select $1::text", ["a\0b"]))).toBe("22021");
    expect(await sqlState(database.rows("select $1::jsonb", ['"a\\u0000b"']))).toBe("22P05");
    expect(await database.values("select $1::text", ["after"])).toEqual([["after"]]);
  });

  test("one statement's error leaves those around it alone", async () => {
    const { database } = store;
    const results = await Promise.allSettled([
      database.values("select 1"),
      database.values("select 1/$1::int4", [0]),
      database.values("select 2"),
      database.values("select nonsense"),
      database.values("select $1::int4", [3]),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(results[4]).toMatchObject({ value: [[3]] });
  });

  test("a script is one implicit transaction", async () => {
    const { database } = store;
    expect(await sqlState(database.exec("create table half (a int4); insert into half values (1/0)"))).toBe(
      "22012",
    );
    expect(await database.values("select to_regclass('half')")).toEqual([[null]]);
  });

  test("more distinct statements than stay prepared", async () => {
    const { database } = store;
    for (let n = 0; n < 600; n++) {
      expect(await database.values(`select ${n}, $1::int4`, [n])).toEqual([[n, n]]);
    }
    const [count] = await database.values("select count(*) from pg_prepared_statements");
    expect(count?.[0]).toBeLessThanOrEqual(501);
  });
}

function transactions(store: SuiteStore) {
  const table = async (name: string) => {
    await store.database.exec(`create table ${name} (n int4 primary key)`);
    return async () => (await store.database.values(`select n from ${name} order by n`)).flat();
  };

  test("commit what was done, in order, without awaiting each statement", async () => {
    const all = await table("committed");
    const sum = await store.database.transaction(async (tx) => {
      for (let n = 0; n < 100; n++) void tx.values("insert into committed values ($1)", [n]);
      return (await tx.values("select sum(n)::int4 from committed"))[0]?.[0];
    });
    expect(sum).toBe(4950);
    expect((await all()).length).toBe(100);
  });

  test("roll back when the work throws", async () => {
    const all = await table("thrown");
    const boom = new Error("boom");
    const error = await failure(
      store.database.transaction(async (tx) => {
        await tx.values("insert into thrown values (1)");
        throw boom;
      }),
    );
    expect(error).toBe(boom);
    expect(await all()).toEqual([]);
  });

  test("roll back when a statement fails that nobody awaited", async () => {
    const all = await table("dropped");
    const work = store.database.transaction(async (tx) => {
      void tx.values("insert into dropped values (1)");
      void tx.values("insert into dropped values (1)");
      void tx.values("insert into dropped values (2)");
    });
    expect(await sqlState(work)).toBe("23505");
    expect(await all()).toEqual([]);
  });

  test("roll back when a statement cannot be sent that nobody awaited", async () => {
    const all = await table("unsent");
    const work = store.database.transaction(async (tx) => {
      void tx.values("insert into unsent values (1)");
      const tooMany = Array.from({ length: 70_000 }, () => 1);
      tx.values("insert into unsent values ($1)", tooMany).catch(() => {});
    });
    expect(await failure(work)).toBeInstanceOf(RangeError);
    expect(await all()).toEqual([]);
  });

  test("a caught error still fails the commit, unless a savepoint undid it", async () => {
    const all = await table("caught");
    const caught = store.database.transaction(async (tx) => {
      await tx.values("insert into caught values (1)");
      await tx.values("select 1/0").catch(() => {});
    });
    expect(await sqlState(caught)).toBe("22012");
    await store.database.transaction(async (tx) => {
      await tx.values("insert into caught values (2)");
      await tx.values("savepoint s");
      await tx.values("select 1/0").catch(() => {});
      await tx.values("rollback to savepoint s");
    });
    expect(await all()).toEqual([2]);
  });

  test("report the first error, not the ones that follow from it", async () => {
    const work = store.database.transaction(async (tx) => {
      const first = tx.values("select 1/0");
      const second = tx.values("select 1");
      await second;
      await first;
    });
    expect(await sqlState(work)).toBe("22012");
  });

  test("an error that comes only with the commit", async () => {
    await store.database.exec(`create table parent (id int4 primary key);
      create table child (id int4 constraint child_parent references parent deferrable initially deferred)`);
    const work = store.database.transaction((tx) => tx.values("insert into child values (1)"));
    expect(await failure(work)).toMatchObject({ sqlState: "23503", constraint: "child_parent" });
  });

  test("cannot be used afterwards", async () => {
    let kept: { values(text: string): Promise<unknown> } | null = null;
    await store.database.transaction(async (tx) => {
      kept = tx;
    });
    const error = await failure(kept!.values("select 1"));
    expect(String(error)).toContain("the transaction is over");
  });

  test("many at once, with statements between them, all finish and none is lost", async () => {
    const all = await table("crowd");
    const order: number[] = [];
    const jobs = Array.from({ length: 60 }, async (_, n) => {
      if (n % 3 === 2) return store.database.values("select count(*) from crowd");
      await store.database.transaction(async (tx) => {
        await tx.values("insert into crowd values ($1)", [n]);
        await tx.values("select pg_sleep(0)");
      });
      order.push(n);
      return null;
    });
    await Promise.all(jobs);
    expect(await all()).toEqual(Array.from({ length: 60 }, (_, n) => n).filter((n) => n % 3 !== 2));
    if (store.kind === "embedded") expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test("readers do not starve a writer", async () => {
    await table("starved");
    let over = false;
    let reads = 0;
    const reader = async () => {
      while (!over) {
        await store.database.values("select 1");
        reads++;
      }
    };
    const readers = Array.from({ length: 40 }, reader);
    for (let n = 0; n < 20; n++) {
      await store.database.transaction((tx) => tx.values("insert into starved values ($1)", [n]));
    }
    over = true;
    await Promise.all(readers);
    expect(reads).toBeGreaterThan(40);
  });

  test("a value read in one is not blocked by its own pipeline", async () => {
    const result = await store.database.transaction(async (tx) => {
      const slow = tx.values("select 'first'");
      const fast = tx.values("select 'second'");
      return [(await fast)[0]?.[0], (await slow)[0]?.[0]];
    });
    expect(result).toEqual(["second", "first"]);
  });
}

function closing(store: SuiteStore) {
  test("fails later calls with DatabaseUnavailable, and waits for running ones", async () => {
    const database = await store.temp.open();
    const running = database.values("select 1");
    await database.close();
    expect(await running).toEqual([[1]]);
    expect(await failure(database.values("select 1"))).toBeInstanceOf(DatabaseUnavailable);
    expect(await failure(database.transaction(async () => 1))).toBeInstanceOf(DatabaseUnavailable);
  });
}

function lostNodes(store: SuiteStore) {
  // The words of Citus 13, src/backend/distributed/executor/adaptive_executor.c and transaction/remote_transaction.c there
  test.each([
    ["XX000", "postmaster was shut down, exiting", "postmaster was shut down, exiting"],
    [
      "XX000",
      "failure on connection marked as essential: w1.internal:5432",
      "the node w1.internal:5432 of the cluster refused, or was lost",
    ],
    [
      "08006",
      "connection to the remote node postroom@w1.internal:5432 failed with the following error: Connection refused\n\tIs the server running?",
      "the node w1.internal:5432 of the cluster does not answer: Connection refused",
    ],
  ])("are no fault of the statement: %s %s", async (code, message, said) => {
    const raise = `do $$ begin raise exception '%', '${message}' using errcode = '${code}'; end $$`;
    const error = await failure(store.database.rows(raise));
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect((error as Error).message).toBe(said);
    expect(knownRemedy(error) !== null).toBe(message.includes("w1"));
  });
}

eachStore("the database", (store) => {
  describe("values", () => values(store));
  describe("errors", () => errors(store));
  if (store.kind === "postgres") describe("nodes of a cluster that are lost", () => lostNodes(store));
  describe("transactions", () => transactions(store));
  describe("closing", () => closing(store));
});

describe("a database that cannot be reached", () => {
  test("is unavailable", async () => {
    const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { port } = listener;
    listener.stop(true);
    const databaseUrl = `postgres://nobody@127.0.0.1:${port}/none`;
    const error = await failure(openDatabase({ databaseUrl, dataDir: "/nonexistent" }));
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(String(error)).toContain("cannot be reached");
  });
});
