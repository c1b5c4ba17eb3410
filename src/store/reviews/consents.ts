// Queries over who has said yes to being asked as a reviewer. People of the account need not: they have joined it.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Database, DeferredStatement, Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { reviewerConsents } from "../tables/index.ts";

export type ConsentRow = InferSelectModel<typeof reviewerConsents>;

/** Whether a person owns the account or has joined it, and what they answered as a reviewer. @param email in canonical form */
export async function reviewerStanding(
  db: Executor,
  { accountId, email }: { accountId: string; email: string },
): Promise<{ isPerson: boolean; answer: "yes" | "no" | null }> {
  const [row] = await db.rows<{ isPerson: boolean; answer: "yes" | "no" | null }>(
    `select a.owner_email is not distinct from $2::text or exists (
         select from members m where m.account_id = a.account_id and m.email = $2::text and m.joined_at is not null) as "isPerson",
       (select c.answer from reviewer_consents c where c.account_id = a.account_id and c.email = $2::text) as answer
     from accounts a where a.account_id = $1::uuid`,
    [accountId, email],
  );
  return row ?? { isPerson: false, answer: null };
}

/**
 * Has a question sent to those who were named as reviewers, are no people of the account and have not been asked, or not
 * since `again`.
 */
export function askReviewers(
  accountId: string,
  { emails, at, again }: { emails: readonly string[]; at: Instant; again: Instant },
): DeferredStatement {
  return {
    text: `insert into reviewer_consents as c (account_id, email, ask_at, created_at)
           select a.account_id, k.email, $3::timestamptz, $3::timestamptz from accounts a, unnest($2::text[]) as k(email)
           where a.account_id = $1::uuid and k.email is distinct from a.owner_email and not exists (
             select from members m where m.account_id = a.account_id and m.email = k.email and m.joined_at is not null)
           on conflict (account_id, email) do update set ask_at = excluded.ask_at
           where c.answer is null and c.ask_at is null and c.asked_at < $4::timestamptz`,
    params: [accountId, [...new Set(emails)], at, again],
  };
}

/** When a question is to be sent next; null: never. */
export async function nextQuestionDue(db: Executor): Promise<Instant | null> {
  const [row] = await db.rows<{ due: Instant | null }>(
    "select min(ask_at) as due from reviewer_consents where ask_at is not null",
  );
  return row?.due ?? null;
}

/** Claims questions that are due: another process may take them again after the lease. */
export async function claimQuestions(
  db: Pick<Database, "transaction">,
  { at, until, count }: { at: Instant; until: Instant; count: number },
): Promise<{ accountId: string; email: string }[]> {
  return db.transaction((tx) =>
    tx.rows(
      `update reviewer_consents c set ask_at = $2::timestamptz where c.ctid = any(array(
         select d.ctid from reviewer_consents d where d.ask_at <= $1::timestamptz order by d.ask_at limit $3::int for update of d skip locked))
       returning c.account_id as "accountId", c.email`,
      [at, until, count],
    ),
  );
}

/** The question's link; its token ends those of before. */
export function questionSent(
  { accountId, email }: { accountId: string; email: string },
  { tokenHash, at }: { tokenHash: Uint8Array | null; at: Instant },
): DeferredStatement {
  return {
    text: `update reviewer_consents set token_hash = $3::bytea, ask_at = null, asked_at = $4::timestamptz
           where account_id = $1::uuid and email = $2::text`,
    params: [accountId, email, tokenHash, at],
  };
}

/** A question that may not be sent before then. */
export function postponeQuestion(
  { accountId, email }: { accountId: string; email: string },
  until: Instant,
): DeferredStatement {
  return {
    text: "update reviewer_consents set ask_at = $3::timestamptz where account_id = $1::uuid and email = $2::text",
    params: [accountId, email, until],
  };
}

/** The question of a link that was mailed since then and not answered. */
export async function findQuestion(
  db: Executor,
  tokenHash: Uint8Array,
  since: Instant,
): Promise<ConsentRow | null> {
  const [row] = await db.rows(
    "select * from reviewer_consents where token_hash = $1::bytea and asked_at > $2::timestamptz and answer is null",
    [tokenHash, since],
  );
  return row ? toRow<ConsentRow>(reviewerConsents, row) : null;
}

/** Reviews that wait in the addresses of an account, oldest first, at most `count`. */
export async function waitingIn(
  db: Executor,
  accountId: string,
  count: number,
): Promise<{ accountId: string; identityId: string; id: string }[]> {
  return db.rows(
    `select account_id as "accountId", identity_id as "identityId", id from reviews
     where account_id = $1::uuid and status = 'pending' order by created_at limit $2::int`,
    [accountId, count],
  );
}
