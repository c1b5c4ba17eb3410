// Finishes renaming or removing labels after a crash interrupted it.
import type { Database } from "../../src/store/database/database.ts";
import { unfinishedLabels } from "../../src/store/mailbox/labels.ts";
import { finishLabel } from "../identity/mailbox/labels.ts";
import type { Round } from "../runtime/clock-actor.ts";
import type { Actors } from "../runtime/registry.ts";

const batch = 20;

/** Finishes up to 20 labels. */
export async function finishLabels({
  database,
  actors,
}: {
  database: Database;
  actors: Actors;
}): Promise<Round> {
  const rows = await unfinishedLabels(database, batch);
  for (const { accountId, identityId, id } of rows) {
    // The janitor removes the labels of a deleted identity.
    await finishLabel(actors.identity(accountId, identityId), id).catch(() => undefined);
  }
  return { done: rows.length, more: false };
}
