// Queries over people's passkeys, and over the challenges that were answered.
import { and, asc, eq, type InferSelectModel, isNull, lte } from "drizzle-orm";
import type { Instant } from "../../../lib/clock.ts";
import type { Executor, Statement } from "../../database/database.ts";
import { orm, statementOf, write } from "../../database/orm.ts";
import { passkeys, usedChallenges } from "../../tables/index.ts";
import type { SessionRow } from "./console.ts";

export type PasskeyRow = InferSelectModel<typeof passkeys>;

/** The most passkeys of one person. */
export const maxPasskeys = 20;

/** Oldest first. */
export async function passkeysOf(
  db: Executor,
  { accountId, ownerEmail }: Pick<SessionRow, "accountId" | "ownerEmail">,
): Promise<PasskeyRow[]> {
  const same =
    ownerEmail === null
      ? and(eq(passkeys.accountId, accountId), isNull(passkeys.ownerEmail))
      : eq(passkeys.ownerEmail, ownerEmail);
  return orm(db)
    .select()
    .from(passkeys)
    .where(same)
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
export function forgetChallenges(accountId: string, until: Instant): Statement {
  return statementOf(
    write
      .delete(usedChallenges)
      .where(and(eq(usedChallenges.accountId, accountId), lte(usedChallenges.expiresAt, until))),
  );
}
