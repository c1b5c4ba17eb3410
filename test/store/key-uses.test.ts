// The last uses of keys, written by many processes at once: they share rows, and come in different orders.
import { expect, test } from "bun:test";
import { instantOf } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { noteKeyUses } from "../../src/store/access/api-keys.ts";
import { createActorsFixture } from "../support/app/actors.ts";
import { eachStore } from "../support/app/database.ts";
import { seeded } from "../support/app/random.ts";

const keys = 60;
const writers = 4;
const rounds = 10;

eachStore("last uses of keys", (store) => {
  test("writers that name the same keys in different orders wait for each other in no ring", async () => {
    const { database } = store;
    const { accountId } = await createActorsFixture(database);
    const ids = Array.from({ length: keys }, newId);
    await database.values(
      `insert into api_keys (account_id, id, name, prefix, created_at)
       select $1::uuid, id, 'x', 'x', now() from unnest($2::uuid[]) as k(id)`,
      [accountId, ids],
    );
    const roll = seeded(7);
    const at = (n: number) => instantOf(Date.UTC(2026, 0, 1) + n);
    const write = async (n: number) => {
      for (let round = 0; round < rounds; round++) {
        const mixed = ids.map((id) => ({ id, by: roll(1_000_000) })).sort((a, b) => a.by - b.by);
        await noteKeyUses(
          database,
          mixed.map(({ id }) => ({ account_id: accountId, id, at: at(round * writers + n) })),
        );
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
    // The latest use is kept, whoever writes last.
    const found = await database.values(
      "select distinct last_used_at = $2::timestamptz from api_keys where id = any($1::uuid[])",
      [ids, at(rounds * writers - 1)],
    );
    expect(found).toEqual([[true]]);
  });
});
