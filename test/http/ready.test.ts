// /readyz proves a write: DECISIONS Settings and command line.
import { expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { eachApp, eventually } from "../support/app/app.ts";

eachApp("readiness", (t) => {
  const ready = async () => {
    const answer = await fetch(`${t.api.base}/readyz`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };

  test("it is 200 while writes are taken, and while others write", async () => {
    const { database } = t.app.core;
    expect(await ready()).toEqual([200, "ok"]);
    if (database.kind === "embedded") return;
    await database.transaction(async (tx) => {
      for (const part of tx.parts ?? [tx]) await part.values("lock table messages in row exclusive mode");
      expect(await ready()).toEqual([200, "ok"]);
    });
  });

  // The embedded database would miss its files.
  test.skipIf(t.kind === "embedded")("it says that the data directory is gone", async () => {
    const { dataDir } = t.app.core.config;
    renameSync(dataDir, `${dataDir}.away`);
    try {
      expect(await ready()).toEqual([503, "data directory is gone"]);
    } finally {
      renameSync(`${dataDir}.away`, dataDir);
    }
    expect(await ready()).toEqual([200, "ok"]);
  });

  test("it says that a table is locked, and that it is free again", async () => {
    const { database } = t.app.core;
    // The embedded database runs one transaction after the other: a lock of another is none.
    if (database.kind === "embedded") {
      expect(await ready()).toEqual([200, "ok"]);
      return;
    }
    await database.transaction(async (tx) => {
      for (const part of tx.parts ?? [tx])
        await part.values("lock table placements in access exclusive mode");
      await eventually(async () => (await ready())[1] === "database tables are locked");
    });
    await eventually(async () => (await ready())[0] === 200);
  });
});
