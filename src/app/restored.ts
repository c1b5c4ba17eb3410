// What a restored backup permits is said once, by the first process that starts on it.
import { type Clock, nowInstant } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { readPermitted, untoldRestores } from "../store/backup/permitted.ts";
import type { Executor } from "../store/database/database.ts";

export async function sayRestored(database: Executor, clock: Clock, log: Log): Promise<void> {
  for (const takenAt of await untoldRestores(database, nowInstant(clock))) {
    const { kinds, lastRevoked, lastDecided } = await readPermitted(database);
    log.warn("a restored backup brings back what was permitted at its moment: look it through", {
      taken_at: takenAt,
      permitted: kinds.map(({ kind, count }) => `${count} ${kind}`).join(", "),
      last_revoked: lastRevoked,
      last_decided: lastDecided,
    });
  }
}
