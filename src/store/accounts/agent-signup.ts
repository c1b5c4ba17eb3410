// Queries over agent signups and what was mailed to humans. Both are rows of the operator's account.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { agentSignups, type humanMails } from "../tables/index.ts";

export type AgentSignupRow = InferSelectModel<typeof agentSignups>;
export type HumanMailKind = InferSelectModel<typeof humanMails>["kind"];

type Db = Pick<Executor, "rows">;

export async function getSignup(db: Db, accountId: string, id: string): Promise<AgentSignupRow | null> {
  const [row] = await db.rows("select * from agent_signups where account_id = $1::uuid and id = $2::uuid", [
    accountId,
    id,
  ]);
  return row ? toRow<AgentSignupRow>(agentSignups, row as Record<string, unknown>) : null;
}

/** Signups whose name was held until before `at`, the longest over first. */
export async function listLapsed(
  db: Db,
  accountId: string,
  { at, count }: { at: Instant; count: number },
): Promise<AgentSignupRow[]> {
  const rows = await db.rows(
    `select * from agent_signups where account_id = $1::uuid and held_until is not null and held_until <= $2::timestamptz
     order by held_until limit $3::int`,
    [accountId, at, count],
  );
  return rows.map((row) => toRow<AgentSignupRow>(agentSignups, row as Record<string, unknown>));
}

/** When the newest signups from there were, newest first, at most `count`. */
export async function recentSignups(
  db: Db,
  accountId: string,
  { client, since, count }: { client: string; since: Instant; count: number },
): Promise<Instant[]> {
  const rows = await db.rows<{ created_at: Instant }>(
    `select created_at from agent_signups where account_id = $1::uuid and client = $2::text and created_at > $3::timestamptz
     order by created_at desc limit $4::int`,
    [accountId, client, since, count],
  );
  return rows.map((row) => row.created_at);
}

/** When the newest mails of a kind to that human were, newest first, at most `count`. */
export async function recentMails(
  db: Db,
  accountId: string,
  { kind, email, since, count }: { kind: HumanMailKind; email: string; since: Instant; count: number },
): Promise<Instant[]> {
  const rows = await db.rows<{ created_at: Instant }>(
    `select created_at from human_mails
     where account_id = $1::uuid and kind = $2::text and email = $3::text and created_at > $4::timestamptz
     order by created_at desc limit $5::int`,
    [accountId, kind, email, since, count],
  );
  return rows.map((row) => row.created_at);
}

/** True when the account does not write to this address. */
export async function isSuppressed(db: Db, accountId: string, email: string): Promise<boolean> {
  const rows = await db.rows(
    "select 1 as one from suppressions where account_id = $1::uuid and email = $2::text",
    [accountId, email],
  );
  return rows.length > 0;
}
