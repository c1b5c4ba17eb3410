// A database that is spread over so many parts: on one PostgreSQL, or on a real cluster where there is one.
import { migrations } from "../../../migrations/index.ts";
import { prepareCluster } from "../../../src/store/cluster/prepare.ts";
import { type Migration, migrate } from "../../../src/store/database/migrate.ts";
import { isCluster, type TempStore, tempStore } from "../app/database.ts";
import { pretendCitus } from "./pretended.ts";

/** @param before migrations that had run when it was spread; absent: all */
export async function spreadStore(
  parts: number,
  before: readonly Migration[] = migrations,
): Promise<TempStore> {
  const isWhole = before === migrations && !isCluster;
  const store = await tempStore("postgres", { empty: !isWhole });
  try {
    const bare = await store.open();
    if (!isWhole) await migrate(bare, before);
    if (!isCluster) await pretendCitus(bare);
    await prepareCluster(bare, parts);
    return store;
  } catch (error) {
    await store.dispose();
    throw error;
  }
}
