// The search index: documents of queued messages, written a batch a transaction, beside the turns. It runs once a second
// and rests between full batches, so that in a flood of mail receiving goes first and the index follows.
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { type Database, SqlError } from "../../src/store/database.ts";
import { dropFirstQueued, indexQueued } from "../../src/store/search.ts";

const batch = 100;
const restMs = 30;

/** One round; true when there is more to do. */
export async function indexRound({ database, log }: { database: Database; log: Log }): Promise<boolean> {
  try {
    const count = await indexQueued(database, batch);
    if (count === batch) await Bun.sleep(restMs);
    return count === batch;
  } catch (error) {
    if (!(error instanceof SqlError) || error.sqlState.startsWith("40")) throw error;
    await indexSingly({ database, log });
    return true;
  }
}

/** One by one: what cannot be indexed must not keep the others from it. */
async function indexSingly({ database, log }: { database: Database; log: Log }): Promise<void> {
  for (let n = 0; n < batch; n++) {
    try {
      if ((await indexQueued(database, 1)) === 0) return;
    } catch (error) {
      if (!(error instanceof SqlError) || error.sqlState.startsWith("40")) throw error;
      const id = await dropFirstQueued(database);
      log.warn("a message cannot be searched", { message: id, error: messageOf(error) });
    }
  }
}
