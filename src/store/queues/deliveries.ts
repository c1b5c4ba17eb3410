// Queries over deliveries of events to webhooks.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { ownedBy, type Scope, Where } from "../scope.ts";
import { deliveries } from "../tables/index.ts";

export type DeliveryRow = InferSelectModel<typeof deliveries>;

/** Of one webhook that the scope has been found to reach: newest first, `count` past the cursor with ties. */
export async function listDeliveries(
  db: Executor,
  accountId: string,
  query: { webhookId: string; cursor: Instant | null; count: number },
): Promise<DeliveryRow[]> {
  const where = new Where()
    .and("account_id = ?::uuid", accountId)
    .and("webhook_id = ?::uuid", query.webhookId)
    .and("created_at < ?::timestamptz", query.cursor ?? undefined);
  const rows = await db.rows(
    `select * from deliveries ${where}
     order by created_at desc fetch first (${where.param(query.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<DeliveryRow>(deliveries, row));
}

/** A delivery of a webhook that the scope reaches and that is still there. */
export async function getDelivery(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<DeliveryRow | null> {
  const where = ownedBy(scope, "w.identity_id", "d.account_id").and("d.id = ?::uuid", id);
  const [row] = await db.rows(
    `select d.* from deliveries d join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id ${where}`,
    where.params,
  );
  return row ? toRow<DeliveryRow>(deliveries, row) : null;
}
