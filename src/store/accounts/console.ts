// Queries of the console: one-time links, sessions, and which accounts a human owns.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { consoleSessions, signInLinks } from "../tables/index.ts";

export type SignInLinkRow = InferSelectModel<typeof signInLinks>;
export type SessionRow = InferSelectModel<typeof consoleSessions>;

type Db = Pick<Executor, "rows">;

/** A link that can still be used. */
export async function findLink(db: Db, tokenHash: Uint8Array, at: Instant): Promise<SignInLinkRow | null> {
  const [row] = await db.rows(
    "select * from sign_in_links where token_hash = $1::bytea and expires_at > $2::timestamptz",
    [tokenHash, at],
  );
  return row ? toRow<SignInLinkRow>(signInLinks, row as Record<string, unknown>) : null;
}

/** A session that lasts yet. */
export async function findSession(db: Db, tokenHash: Uint8Array, at: Instant): Promise<SessionRow | null> {
  const [row] = await db.rows(
    "select * from console_sessions where token_hash = $1::bytea and expires_at > $2::timestamptz",
    [tokenHash, at],
  );
  return row ? toRow<SessionRow>(consoleSessions, row as Record<string, unknown>) : null;
}

export interface OwnedAccount {
  accountId: string;
  plan: "operator" | "signup";
  /** Its first address, if it has one: what a human knows it by. */
  email: string | null;
}

const ownedColumns = `a.account_id, a.plan, (select i.local_part || '@' || i.domain from identities i
  where i.account_id = a.account_id and i.deleted_at is null order by i.created_at, i.id limit 1) as email`;

interface OwnedColumns {
  account_id: string;
  plan: OwnedAccount["plan"];
  email: string | null;
}

/** Accounts of this owner, the oldest first, at most 100. @param ownerEmail in canonical form */
export async function accountsOfOwner(db: Db, ownerEmail: string): Promise<OwnedAccount[]> {
  const rows = await db.rows<OwnedColumns>(
    `select ${ownedColumns} from accounts a where a.owner_email = $1::text order by a.created_at limit 100`,
    [ownerEmail],
  );
  return rows.map(toOwned);
}

export async function ownedAccount(db: Db, accountId: string): Promise<OwnedAccount | null> {
  const [row] = await db.rows<OwnedColumns>(
    `select ${ownedColumns} from accounts a where a.account_id = $1::uuid`,
    [accountId],
  );
  return row ? toOwned(row) : null;
}

function toOwned({ account_id: accountId, plan, email }: OwnedColumns): OwnedAccount {
  return { accountId, plan, email };
}
