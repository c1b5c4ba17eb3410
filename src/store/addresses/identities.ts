// Queries over identities.

import { and, asc, type InferSelectModel, lte, sql } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import { by, merged } from "../cluster/together.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import { orm } from "../database/orm.ts";
import { toRow } from "../database/rows.ts";
import { ownedBy, type Scope } from "../scope.ts";
import { type EndedProtection, identities } from "../tables/index.ts";

export type IdentityRow = InferSelectModel<typeof identities>;

/** The row with the derived field that REST returns. SPEC Address */
export interface CountedIdentity extends IdentityRow {
  /** The number of active routing rules that lead to it. */
  routedAddressCount: number;
}

const countedColumns = `identities.*, (select count(*)::int from routing_rules r
  where r.account_id = identities.account_id and r.identity_id = identities.id and r.status = 'active') as routed_address_count`;

function toCounted(row: Record<string, unknown>): CountedIdentity {
  return {
    ...toRow<IdentityRow>(identities, row),
    routedAddressCount: row.routed_address_count as number,
  };
}

export interface IdentityFilter {
  id?: string;
  domainId?: string;
  type?: string;
  status?: string;
  tenantId?: string;
  clientId?: string;
  podId?: string;
  /** Names and their values in the metadata, with a colon between: all of them. */
  metadata?: readonly string[];
  /** Stands in the address or the display name, whatever its case. */
  text?: string;
}

/** Ids by the index of metadata alone: its keys begin with the account. */
const withMetadata = `select kept.id from (
    select k.account_id, k.id from identities k
    where k.metadata is not null and metadata_keys(k.account_id, k.metadata) @> ?::text[] offset 0) kept
  where kept.account_id = ?::uuid`;

/** Newest first, `count` past the cursor with ties. */
export async function listIdentities(
  db: Executor,
  scope: Scope,
  query: { filter: IdentityFilter; cursor: Instant | null; count: number },
): Promise<CountedIdentity[]> {
  const { filter, cursor, count } = query;
  const where = ownedBy(scope, "id")
    .and("id = ?::uuid", filter.id)
    .and("domain_id = ?::uuid", filter.domainId)
    .and("type = ?::text", filter.type)
    .and("status = ?::text", filter.status)
    .and("tenant_id = ?::text", filter.tenantId)
    .and("client_id = ?::text", filter.clientId)
    .and("pod_id = ?::uuid", filter.podId)
    .and(
      `id = any(array(${withMetadata}))`,
      filter.metadata?.map((pair) => `${scope.accountId} ${pair}`),
      scope.accountId,
    )
    .and(
      "strpos(lower(local_part || '@' || domain || ' ' || coalesce(display_name, '')), lower(?::text)) > 0",
      filter.text,
    )
    .and("created_at < ?::timestamptz", cursor ?? undefined);
  const rows = await db.rows(
    `select ${countedColumns} from identities ${where} and deleted_at is null
     order by created_at desc fetch first (${where.param(count)}::int) rows with ties`,
    where.params,
  );
  return rows.map(toCounted);
}

export async function getIdentity(db: Executor, scope: Scope, id: string): Promise<CountedIdentity | null> {
  const where = ownedBy(scope, "id").and("id = ?::uuid", id);
  const [row] = await db.rows(
    `select ${countedColumns} from identities ${where} and deleted_at is null`,
    where.params,
  );
  return row ? toCounted(row) : null;
}

/** Return the identities with these ids, in no order; missing ones are left out. */
export async function identitiesByIds(
  db: Executor,
  scope: Scope,
  ids: readonly string[],
): Promise<IdentityRow[]> {
  if (ids.length === 0) return [];
  const where = ownedBy(scope, "id").and("id = any(?::uuid[])", ids);
  const rows = await db.rows(`select * from identities ${where} and deleted_at is null`, where.params);
  return rows.map((row) => toRow<IdentityRow>(identities, row));
}

/** Ids of the identities in any of these pods, or of a tenant, that the scope reaches; `most` of them. */
export async function identityIdsIn(
  db: Executor,
  scope: Scope,
  { podIds, tenantId, most }: { podIds?: readonly string[]; tenantId?: string; most: number },
): Promise<string[]> {
  const where = ownedBy(scope, "id")
    .and("pod_id = any(?::uuid[])", podIds)
    .and("tenant_id = ?::text", tenantId);
  const rows = await db.values(
    `select id from identities ${where} and deleted_at is null limit ${where.param(most)}::int`,
    where.params,
  );
  return rows.map(([id]) => id as string);
}

/** Emails of active identities, the newest first, without those of postmasters, which every domain has. */
export async function newestEmails(db: Executor, scope: Scope, most: number): Promise<string[]> {
  const where = ownedBy(scope, "id");
  const rows = await db.values(
    `select local_part || '@' || domain from identities ${where}
     and deleted_at is null and status = 'active' and local_part <> 'postmaster'
     order by created_at desc limit ${where.param(most)}::int`,
    where.params,
  );
  return rows.map(([email]) => email as string);
}

/** Identities with this local part on any domain, `most` of them, oldest first. */
export async function identitiesWithLocalPart(
  db: Executor,
  scope: Scope,
  { localPart, most }: { localPart: string; most: number },
): Promise<Pick<IdentityRow, "id" | "localPart" | "domain">[]> {
  const where = ownedBy(scope, "id").and("local_part = ?::text", localPart);
  const rows = await db.rows(
    `select * from identities ${where} and deleted_at is null order by created_at limit ${where.param(most)}::int`,
    where.params,
  );
  return rows.map((row) => toRow<IdentityRow>(identities, row));
}

/** Whether an identity of the account other than `exceptId` has this client_id. */
export async function hasClientId(
  db: Executor,
  accountId: string,
  { clientId, exceptId }: { clientId: string; exceptId: string },
): Promise<boolean> {
  const rows = await db.values(
    `select 1 from identities where account_id = $1::uuid and client_id = $2::text and id <> $3::uuid
     and deleted_at is null limit 1`,
    [accountId, clientId, exceptId],
  );
  return rows.length > 0;
}

/** The identity that has this address, if the scope reaches it. */
export async function findIdentityByAddress(
  db: Executor,
  scope: Scope,
  address: { localPart: string; domain: string },
): Promise<IdentityRow | null> {
  const where = ownedBy(scope, "i.id", "i.account_id")
    .and("a.domain = ?::text", address.domain)
    .and("a.local_part = ?::text", address.localPart);
  const [row] = await db.rows(
    `select i.* from addresses a join identities i on i.account_id = a.account_id and i.id = a.identity_id
     ${where} and i.deleted_at is null`,
    where.params,
  );
  return row ? toRow<IdentityRow>(identities, row) : null;
}

/** Identities that a lookup of near ones looks at, the newest. */
const mostLookedAt = 1000;

/** Emails that a misspelt one may mean: those of about its length, and of its domain alone where one has it. The database leaves the others out, not the process that answers. */
export async function emailsLike(
  db: Executor,
  scope: Scope,
  { localPart, domain }: { localPart: string; domain: string },
): Promise<string[]> {
  const where = ownedBy(scope, "id");
  const own = `${where.param(domain)}::text`;
  const rows = await db.values(
    `with newest as (
       select local_part, domain from identities ${where} and deleted_at is null
       order by created_at desc limit ${mostLookedAt})
     select local_part || '@' || domain from newest
     where abs(length(local_part) - ${where.param(localPart.length)}::int) <= 2
       and case when exists (select from newest where domain = ${own}) then domain = ${own}
           else abs(length(domain) - length(${own})) <= 2 end`,
    where.params,
  );
  return rows.map(([email]) => email as string);
}

/** Bytes that all identities of an account store. */
export async function storedBytes(db: Executor, accountId: string): Promise<number> {
  const [row] = await db.rows<{ bytes: number }>(
    `select coalesce(sum(storage_bytes), 0)::int8 as bytes from identities
     where account_id = $1::uuid and deleted_at is null`,
    [accountId],
  );
  return row?.bytes ?? 0;
}

/** The number of the account's identities. */
export async function countIdentities(db: Executor, accountId: string): Promise<number> {
  const [row] = await db.values(
    "select count(*)::int from identities where account_id = $1::uuid and deleted_at is null",
    [accountId],
  );
  return must(row, "the statement returns one row")[0] as number;
}

/** The time at which the next active identity of any account expires; null: none does. */
export async function nextExpiry(db: Executor): Promise<Instant | null> {
  const [row] = await orm(db)
    .select({ at: sql<Instant | null>`min(${identities.expiresAt})`.mapWith(identities.expiresAt) })
    .from(identities)
    .where(
      sql`${identities.status} = 'active' and ${identities.deletedAt} is null and ${identities.expiresAt} is not null`,
    );
  return row?.at ?? null;
}

/** Active identities of any account that have expired, the longest expired first. */
export async function listExpired(
  db: Executor,
  at: Instant,
  count: number,
): Promise<{ accountId: string; id: string }[]> {
  const rows = await orm(db)
    .select({ accountId: identities.accountId, id: identities.id, at: identities.expiresAt })
    .from(identities)
    .where(
      and(
        // The predicate of the partial index.
        sql`${identities.status} = 'active' and ${identities.deletedAt} is null and ${identities.expiresAt} is not null`,
        lte(identities.expiresAt, at),
      ),
    )
    .orderBy(asc(identities.expiresAt))
    .limit(count);
  return merged(
    rows,
    by(({ at }) => at ?? ""),
    count,
  );
}

/**
 * Deletes the resources of an identity; rules before webhooks, as they refer to them. Queued deliveries of a deleted
 * webhook fail when they come due.
 */
export function endIdentity(
  { accountId, id, domain, localPart }: Pick<IdentityRow, "accountId" | "id" | "domain" | "localPart">,
  ended: EndedProtection | null,
): DeferredStatement[] {
  const kept = {
    text: keptProtection,
    params: [accountId, id, ended && JSON.stringify(ended), domain, localPart],
  };
  return [
    kept,
    { text: endedEntries, params: [accountId, id, ended !== null] },
    { text: endedContacts, params: [accountId, id] },
    ...endings.map((text) => ({ text, params: [accountId, id] })),
  ];
}

// Only if the identity still has the address: the domain's owner may have taken it over.
const keptProtection = `update addresses set identity_id = null, ended = $3::jsonb
   where domain = $4::text and local_part = $5::text and account_id = $1::uuid and identity_id = $2::uuid`;

const endedEntries = `delete from protection_entries where account_id = $1::uuid and owner_id = $2::uuid and not ($3::bool and list = 'block')`;

// Contacts that the name keeps stay, so that its limits of a day go on where the address is made again.
const endedContacts = `delete from contacts where account_id = $1::uuid and identity_id = $2::uuid and not exists (
   select from identities i join addresses a on a.domain = i.domain and a.local_part = i.local_part and a.account_id = i.account_id
   where i.account_id = $1::uuid and i.id = $2::uuid and a.ended->>'identityId' = i.id::text)`;

const endings = [
  `delete from routing_rules where account_id = $1::uuid and (identity_id = $2::uuid or webhook_id in (
     select id from webhooks where account_id = $1::uuid and identity_id = $2::uuid))`,
  `delete from webhooks where account_id = $1::uuid and identity_id = $2::uuid`,
  `delete from app_passwords where account_id = $1::uuid and identity_id = $2::uuid`,
  `delete from calendar_feeds where account_id = $1::uuid and identity_id = $2::uuid`,
  `delete from send_lists where account_id = $1::uuid and identity_id = $2::uuid`,
  `delete from restricted_settings where account_id = $1::uuid and identity_id = $2::uuid`,
  `delete from reviews where account_id = $1::uuid and identity_id = $2::uuid`,
  `delete from audit_entries where account_id = $1::uuid and thread_id in (
     select id from threads where account_id = $1::uuid and identity_id = $2::uuid)`,
  `delete from notes where account_id = $1::uuid and thread_id in (
     select id from threads where account_id = $1::uuid and identity_id = $2::uuid)`,
  // By the partial index of queued rows, which are fewer than all rows of the account.
  `with waiting as materialized (select account_id, id, identity_id from outbound where next_attempt_at is not null)
   update outbound o set next_attempt_at = null from waiting w
   where w.account_id = $1::uuid and w.identity_id = $2::uuid and o.account_id = w.account_id and o.id = w.id`,
];
