// Queries over routing rules. A restricted key sees those that lead to its addresses, or to webhooks of its addresses.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { type Scope, Where } from "../scope.ts";
import { routingRules } from "../tables/index.ts";

export type RoutingRuleRow = InferSelectModel<typeof routingRules>;

/** By domain name, then newest first: `count` past the cursor. No two rules of an account are made at one instant. */
export async function listRules(
  db: Executor,
  scope: Scope,
  query: { domainId?: string; after: { domain: string; createdAt: Instant } | null; count: number },
): Promise<RoutingRuleRow[]> {
  const { domainId, after, count } = query;
  const where = seenRules(scope)
    .and("r.domain_id = ?::uuid", domainId)
    .and(
      "r.domain >= ?::text and (r.domain > ?::text or r.created_at < ?::timestamptz)",
      after?.domain,
      after?.domain,
      after?.createdAt,
    );
  const rows = await db.rows(
    `select r.* from routing_rules r ${where} order by r.domain, r.created_at desc limit ${where.param(count)}::int`,
    where.params,
  );
  return rows.map((row) => toRow<RoutingRuleRow>(routingRules, row));
}

export async function getRule(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<RoutingRuleRow | null> {
  const where = seenRules(scope).and("r.id = ?::uuid", id);
  const [row] = await db.rows(`select r.* from routing_rules r ${where}`, where.params);
  return row ? toRow<RoutingRuleRow>(routingRules, row) : null;
}

function seenRules(scope: Scope): Where {
  const { accountId, identityIds } = scope;
  const where = new Where().and("r.account_id = ?::uuid", accountId);
  return identityIds === null
    ? where
    : where.and(
        `(r.identity_id = any(?::uuid[]) or r.webhook_id in (
           select id from webhooks where account_id = ?::uuid and identity_id = any(?::uuid[])))`,
        identityIds,
        accountId,
        identityIds,
      );
}
