// Queries of protection: settings, allow and block lists, and the contacts that a person allowed or that were written to.

import { and, eq, type InferSelectModel, lt, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import { withoutTag } from "../../mail/address.ts";
import { type KnownMaker, knownMaker } from "../access/makers.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { newestFirst, orm } from "../database/orm.ts";
import type { Owner } from "../scope.ts";
import { protectionEntries, type StoredMaker, type StoredProtection } from "../tables/index.ts";

export type EntryRow = InferSelectModel<typeof protectionEntries>;

/** The settings of an identity and its account. @param identityId null: the account's alone */
export async function readProtection(
  db: Executor,
  { accountId, identityId }: { accountId: string; identityId: string | null },
): Promise<{ own: StoredProtection | null; byDefault: StoredProtection | null }> {
  const [row] = await db.rows<{ own: StoredProtection | null; by_default: StoredProtection | null }>(
    `select (select i.protection from identities i where i.account_id = a.account_id and i.id = $2::uuid and i.deleted_at is null) as own,
       a.protection as by_default from accounts a where a.account_id = $1::uuid`,
    [accountId, identityId],
  );
  return { own: row?.own ?? null, byDefault: row?.by_default ?? null };
}

export interface EntryFilter {
  direction?: EntryRow["direction"];
  list?: EntryRow["list"];
}

/** Newest first, `count` past the cursor with ties. @param ownerId an identity's id, or the account's own */
export async function listEntries(
  db: Executor,
  { accountId, ownerId }: { accountId: string; ownerId: string },
  { direction, list, cursor, count }: EntryFilter & { cursor: Instant | null; count: number },
): Promise<EntryRow[]> {
  return orm(db)
    .select()
    .from(protectionEntries)
    .where(
      and(
        eq(protectionEntries.accountId, accountId),
        sql`${protectionEntries.ownerId}::text = ${ownerId}`,
        direction === undefined ? undefined : eq(protectionEntries.direction, direction),
        list === undefined ? undefined : eq(protectionEntries.list, list),
        cursor === null ? undefined : lt(protectionEntries.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(protectionEntries.createdAt, count));
}

export async function getEntry(
  db: Executor,
  { accountId, ownerId, id }: { accountId: string; ownerId: string; id: string },
): Promise<EntryRow | null> {
  const [row] = await orm(db)
    .select()
    .from(protectionEntries)
    .where(
      and(
        eq(protectionEntries.accountId, accountId),
        eq(protectionEntries.id, id),
        eq(protectionEntries.ownerId, ownerId),
      ),
    );
  return row ?? null;
}

export async function countEntries(
  db: Executor,
  { accountId, ownerId }: { accountId: string; ownerId: string },
): Promise<number> {
  const [row] = await db.values(
    "select count(*)::int from protection_entries where account_id = $1::uuid and owner_id = $2::uuid",
    [accountId, ownerId],
  );
  return must(row, "the statement returns one row")[0] as number;
}

/** Block entries of addresses that are deleted, counted to `most`. */
export async function countEndedEntries(db: Executor, accountId: string, most: number): Promise<number> {
  const [row] = await db.values(
    `select count(*)::int from (
       select from protection_entries e where e.account_id = $1::uuid and e.owner_id <> $1::uuid and not exists (
         select from identities i where i.account_id = $1::uuid and i.id = e.owner_id and i.deleted_at is null)
       limit $2::int) c`,
    [accountId, most],
  );
  return must(row, "the statement returns one row")[0] as number;
}

/**
 * Gives the entries of an ended address to the one that was made in its place, and whom it wrote to and read of: its days
 * count on. What it was allowed has ended.
 */
export function inheritEnded(
  accountId: string,
  { endedId, identityId }: { endedId: string; identityId: string },
): DeferredStatement[] {
  return [
    "update protection_entries set owner_id = $3::uuid where account_id = $1::uuid and owner_id = $2::uuid",
    `update contacts set identity_id = $3::uuid, send_allowed_at = null, send_allowed_by = null, receive_allowed_at = null,
       receive_allowed_by = null where account_id = $1::uuid and identity_id = $2::uuid`,
  ].map((text) => ({ text, params: [accountId, endedId, identityId] }));
}

/** Deletes what `inheritEnded` gives, of an ended address whose name is another account's now. */
export function forgetEnded(accountId: string, endedId: string): DeferredStatement[] {
  return [
    "protection_entries where account_id = $1::uuid and owner_id",
    "contacts where account_id = $1::uuid and identity_id",
  ].map((owned) => ({ text: `delete from ${owned} = $2::uuid`, params: [accountId, endedId] }));
}

/** Return the list's entries among `entries`. */
export async function findEntries(
  db: Executor,
  at: { accountId: string; ownerId: string; direction: EntryRow["direction"] },
  entries: readonly string[],
): Promise<EntryRow[]> {
  return db.rows<EntryRow>(
    `select account_id as "accountId", id, owner_id as "ownerId", direction, list, entry, maker, created_at as "createdAt"
     from protection_entries where account_id = $1::uuid and owner_id = $2::uuid and direction = $3::text and entry = any($4::text[])`,
    [at.accountId, at.ownerId, at.direction, entries],
  );
}

/**
 * SQL: an allowance made by a restricted key or by nobody known; one by a person or an unrestricted key is
 * not.
 */
const isLesser = (maker: string) => `(${maker} is null or (${maker}->>'kind' = 'key' and not exists (
  select from api_keys k where k.account_id = $1::uuid and k.identity_ids is null
    and k.id = case when ${maker}->>'kind' = 'key' then (${maker}->>'id')::uuid end)))`;

/** Forgets whom restricted keys let an identity write to or hear from; what is blocked stays. */
export function forgetAllowed({ accountId, identityId }: Owner): DeferredStatement[] {
  const forget = (direction: "send" | "receive") =>
    `update contacts set ${direction}_allowed_at = null, ${direction}_allowed_by = null
     where account_id = $1::uuid and identity_id = $2::uuid and ${direction}_allowed_at is not null and ${isLesser(`${direction}_allowed_by`)}`;
  return [
    `delete from protection_entries where account_id = $1::uuid and owner_id = $2::uuid and list = 'allow' and ${isLesser("maker")}`,
    forget("send"),
    forget("receive"),
  ].map((text) => ({ text, params: [accountId, identityId] }));
}

/** An allowance of mail to an address, or from it. */
export interface Allowance extends KnownMaker {
  /** On the list of the account. */
  ofAccount: boolean;
  at: Instant;
}

/** The facts about an address that a protected identity writes to or hears from. */
export interface CorrespondentStanding {
  email: string;
  blocked: boolean;
  /** On allow lists, of the address or its domain. */
  listed: Allowance[];
  sendAllowed: Allowance | null;
  receiveAllowed: Allowance | null;
  writtenAt: Instant | null;
  readAt: Instant | null;
}

const allowance = (maker: string, { ofAccount, at }: { ofAccount: string; at: string }) =>
  `${knownMaker("$1::uuid", maker)} || jsonb_build_object('ofAccount', ${ofAccount},
     'at', to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`;
const contactAllowance = (direction: "send" | "receive") =>
  `case when c.${direction}_allowed_at is not null
     then ${allowance(`c.${direction}_allowed_by`, { ofAccount: "false", at: `c.${direction}_allowed_at` })} end`;
const entryAllowance = allowance("p.maker", { ofAccount: "p.owner_id = $1::uuid", at: "p.created_at" });

/**
 * Whether a domain on an allow list means an address. A domain of this service means its owner's addresses and those that the
 * account has there: strangers have addresses at a shared domain too, and a routing rule may lead a name elsewhere.
 * @param of SQL: the address in canonical form, and the account that has the list
 */
export function meansAddress({ email, account }: Record<"email" | "account", string>): string {
  return `(not exists (select from domain_names n where n.domain = substring(${email} from '[^@]*$')) or exists (
    select from addresses d join domain_names n on n.domain = d.domain
    where d.domain = substring(${email} from '[^@]*$') and d.identity_id is not null and d.account_id in (n.account_id, ${account})
      and d.local_part in (substring(${email} from '^(.*)@'), substring(${email} from '^[^+@]+'))))`;
}

/**
 * One row an address. What is blocked is so with any tag too; what is allowed stands for itself alone.
 * @param emails in canonical form, each once
 */
export async function standingsOf(
  db: Executor,
  { accountId, identityId }: Owner,
  { emails, direction }: { emails: readonly string[]; direction: EntryRow["direction"] },
): Promise<Map<string, CorrespondentStanding>> {
  const rows = await db.rows<CorrespondentStanding>(
    `select k.email, coalesce(e.blocked, false) as blocked, coalesce(e.listed, '[]') as listed,
       ${contactAllowance("send")} as "sendAllowed", ${contactAllowance("receive")} as "receiveAllowed",
       c.written_at as "writtenAt", c.read_at as "readAt"
     from unnest($3::text[], $5::text[]) as k(email, untagged)
     left join contacts c on c.account_id = $1::uuid and c.identity_id = $2::uuid and c.email = k.email
     left join lateral (
       select bool_or(p.list = 'block') as blocked,
         jsonb_agg(${entryAllowance}) filter (where p.list = 'allow' and (p.entry = k.email
           or (p.entry = substring(k.email from '[^@]*$') and ${meansAddress({ email: "k.email", account: "$1::uuid" })}))) as listed
       from protection_entries p
       where p.account_id = $1::uuid and p.owner_id = any(array[$1::uuid, $2::uuid]) and p.direction = $4::text
         and p.entry = any(array[k.email, k.untagged, substring(k.email from '[^@]*$')])) e on true`,
    [accountId, identityId, emails, direction, emails.map(withoutTag)],
  );
  return new Map(rows.map((row) => [row.email, row]));
}

/** Contacts that were first written to since then without a person's leave, and how many of them were read of before. */
export async function writtenSince(
  db: Executor,
  { accountId, identityId }: Owner,
  since: Instant,
): Promise<{ written: number; untrusted: number }> {
  const [row] = await db.rows<{ written: number; untrusted: number }>(
    `select count(*)::int as written, count(*) filter (where read_at <= written_at)::int as untrusted from contacts
     where account_id = $1::uuid and identity_id = $2::uuid and written_at >= $3::timestamptz and send_allowed_at is null`,
    [accountId, identityId, since],
  );
  return must(row, "the statement returns one row");
}

/** SQL: the newest leave takes the place of the one before, but no key's that of a person. */
const newerLeave = (
  direction: "send" | "receive",
) => `${direction}_allowed_at = coalesce(c.${direction}_allowed_at, excluded.${direction}_allowed_at),
  ${direction}_allowed_by = case when excluded.${direction}_allowed_at is null then c.${direction}_allowed_by
    when c.${direction}_allowed_by->>'kind' in ('person', 'link') and excluded.${direction}_allowed_by->>'kind' = 'key' then c.${direction}_allowed_by
    else excluded.${direction}_allowed_by end`;

/** Notes that contacts were written to. @param note.allowedBy who let the mail leave; undefined: nobody had to */
export function noteWritten(
  { accountId, identityId }: Owner,
  { emails, at, allowedBy }: { emails: readonly string[]; at: Instant; allowedBy?: StoredMaker | null },
): DeferredStatement {
  return {
    text: `insert into contacts as c (account_id, identity_id, email, written_at, send_allowed_at, send_allowed_by)
           select $1::uuid, $2::uuid, email, $4::timestamptz, case when $5::bool then $4::timestamptz end, $6::jsonb from unnest($3::text[]) as email
           on conflict (account_id, identity_id, email) do update
           set written_at = coalesce(c.written_at, excluded.written_at), ${newerLeave("send")}`,
    params: [accountId, identityId, emails, at, allowedBy !== undefined, stored(allowedBy)],
  };
}

const stored = (maker: StoredMaker | null | undefined) => (maker ? JSON.stringify(maker) : null);

/** Notes that mail from a contact was let in. */
export function noteSenderAllowed(
  { accountId, identityId }: Owner,
  { email, at, by }: { email: string; at: Instant; by: StoredMaker | null },
): DeferredStatement {
  return {
    text: `insert into contacts as c (account_id, identity_id, email, receive_allowed_at, receive_allowed_by)
           values ($1::uuid, $2::uuid, $3::text, $4::timestamptz, $5::jsonb)
           on conflict (account_id, identity_id, email) do update set ${newerLeave("receive")}`,
    params: [accountId, identityId, email, at, stored(by)],
  };
}

/** Notes addresses that stand in a received mail; those that are known stay as they are. */
export function noteRead(
  { accountId, identityId }: Owner,
  { emails, at }: { emails: readonly string[]; at: Instant },
): DeferredStatement {
  return {
    text: `insert into contacts (account_id, identity_id, email, read_at)
           select $1::uuid, $2::uuid, email, $4::timestamptz from unnest($3::text[]) as email on conflict do nothing`,
    params: [accountId, identityId, emails, at],
  };
}
