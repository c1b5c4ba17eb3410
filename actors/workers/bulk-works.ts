// Goes on with actions on many threads that no page goes on with: the page was closed, or the service started anew. A process takes
// a work for one step, so several share them; works that are over, and whose time has come, are removed.
import { nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import { type BulkWorkKey, dueBulkWorks, nextBulkWork } from "../../src/store/mailbox/bulk-works.ts";
import { removeBulkWork } from "../account/mailbox/bulk-works.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { RoundDeps } from "./round-deps.ts";

/** Works of one round: each has a step in it. */
const batch = 4;

export interface BulkRoundDeps extends RoundDeps {
  /** One step. @returns whether anything was done */
  step(work: BulkWorkKey): Promise<boolean>;
}

export async function bulkRound({ database, actors, clock, step }: BulkRoundDeps): Promise<Round> {
  const now = nowInstant(clock);
  const first = await nextBulkWork(database);
  if (first === null || first > now) return { done: 0, more: false, next: first };
  const due = await dueBulkWorks(database, now, batch);
  const moved = await Promise.all(
    due.map(async (work) => {
      try {
        return (
          (await step(work)) ||
          (await actors.account(work.accountId).run((turn) => removeBulkWork(turn, work)))
        );
      } catch (error) {
        // The account was deleted meanwhile.
        if (error instanceof Failure && error.code === "not_found") return false;
        throw error;
      }
    }),
  );
  const done = moved.filter(Boolean).length;
  return { done, more: done > 0 };
}
