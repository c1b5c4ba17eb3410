// Notifications, and what hearers learn when the connection is lost.
import { expect, test } from "bun:test";
import { type Database, DatabaseUnavailable } from "../../src/store/database/database.ts";
import { eventually } from "../support/app/app.ts";
import { eachStore } from "../support/app/database.ts";

/** A list that can be waited on. */
function heard() {
  const items: string[] = [];
  let wake = Promise.withResolvers<void>();
  return {
    items,
    add(item: string) {
      items.push(item);
      wake.resolve();
      wake = Promise.withResolvers<void>();
    },
    async until(count: number) {
      while (items.length < count) await wake.promise;
      return items;
    },
  };
}

eachStore("listening", (store) => {
  test("receives notifications after the commit", async () => {
    const { database } = store;
    const seen = heard();
    const end = await database.listen("letters", seen.add, () => seen.add("reconnected"));
    await database
      .transaction(async (tx) => {
        await tx.values("select pg_notify('letters', 'rolled back')");
        throw new Error("no");
      })
      .catch(() => {});
    await database.transaction(async (tx) => {
      await tx.values("select pg_notify('letters', $1)", ["a"]);
      await tx.values("select pg_notify('letters', $1)", ["b ü"]);
      await tx.values("select pg_notify('other', 'c')");
      expect(seen.items).toEqual([]);
    });
    expect(await seen.until(2)).toEqual(["a", "b ü"]);
    await end();
    await database.values("select pg_notify('letters', 'unheard')");
    const again = heard();
    await database.listen("letters", again.add, () => {});
    await database.values("select pg_notify('letters', 'heard')");
    expect(await again.until(1)).toEqual(["heard"]);
    expect(seen.items).toEqual(["a", "b ü"]);
  });

  test("several listeners on one channel", async () => {
    const { database } = store;
    const [one, two] = [heard(), heard()];
    const end = await database.listen("shared", one.add, () => {});
    await database.listen("shared", two.add, () => {});
    await database.values("select pg_notify('shared', 'x')");
    await Promise.all([one.until(1), two.until(1)]);
    await end();
    await database.values("select pg_notify('shared', 'y')");
    expect(await two.until(2)).toEqual(["x", "y"]);
    expect(one.items).toEqual(["x"]);
  });

  if (store.kind === "postgres") {
    test("a killed connection is replaced, and the listener is notified", async () => {
      const { database } = store;
      const seen = heard();
      await database.listen("tough", seen.add, () => seen.add("reconnected"));
      for (let round = 1; round <= 3; round++) {
        await database.values(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`,
        );
        await seen.until(2 * round - 1);
        await database.values("select pg_notify('tough', $1)", [`after ${round}`]);
        await seen.until(2 * round);
      }
      expect(seen.items).toEqual([
        "reconnected",
        "after 1",
        "reconnected",
        "after 2",
        "reconnected",
        "after 3",
      ]);
    });

    test("killed connections fail only their own statements", async () => {
      const database = await store.temp.open({ maxConnections: 3 });
      await database.exec("create table if not exists survivors (n int4)");
      const killed = database.transaction(async (tx) => {
        await tx.values("insert into survivors values (1)");
        const waiting = tx.values("select pg_sleep(60)");
        waiting.catch(() => undefined);
        await eventually(async () => (await terminateSleeping(database)) > 0);
        await waiting;
      });
      const error = await killed.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DatabaseUnavailable);
      // statements after the loss do not run outside of the transaction
      await database
        .transaction(async (tx) => {
          const [row] = await tx
            .values("select pg_terminate_backend(pg_backend_pid())")
            .catch(() => [[null]]);
          expect(row).toEqual([null]);
          await tx.values("insert into survivors values (2)");
        })
        .catch((thrown: unknown) => expect(thrown).toBeInstanceOf(DatabaseUnavailable));
      expect(await database.values("select n from survivors")).toEqual([]);
    });
  }
});

/** @returns how many connections were killed */
async function terminateSleeping(database: Database): Promise<number> {
  const killed = await database.values(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep(60)%'`,
  );
  return killed.length;
}
