// Recipients who have ended the mail of one address, and those who could: a row a recipient to whom a link was sent.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor, Statement } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { Owner } from "../scope.ts";
import { unsubscribes } from "../tables/index.ts";

export type UnsubscribeRow = InferSelectModel<typeof unsubscribes>;

/** A link that leaves with a mail. */
export interface UnsubscribeLink {
  id: string;
  /** The recipient, in canonical form. */
  email: string;
}

/** Remembers a link; one that is known stays as it is. */
export function addUnsubscribeLink(owner: Owner, { id, email }: UnsubscribeLink, at: Instant): Statement {
  return {
    text: `insert into unsubscribes (account_id, id, identity_id, email, created_at)
           values ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::timestamptz) on conflict do nothing`,
    params: [owner.accountId, id, owner.identityId, email, at],
  };
}

/** A link of any account: its token authorizes the use. */
export async function findUnsubscribeLink(
  db: Executor,
  id: string,
): Promise<(Owner & { id: string; email: string; unsubscribedAt: Instant | null; address: string }) | null> {
  const [row] = await db.rows<
    Owner & { id: string; email: string; unsubscribedAt: Instant | null; address: string }
  >(
    `select u.account_id as "accountId", u.identity_id as "identityId", u.id, u.email, u.unsubscribed_at as "unsubscribedAt",
            i.local_part || '@' || i.domain as address
     from unsubscribes u join identities i on i.account_id = u.account_id and i.id = u.identity_id
     where u.id = $1::uuid and i.deleted_at is null`,
    [id],
  );
  return row ?? null;
}

/** Return one unsubscribe of an identity; null: it has none with this id. */
export async function getUnsubscribe(
  db: Executor,
  { accountId, identityId }: Owner,
  id: string,
): Promise<UnsubscribeRow | null> {
  const [row] = await db.rows(
    "select * from unsubscribes where account_id = $1::uuid and id = $2::uuid and identity_id = $3::uuid",
    [accountId, id, identityId],
  );
  return row ? toRow<UnsubscribeRow>(unsubscribes, row) : null;
}

/**
 * List the people who unsubscribed from an identity's mail, newest first: `count` past the cursor, with ties.
 */
export async function listUnsubscribes(
  db: Executor,
  { accountId, identityId }: Owner,
  { email, cursor, count }: { email?: string; cursor: Instant | null; count: number },
): Promise<UnsubscribeRow[]> {
  const rows = await db.rows(
    `select * from unsubscribes where account_id = $1::uuid and identity_id = $2::uuid and unsubscribed_at is not null
       and ($3::text is null or email = $3::text) and ($4::timestamptz is null or unsubscribed_at < $4::timestamptz)
     order by unsubscribed_at desc fetch first ($5::int) rows with ties`,
    [accountId, identityId, email ?? null, cursor, count],
  );
  return rows.map((row) => toRow<UnsubscribeRow>(unsubscribes, row));
}
