// The making of an account. It has no actor yet, so it is part of another account's turn, or (the operator's own) one
// transaction of its own: the only write outside a turn.
import type { Instant } from "../../src/lib/clock.ts";
import type { Executor } from "../../src/store/database/database.ts";
import { accounts, pods } from "../../src/store/tables/index.ts";
import type { Turn } from "../runtime/turn.ts";

export interface NewAccount {
  accountId: string;
  podId: string;
  plan: "operator" | "signup";
  ownerEmail: string | null;
  createdAt: Instant;
}

/** An account with its default pod. */
export async function createAccount(tx: Executor, input: NewAccount): Promise<void> {
  await tx.values(
    "insert into accounts (account_id, plan, owner_email, last_instant, created_at) values ($1::uuid, $2::text, $3::text, $4::timestamptz, $4::timestamptz)",
    [input.accountId, input.plan, input.ownerEmail, input.createdAt],
  );
  await tx.values(
    "insert into pods (account_id, id, name, is_default, created_at) values ($1::uuid, $2::uuid, 'Default', true, $3::timestamptz)",
    [input.accountId, input.podId, input.createdAt],
  );
}

/** The same, in a turn of another account: what else the turn writes is committed with it. */
export function insertAccount(
  turn: Turn,
  { accountId, podId, plan, ownerEmail, createdAt }: NewAccount,
): void {
  turn.insert(accounts, { accountId, plan, ownerEmail, modseq: 0, lastInstant: createdAt, createdAt });
  turn.insert(pods, { accountId, id: podId, name: "Default", clientId: null, isDefault: true, createdAt });
}
