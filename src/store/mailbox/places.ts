// Queries over the folders and labels of all addresses at once.
import type { Executor } from "../database/database.ts";
import { heldBy, type Scope } from "../scope.ts";

export interface NamedPlace {
  id: string;
  identityId: string;
  name: string;
}

/** Folders without a role, by name, `most` of them. */
export function accountFolders(db: Executor, scope: Scope, most: number): Promise<NamedPlace[]> {
  const where = heldBy(scope, "f");
  return db.rows<NamedPlace & Record<string, unknown>>(
    `select f.id, f.identity_id as "identityId", f.name from folders f ${where} and f.role is null
     order by f.name limit ${where.param(most)}::int`,
    where.params,
  );
}

/** Labels by name, `most` of them. */
export function accountLabels(db: Executor, scope: Scope, most: number): Promise<NamedPlace[]> {
  const where = heldBy(scope, "l");
  return db.rows<NamedPlace & Record<string, unknown>>(
    `select l.id, l.identity_id as "identityId", l.name from labels l ${where} and l.removed_at is null
     order by l.name limit ${where.param(most)}::int`,
    where.params,
  );
}
