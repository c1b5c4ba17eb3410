// The storage limit of an account's plan. DECISIONS Authentication and keys: plans
import { Failure } from "../../../src/lib/failure.ts";
import { storedBytes } from "../../../src/store/addresses/identities.ts";
import type { Turn } from "../../runtime/turn.ts";

/**
 * An account that is full receives nothing, and it stores nothing of its own either.
 * @throws Failure forbidden
 */
export async function checkStorage(turn: Turn): Promise<void> {
  const { storageBytes } = turn.plan;
  if (storageBytes === null || (await storedBytes(turn, turn.accountId)) < storageBytes) return;
  throw new Failure(
    "forbidden",
    "This account stores as much as its plan allows. Delete messages for good (from trash) first.",
  );
}
