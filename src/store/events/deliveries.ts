// Queries over deliveries of events to webhooks.

import { and, eq, getTableColumns, type InferSelectModel, sql } from "drizzle-orm";
import { newestFirst } from "../database/orm.ts";
import {
  all,
  before,
  type CursorPart,
  counted,
  inReach,
  one,
  type QueryPlaces,
  query,
  same,
  select,
} from "../database/query.ts";
import type { Scope } from "../scope.ts";
import { deliveries, webhooks } from "../tables/index.ts";

export type DeliveryRow = InferSelectModel<typeof deliveries>;

/** Deliveries of one webhook, newest first, `count` past the cursor with ties. The caller has checked that the scope reaches the webhook. */
export const listDeliveries = query(($: QueryPlaces<CursorPart & { accountId: string; webhookId: string }>) =>
  all(deliveries)
    .where(and(same(deliveries, $, "accountId", "webhookId"), before(deliveries.createdAt, $.maybe.cursor)))
    .orderBy(newestFirst(deliveries.createdAt, $.count)),
);

/** A delivery of a webhook that exists and that the scope reaches. */
export const getDelivery = one(($: QueryPlaces<Scope & { id: string }>) =>
  select(getTableColumns(deliveries))
    .from(deliveries)
    .innerJoin(
      webhooks,
      and(eq(webhooks.accountId, deliveries.accountId), eq(webhooks.id, deliveries.webhookId)),
    )
    .where(and(same(deliveries, $, "accountId", "id"), inReach($, webhooks))),
);

/** Counts the queued deliveries of a disabled webhook, up to `most`. */
export const countQueued = counted(
  ($: QueryPlaces<{ accountId: string; webhookId: string; most: number }>) =>
    sql`select count(*)::int as count from (
      select 1 from deliveries d join webhooks w on w.account_id = d.account_id and w.id = d.webhook_id and w.status = 'disabled'
      where d.account_id = ${$.accountId} and d.webhook_id = ${$.webhookId} and d.next_attempt_at is not null and d.status <> 'delivering'
      limit ${$.most}) q`,
);
