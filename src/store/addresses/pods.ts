// Queries over pods. A restricted key sees the pods of its identities.

import { and, asc, desc, eq, type InferSelectModel, inArray, ne, sql } from "drizzle-orm";
import { must } from "../../lib/must.ts";
import { ofIdentities } from "../access/reached.ts";
import type { Executor } from "../database/database.ts";
import { isAnyOf, orm } from "../database/orm.ts";
import type { Scope } from "../scope.ts";
import { identities, pods } from "../tables/index.ts";

export type PodRow = InferSelectModel<typeof pods>;

/** The most pods of an account: the list is not paged. */
export const maxPods = 10_000;

/** All pods, the default one first, the others newest first. */
export async function listPods(db: Executor, scope: Scope, clientId?: string): Promise<PodRow[]> {
  return orm(db)
    .select()
    .from(pods)
    .where(and(visiblePods(db, scope), clientId === undefined ? undefined : eq(pods.clientId, clientId)))
    .orderBy(desc(pods.isDefault), desc(pods.createdAt))
    .limit(maxPods);
}

/** Pods by name, `most` of them. */
export async function someNamedPods(db: Executor, scope: Scope, most: number): Promise<PodRow[]> {
  return orm(db)
    .select()
    .from(pods)
    .where(visiblePods(db, scope))
    .orderBy(asc(pods.name), pods.id)
    .limit(most);
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

/** Return the account's pods with these ids; missing ones are left out. */
export async function getPods(db: Executor, accountId: string, ids: readonly string[]): Promise<PodRow[]> {
  return orm(db)
    .select()
    .from(pods)
    .where(and(eq(pods.accountId, accountId), isAnyOf(pods.id, ids)));
}

/** Pods of this name or client_id, `most` of them. */
export async function podsNamed(
  db: Executor,
  scope: Scope,
  { name, most }: { name: string; most: number },
): Promise<PodRow[]> {
  return orm(db)
    .select()
    .from(pods)
    .where(
      and(visiblePods(db, scope), sql`(lower(${pods.name}) = lower(${name}) or ${pods.clientId} = ${name})`),
    )
    .limit(most);
}

function visiblePods(db: Executor, { accountId, identityIds }: Scope) {
  const own = eq(pods.accountId, accountId);
  if (identityIds === null) return own;
  const used = ofIdentities(db, { accountId, identityIds }, identities.podId);
  return and(own, inArray(pods.id, used));
}

/** Counts of what is in a pod, and of the keys and templates that name it; each up to 1,000. */
export interface PodContent {
  identities: number;
  domains: number;
  keys: number;
  templates: number;
}

export async function podContent(db: Executor, accountId: string, podId: string): Promise<PodContent> {
  const [row] = await db.rows<PodContent>(
    `select (select count(*)::int from (select from identities where account_id = $1::uuid and pod_id = $2::uuid
               and deleted_at is null limit 1000) i) as identities,
            (select count(*)::int from (select from domains where account_id = $1::uuid and pod_id = $2::uuid limit 1000) d) as domains,
            (select count(*)::int from (select from api_keys where account_id = $1::uuid and pod_ids is not null
               and pod_ids @> array[$2::uuid] limit 1000) k) as keys,
            (select count(*)::int from (select from templates where account_id = $1::uuid and pod_id = $2::uuid limit 1000) t) as templates`,
    [accountId, podId],
  );
  return must(row, "the statement returns one row");
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
