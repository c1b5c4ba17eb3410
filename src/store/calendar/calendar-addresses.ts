// Queries over the addresses of an account that have calendars.
import type { Executor } from "../database/database.ts";
import { ownedBy, type Scope } from "../scope.ts";

/** The identities of these addresses that belong to the account and have a calendar, by address in lower case. */
export async function calendarsOfAddresses(
  db: Pick<Executor, "rows">,
  accountId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ email: string; id: string }>(
    `select w.email, i.id from unnest($2::text[]) as w(email)
     join addresses a on a.local_part = left(w.email, length(w.email) - strpos(reverse(w.email), '@'))
       and a.domain = right(w.email, strpos(reverse(w.email), '@') - 1) and a.account_id = $1::uuid
     join identities i on i.account_id = a.account_id and i.id = a.identity_id and i.deleted_at is null
     where i.type not in ('application', 'workflow')`,
    [accountId, emails],
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}

/** The addresses with calendars that the scope reaches, the oldest first, at most `count`. */
export async function calendarOwners(
  db: Pick<Executor, "rows">,
  scope: Scope,
  count: number,
): Promise<{ accountId: string; identityId: string; email: string; name: string | null }[]> {
  const where = ownedBy(scope, "id");
  return db.rows(
    `select account_id as "accountId", id as "identityId", local_part || '@' || domain as email, display_name as name
     from identities ${where} and deleted_at is null and type not in ('application', 'workflow')
     order by created_at, id limit ${where.param(count)}::int`,
    where.params,
  );
}

/** The identities among these that have anything in their calendars. */
export async function calendarsInUse(
  db: Pick<Executor, "rows">,
  accountId: string,
  identityIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(
    `select w.id from unnest($2::uuid[]) as w(id)
     where exists (select 1 from calendar_events e where e.account_id = $1::uuid and e.identity_id = w.id)`,
    [accountId, identityIds],
  );
  return new Set(rows.map(({ id }) => id));
}
