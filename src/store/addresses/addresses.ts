// Queries over addresses. An address belongs to an identity, or after the identity's deletion only to its account.
import { createHash } from "node:crypto";
import { and, eq, type InferSelectModel } from "drizzle-orm";
import type { Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { addresses } from "../tables/index.ts";

export type AddressRow = InferSelectModel<typeof addresses>;

/** The address of any account: addresses are unique across accounts. */
export async function findAddress(
  db: Executor,
  { localPart, domain }: { localPart: string; domain: string },
): Promise<AddressRow | null> {
  const [row] = await orm(db)
    .select()
    .from(addresses)
    .where(and(eq(addresses.domain, domain), eq(addresses.localPart, localPart)));
  return row ?? null;
}

/** The same by its text, in upper or lower case. */
export async function findEmail(db: Executor, email: string): Promise<AddressRow | null> {
  const at = email.lastIndexOf("@");
  return findAddress(db, {
    localPart: email.slice(0, at).toLowerCase(),
    domain: email.slice(at + 1).toLowerCase(),
  });
}

/**
 * The placeholder for a name that was used on a shared domain: it keeps the name from others, and the name
 * cannot be read from it.
 */
export function usedName(localPart: string, domain: string): string {
  return `used:${createHash("sha256").update(`${localPart}@${domain}`).digest("hex")}`;
}

/** Whether a deleted account had this name on a shared domain: nobody else gets it. */
export async function isUsedName(
  db: Executor,
  { localPart, domain }: { localPart: string; domain: string },
): Promise<boolean> {
  return (await findAddress(db, { domain, localPart: usedName(localPart, domain) })) !== null;
}
