// A sandbox and a server leave each other's data alone; a sandbox's own goes on where it was.
import { describe, expect, test } from "bun:test";
import { msOf } from "../../src/lib/clock.ts";
import { startTestApp } from "../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";
import { startTestSandbox } from "../support/app/sandbox.ts";

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
