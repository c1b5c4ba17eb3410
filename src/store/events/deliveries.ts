// Queries over deliveries of events to webhooks.

import { and, eq, getTableColumns, type InferSelectModel, lt } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { Executor } from "../database/database.ts";
import { newestFirst, orm, ownedRows } from "../database/orm.ts";
import type { Scope } from "../scope.ts";
import { deliveries, webhooks } from "../tables/index.ts";

export type DeliveryRow = InferSelectModel<typeof deliveries>;

/** Deliveries of one webhook, newest first, `count` past the cursor with ties. The caller has checked that the scope reaches the webhook. */
export async function listDeliveries(
  db: Executor,
  accountId: string,
  { webhookId, cursor, count }: { webhookId: string; cursor: Instant | null; count: number },
): Promise<DeliveryRow[]> {
  return orm(db)
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.accountId, accountId),
        eq(deliveries.webhookId, webhookId),
        cursor === null ? undefined : lt(deliveries.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(deliveries.createdAt, count));
}

/** A delivery of a webhook that exists and that the scope reaches. */
export async function getDelivery(db: Executor, scope: Scope, id: string): Promise<DeliveryRow | null> {
  const [row] = await orm(db)
    .select(getTableColumns(deliveries))
    .from(deliveries)
    .innerJoin(
      webhooks,
      and(eq(webhooks.accountId, deliveries.accountId), eq(webhooks.id, deliveries.webhookId)),
    )
    .where(and(ownedRows(scope, deliveries, webhooks.identityId), eq(deliveries.id, id)));
  return row ?? null;
}

/** Counts the queued deliveries of a disabled webhook, up to `most`. */
export async function countQueued(
  db: Executor,
  accountId: string,
  { webhookId, most }: { webhookId: string; most: number },
): Promise<number> {
  const [row] = await db.values(
    `select count(*)::int from (
       select 1 from deliveries d join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id and w.status = 'disabled'
       where d.account_id = $1::uuid and d.webhook_id = $2::uuid and d.next_attempt_at is not null and d.status <> 'delivering'
       limit $3::int) q`,
    [accountId, webhookId, most],
  );
  return must(row, "the statement returns one row")[0] as number;
}
