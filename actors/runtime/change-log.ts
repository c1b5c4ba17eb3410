// Rows that a committed batch wrote into an identity's change log. A reader of the log in this process that
// stands just before the batch takes them from here; every other one reads the database.
import { shapeOf } from "../../src/store/database/table-shape.ts";
import type { ChangeRow } from "../../src/store/mailbox/imap.ts";
import { changes, placements } from "../../src/store/tables/index.ts";
import { keyText } from "./buffer.ts";
import type { BatchActor } from "./turn.ts";

export interface IdentityCommit {
  id: string;
  /** The identity's modseq before the batch, as the fence read it under its lock. */
  before: number;
  /** The identity's modseq after the commit. */
  modseq: number;
  /** The rows of the log above `before`, as `changesSince` returns them; null where it has to be asked. */
  changes(): ChangeRow[] | null;
}

/** Null where the batch logged nothing, or does not know the flags of a placement that the log names. */
export function loggedChanges({ ref, overlay }: BatchActor): ChangeRow[] | null {
  const logged = overlay.get(changes);
  if (!logged) return null;
  const placed = overlay.get(placements);
  const shape = shapeOf(placements);
  const rows: ChangeRow[] = [];
  for (const row of logged.values()) {
    const { modseq, kind, folderId, uid } = row as unknown as typeof changes.$inferSelect;
    const change: ChangeRow = {
      modseq,
      kind: kind as ChangeRow["kind"],
      folder_id: folderId,
      uid,
      flags: null,
      keywords: null,
    };
    if (kind === "placed" || kind === "flags") {
      const placement = placed?.get(keyText(shape, { accountId: ref.accountId, folderId, uid }));
      if (!placement?.keywords) return null;
      change.flags = placement.flags as number;
      change.keywords = placement.keywords as string[];
    }
    rows.push(change);
  }
  return rows;
}
