// Last uses of keys as the server ends: a write under way is waited for, with the end of first keys that it brings.
import { expect, test } from "bun:test";
import { startKeyUse } from "../../../actors/workers/key-use.ts";
import { newId } from "../../../src/lib/ids.ts";
import { firstKeyName } from "../../../src/store/access/api-keys.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { eachApp } from "../../support/app/app.ts";

eachApp("last uses of keys", (t) => {
  // DECISIONS Settings and command line: the first use of a first key ends the others
  test("a server that ends within the write of the first use ends the other first keys all the same", async () => {
    const { database } = t.app.core;
    const [used, lost] = [newId(), newId()];
    await database.values(
      `insert into api_keys (account_id, id, name, prefix, created_at)
       select $1::uuid, id, $2::text, 'x', now() from unnest($3::uuid[]) as k(id)`,
      [t.accountId, firstKeyName, [used, lost]],
    );
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = new Proxy(database, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          begun.resolve();
          await released.promise;
          return value.apply(target, given) as unknown;
        };
      },
    }) as Database;
    const keyUse = startKeyUse({ ...t.app.core, database: slow });
    keyUse.used(t.accountId, used);
    await begun.promise;
    const stopped = keyUse.stop();
    const first = await Promise.race([stopped.then(() => "stopped"), database.values("select 1")]);
    expect(first).not.toBe("stopped");
    released.resolve();
    await stopped;
    const left = await database.values("delete from api_keys where id = any($1::uuid[]) returning id", [
      [used, lost],
    ]);
    expect(left).toEqual([[used]]);
  });
});
