// A restored backup is not served before somebody accepted what it permits; the first process that starts on it says so once.
import type { Log } from "../lib/log.ts";
import { readPermitted } from "../store/backup/permitted.ts";
import { requireAccepted, takeRestoredWord } from "../store/backup/restored.ts";
import type { Executor } from "../store/database/database.ts";

/** @throws Error with a message for the operator */
export async function admitRestored(database: Executor, log: Log): Promise<void> {
  await requireAccepted(database);
  const takenAt = await takeRestoredWord(database);
  if (takenAt === null) return;
  const permitted = await readPermitted(database);
  log.warn("a restored backup is served: what was revoked or decided after its moment is as it was before", {
    taken_at: takenAt,
    permits: permitted.reduce((sum, { count }) => sum + count, 0),
    kinds: permitted.map(({ kind, count }) => `${kind}: ${count}`).join(", "),
  });
}
