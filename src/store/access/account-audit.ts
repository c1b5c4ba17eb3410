// Queries over the audit trail of an account, and the entries that one statement writes about many rows at once.
import { and, desc, eq, type InferSelectModel, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { DeferredStatement, Executor, Param } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { accountAudit, type Origin } from "../tables/index.ts";

export type AccountAuditRow = InferSelectModel<typeof accountAudit>;

/** Newest first, past time and id of an entry; what one statement ended has one time. */
export async function listAccountAudit(
  db: Executor,
  accountId: string,
  { after, count }: { after: readonly string[] | null; count: number },
): Promise<AccountAuditRow[]> {
  return orm(db)
    .select()
    .from(accountAudit)
    .where(
      and(
        eq(accountAudit.accountId, accountId),
        after === null
          ? undefined
          : sql`(${accountAudit.createdAt}, ${accountAudit.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
      ),
    )
    .orderBy(desc(accountAudit.createdAt), desc(accountAudit.id))
    .limit(count);
}

/** Characters of a name that an entry keeps. */
export const maxTargetCharacters = 1000;

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
    // The id as text, for `||` over a uuid is stable: Citus 13 writes an INSERT … SELECT with a stable function anew, wrongly.
    text: `insert into account_audit (account_id, id, action, target_id, target, actor, created_at)
           ${beginning} select x.account_id, md5('ended ' || x.id::text)::uuid, ${action}, x.id, left(${target}, ${maxTargetCharacters}), $${n + 1}::jsonb, $${n + 2}::timestamptz
           from ${from} on conflict do nothing`,
    params: [...params, JSON.stringify(by), at],
  };
}

/** SQL of the action of a key's end. */
export const keyEnds = "case when x.level is null then 'key_ended' else 'program_ended' end";
