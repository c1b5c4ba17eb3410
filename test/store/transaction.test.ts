// A connection that is lost while COMMIT is under way.
import { expect, test } from "bun:test";
import { type Socket as BunSocket, connect, listen } from "bun";
import { silentLog } from "../../src/lib/log.ts";
import { CommitUnknown, DatabaseUnavailable, openDatabase } from "../../src/store/database/database.ts";
import { eventually } from "../support/app/app.ts";
import { eachStore } from "../support/app/database.ts";

type Peer = BunSocket<{ other: Peer | null; early: Uint8Array[] }>;

/** Forwards to `target` until `cut` says so of what the client sends; then both ends are closed. */
async function cuttingProxy(target: URL, cut: (sent: Buffer) => "before" | "after" | null, port = 0) {
  const server = listen<{ other: Peer | null; early: Uint8Array[] }>({
    hostname: "127.0.0.1",
    port,
    socket: {
      async open(client) {
        client.data = { other: null, early: [] };
        const upstream: Peer = await connect({
          hostname: target.hostname,
          port: Number(target.port),
          data: { other: client, early: [] },
          socket: {
            data: (self, bytes) => void self.data.other?.write(bytes),
            close: (self) => void self.data.other?.end(),
          },
        });
        client.data.other = upstream;
        for (const bytes of client.data.early) upstream.write(bytes);
      },
      data(client, bytes) {
        const when = cut(bytes);
        if (when !== "before") {
          if (client.data.other) client.data.other.write(bytes);
          else client.data.early.push(new Uint8Array(bytes));
        }
        if (when) client.terminate();
      },
      close: (client) => void client.data.other?.end(),
    },
  });
  return server;
}

eachStore("a transaction that is cut off", (store) => {
  if (store.kind === "postgres") {
    for (const when of ["before", "after"] as const) {
      test(`cut ${when} the server hears it: the outcome is unknown`, async () => {
        let armed = false;
        const target = new URL(store.temp.databaseUrl ?? "");
        const proxy = await cuttingProxy(target, (sent) => (armed && sent.includes("commit") ? when : null));
        const through = new URL(target);
        through.port = String(proxy.port);
        const database = await openDatabase({ databaseUrl: through.href, dataDir: store.temp.dataDir });
        await database.exec(`create table cut_${when} (n int4)`);
        armed = true;
        const error = await database
          .transaction((tx) => tx.values(`insert into cut_${when} values (1)`))
          .catch((thrown: unknown) => thrown);
        armed = false;
        expect(error).toBeInstanceOf(CommitUnknown);
        expect(error).toBeInstanceOf(DatabaseUnavailable);
        // the database is used again as if nothing had been
        await database.transaction((tx) => tx.values(`insert into cut_${when} values (2)`));
        expect((await database.values(`select n from cut_${when}`)).flat()).toContain(2);
        await database.close();
        proxy.stop(true);
      });
    }
  }

  if (store.kind === "postgres") {
    // DECISIONS Settings and command line: serve waits for a Postgres that is not up yet
    test("a database that comes up while a start waits is used; without waiting it is away", async () => {
      const through = new URL(store.temp.databaseUrl ?? "");
      const target = new URL(through);
      const free = listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
      through.port = String(free.port);
      free.stop(true);
      const options = { databaseUrl: through.href, dataDir: store.temp.dataDir };
      const away = await openDatabase(options).catch((thrown: unknown) => thrown);
      expect(away).toBeInstanceOf(DatabaseUnavailable);
      const { promise: up, resolve } = Promise.withResolvers<{ stop(closeAll: boolean): void }>();
      const log = {
        ...silentLog,
        warn: () =>
          resolve(eventually(() => cuttingProxy(target, () => null, Number(through.port)).catch(() => null))),
      };
      const database = await openDatabase({ ...options, log, waitSeconds: 600 });
      expect(await database.values("select 1")).toEqual([[1]]);
      await database.close();
      (await up).stop(true);
    });
  }

  if (store.kind === "embedded") {
    test("the engine breaks: the outcome is unknown, and a commit that was not acknowledged is not there", async () => {
      const { database } = store;
      await database.exec(`create table cut (n int4);
        create function break_engine() returns trigger language plpgsql as
          $$ begin copy (select 1) to program 'true'; return null; end $$;
        create constraint trigger breaking after insert on cut deferrable initially deferred
          for each row when (new.n = 1) execute function break_engine()`);
      const work = database.transaction((tx) => tx.values("insert into cut values (1)"));
      expect(await work.catch((thrown: unknown) => thrown)).toBeInstanceOf(CommitUnknown);
      await database.transaction((tx) => tx.values("insert into cut values (2)"));
      expect(await database.values("select n from cut")).toEqual([[2]]);
    });

    test("an open transaction delays others until it ends", async () => {
      const { database } = store;
      const inside = Promise.withResolvers<void>();
      const order: string[] = [];
      const writing = database.transaction(async (tx) => {
        await tx.values("select 1");
        await inside.promise;
        order.push("transaction");
      });
      const reading = database.values("select 1").then(() => order.push("statement"));
      inside.resolve();
      await Promise.all([writing, reading]);
      expect(order).toEqual(["transaction", "statement"]);
    });
  }
});
