// Queries over templates. A restricted key sees those of the account, and those of the pods of its identities.
import { and, eq, type InferSelectModel, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { ofIdentities } from "../access/reached.ts";
import type { Executor } from "../database/database.ts";
import { newestFirst, orm } from "../database/orm.ts";
import type { Scope } from "../scope.ts";
import { identities, templates } from "../tables/index.ts";

export type TemplateRow = InferSelectModel<typeof templates>;

/** Templates of an account. */
export const maxTemplates = 500;

/** Newest first, `count` past the cursor with ties. */
export async function listTemplates(
  db: Executor,
  scope: Scope,
  { name, cursor, count }: { name?: string | undefined; cursor: Instant | null; count: number },
): Promise<TemplateRow[]> {
  return orm(db)
    .select()
    .from(templates)
    .where(
      and(
        visibleTemplates(db, scope),
        name === undefined ? undefined : sql`lower(${templates.name}) = lower(${name})`,
        cursor === null ? undefined : lt(templates.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(templates.createdAt, count));
}

export async function getTemplate(db: Executor, scope: Scope, id: string): Promise<TemplateRow | null> {
  const [row] = await orm(db)
    .select()
    .from(templates)
    .where(and(visibleTemplates(db, scope), eq(templates.id, id)));
  return row ?? null;
}

/** The template of the account that has this name in whatever capitals. */
export async function findTemplateByName(
  db: Executor,
  accountId: string,
  name: string,
): Promise<TemplateRow | null> {
  const [row] = await orm(db)
    .select()
    .from(templates)
    .where(and(eq(templates.accountId, accountId), sql`lower(${templates.name}) = lower(${name})`));
  return row ?? null;
}

/** Whether the account has `maxTemplates`. */
export async function hasMaxTemplates(db: Executor, accountId: string): Promise<boolean> {
  const beyond = await orm(db)
    .select({ one: sql`1` })
    .from(templates)
    .where(eq(templates.accountId, accountId))
    .offset(maxTemplates - 1)
    .limit(1);
  return beyond.length > 0;
}

function visibleTemplates(db: Executor, { accountId, identityIds }: Scope) {
  const own = eq(templates.accountId, accountId);
  if (identityIds === null) return own;
  const used = ofIdentities(db, { accountId, identityIds }, identities.podId);
  return and(own, or(isNull(templates.podId), inArray(templates.podId, used)));
}
