// A sandbox and a server leave each other's data alone; a sandbox's own goes on where it was. One seed gives one log.
import { describe, expect, test } from "bun:test";
import { msOf } from "../../src/lib/clock.ts";
import { startTestApp } from "../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { startTestSandbox, type TestSandbox, worldLog } from "../support/app/sandbox.ts";

const messageOf = (started: Promise<unknown>) =>
  started.then(
    () => "started",
    (error: Error) => error.message,
  );

for (const kind of storeKinds) {
  if (kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined) {
    test.skip("data of a sandbox on Postgres: POSTROOM_TEST_DATABASE_URL is not set", () => {});
    continue;
  }
  describe(`data of a sandbox, ${kind}`, () => {
    const startIn = (store: TempStore) =>
      startTestSandbox({ dir: store.dataDir, postgres: store.databaseUrl });

    test("no server starts on it, and its time goes on", async () => {
      const store = await tempStore(kind, { empty: true });
      const first = await startIn(store);
      const { now } = await first.control<{ now: string }>("POST", "clock", { advance: "9d" });
      await first.stop();
      expect(await messageOf(startTestApp(store))).toMatch(/^This is the data of a sandbox/);
      const second = await startIn(store);
      expect(msOf((await second.control<{ now: string }>("GET", "clock")).now)).toBe(msOf(now));
      await second.stop();
      await store.dispose();
    });

    test("a server's is left alone, and a server has no clock to move", async () => {
      const store = await tempStore(kind);
      const server = await startTestApp(store);
      expect((await server.api.get("//sandbox/clock")).status).toBe(404);
      await server.stop();
      expect(await messageOf(startIn(store))).toMatch(/^This is the data of a server/);
      await store.dispose();
    });
  });
}

async function course(s: TestSandbox): Promise<string> {
  for (const name of ["bot", "desk"])
    await s.api.must(201, s.api.post("/identities", { email: s.own(name) }));
  for (let n = 0; n < 5; n++) {
    const mail = { from: s.own("bot"), to: [`p${n}@a.example`, `p${n}@b.example`, s.own("desk")] };
    await s.api.must(201, s.api.post("/messages", { ...mail, subject: `Number ${n}`, text: "Well?" }));
    const act = { to: s.own("bot"), subject: `Answer ${n}`, text: "Yes.", after: `${n}h` };
    await s.control("POST", `residents/p${n}@a.example/acts`, act);
    await s.control("POST", "clock", { advance: "7h" });
  }
  const ids = (await s.api.get(`/messages?subject=Answer`)).text;
  return `${await worldLog(s)}\n${ids}`;
}

test("one seed gives one log, with its ids and instants; another one another", async () => {
  const logs: string[] = [];
  for (const seed of ["11", "11", "12"]) {
    const s = await startTestSandbox({ seed });
    logs.push(await course(s));
    await s.stop();
  }
  expect(logs[1]).toBe(logs[0]!);
  expect(logs[2]).not.toBe(logs[0]!);
  expect(logs[0]).toContain("Answer 4");
});
