// Queries over app passwords.
import { and, eq, type InferSelectModel, lt, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { newestFirst, orm, ownedRows } from "../database/orm.ts";
import { toRow } from "../database/rows.ts";
import type { Scope } from "../scope.ts";
import { appPasswords } from "../tables/index.ts";

export type AppPasswordRow = InferSelectModel<typeof appPasswords>;

/** The app passwords of one identity, newest first, `count` past the cursor with ties. */
export async function listAppPasswords(
  db: Executor,
  scope: Scope,
  { identityId, cursor, count }: { identityId: string; cursor: Instant | null; count: number },
): Promise<AppPasswordRow[]> {
  return orm(db)
    .select()
    .from(appPasswords)
    .where(
      and(
        ownedRows(scope, appPasswords, appPasswords.identityId),
        eq(appPasswords.identityId, identityId),
        cursor === null ? undefined : lt(appPasswords.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(appPasswords.createdAt, count));
}

export async function getAppPassword(db: Executor, scope: Scope, id: string): Promise<AppPasswordRow | null> {
  const [row] = await orm(db)
    .select()
    .from(appPasswords)
    .where(and(ownedRows(scope, appPasswords, appPasswords.identityId), eq(appPasswords.id, id)));
  return row ?? null;
}

/** The most app passwords of an identity: a login compares with each. */
export const maxAppPasswords = 100;

/** Whether the identity has `maxAppPasswords`. */
export async function hasMaxAppPasswords(
  db: Executor,
  accountId: string,
  identityId: string,
): Promise<boolean> {
  const beyond = await orm(db)
    .select({ one: sql`1` })
    .from(appPasswords)
    .where(and(eq(appPasswords.accountId, accountId), eq(appPasswords.identityId, identityId)))
    .offset(maxAppPasswords - 1)
    .limit(1);
  return beyond.length > 0;
}

/** The app passwords that a login to this address compares with, newest first. Hot: text. */
export async function passwordsOf(
  db: Executor,
  address: { localPart: string; domain: string },
): Promise<AppPasswordRow[]> {
  const rows = await db.rows(
    `select p.* from addresses a
     join identities i on i.account_id = a.account_id and i.id = a.identity_id and i.deleted_at is null
     join app_passwords p on p.account_id = a.account_id and p.identity_id = a.identity_id
     where a.domain = $1::text and a.local_part = $2::text
     order by p.created_at desc limit ${maxAppPasswords}`,
    [address.domain, address.localPart],
  );
  return rows.map((row) => toRow<AppPasswordRow>(appPasswords, row));
}

/** The last use of an app password, in the columns of the statement. */
export interface AppPasswordUse {
  account_id: string;
  id: string;
  at: Instant;
  protocol: "imap" | "smtp" | "caldav";
}

/** Stores when app passwords were last used. All processes lock the rows in one order, so that none waits for another in a ring. */
export async function noteAppPasswordUses(db: Executor, uses: readonly AppPasswordUse[]): Promise<void> {
  await db.values(
    `with v as (
       select p.account_id, p.id, u.at, u.protocol
       from json_to_recordset($1::text::json) as u(account_id uuid, id uuid, at timestamptz, protocol text)
       join app_passwords p on p.account_id = u.account_id and p.id = u.id order by p.id for no key update of p)
     update app_passwords p set last_used_at = v.at, last_used_protocol = v.protocol from v
     where p.account_id = v.account_id and p.id = v.id`,
    [JSON.stringify(uses)],
  );
}
