// Queries over the audit trail of an account, and the entries that one statement writes about many rows at once.
import { and, eq, type InferSelectModel, lt } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { DeferredStatement, Executor, Param } from "../database/database.ts";
import { newestFirst, orm } from "../database/orm.ts";
import { accountAudit, type Origin } from "../tables/index.ts";

export type AccountAuditRow = InferSelectModel<typeof accountAudit>;

/** Newest first, `count` past the cursor with ties. */
export async function listAccountAudit(
  db: Executor,
  accountId: string,
  { cursor, count }: { cursor: Instant | null; count: number },
): Promise<AccountAuditRow[]> {
  return orm(db)
    .select()
    .from(accountAudit)
    .where(
      and(
        eq(accountAudit.accountId, accountId),
        cursor === null ? undefined : lt(accountAudit.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(accountAudit.createdAt, count));
}

/** The maker and time of entries that a statement writes. */
export interface AuditedEnd {
  at: Instant;
  by: Origin;
}

/** Rows that a statement ends; SQL in the words of `noteEnded`. */
export interface EndedRows {
  /** SQL before `select`, as a `with`. */
  beginning?: string;
  /** SQL of the action. */
  action: string;
  /** SQL of the name. */
  target: string;
  /** SQL of a table of the account with its condition; the table's alias is `x`. */
  from: string;
  params: readonly Param[];
}

/** Notes the end of rows, in front of the statement that deletes them; repeated, it notes each once. */
export function noteEnded(
  { beginning = "", action, target, from, params }: EndedRows,
  { at, by }: AuditedEnd,
): DeferredStatement {
  const n = params.length;
  return {
    text: `insert into account_audit (account_id, id, action, target_id, target, actor, created_at)
           ${beginning} select x.account_id, md5('ended ' || x.id)::uuid, ${action}, x.id, ${target}, $${n + 1}::jsonb, $${n + 2}::timestamptz
           from ${from} on conflict do nothing`,
    params: [...params, JSON.stringify(by), at],
  };
}

/** SQL of the action of a key's end. */
export const keyEnds = "case when x.level is null then 'key_ended' else 'program_ended' end";
