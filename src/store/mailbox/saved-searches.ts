// Queries over saved searches: those of a person and those that all people of the account have.
import { and, eq, type InferSelectModel, isNull, or } from "drizzle-orm";
import type { Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { savedSearches } from "../tables/index.ts";

export type SavedSearchRow = InferSelectModel<typeof savedSearches>;

/** Saved searches that one person has alone. */
export const maxOwnSearches = 30;
/** Saved searches of an account that all its people have. */
export const maxSharedSearches = 50;

/** The person who looks; `memberId` null: the owner. */
export interface SearchReader {
  accountId: string;
  memberId: string | null;
}

/** The person's own and the shared ones, by name. */
export async function listSavedSearches(db: Executor, reader: SearchReader): Promise<SavedSearchRow[]> {
  const rows = await orm(db)
    .select()
    .from(savedSearches)
    .where(seenBy(reader))
    .limit(maxOwnSearches + maxSharedSearches);
  return rows.sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

export async function getSavedSearch(
  db: Executor,
  reader: SearchReader,
  id: string,
): Promise<SavedSearchRow | null> {
  const [row] = await orm(db)
    .select()
    .from(savedSearches)
    .where(and(seenBy(reader), eq(savedSearches.id, id)));
  return row ?? null;
}

/** Whether the account has a saved search of this id, of any person. */
export async function isSavedSearch(db: Executor, accountId: string, id: string): Promise<boolean> {
  const rows = await orm(db)
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(and(eq(savedSearches.accountId, accountId), eq(savedSearches.id, id)));
  return rows.length > 0;
}

function seenBy({ accountId, memberId }: SearchReader) {
  const own = memberId === null ? isNull(savedSearches.memberId) : eq(savedSearches.memberId, memberId);
  return and(eq(savedSearches.accountId, accountId), or(eq(savedSearches.isShared, true), own));
}
