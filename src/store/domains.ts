// Queries over domains.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../lib/clock.ts";
import type { Executor } from "./database.ts";
import { toRow } from "./rows.ts";
import { type Scope, Where } from "./scope.ts";
import { domains } from "./tables/index.ts";

export type DomainRow = InferSelectModel<typeof domains>;

/** The account's domains and the shared one (a restricted key: those its addresses are in), newest first. */
export async function listDomains(
  db: Executor,
  scope: Scope,
  page: { cursor: Instant | null; count: number },
): Promise<DomainRow[]> {
  const where = new Where()
    .and("(d.account_id = ?::uuid or d.is_default)", scope.accountId)
    .and(
      "d.id in (select i.domain_id from identities i where i.account_id = ?::uuid and i.id = any(?::uuid[]) and i.deleted_at is null)",
      scope.identityIds === null ? undefined : scope.accountId,
      scope.identityIds ?? undefined,
    )
    .and("d.created_at < ?::timestamptz", page.cursor ?? undefined);
  const rows = await db.rows(
    `select d.* from domains d ${where} order by d.created_at desc fetch first (${where.param(page.count)}::int) rows with ties`,
    where.params,
  );
  return rows.map((row) => toRow<DomainRow>(domains, row));
}
