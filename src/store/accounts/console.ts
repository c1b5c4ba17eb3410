// Queries of the console: sign-in links, sessions, and the accounts of an owner.
import { and, asc, eq, gt, type InferSelectModel, lte, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor, Statement } from "../database/database.ts";
import { orm, statementOf, write } from "../database/orm.ts";
import { accounts, consoleSessions, signInLinks } from "../tables/index.ts";

export type SignInLinkRow = InferSelectModel<typeof signInLinks>;
export type SessionRow = InferSelectModel<typeof consoleSessions>;

/** A sign-in link that has not expired. */
export async function findLink(
  db: Executor,
  tokenHash: Uint8Array,
  at: Instant,
): Promise<SignInLinkRow | null> {
  const [row] = await orm(db)
    .select()
    .from(signInLinks)
    .where(and(eq(signInLinks.tokenHash, tokenHash), gt(signInLinks.expiresAt, at)));
  return row ?? null;
}

/** A session that has not expired. */
export async function findSession(
  db: Executor,
  tokenHash: Uint8Array,
  at: Instant,
): Promise<SessionRow | null> {
  const [row] = await orm(db)
    .select()
    .from(consoleSessions)
    .where(and(eq(consoleSessions.tokenHash, tokenHash), gt(consoleSessions.expiresAt, at)));
  return row ?? null;
}

/** Deletes the account's links and sessions that expired up to that instant. */
export function deleteExpired(accountId: string, until: Instant): Statement[] {
  return [signInLinks, consoleSessions].map((table) =>
    statementOf(write.delete(table).where(and(eq(table.accountId, accountId), lte(table.expiresAt, until)))),
  );
}

export interface OwnedAccount {
  accountId: string;
  plan: "operator" | "signup";
  /** Its oldest address, or null; the console shows it as the account's name. */
  email: string | null;
}

const ownedColumns = {
  accountId: accounts.accountId,
  plan: accounts.plan,
  email: sql<string | null>`(select i.local_part || '@' || i.domain from identities i
    where i.account_id = accounts.account_id and i.deleted_at is null order by i.created_at, i.id limit 1)`,
};

/** Accounts of this owner, oldest first, at most 100. @param ownerEmail in canonical form */
export async function accountsOfOwner(db: Executor, ownerEmail: string): Promise<OwnedAccount[]> {
  return orm(db)
    .select(ownedColumns)
    .from(accounts)
    .where(eq(accounts.ownerEmail, ownerEmail))
    .orderBy(asc(accounts.createdAt))
    .limit(100);
}

export async function ownedAccount(db: Executor, accountId: string): Promise<OwnedAccount | null> {
  const [row] = await orm(db).select(ownedColumns).from(accounts).where(eq(accounts.accountId, accountId));
  return row ?? null;
}
