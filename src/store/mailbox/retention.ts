// Retention rules, and where they have something to do. A folder's uids rise with the time that mail came into it, so what has
// been there longest are its first placements: no index of its own is needed.
import { and, desc, eq, type InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { retentionRules } from "../tables/index.ts";

export type RetentionRuleRow = InferSelectModel<typeof retentionRules>;

/** The most rules of an account: the list is not paged. */
export const maxRetentionRules = 200;

/** List an account's retention rules, newest first. */
export async function listRetentionRules(db: Executor, accountId: string): Promise<RetentionRuleRow[]> {
  return orm(db)
    .select()
    .from(retentionRules)
    .where(eq(retentionRules.accountId, accountId))
    .orderBy(desc(retentionRules.createdAt))
    .limit(maxRetentionRules);
}

export async function getRetentionRule(
  db: Executor,
  accountId: string,
  id: string,
): Promise<RetentionRuleRow | null> {
  const [row] = await orm(db)
    .select()
    .from(retentionRules)
    .where(and(eq(retentionRules.accountId, accountId), eq(retentionRules.id, id)));
  return row ?? null;
}

/** The role of a folder of the account, or of one of its addresses; undefined: there is no such folder. */
export async function roleOfFolder(
  db: Executor,
  accountId: string,
  { id, identityId }: { id: string; identityId: string | null },
): Promise<string | null | undefined> {
  const [row] = await db.rows<{ role: string | null }>(
    `select f.role from folders f
     join identities i on i.account_id = f.account_id and i.id = f.identity_id and i.deleted_at is null
     where f.account_id = $1::uuid and f.id = $2::uuid and ($3::uuid is null or f.identity_id = $3::uuid)`,
    [accountId, id, identityId],
  );
  return row?.role;
}

/** A folder in which the oldest mail is due by a rule. */
export interface DueFolder {
  accountId: string;
  identityId: string;
  folderId: string;
  action: "delete" | "archive";
  /** Messages older than this are due. */
  before: Instant;
}

/** Folders that one step looks at. */
const step = 500;

/** Lower than every id. */
const nil = "00000000-0000-0000-0000-000000000000";

/**
 * Due folders among the next ones, in the order of their accounts and ids; those under legal hold are left out.
 * @param after the last folder of the step before; null: from the first
 * @returns `last`: where the next step goes on; null: there are no more
 */
export async function dueFolders(
  db: Executor,
  { now, after }: { now: Instant; after: string | null },
): Promise<{ due: DueFolder[]; seen: number; last: string | null }> {
  const [account = nil, folder = nil] = after?.split(" ") ?? [];
  const ruled = `f.account_id in (select account_id from retention_rules)
    and (f.account_id, f.id) > ($1::uuid, $2::uuid) and (f.role is null or f.role not in ('drafts', 'scheduled')) and f.total > 0`;
  const next = await db.values(
    `select f.account_id, f.id from folders f where ${ruled} order by f.account_id, f.id limit ${step}`,
    [account, folder],
  );
  const seen = merged(
    next as [string, string][],
    by(
      ([accountId]) => accountId,
      ([, id]) => id,
    ),
    step,
  );
  if (seen.length === 0) return { due: [], seen: 0, last: null };
  const due = await db.rows<DueFolder>(
    `select f.account_id as "accountId", f.identity_id as "identityId", f.id as "folderId", r.action,
            $3::timestamptz - make_interval(days => r.after_days) as before
     from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
     join folders f on f.account_id = k.account_id and f.id = k.id
     join identities i on i.account_id = f.account_id and i.id = f.identity_id and i.deleted_at is null and i.legal_hold_at is null
     join accounts a on a.account_id = f.account_id and a.deleted_at is null and a.legal_hold_at is null
     join retention_rules r on r.account_id = f.account_id and (r.identity_id is null or r.identity_id = f.identity_id)
       and (r.folder is null or r.folder = f.role or r.folder = f.name or r.folder = f.id::text)
       and (r.action = 'delete' or f.role is null or f.role in ('inbox', 'sent'))
     cross join lateral (
       select p.created_at from placements p where p.account_id = f.account_id and p.folder_id = f.id order by p.uid limit 1) oldest
     where oldest.created_at < $3::timestamptz - make_interval(days => r.after_days)
     order by f.account_id, f.id, r.after_days`,
    [seen.map(([accountId]) => accountId), seen.map(([, id]) => id), now],
  );
  const [lastAccount, lastFolder] = seen.at(-1)!;
  return {
    due,
    seen: seen.length,
    last: seen.length < step ? null : `${lastAccount} ${lastFolder}`,
  };
}
