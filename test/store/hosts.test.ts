// Several hosts in DATABASE_URL: the first that answers and takes writes is used.
import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { silentLog } from "../../src/lib/log.ts";
import { openConnection } from "../../src/store/database/connection.ts";
import { openDatabase } from "../../src/store/database/database.ts";
import { refuseUnfit } from "../../src/store/database/fitness.ts";
import { hostsOf } from "../../src/store/database/hosts.ts";
import type { Executor } from "../../src/store/database/sql.ts";
import { Network } from "../chaos/proxy.ts";
import { eachStore } from "../support/app/database.ts";

test("one URL names each host with what all of them share", () => {
  const urls = (text: string) => hostsOf(text).map(({ url }) => url);
  expect(urls("postgres://me:a%2Cb@one.example.com/mail")).toEqual([
    "postgres://me:a%2Cb@one.example.com/mail",
  ]);
  expect(
    urls("postgres://me:x@one:6432,[2001:db8::2]:5433,three/mail?sslmode=require&target_session_attrs=any"),
  ).toEqual([
    "postgres://me:x@one:6432/mail?sslmode=require",
    "postgres://me:x@[2001:db8::2]:5433/mail?sslmode=require",
    "postgres://me:x@three/mail?sslmode=require",
  ]);
});

test("a server that greets and then says nothing is given up", async () => {
  // AuthenticationOk, ReadyForQuery. PostgreSQL 55.7
  const greeting = Uint8Array.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  const greeted = new WeakSet<object>();
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket) {
        if (!greeted.has(socket)) socket.write(greeting);
        greeted.add(socket);
      },
    },
  });
  const [reach] = hostsOf(`postgres://me@127.0.0.1:${server.port}/mail`);
  const events = { onNotify: () => undefined, onLost: () => undefined };
  const opening = openConnection({ ...reach!, setupMs: 50 }, events, silentLog);
  await expect(opening).rejects.toThrow("the database cannot be reached: no answer for 0.05 s");
  server.stop(true);
});

test("a server that nobody runs is refused with what to do", async () => {
  const opening = openDatabase({ databaseUrl: "postgres://me@127.0.0.1:9/mail", dataDir: tmpdir() });
  await expect(opening).rejects.toThrow(
    "Start PostgreSQL there, or put its host and port into DATABASE_URL.",
  );
});

eachStore("hosts", (store) => {
  if (store.kind === "embedded") return;
  test("a database, a role and a password that are not there are refused with what to do", async () => {
    const asked = async (change: (url: URL) => void) => {
      const url = new URL(store.temp.databaseUrl!);
      change(url);
      const opened = openDatabase({ databaseUrl: url.href, dataDir: store.temp.dataDir });
      return opened.then(
        (database) => database.close().then(() => "opened"),
        (error: Error) => error.message,
      );
    };
    expect(await asked((url) => (url.pathname = "/not_there"))).toEndWith(
      '"not_there" does not exist. Make it with createdb, or name another one in DATABASE_URL.',
    );
    expect(await asked((url) => (url.username = "not_there"))).toEndWith(
      "Put a role that may log in, and its password, into DATABASE_URL.",
    );
  });

  const through = (hosts: (own: string) => string) => {
    const { databaseUrl, dataDir } = store.temp;
    const own = new URL(databaseUrl!);
    return openDatabase({ databaseUrl: databaseUrl!.replace(own.host, hosts(own.host)), dataDir });
  };

  test("a host that does not answer is passed over", async () => {
    const database = await through((own) => `127.0.0.1:9,${own}`);
    expect(await database.values("select 1")).toEqual([[1]]);
    await database.close();
  });

  test("a host that falls silent and cannot be reached is left, with all connections to it", async () => {
    const own = new URL(store.temp.databaseUrl!);
    const network = await Network.to({ host: own.hostname, port: Number(own.port) });
    const database = await through((host) => `127.0.0.1:${network.port},${host}`);
    const ask = () => database.values("select 1");
    // Three connections, which are idle afterwards.
    const all = Promise.withResolvers<void>();
    let begun = 0;
    const work = () =>
      database.transaction(async (tx) => {
        await tx.values("select 1");
        if (++begun === 3) all.resolve();
        await all.promise;
      });
    await Promise.all([work(), work(), work()]);
    expect(database.load.connections).toBe(3);
    network.cut();
    network.close();
    expect(await ask().catch((error: Error) => error.message)).toBe(
      "the database cannot be reached any more",
    );
    expect(database.load.connections).toBe(0);
    for (let n = 0; n < 3; n++) expect(await ask()).toEqual([[1]]);
    await database.close();
    network.stop();
  });

  test("one that takes no writes is not used, and all reasons are told", async () => {
    const name = new URL(store.temp.databaseUrl!).pathname.slice(1);
    await store.database.exec(`alter database ${name} set default_transaction_read_only = on`);
    try {
      const refused = await through((own) => `127.0.0.1:9,${own}`).catch((error: Error) => error.message);
      expect(refused).toContain("takes no writes: it is a standby");
      expect(refused).toContain("127.0.0.1:9");
    } finally {
      await store.database.exec(`alter database ${name} reset default_transaction_read_only`);
    }
  });
});

// DECISIONS Settings and command line: DATABASE_URL
test("a server that is older than the service can use is refused by name", async () => {
  const answering = (version: string): Executor => ({
    rows: async () => [],
    values: async (text: string) => (text.includes("schema_migrations") ? [] : [["mail", "UTF8", version]]),
  });
  await expect(refuseUnfit(answering("130014"))).rejects.toThrow("PostgreSQL 13, which is older than 14");
  await refuseUnfit(answering("140000"));
});

const serverUrl = process.env.POSTROOM_TEST_DATABASE_URL;
test.skipIf(serverUrl === undefined)(
  "a database whose encoding cannot hold every letter is refused by name",
  async () => {
    const name = `postroom_latin_${crypto.randomUUID().slice(0, 8)}`;
    const url = new URL(serverUrl!);
    url.pathname = name;
    const [reach] = hostsOf(serverUrl!);
    const events = { onNotify: () => undefined, onLost: () => undefined };
    const admin = await openConnection(reach!, events, silentLog);
    const create = `create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`;
    await admin.runAlone(create, [], "rows");
    const database = await openDatabase({ databaseUrl: url.href, dataDir: "/nowhere" });
    await expect(refuseUnfit(database)).rejects.toThrow(`The database ${name} has the encoding LATIN1`);
    await database.close();
    await admin.runAlone(`drop database ${name} with (force)`, [], "rows");
  },
);
