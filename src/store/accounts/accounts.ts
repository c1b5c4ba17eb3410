// Queries over accounts, and the creation of one outside a turn: a new account has no actor yet.
import { eq, type InferSelectModel, sql } from "drizzle-orm";
import type { DatabaseTransaction, DeferredStatement, Executor } from "../database/database.ts";
import { orm, statementOf, write } from "../database/orm.ts";
import { accounts, pods } from "../tables/index.ts";

export type AccountRow = InferSelectModel<typeof accounts>;

export interface NewAccount
  extends Omit<
    AccountRow,
    "modseq" | "lastInstant" | "protection" | "legalHoldAt" | "deletedAt" | "ownerShortcuts" | "ownerLanguage"
  > {
  /** The id of its default pod. */
  podId: string;
}

/** Serialises the creation of the operator's account, until the transaction ends. */
export async function lockOperator(tx: DatabaseTransaction): Promise<void> {
  await tx.values("select pg_advisory_xact_lock(7305201)");
}

export async function findOperatorAccount(db: Executor): Promise<string | null> {
  const [row] = await orm(db)
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(eq(accounts.plan, "operator"));
  return row?.accountId ?? null;
}

export async function getAccount(db: Executor, accountId: string): Promise<AccountRow | null> {
  const [row] = await orm(db).select().from(accounts).where(eq(accounts.accountId, accountId));
  return row ?? null;
}

/** Creates an account with its default pod. */
export async function createAccount(
  tx: DatabaseTransaction,
  { podId, ...account }: NewAccount,
): Promise<void> {
  const { accountId, createdAt } = account;
  await orm(tx)
    .insert(accounts)
    .values({ ...account, modseq: 0, lastInstant: createdAt });
  await orm(tx).insert(pods).values({ accountId, id: podId, name: "Default", isDefault: true, createdAt });
}

/** Invalidates every cache of the account, for a quiet turn, which does not change the modseq itself. */
export function raiseModseq(accountId: string): DeferredStatement {
  return statementOf(
    write
      .update(accounts)
      .set({ modseq: sql`${accounts.modseq} + 1` })
      .where(eq(accounts.accountId, accountId)),
  );
}
