// Changes of a thread of a protected address: what a person looks at stays with that person, and the trail has its status.
import { notFound } from "../../../src/lib/failure.ts";
import { readThread, type ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { protectionOf, type Reviewer, requireReviewer } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { changeThread, type ThreadChange } from "../mailbox/threads.ts";
import { note } from "../message/audit.ts";

/** @throws Failure not_found; forbidden: out of human_review, or to another owner while it is in it, by who may not decide reviews */
export async function changeReviewedThread(
  turn: Turn,
  { id, change, reviewer }: { id: string; change: ThreadChange; reviewer: Reviewer },
): Promise<ThreadRow> {
  const protection = protectionOf(turn);
  if (!protection) return changeThread(turn, id, change);
  const before = await readThread(turn, turn.owner, id);
  if (!before) throw notFound();
  const { status = before.status, ownerType = before.ownerType } = change;
  if (before.status === "human_review" && (status !== "human_review" || ownerType !== before.ownerType))
    requireReviewer(reviewer, protection);
  const after = await changeThread(turn, id, change);
  if (after.status !== before.status || after.ownerType !== before.ownerType) {
    const detail = {
      status: after.status,
      status_before: before.status,
      owner_type: after.ownerType,
      owner_type_before: before.ownerType,
    };
    note(turn, { action: "status_changed", threadId: id, messageId: null, rawSha256: null, detail });
  }
  return after;
}
