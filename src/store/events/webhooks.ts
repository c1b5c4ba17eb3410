// Queries over webhooks.
import { and, asc, eq, type InferSelectModel, lt, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { newestFirst, orm, ownedRows } from "../database/orm.ts";
import type { Scope } from "../scope.ts";
import { routingRules, webhooks } from "../tables/index.ts";

export type WebhookRow = InferSelectModel<typeof webhooks>;

/** Newest first, `count` past the cursor with ties. */
export async function listWebhooks(
  db: Executor,
  scope: Scope,
  { identityId, cursor, count }: { identityId?: string; cursor: Instant | null; count: number },
): Promise<WebhookRow[]> {
  return orm(db)
    .select()
    .from(webhooks)
    .where(
      and(
        ownedRows(scope, webhooks, webhooks.identityId),
        identityId === undefined ? undefined : eq(webhooks.identityId, identityId),
        cursor === null ? undefined : lt(webhooks.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(webhooks.createdAt, count));
}

export async function getWebhook(db: Executor, scope: Scope, id: string): Promise<WebhookRow | null> {
  const [row] = await orm(db)
    .select()
    .from(webhooks)
    .where(and(ownedRows(scope, webhooks, webhooks.identityId), eq(webhooks.id, id)));
  return row ?? null;
}

/** The oldest routing rule that leads to this webhook. */
export async function findRuleOfWebhook(
  db: Executor,
  accountId: string,
  webhookId: string,
): Promise<{ id: string; address: string } | null> {
  const [rule] = await orm(db)
    .select({
      id: routingRules.id,
      address: sql<string>`${routingRules.localPart} || '@' || ${routingRules.domain}`,
    })
    .from(routingRules)
    .where(and(eq(routingRules.accountId, accountId), eq(routingRules.webhookId, webhookId)))
    .orderBy(asc(routingRules.createdAt))
    .limit(1);
  return rule ?? null;
}
