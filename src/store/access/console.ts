// Queries of the console: sign-in links, sessions, and the accounts of an owner.
import { and, desc, eq, gt, type InferSelectModel, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { orm, statementOf, write } from "../database/orm.ts";
import { accounts, consoleSessions, type passkeys, signInLinks } from "../tables/index.ts";

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

/** The most sessions of one person that are looked at. */
const maxSessions = 100;

/**
 * The owner of a session: a person by email address, in any number of accounts, or the holder of one
 * account's key.
 */
export type SessionOwner = Pick<SessionRow, "accountId" | "ownerEmail">;

/** True for the rows of a person in a table that names the account and the e-mail address of its rows' owners. */
export function isOf(
  table: typeof consoleSessions | typeof passkeys,
  { accountId, ownerEmail }: SessionOwner,
): SQL | undefined {
  if (ownerEmail !== null) return eq(table.ownerEmail, ownerEmail);
  return and(eq(table.accountId, accountId), isNull(table.ownerEmail));
}

/** The unexpired sessions of this one's person, the newest first; at most 100. */
export async function sessionsOf(db: Executor, person: SessionOwner, at: Instant): Promise<SessionRow[]> {
  return orm(db)
    .select()
    .from(consoleSessions)
    .where(and(isOf(consoleSessions, person), gt(consoleSessions.expiresAt, at)))
    .orderBy(desc(consoleSessions.createdAt))
    .limit(maxSessions);
}

/** Notes that a session was used; no cache holds it. */
export async function touchSession(db: Executor, tokenHash: Uint8Array, at: Instant): Promise<void> {
  await orm(db)
    .update(consoleSessions)
    .set({ lastUsedAt: at })
    .where(eq(consoleSessions.tokenHash, tokenHash));
}

/** Deletes the links into an account that a person has. */
export function deleteLinks(accountId: string, email: string): DeferredStatement {
  return statementOf(
    write
      .delete(signInLinks)
      .where(and(eq(signInLinks.accountId, accountId), eq(signInLinks.ownerEmail, email))),
  );
}

/** Deletes the account's links and sessions that expired up to that instant. */
export function deleteExpired(accountId: string, until: Instant): DeferredStatement[] {
  return [signInLinks, consoleSessions].map((table) =>
    statementOf(write.delete(table).where(and(eq(table.accountId, accountId), lte(table.expiresAt, until)))),
  );
}

export interface OwnedAccount {
  accountId: string;
  plan: "operator" | "signup";
  /** The account's oldest address, or null; the console shows it as the account's name. */
  email: string | null;
  /** Whether the owner's page listens to single keys. */
  shortcuts: boolean;
  /** As the person chose it; null: as the browser asks. */
  language: string | null;
}

const ownedColumns = {
  accountId: accounts.accountId,
  plan: accounts.plan,
  shortcuts: accounts.ownerShortcuts,
  language: accounts.ownerLanguage,
  email: sql<string | null>`(select i.local_part || '@' || i.domain from identities i
    where i.account_id = accounts.account_id and i.deleted_at is null order by i.created_at, i.id limit 1)`,
};

export async function ownedAccount(db: Executor, accountId: string): Promise<OwnedAccount | null> {
  const [row] = await orm(db).select(ownedColumns).from(accounts).where(eq(accounts.accountId, accountId));
  return row ?? null;
}
