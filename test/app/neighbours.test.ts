// Servers beside each other on one Postgres say what keeps them from being one service.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, startTestApp, type TestApp } from "../support/app/app.ts";
import { storeKinds, type TempStore, tempStore } from "../support/app/database.ts";

const runs = process.env.POSTROOM_TEST_DATABASE_URL !== undefined && storeKinds.includes("postgres");
const onPostgres = runs ? test : test.skip;

async function onOne(work: (store: TempStore, own: TempStore["dataDir"]) => Promise<void>): Promise<void> {
  const store = await tempStore("postgres");
  const own = mkdtempSync(join(tmpdir(), "postroom-test-"));
  try {
    await work(store, own);
  } finally {
    await store.dispose();
    rmSync(own, { recursive: true, force: true });
  }
}

const said = ({ trouble }: TestApp) => trouble.map(({ message }) => message);

onPostgres("two without a bucket, each with its folder: both say that large mails are elsewhere", () =>
  onOne(async (store, dataDir) => {
    const first = await startTestApp(store);
    const second = await startTestApp({ ...store, dataDir }, { env: { RATE_LIMIT_BURST: "7" } });
    for (const app of [first, second]) {
      await eventually(() => said(app).some((line) => line.includes("keeps large mails elsewhere")));
      await eventually(() => app.trouble.some(({ fields }) => fields.settings === "RATE_LIMIT_BURST"));
    }
    await second.stop();
    await first.stop();
  }),
);

onPostgres("two on one DATA_DIR: the second says that the first one's ports are hidden", () =>
  onOne(async (store) => {
    const first = await startTestApp(store);
    const second = await startTestApp(store);
    expect(said(first).join()).not.toContain("DATA_DIR");
    expect(said(second).join()).toContain("another server uses this DATA_DIR");
    await second.stop();
    await first.stop();
    const third = await startTestApp(store);
    expect(said(third).join()).not.toContain("DATA_DIR");
    await third.stop();
  }),
);

onPostgres("DATABASE_DIRECT_URL that is dead, or leads to another database, ends the start by its name", () =>
  onOne(async (store) => {
    const refusal = (DATABASE_DIRECT_URL: string) =>
      startTestApp(store, { env: { DATABASE_URL: store.databaseUrl!, DATABASE_DIRECT_URL } }).then(
        () => "it started",
        (error: Error) => error.message,
      );
    await onOne(async (other) =>
      expect(await refusal(other.databaseUrl!)).toStartWith("DATABASE_DIRECT_URL leads to another database"),
    );
    expect(await refusal("postgres://127.0.0.1:9/postroom")).toStartWith("DATABASE_DIRECT_URL: the database");
  }),
);
