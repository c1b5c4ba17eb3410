// A step takes as many rows as it says, whatever the planner believes about its table: it learns late that a table has
// grown, and a subquery with a limit must not run again for each row.
import { beforeAll, expect, test } from "bun:test";
import { migrations } from "../../migrations/index.ts";
import { openBlobStore } from "../../src/store/blobs/open.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { dropFirstQueued, indexQueued } from "../../src/store/mailbox/search.ts";
import { claimPartlyRead } from "../../src/store/message/partly-read.ts";
import { eachWholeStore } from "../support/app/database.ts";

const rows = 3000;
const past = "2026-01-01T00:00:00.000000Z";
const now = "2026-02-01T00:00:00.000000Z";
const account = "'00000000-0000-7000-8000-000000000001'::uuid";
const id = "('ffffffff-ffff-7fff-bfff-' || lpad(to_hex(n), 12, '0'))::uuid";

eachWholeStore("steps", (s) => {
  beforeAll(async () => void (await migrate(s.database, migrations)));

  /** Plans a statement, by running it, on a table that is small, and then lets the table grow. */
  async function grow(table: string, columns: string, planned: () => Promise<unknown>): Promise<void> {
    const fill = (from: number, to: number) =>
      s.database.exec(`insert into ${table} select ${columns} from generate_series(${from}, ${to}) n`);
    await fill(0, 0);
    await s.database.exec(`vacuum analyze ${table}`);
    await planned();
    await s.database.exec(`delete from ${table}`);
    await fill(1, rows);
  }

  async function count(table: string, where = "true"): Promise<number> {
    const [row] = await s.database.values(`select count(*)::int from ${table} where ${where}`);
    return row![0] as number;
  }

  test("the search queue gives as many messages as were asked for", async () => {
    const blobs = openBlobStore({ dataDir: s.temp.dataDir, s3: null });
    const step = () => indexQueued(s.database, blobs, 5);
    await grow("search_queue", `${account}, ${id}`, step);
    expect((await step()).taken).toBe(5);
    expect(await count("search_queue")).toBe(rows - 5);
  });

  test("one message is taken off the search queue", async () => {
    await grow("search_queue", `${account}, ${id}`, () => dropFirstQueued(s.database));
    await dropFirstQueued(s.database);
    expect(await count("search_queue")).toBe(rows - 1);
  });

  test("one mail is claimed to be read again", async () => {
    const columns = `${account}, ${id}, 0, '${past}'::timestamptz + n * interval '1 second'`;
    await grow("partly_read", columns, () => claimPartlyRead(s.database, now));
    expect(await claimPartlyRead(s.database, now)).not.toBeNull();
    expect(await count("partly_read", "attempts > 0")).toBe(1);
  });
});
