// Labels whose renaming or removal was cut off by a crash: their turns are run to the end.
import type { Database } from "../../src/store/database/database.ts";
import { unfinishedLabels } from "../../src/store/mail/labels.ts";
import { finishLabel } from "../identity/mailbox/labels.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";

const batch = 20;

/** One round. */
export async function finishLabels({
  database,
  actors,
}: {
  database: Database;
  actors: Actors;
}): Promise<Round> {
  const rows = await unfinishedLabels(database, batch);
  for (const { accountId, identityId, id } of rows) {
    // A deleted identity's labels are the janitor's.
    await finishLabel(actors.identity(accountId, identityId), id).catch(() => undefined);
  }
  return { done: rows.length, more: false };
}
