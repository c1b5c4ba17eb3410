// Queries over routing rules. A restricted key sees the rules to its identities and to webhooks of its identities.
import { and, asc, desc, eq, gt, gte, type InferSelectModel, inArray, lt, or, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { type KnownMaker, knownMaker } from "../access/makers.ts";
import type { Executor } from "../database/database.ts";
import { isAnyOf, orm, ownedRows } from "../database/orm.ts";
import { toRow } from "../database/rows.ts";
import type { Scope } from "../scope.ts";
import { addresses, routingRules, webhooks } from "../tables/index.ts";

export type RoutingRuleRow = InferSelectModel<typeof routingRules>;

/** By domain name, then newest first: `count` past the cursor. Creation instants are unique within an account. */
export async function listRules(
  db: Executor,
  scope: Scope,
  {
    domainId,
    after,
    count,
  }: { domainId?: string; after: { domain: string; createdAt: Instant } | null; count: number },
): Promise<RoutingRuleRow[]> {
  return orm(db)
    .select()
    .from(routingRules)
    .where(
      and(
        visibleRules(db, scope),
        domainId === undefined ? undefined : eq(routingRules.domainId, domainId),
        after === null
          ? undefined
          : and(
              gte(routingRules.domain, after.domain),
              or(gt(routingRules.domain, after.domain), lt(routingRules.createdAt, after.createdAt)),
            ),
      ),
    )
    .orderBy(asc(routingRules.domain), desc(routingRules.createdAt))
    .limit(count);
}

export async function getRule(db: Executor, scope: Scope, id: string): Promise<RoutingRuleRow | null> {
  const [row] = await orm(db)
    .select()
    .from(routingRules)
    .where(and(visibleRules(db, scope), eq(routingRules.id, id)));
  return row ?? null;
}

function visibleRules(db: Executor, scope: Scope) {
  const own = eq(routingRules.accountId, scope.accountId);
  if (scope.identityIds === null) return own;
  const reached = orm(db)
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(ownedRows(scope, webhooks, webhooks.identityId));
  return and(
    own,
    or(isAnyOf(routingRules.identityId, scope.identityIds), inArray(routingRules.webhookId, reached)),
  );
}

/** A rule of the account, with who made it, or who lets its address be written from, as they are now. */
export async function ruleWithMaker(
  db: Executor,
  accountId: string,
  id: string,
  column: "maker" | "send_as_maker" = "maker",
): Promise<{ rule: RoutingRuleRow; by: KnownMaker } | null> {
  const [row] = await db.rows(
    `select r.*, ${knownMaker("r.account_id", `r.${column}`)} as by from routing_rules r
     where r.account_id = $1::uuid and r.id = $2::uuid`,
    [accountId, id],
  );
  return row ? { rule: toRow<RoutingRuleRow>(routingRules, row), by: row.by as KnownMaker } : null;
}

/** Whether the rule exists and is active. */
export async function isActiveRule(db: Executor, accountId: string, id: string): Promise<boolean> {
  const found = await orm(db)
    .select({ id: routingRules.id })
    .from(routingRules)
    .where(
      and(eq(routingRules.accountId, accountId), eq(routingRules.id, id), eq(routingRules.status, "active")),
    );
  return found.length > 0;
}

/** The rule and the identity of the account that have a name already. */
export async function findNameHolders(
  db: Executor,
  accountId: string,
  { domain, domainId, localPart }: { domain: string; domainId: string; localPart: string },
): Promise<{ ruleId: string | null; identityId: string | null }> {
  const [rules, holders] = await Promise.all([
    orm(db)
      .select({ id: routingRules.id })
      .from(routingRules)
      .where(
        and(
          eq(routingRules.accountId, accountId),
          eq(routingRules.domainId, domainId),
          eq(routingRules.localPart, localPart),
        ),
      ),
    orm(db)
      .select({ identityId: addresses.identityId })
      .from(addresses)
      .where(
        and(
          eq(addresses.domain, domain),
          eq(addresses.localPart, localPart),
          eq(addresses.accountId, accountId),
        ),
      ),
  ]);
  return { ruleId: rules[0]?.id ?? null, identityId: holders[0]?.identityId ?? null };
}

/** The names that rules route to a webhook. */
export async function namesRoutedTo(
  db: Executor,
  accountId: string,
  webhookId: string,
): Promise<{ localPart: string; domain: string }[]> {
  return orm(db)
    .select({ localPart: routingRules.localPart, domain: routingRules.domain })
    .from(routingRules)
    .where(and(eq(routingRules.accountId, accountId), eq(routingRules.webhookId, webhookId)));
}

/** A name without its tag. */
export interface BareName {
  domain: string;
  localPart: string;
  /** The original name had a tag. */
  tagged: boolean;
}

/** The addresses of the account with these names; identityId null: of a deleted identity. */
export async function addressesNamed(
  db: Executor,
  accountId: string,
  names: readonly BareName[],
): Promise<{ identityId: string | null; tagged: boolean; isKept: boolean }[]> {
  const asked = sql`unnest(${sql.param(names.map(({ domain }) => domain))}::text[],
    ${sql.param(names.map(({ localPart }) => localPart))}::text[],
    ${sql.param(names.map(({ tagged }) => tagged))}::bool[]) as k(domain, local_part, tagged)`;
  return orm(db)
    .select({
      identityId: addresses.identityId,
      tagged: sql<boolean>`k.tagged`,
      isKept: sql<boolean>`coalesce(${addresses.ended}->>'protection', '') <> ''`,
    })
    .from(addresses)
    .innerJoin(asked, sql`${addresses.domain} = k.domain and ${addresses.localPart} = k.local_part`)
    .where(eq(addresses.accountId, accountId));
}
