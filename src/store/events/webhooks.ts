// Queries over webhooks.
import { and, asc, type InferSelectModel, sql } from "drizzle-orm";
import { newestFirst } from "../database/orm.ts";
import {
  all,
  before,
  type CursorPart,
  inReach,
  one,
  type QueryPlaces,
  query,
  same,
  select,
} from "../database/query.ts";
import type { Scope } from "../scope.ts";
import { routingRules, webhooks } from "../tables/index.ts";

export type WebhookRow = InferSelectModel<typeof webhooks>;

/** Newest first, `count` past the cursor with ties. */
export const listWebhooks = query(($: QueryPlaces<Scope & CursorPart & { identityId?: string }>) =>
  all(webhooks)
    .where(
      and(
        inReach($, webhooks),
        same(webhooks, $.maybe, "identityId"),
        before(webhooks.createdAt, $.maybe.cursor),
      ),
    )
    .orderBy(newestFirst(webhooks.createdAt, $.count)),
);

export const getWebhook = one(($: QueryPlaces<Scope & { id: string }>) =>
  all(webhooks).where(and(inReach($, webhooks), same(webhooks, $, "id"))),
);

/** The oldest routing rule that leads to this webhook. */
export const findRuleOfWebhook = one(($: QueryPlaces<{ accountId: string; webhookId: string }>) =>
  select({
    id: routingRules.id,
    address: sql<string>`${routingRules.localPart} || '@' || ${routingRules.domain}`,
  })
    .from(routingRules)
    .where(same(routingRules, $, "accountId", "webhookId"))
    .orderBy(asc(routingRules.createdAt))
    .limit(1),
);
