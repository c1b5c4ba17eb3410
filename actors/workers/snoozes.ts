// Threads whose snooze is over are open again. A turn looks again at the thread, so several processes may find the same one.
import { nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { dueSnoozes, nextSnooze } from "../../src/store/mailbox/snoozes.ts";
import { wakeThread } from "../identity/mailbox/snoozes.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { RoundDeps } from "./round-deps.ts";

const batch = 100;

export async function snoozeRound({ database, actors, clock }: RoundDeps): Promise<Round> {
  const now = nowInstant(clock);
  const first = await nextSnooze(database);
  if (first === null || first > now) return { done: 0, more: false, next: first };
  const due = await dueSnoozes(database, now, batch);
  const woken = await Promise.all(
    due.map(({ accountId, identityId, id }) =>
      actors
        .identity(accountId, identityId)
        .run((turn) => wakeThread(turn, id))
        // The address was deleted meanwhile.
        .catch((error) => {
          if (error instanceof Failure && error.code === "not_found") return false;
          throw error;
        }),
    ),
  );
  const done = woken.filter(Boolean).length;
  return { done, more: due.length === batch && done > 0 };
}
