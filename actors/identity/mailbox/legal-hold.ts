// Legal hold: of an address or a whole account nothing is deleted, by whomever, until the operator lifts it. Mail is still
// received, sent, moved and flagged. DECISIONS Export, import, retention.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { getIdentity } from "../../../src/store/addresses/identities.ts";
import { accounts, identities } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** Since when the address of this turn, or its account, is held; null: it is not. */
export function legalHoldSince(turn: Turn): string | null {
  const { legalHoldAt } = turn.account.row;
  return turn.ref.kind === "identity" ? (turn.identity().legalHoldAt ?? legalHoldAt) : legalHoldAt;
}

/** @throws Failure legal_hold */
export function refuseHeld(turn: Turn): void {
  const since = legalHoldSince(turn);
  if (since !== null) throw heldSince(since);
}

export function heldSince(since: string, what: "address" | "account" = "address"): Failure {
  return new Failure(
    "legal_hold",
    `This ${what} has been under legal hold since ${since}: nothing of it is deleted until the operator lifts that (postroom hold lift). Mail can be moved to the trash.`,
  );
}

/** Holds the account of this turn, or lifts that. @returns since when; null: it is not held any more */
export function holdAccount(turn: Turn, on: boolean): string | null {
  const { row } = turn.account;
  const legalHoldAt = on ? (row.legalHoldAt ?? turn.now()) : null;
  turn.update(accounts, { accountId: turn.accountId, legalHoldAt }, row);
  return legalHoldAt;
}

/** Holds an address, in its account's turn. @throws Failure not_found */
export async function holdIdentity(turn: Turn, id: string, on: boolean): Promise<string | null> {
  const { accountId } = turn;
  const row = await getIdentity(turn, { accountId, identityIds: null }, id);
  if (!row) throw notFound();
  const legalHoldAt = on ? (row.legalHoldAt ?? turn.now()) : null;
  turn.update(identities, { accountId, id, legalHoldAt }, row);
  return legalHoldAt;
}
