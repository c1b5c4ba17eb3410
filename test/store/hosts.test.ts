// Several hosts in DATABASE_URL: the first that answers and takes writes is used.
import { expect, test } from "bun:test";
import { openDatabase } from "../../src/store/database/database.ts";
import { hostsOf } from "../../src/store/database/hosts.ts";
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

eachStore("hosts", (store) => {
  if (store.kind === "embedded") return;
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
    // Several connections, which are idle afterwards.
    await Promise.all(Array.from({ length: 3 }, () => database.transaction((tx) => tx.values("select 1"))));
    expect(database.load.connections).toBeGreaterThan(1);
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
