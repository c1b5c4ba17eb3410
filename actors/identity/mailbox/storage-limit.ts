// What an account on a plan with a limit may store. DECISIONS Authentication and keys: plans
import { Failure } from "../../../src/lib/failure.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * Whoever cannot be sent to for want of room stores nothing more of his own either.
 * @param signupBytes what an account on the plan of agent signups may store
 * @throws Failure forbidden
 */
export async function checkRoom(turn: Turn, signupBytes: number): Promise<void> {
  if (turn.account.row.plan !== "signup") return;
  const [row] = await turn.rows<{ bytes: number }>(
    `select coalesce(sum(storage_bytes), 0)::int8 as bytes from identities
     where account_id = $1::uuid and deleted_at is null`,
    [turn.accountId],
  );
  if ((row?.bytes ?? 0) < signupBytes) return;
  throw new Failure(
    "forbidden",
    "This account stores as much as its plan allows. Delete messages for good (from trash) first.",
  );
}
