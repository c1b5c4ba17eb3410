// The making of an account. It has no actor yet, so it is part of another account's turn; the operator's own is written
// outside a turn (operator.ts).
import type { NewAccount } from "../../../src/store/accounts/accounts.ts";
import { accounts, pods } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** An account with its default pod, in a turn of another account: what else the turn writes is committed with it. */
export function insertAccount(
  turn: Turn,
  { accountId, podId, plan, ownerEmail, createdAt }: NewAccount,
): void {
  turn.insert(accounts, { accountId, plan, ownerEmail, modseq: 0, lastInstant: createdAt, createdAt });
  turn.insert(pods, { accountId, id: podId, name: "Default", clientId: null, isDefault: true, createdAt });
}
