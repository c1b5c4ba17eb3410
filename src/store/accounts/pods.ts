// Queries over pods. A restricted key sees the pods of its identities.
import { and, desc, eq, type InferSelectModel, inArray, ne, sql } from "drizzle-orm";
import type { Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import type { Scope } from "../scope.ts";
import { identities, pods } from "../tables/index.ts";
import { ofIdentities } from "./reached.ts";

export type PodRow = InferSelectModel<typeof pods>;

/** The most pods of an account: the list is not paged. */
export const maxPods = 10_000;

/** All pods, the default one first, the others newest first. */
export async function listPods(db: Executor, scope: Scope): Promise<PodRow[]> {
  return orm(db)
    .select()
    .from(pods)
    .where(visiblePods(db, scope))
    .orderBy(desc(pods.isDefault), desc(pods.createdAt))
    .limit(maxPods);
}

/** @param id null: the default pod */
export async function getPod(db: Executor, scope: Scope, id: string | null): Promise<PodRow | null> {
  const named = id === null ? pods.isDefault : eq(pods.id, id);
  const [pod] = await orm(db)
    .select()
    .from(pods)
    .where(and(visiblePods(db, scope), named));
  return pod ?? null;
}

function visiblePods(db: Executor, { accountId, identityIds }: Scope) {
  const own = eq(pods.accountId, accountId);
  if (identityIds === null) return own;
  const used = ofIdentities(db, { accountId, identityIds }, identities.podId);
  return and(own, inArray(pods.id, used));
}

/** Whether the account has `maxPods`. */
export async function hasMaxPods(db: Executor, accountId: string): Promise<boolean> {
  const beyond = await orm(db)
    .select({ one: sql`1` })
    .from(pods)
    .where(eq(pods.accountId, accountId))
    .offset(maxPods - 1)
    .limit(1);
  return beyond.length > 0;
}

/** The pod of the account that has this client_id, other than `exceptId`. */
export async function findPodByClientId(
  db: Executor,
  accountId: string,
  { clientId, exceptId }: { clientId: string; exceptId: string },
): Promise<PodRow | null> {
  const [pod] = await orm(db)
    .select()
    .from(pods)
    .where(and(eq(pods.accountId, accountId), eq(pods.clientId, clientId), ne(pods.id, exceptId)));
  return pod ?? null;
}
