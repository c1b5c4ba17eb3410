// Queries over reviews, their one-time links, and the audit trail.
import { and, eq, type InferSelectModel, isNull, lt } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { Database, DeferredStatement, Executor } from "../database/database.ts";
import { newestFirst, orm, ownedRows } from "../database/orm.ts";
import { toRow } from "../database/rows.ts";
import type { Owner, Scope } from "../scope.ts";
import { auditEntries, type Origin, type ReviewStatus, reviewLinks, reviews } from "../tables/index.ts";

export type ReviewRow = InferSelectModel<typeof reviews>;
export type AuditRow = InferSelectModel<typeof auditEntries>;
export type ReviewLinkRow = InferSelectModel<typeof reviewLinks>;

export interface ReviewFilter {
  identityId?: string;
  status?: ReviewStatus;
  direction?: ReviewRow["direction"];
}

/** Newest first, `count` past the cursor with ties. */
export async function listReviews(
  db: Executor,
  scope: Scope,
  { filter, cursor, count }: { filter: ReviewFilter; cursor: Instant | null; count: number },
): Promise<ReviewRow[]> {
  const { identityId, status, direction } = filter;
  return orm(db)
    .select()
    .from(reviews)
    .where(
      and(
        ownedRows(scope, reviews, reviews.identityId),
        identityId === undefined ? undefined : eq(reviews.identityId, identityId),
        status === undefined ? undefined : eq(reviews.status, status),
        direction === undefined ? undefined : eq(reviews.direction, direction),
        cursor === null ? undefined : lt(reviews.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(reviews.createdAt, count));
}

export async function getReview(db: Executor, scope: Scope, id: string): Promise<ReviewRow | null> {
  const [row] = await orm(db)
    .select()
    .from(reviews)
    .where(and(ownedRows(scope, reviews, reviews.identityId), eq(reviews.id, id)));
  return row ?? null;
}

/** Return a thread's waiting reviews, oldest first, at most `count`. */
export async function waitingReviews(
  db: Executor,
  scope: Scope,
  { threadId, count }: { threadId: string; count: number },
): Promise<ReviewRow[]> {
  return orm(db)
    .select()
    .from(reviews)
    .where(
      and(
        ownedRows(scope, reviews, reviews.identityId),
        eq(reviews.threadId, threadId),
        eq(reviews.status, "pending"),
      ),
    )
    .orderBy(reviews.createdAt, reviews.id)
    .limit(count);
}

/** The part of a query that finds what still waits for a decision: of addresses that are there, and decided by nobody. */
const undecided = `r.account_id = $1::uuid and r.status = 'pending' and r.approve_at is null
  and ($2::uuid[] is null or r.identity_id = any($2::uuid[]))
  and (select i.deleted_at from identities i where i.account_id = r.account_id and i.id = r.identity_id) is null`;

/** Return the newest review that waits for a decision; one behind the given one in that order. */
export async function nextUndecided(
  db: Executor,
  { accountId, identityIds }: Scope,
  after: Pick<ReviewRow, "id" | "createdAt"> | null,
): Promise<ReviewRow | null> {
  const [row] = await db.rows(
    `select r.* from reviews r where ${undecided}
       and ($3::timestamptz is null or (r.created_at, r.id) < ($3::timestamptz, $4::uuid))
     order by r.created_at desc, r.id desc limit 1`,
    [accountId, identityIds, after?.createdAt ?? null, after?.id ?? null],
  );
  return row ? toRow<ReviewRow>(reviews, row) : null;
}

/** How many wait for a decision, counted up to `most`. */
export async function countUndecided(
  db: Executor,
  { accountId, identityIds }: Scope,
  most: number,
): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from (select from reviews r where ${undecided} limit $3::int) n`,
    [accountId, identityIds, most],
  );
  return row?.count ?? 0;
}

/** Return the newest review before this one that gave its thread's mail back with its words, where what it gave back is known. */
export async function returnedBefore(
  db: Executor,
  { accountId, identityId, threadId, createdAt }: Pick<ReviewRow, keyof Owner | "threadId" | "createdAt">,
): Promise<ReviewRow | null> {
  const [row] = await db.rows(
    `select r.* from reviews r where r.account_id = $1::uuid and r.identity_id = $2::uuid and r.thread_id = $3::uuid
       and r.created_at < $4::timestamptz and r.status = 'returned' and r.original is not null
       and not exists (select from reviews a where a.account_id = $1::uuid and a.identity_id = $2::uuid
         and a.thread_id = $3::uuid and a.direction = 'outbound' and a.status = 'approved'
         and a.created_at > r.created_at and a.created_at < $4::timestamptz)
     order by r.created_at desc limit 1`,
    [accountId, identityId, threadId, createdAt],
  );
  return row ? toRow<ReviewRow>(reviews, row) : null;
}

/** Oldest first, `count` past the cursor with ties. */
export async function listAudit(
  db: Executor,
  { accountId }: Scope,
  { threadId, cursor, count }: { threadId: string; cursor: Instant | null; count: number },
): Promise<AuditRow[]> {
  const rows = await db.rows(
    `select * from audit_entries where account_id = $1::uuid and thread_id = $2::uuid
       and ($3::timestamptz is null or created_at > $3::timestamptz)
     order by created_at fetch first ($4::int) rows with ties`,
    [accountId, threadId, cursor, count],
  );
  return rows.map((row) => toRow<AuditRow>(auditEntries, row));
}

/** Ends the reviews of messages that are deleted, and notes it in the audit trail. */
export function withdrawReviews(
  accountId: string,
  ids: readonly string[],
  { at, by }: { at: Instant; by: Origin },
): DeferredStatement {
  return {
    text: `with gone as (
             update reviews set status = 'withdrawn', decided_at = $3::timestamptz, decided_by = $4::jsonb, notify_at = null,
               approve_at = null
             where account_id = $1::uuid and message_id = any($2::uuid[]) and status = 'pending'
             returning account_id, id, identity_id, thread_id, message_id, raw_sha256)
           insert into audit_entries (account_id, id, identity_id, thread_id, message_id, review_id, action, actor, raw_sha256, created_at)
           select account_id, md5('withdrawn ' || id)::uuid, identity_id, thread_id, message_id, id, 'withdrawn', $4::jsonb, raw_sha256, $3::timestamptz from gone`,
    params: [accountId, ids, at, JSON.stringify(by)],
  };
}

/** A link that was not used, whose review still waits. */
export async function findReviewLink(db: Executor, tokenHash: Uint8Array): Promise<ReviewLinkRow | null> {
  const [row] = await orm(db)
    .select()
    .from(reviewLinks)
    .where(and(eq(reviewLinks.tokenHash, tokenHash), isNull(reviewLinks.usedAt)));
  return row ?? null;
}

/** A link that was used. */
export async function reviewLinkUsed(db: Executor, tokenHash: Uint8Array): Promise<ReviewLinkRow | null> {
  const [row] = await orm(db).select().from(reviewLinks).where(eq(reviewLinks.tokenHash, tokenHash));
  return row?.usedAt ? row : null;
}

export interface DueReview extends Owner {
  id: string;
}

/** Reviews whose time is over, and that nobody has decided; longest first. */
export async function expiredReviews(db: Executor, at: Instant, count: number): Promise<DueReview[]> {
  const rows = await db.rows<DueReview & { due: Instant }>(
    `select account_id as "accountId", identity_id as "identityId", id, expires_at as due from reviews
     where status = 'pending' and approve_at is null and expires_at is not null and expires_at <= $1::timestamptz order by expires_at limit $2::int`,
    [at, count],
  );
  return firstDue(rows, count);
}

function firstDue(rows: readonly (DueReview & { due: Instant })[], count: number): DueReview[] {
  return merged(
    rows,
    by(({ due }) => due),
    count,
  );
}

/** Reviews whose planned decision comes into force, longest first. */
export async function dueDecisions(db: Executor, at: Instant, count: number): Promise<DueReview[]> {
  const rows = await db.rows<DueReview & { due: Instant }>(
    `select account_id as "accountId", identity_id as "identityId", id, approve_at as due from reviews
     where status = 'pending' and approve_at is not null and approve_at <= $1::timestamptz order by approve_at limit $2::int`,
    [at, count],
  );
  return firstDue(rows, count);
}

/** When a decision comes into force, a review expires or reviewers are to be told next; null: never. */
export async function nextReviewDue(db: Executor): Promise<Instant | null> {
  const [row] = await db.rows<{ due: Instant | null }>(
    `select least(
       (select min(expires_at) from reviews where status = 'pending' and approve_at is null and expires_at is not null),
       (select min(notify_at) from reviews where notify_at is not null),
       (select min(approve_at) from reviews where approve_at is not null)) as due`,
    [],
  );
  return row?.due ?? null;
}

/** Claims reviews whose notice is due: another process may take them again after the lease. */
export async function claimNotices(
  db: Pick<Database, "transaction">,
  { at, until, count }: { at: Instant; until: Instant; count: number },
): Promise<DueReview[]> {
  return db.transaction((tx) =>
    tx.rows<DueReview>(
      `update reviews r set notify_at = $2::timestamptz where r.ctid = any(array(
         select d.ctid from reviews d where d.notify_at <= $1::timestamptz order by d.notify_at limit $3::int for update of d skip locked))
       returning r.account_id as "accountId", r.identity_id as "identityId", r.id`,
      [at, until, count],
    ),
  );
}

/** Notes that the notices of these reviews were sent. */
export function noticesSent(accountId: string, ids: readonly string[]): DeferredStatement {
  return {
    text: "update reviews set notify_at = null where account_id = $1::uuid and id = any($2::uuid[])",
    params: [accountId, ids],
  };
}
