// Queries over addresses: each names the identity that has it, or only the account that it stays with.
import { and, eq, type InferSelectModel } from "drizzle-orm";
import type { Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { addresses } from "../tables/index.ts";

export type AddressRow = InferSelectModel<typeof addresses>;

/** Of any account: an address is unique over all of them. */
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
