// Removes deleted accounts: rows step by step, then blobs once no transaction under way can refer to them, then the account.
// Within an hour nothing of it is left. DECISIONS Export, import, retention.
import { addMs, type Clock, msOf, nowInstant } from "../../src/lib/clock.ts";
import type { Log } from "../../src/lib/log.ts";
import { unlessBackup } from "../../src/store/backup/hold.ts";
import type { BlobStore } from "../../src/store/blobs/blobs.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  deletedAccount,
  removeAccount,
  removeBlobs,
  removeRows,
} from "../../src/store/maintenance/removal.ts";
import type { Round } from "../runtime/clock-actor.ts";

export interface RemovalDeps {
  database: Database;
  blobs: BlobStore;
  config: { dataDir: string };
  clock: Clock;
  log: Log;
}

/** No transaction that has written a blob takes so long to refer to it. */
const underWayMs = 30 * 60_000;

export async function removalRound(deps: RemovalDeps): Promise<Round> {
  const { database, clock, config, log } = deps;
  const found = await deletedAccount(database);
  if (!found) return { done: 0, more: false, next: null };
  const { accountId, deletedAt } = found;
  const removed = await removeRows(database, accountId);
  if (removed > 0) return { done: removed, more: true };
  const freeAt = addMs(deletedAt, underWayMs);
  if (nowInstant(clock) < freeAt) return { done: 0, more: false, next: freeAt };
  const writtenBeforeMs = Math.min(msOf(freeAt), clock.now() - underWayMs);
  let done = 0;
  for (let after: string | null = ""; after !== null; ) {
    const from: string = after;
    const swept: { done: number; last: string | null } | null = await unlessBackup(
      { database, dataDir: config.dataDir },
      () => removeBlobs(deps, { accountId, after: from, writtenBeforeMs }),
    );
    if (swept === null) return { done, more: false };
    done += swept.done;
    after = swept.last;
  }
  if (!(await removeAccount(database, accountId))) return { done, more: false };
  log.info("an account is removed", { account_id: accountId });
  return { done: done + 1, more: true };
}
