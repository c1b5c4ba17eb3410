// Queries over the people of an account: its owner and its members.

import { and, asc, desc, eq, type InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { chosenLanguage } from "../../lib/languages.ts";
import { by, descending, merged } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { members, type Role } from "../tables/index.ts";
import type { OwnedAccount } from "./console.ts";

export type MemberRow = InferSelectModel<typeof members>;

/** The most members of an account: the list is not paged. */
export const maxMembers = 200;

/** Oldest first. */
export async function listMembers(db: Executor, accountId: string): Promise<MemberRow[]> {
  return orm(db)
    .select()
    .from(members)
    .where(eq(members.accountId, accountId))
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(maxMembers);
}

export async function getMember(db: Executor, accountId: string, id: string): Promise<MemberRow | null> {
  const [row] = await orm(db)
    .select()
    .from(members)
    .where(and(eq(members.accountId, accountId), eq(members.id, id)));
  return row ?? null;
}

export interface OpenedAccount extends OwnedAccount {
  role: Role;
  /** The member's row; null: the owner. */
  memberId: string | null;
  /** The person's name, where a member has one. */
  name: string | null;
  /** Whether the person's page listens to single keys. */
  shortcuts: boolean;
}

const maxAccounts = 100;

/** Accounts that this person owns or has joined, own ones first, each oldest first; at most 100. @param email in canonical form */
export async function accountsOfPerson(db: Executor, email: string): Promise<OpenedAccount[]> {
  const rows = await db.rows<OpenedAccount & { place: number; since: Instant } & Record<string, unknown>>(
    `select a.account_id as "accountId", a.plan, x.role, x.member_id as "memberId", x.name, x.shortcuts, x.language,
       x.place, x.created_at as since,
       (select i.local_part || '@' || i.domain from identities i
        where i.account_id = a.account_id and i.deleted_at is null order by i.created_at, i.id limit 1) as email
     from (
       select account_id, 'owner' as role, null::uuid as member_id, null::text as name, 0 as place, created_at,
         owner_shortcuts as shortcuts, owner_language as language
       from accounts where owner_email = $1::text
       union all
       select m.account_id, m.role, m.id, m.name, 1, m.created_at, m.shortcuts, m.language from members m
       where m.email = $1::text and m.joined_at is not null and not exists (
         select from accounts o where o.account_id = m.account_id and o.owner_email = $1::text)
     ) x join accounts a on a.account_id = x.account_id
     order by x.place, x.created_at limit ${maxAccounts}`,
    [email],
  );
  const first = merged(
    rows,
    by(
      ({ place }) => place,
      ({ since }) => since,
    ),
    maxAccounts,
  );
  return first.map(({ place: _, since: __, ...account }) => account);
}

/** The language that a person chose, in whichever account; null: none. @param email in canonical form */
export async function languageOfPerson(db: Executor, email: string): Promise<string | null> {
  return chosenLanguage(await accountsOfPerson(db, email));
}

/** A member of the account by address, who may not have joined yet. @param email in canonical form */
export async function findMember(db: Executor, accountId: string, email: string): Promise<MemberRow | null> {
  const [row] = await orm(db)
    .select()
    .from(members)
    .where(and(eq(members.accountId, accountId), eq(members.email, email)));
  return row ?? null;
}

/**
 * The account that a link mailed to this person leads to: one that is open to them, else the one they were invited to last;
 * null: none. @param email in canonical form
 */
export async function accountOfLink(db: Executor, email: string): Promise<string | null> {
  const [open] = await accountsOfPerson(db, email);
  if (open) return open.accountId;
  const rows = await orm(db)
    .select({ accountId: members.accountId, createdAt: members.createdAt })
    .from(members)
    .where(eq(members.email, email))
    .orderBy(desc(members.createdAt))
    .limit(1);
  const [invited] = merged(rows, descending(by(({ createdAt }) => createdAt)), 1);
  return invited?.accountId ?? null;
}

/** The account's owner; null: nobody signed up for it (the operator's). */
export async function ownerEmailOf(db: Executor, accountId: string): Promise<string | null> {
  const [row] = await db.rows<{ email: string | null }>(
    `select owner_email as email from accounts where account_id = $1::uuid`,
    [accountId],
  );
  return row?.email ?? null;
}
