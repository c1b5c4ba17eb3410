// Queries over agent signups and mails to humans. Both are rows of the operator's account.
import { and, asc, desc, eq, gt, type InferSelectModel, isNotNull, lte } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { by, merged } from "../cluster/together.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { orm, statementOf, write } from "../database/orm.ts";
import { agentSignups, humanMails } from "../tables/index.ts";

export type AgentSignupRow = InferSelectModel<typeof agentSignups>;
export type HumanMailKind = InferSelectModel<typeof humanMails>["kind"];

export async function getSignup(db: Executor, accountId: string, id: string): Promise<AgentSignupRow | null> {
  const [row] = await orm(db)
    .select()
    .from(agentSignups)
    .where(and(eq(agentSignups.accountId, accountId), eq(agentSignups.id, id)));
  return row ?? null;
}

/** Signups whose name was held until `at` or earlier, the longest lapsed first. */
export async function listLapsed(
  db: Executor,
  accountId: string,
  { at, count }: { at: Instant; count: number },
): Promise<AgentSignupRow[]> {
  return orm(db)
    .select()
    .from(agentSignups)
    .where(
      and(
        eq(agentSignups.accountId, accountId),
        isNotNull(agentSignups.heldUntil),
        lte(agentSignups.heldUntil, at),
      ),
    )
    .orderBy(asc(agentSignups.heldUntil))
    .limit(count);
}

/** The times of a client's signups, newest first, at most `count`. */
export async function recentSignups(
  db: Executor,
  accountId: string,
  { client, since, count }: { client: string; since: Instant; count: number },
): Promise<Instant[]> {
  const rows = await orm(db)
    .select({ at: agentSignups.createdAt })
    .from(agentSignups)
    .where(
      and(
        eq(agentSignups.accountId, accountId),
        eq(agentSignups.client, client),
        gt(agentSignups.createdAt, since),
      ),
    )
    .orderBy(desc(agentSignups.createdAt))
    .limit(count);
  return rows.map(({ at }) => at);
}

export interface HumanMailFilter {
  kind: HumanMailKind;
  /** The columns that must be equal; empty: every mail counts. */
  of: Partial<Pick<InferSelectModel<typeof humanMails>, "email" | "about" | "network">>;
}

/** The times of such mails to humans, newest first, at most `count`. */
export async function recentMails(
  db: Executor,
  accountId: string,
  { kind, of, since, count }: HumanMailFilter & { since: Instant; count: number },
): Promise<Instant[]> {
  const { email, about, network } = of;
  const rows = await orm(db)
    .select({ at: humanMails.createdAt })
    .from(humanMails)
    .where(
      and(
        eq(humanMails.accountId, accountId),
        eq(humanMails.kind, kind),
        email === undefined ? undefined : eq(humanMails.email, email),
        about === undefined || about === null ? undefined : eq(humanMails.about, about),
        network === undefined || network === null ? undefined : eq(humanMails.network, network),
        gt(humanMails.createdAt, since),
      ),
    )
    .orderBy(desc(humanMails.createdAt))
    .limit(count);
  return rows.map(({ at }) => at);
}

/** Deletes the records of mails sent up to that instant. */
export function forgetMails(accountId: string, until: Instant): DeferredStatement {
  return statementOf(
    write
      .delete(humanMails)
      .where(and(eq(humanMails.accountId, accountId), lte(humanMails.createdAt, until))),
  );
}

/** Addresses of accounts that signed themselves up on the operator's default domain, the oldest first; `some`: at most `most`. */
export async function signupsOnDefault(
  db: Executor,
  most: number,
): Promise<{ count: number; some: { email: string; accountId: string }[] }> {
  // By its name, which every node has: the domain itself lies in the operator's part.
  const onDefault = `from accounts a join identities i on i.account_id = a.account_id
     join domain_names n on n.shared_as = 'default' and n.domain_id = i.domain_id
     where a.plan = 'signup' and a.deleted_at is null and i.deleted_at is null`;
  const rows = await db.rows<{ email: string; accountId: string; at: Instant }>(
    `select i.local_part || '@' || i.domain as email, i.account_id as "accountId", i.created_at as at ${onDefault}
     order by i.created_at limit $1::int`,
    [most],
  );
  const counts = await db.values(`select count(*)::int ${onDefault}`);
  return {
    count: counts.reduce((sum, [count]) => sum + (count as number), 0),
    some: merged(
      rows,
      by(({ at }) => at),
      most,
    ).map(({ email, accountId }) => ({ email, accountId })),
  };
}
