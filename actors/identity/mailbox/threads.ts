// Turns over threads.

import { notFound } from "../../../src/lib/failure.ts";
import { toRow } from "../../../src/store/database/rows.ts";
import type { ThreadRow } from "../../../src/store/mail/threads.ts";
import { threads } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { threadData } from "./placing.ts";

export interface ThreadChange {
  status?: ThreadRow["status"];
  ownerType?: ThreadRow["ownerType"];
  /** null takes the thread away from whoever has it. */
  assigneeId?: string | null;
}

/** @throws Failure not_found */
export async function changeThread(turn: Turn, id: string, change: ThreadChange): Promise<ThreadRow> {
  const { accountId } = turn;
  const [found] = await turn.rows<Record<string, unknown>>(
    "select * from threads where account_id = $1::uuid and id = $2::uuid and identity_id = $3::uuid",
    [accountId, id, turn.ref.id],
  );
  if (!found) throw notFound();
  const before = toRow<ThreadRow>(threads, found);
  const now = turn.instant();
  const assigned =
    change.assigneeId === undefined ? {} : { assignedAt: change.assigneeId === null ? null : now };
  const patch = { accountId, id, ...change, ...assigned };
  turn.update(threads, patch, before);
  const after: ThreadRow = { ...before, ...patch };
  turn.emit({ type: "thread.updated", identityId: turn.ref.id, data: threadData(after) });
  return after;
}
