// Queries over people's passkeys, and over the challenges that were answered.
import { and, asc, eq, type InferSelectModel, lte } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { orm, statementOf, write } from "../database/orm.ts";
import { passkeys, usedChallenges } from "../tables/index.ts";
import { isOf, type SessionOwner } from "./console.ts";

export type PasskeyRow = InferSelectModel<typeof passkeys>;

/** The most passkeys of one person. */
export const maxPasskeys = 20;

/** Oldest first. */
export async function passkeysOf(db: Executor, person: SessionOwner): Promise<PasskeyRow[]> {
  return orm(db)
    .select()
    .from(passkeys)
    .where(isOf(passkeys, person))
    .orderBy(asc(passkeys.createdAt))
    .limit(maxPasskeys + 1);
}

export async function findPasskey(db: Executor, credentialId: Uint8Array): Promise<PasskeyRow | null> {
  const [row] = await orm(db).select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

export async function challengeIsUsed(db: Executor, challengeHash: Uint8Array): Promise<boolean> {
  const [row] = await orm(db)
    .select({ accountId: usedChallenges.accountId })
    .from(usedChallenges)
    .where(eq(usedChallenges.challengeHash, challengeHash));
  return row !== undefined;
}

/** Deletes the account's used challenges that expired up to that instant: they are refused without. */
export function forgetChallenges(accountId: string, until: Instant): DeferredStatement {
  return statementOf(
    write
      .delete(usedChallenges)
      .where(and(eq(usedChallenges.accountId, accountId), lte(usedChallenges.expiresAt, until))),
  );
}
