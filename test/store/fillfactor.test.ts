// What is updated again and again stays in its page (HOT): no index holds what changes, and pages have room. src/store/README.md
import { beforeAll, expect, test } from "bun:test";
import { migrations } from "../../migrations/index.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { eachWholeStore } from "../support/app/database.ts";

/** Columns that a mail, a flag or a commit changes. */
const changing: Record<string, string[]> = {
  accounts: ["modseq", "last_instant"],
  identities: ["modseq", "last_instant", "storage_bytes", "sent_day", "sent_recipients"],
  folders: ["total", "unread", "uid_next"],
  placements: ["flags", "modseq"],
};

eachWholeStore("rows that change often", (store) => {
  beforeAll(() => migrate(store.database, migrations).then(() => undefined));

  test("have room in their pages", async () => {
    const found = await store.database.values(
      `select c.relname, o.option_value::int from pg_class c cross join lateral pg_options_to_table(c.reloptions) o
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and o.option_name = 'fillfactor'
         and c.relname = any($1::text[]) order by 1`,
      [Object.keys(changing)],
    );
    expect(found).toEqual([
      ["accounts", 70],
      ["folders", 70],
      ["identities", 70],
      ["placements", 90],
    ]);
  });

  test("change nothing that an index holds, or chooses its rows by", async () => {
    for (const [table, columns] of Object.entries(changing)) {
      const indexes = await store.database.values(
        "select indexname, indexdef from pg_indexes where schemaname = current_schema() and tablename = $1::text",
        [table],
      );
      expect(indexes.length).toBeGreaterThan(0);
      for (const [name, definition] of indexes as [string, string][])
        for (const column of columns)
          expect([name, new RegExp(`\\b${column}\\b`).test(definition.replace(/^.*? USING/, ""))]).toEqual([
            name,
            false,
          ]);
    }
  });

  if (store.kind === "embedded") return;

  test("are updated in place", async () => {
    const { database } = store;
    await database.exec(
      "create table copies (like placements including all) with (fillfactor = 90, autovacuum_enabled = off)",
    );
    await database.values(
      `insert into copies (account_id, folder_id, uid, identity_id, message_id, flags, keywords, internal_date, modseq, created_at)
       select gen_random_uuid(), gen_random_uuid(), n, gen_random_uuid(), gen_random_uuid(), 0, '{}', now(), n, now() from generate_series(1, 500) n returning 1`,
    );
    const inPlace = await database.transaction(async (tx) => {
      const counts = async () =>
        (
          await tx.values(
            "select pg_stat_get_xact_tuples_updated('copies'::regclass)::int, pg_stat_get_xact_tuples_hot_updated('copies'::regclass)::int",
          )
        )[0] as number[];
      const before = await counts();
      const read = "update copies set flags = 1, modseq = modseq + 1 where uid = any($1::int8[]) returning 1";
      await tx.values(read, [[7, 77, 177, 277, 377]]);
      return (await counts()).map((count, n) => count - before[n]!);
    });
    expect(inPlace).toEqual([5, 5]);
    await database.exec("drop table copies");
  });
});
