// Queries over webhooks.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { ownedBy, type Scope } from "../scope.ts";
import { webhooks } from "../tables/index.ts";

export type WebhookRow = InferSelectModel<typeof webhooks>;

/** Newest first, `count` past the cursor with ties. */
export async function listWebhooks(
  db: Executor,
  scope: Scope,
  page: { cursor: Instant | null; count: number },
): Promise<WebhookRow[]> {
  const where = ownedBy(scope, "identity_id").and("created_at < ?::timestamptz", page.cursor ?? undefined);
  const rows = await db.rows(
    `select * from webhooks ${where} order by created_at desc fetch first (${where.param(page.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<WebhookRow>(webhooks, row));
}

export async function getWebhook(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<WebhookRow | null> {
  const where = ownedBy(scope, "identity_id").and("id = ?::uuid", id);
  const [row] = await db.rows(`select * from webhooks ${where}`, where.params);
  return row ? toRow<WebhookRow>(webhooks, row) : null;
}
