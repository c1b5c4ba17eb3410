// Indexes that somebody dropped, or whose build was cut off: named, and made again.
import { expect, test } from "bun:test";
import { migrations } from "../../migrations/index.ts";
import { prepareCluster } from "../../src/store/cluster/prepare.ts";
import { brokenIndexes, indexesOf, mendIndexes } from "../../src/store/database/indexes.ts";
import { eachWholeStore, isCluster, tempStore } from "../support/app/database.ts";
import { pretendCitus } from "../support/cluster/pretended.ts";

eachWholeStore("indexes", (store) => {
  const broken = async () =>
    (await brokenIndexes(store.database, migrations)).map(({ name, state }) => `${name} ${state}`);

  test("those of the migrations are those of the database, but for those of constraints", async () => {
    const rows = await store.database.rows<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = current_schema()::regnamespace
         and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`,
    );
    expect([...indexesOf(migrations).keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
    expect(await broken()).toEqual([]);
  });

  // DECISIONS Settings and command line: repair makes indexes again
  test("one that is missing and one that was never finished are made again", async () => {
    await store.database.values("drop index messages_large");
    await store.database.values("drop index messages_sent");
    await store.database.values("create index messages_sent on messages (account_id)");
    await store.database.values(
      "update pg_index set indisvalid = false where indexrelid = 'messages_sent'::regclass",
    );
    expect((await broken()).sort()).toEqual(["messages_large missing", "messages_sent unfinished"]);
    const { made, refused } = await mendIndexes(store.database, migrations);
    expect({ made: made.sort(), refused }).toEqual({
      made: ["messages_large", "messages_sent"],
      refused: [],
    });
    expect(await broken()).toEqual([]);
    const [row] = await store.database.values("select pg_get_indexdef('messages_sent'::regclass)");
    expect(String(row![0])).toContain("direction = 'outbound'");
  });

  test("one that rows stand against is named, and the others are made", async () => {
    await store.database.values("create table doubles (n int4)");
    await store.database.values("insert into doubles values (1), (1)");
    const own = [
      { sql: "create unique index doubles_n on doubles (n); create index doubles_m on doubles (n);" },
    ];
    const { made, refused } = await mendIndexes(store.database, own);
    expect(made).toEqual(["doubles_m"]);
    expect(refused).toEqual([expect.stringContaining("doubles_n: ")]);
    // Beside writers a build that fails leaves what no query uses: named as such, and made again from there.
    await store.database.values("delete from doubles where ctid = (select min(ctid) from doubles)");
    expect((await mendIndexes(store.database, own)).made).toEqual(["doubles_n"]);
  });
});

const hasServer = process.env.POSTROOM_TEST_DATABASE_URL !== undefined;
// A pooler before a spread database is refused.
const isPooled = process.env.POSTROOM_TEST_POOLER_URL !== undefined;

// DECISIONS Settings and command line: on a cluster in each part, as the coordinator knows them
test.skipIf((!hasServer && !isCluster) || isPooled)(
  "each part of a spread database has its own (POSTROOM_TEST_DATABASE_URL, or POSTROOM_TEST_CITUS_URL)",
  async () => {
    const store = await tempStore("postgres");
    try {
      if (!isCluster) {
        const whole = await store.open();
        await pretendCitus(whole);
        await prepareCluster(whole, 2);
      }
      const database = await store.open();
      const names = async () => (await brokenIndexes(database, migrations)).map(({ name }) => name).sort();
      expect(await names()).toEqual([]);
      await database.values("drop index part_0.messages_large");
      await database.values("drop index domain_names_shared");
      expect(await names()).toEqual(["domain_names_shared", "part_0.messages_large"]);
      const { made, refused } = await mendIndexes(database, migrations);
      expect({ made: made.sort(), refused }).toEqual({
        made: ["domain_names_shared", "part_0.messages_large"],
        refused: [],
      });
      expect(await names()).toEqual([]);
    } finally {
      await store.dispose();
    }
  },
);
