// One HTTP port and several servers: never by accident, and only on one database.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestApp, type TestApp } from "../support/app/app.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../support/app/database.ts";

const ends: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function freshStore(kind: Kind): Promise<TempStore> {
  const store = await tempStore(kind);
  ends.push(() => store.dispose());
  return store;
}

/** The same database, as another server's. */
function beside({ databaseUrl }: TempStore) {
  const dataDir = mkdtempSync(join(tmpdir(), "postroom-test-"));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return { dataDir, databaseUrl };
}

async function start(
  store: Pick<TempStore, "dataDir" | "databaseUrl">,
  env: Record<string, string> = {},
): Promise<TestApp> {
  const app = await startTestApp(store, { env });
  ends.push(() => app.stop(0));
  return app;
}

const refusal = (started: Promise<TestApp>) =>
  started.then(
    () => "it started",
    (error: Error) => error.message,
  );

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

const answers = async ({ api }: TestApp) => (await api.get("/pods")).status;

for (const kind of storeKinds) {
  describe.skipIf(kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined)(
    `a port that a server has, ${kind}`,
    () => {
      // DECISIONS Settings and command line: Two servers do not share PORT by accident
      test("is refused to another one, by name", async () => {
        const first = await start(await freshStore(kind));
        const PORT = String(first.app.ports.http);
        const message = await refusal(start(await freshStore(kind), { PORT }));
        expect(message).toStartWith(
          `PORT=${PORT} is taken by another program. Choose another one, such as PORT=`,
        );
        for (let n = 0; n < 20; n++) expect(await answers(first)).toBe(200);
      });

      test.skipIf(kind === "postgres")("cannot be shared with the embedded database", async () => {
        const message = await refusal(start(await freshStore(kind), { SHARE_PORT: "on" }));
        expect(message).toStartWith("SHARE_PORT=on needs DATABASE_URL");
      });

      // DECISIONS Settings and command line: SHARE_PORT=on in both, on one DATABASE_URL: they share it
      test.skipIf(kind === "embedded")("is shared on one database, where both ask for it", async () => {
        const store = await freshStore(kind);
        const env = { PORT: await freePort(), SHARE_PORT: "on" };
        const first = await start(store, env);
        const second = await start(beside(store), env);
        expect(second.app.ports.http).toBe(first.app.ports.http);
        await first.stop(0);
        // What is left has the port for itself.
        for (let n = 0; n < 20; n++) expect(await answers(second)).toBe(200);
      });

      test.skipIf(kind === "embedded")("is shared by servers that start at once", async () => {
        const store = await freshStore(kind);
        await (await start(store)).stop(0);
        const env = { PORT: await freePort(), SHARE_PORT: "on" };
        const both = await Promise.all([start(beside(store), env), start(beside(store), env)]);
        expect(await Promise.all(both.map(answers))).toEqual([200, 200]);
      });

      test.skipIf(kind === "embedded")("is not shared with another database", async () => {
        const env = { PORT: await freePort(), SHARE_PORT: "on" };
        const first = await start(await freshStore(kind), env);
        expect(await refusal(start(await freshStore(kind), env))).toStartWith(
          `PORT=${env.PORT} is taken by another program, or by a server on another database`,
        );
        for (let n = 0; n < 20; n++) expect(await answers(first)).toBe(200);
      });

      test.skipIf(kind === "embedded")("is not shared with one that did not ask for it", async () => {
        const store = await freshStore(kind);
        const first = await start(store);
        const PORT = String(first.app.ports.http);
        const message = await refusal(start(beside(store), { PORT, SHARE_PORT: "on" }));
        expect(message).toContain("set SHARE_PORT=on there too");
      });
    },
  );
}
