// How many messages the index takes at a time: the embedded database does nothing else meanwhile.
import { beforeAll, expect, test } from "bun:test";
import { createSearchIndex } from "../../../actors/workers/search-index.ts";
import { migrations } from "../../../migrations/index.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { openBlobStore } from "../../../src/store/blobs/open.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { eachWholeStore } from "../../support/app/database.ts";

eachWholeStore("the search index's batches", (s) => {
  beforeAll(async () => void (await migrate(s.database, migrations)));

  test("are larger once nobody has waited for the embedded database for a while, and rest where somebody has", async () => {
    const account = "'00000000-0000-7000-8000-000000000001'::uuid";
    const id = "('ffffffff-ffff-7fff-bfff-' || lpad(to_hex(n), 12, '0'))::uuid";
    await s.database.exec(`insert into search_queue select ${account}, ${id} from generate_series(1, 300) n`);
    let now = 0;
    const rests: number[] = [];
    const round = createSearchIndex({
      database: s.database,
      blobs: openBlobStore({ dataDir: s.temp.dataDir, s3: null }),
      log: silentLog,
      clock: { now: () => now },
      turnsRun: () => 0,
      sleep: async (ms) => void rests.push(ms),
    });
    const done = async () => (await round()).done;
    const isEmbedded = s.database.kind === "embedded";
    const [few, many] = isEmbedded ? [10, 50] : [50, 50];
    expect(await done()).toBe(few);
    now += 999;
    expect(await done()).toBe(few);
    now += 1;
    expect(await done()).toBe(many);
    // A statement that comes while the index has the one session.
    const [disturbed] = await Promise.all([done(), s.database.values("select 1")]);
    expect(disturbed).toBe(many);
    now += 1000;
    expect(await done()).toBe(few);
    now += 1000;
    expect(await done()).toBe(many);
    // It rests where somebody has waited, and goes on at once where nobody has: a batch counts as a millisecond here.
    expect(rests).toEqual([0, 0, 0, isEmbedded ? 2 : 0, 0, 0]);
  });
});
