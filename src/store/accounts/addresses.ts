// Queries over addresses. An address belongs to an identity, or after the identity's deletion only to its account.
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
