// Queries over domains and their DKIM keys. The default domain and those of sign-ups are shared: every account sees them.
import {
  and,
  desc,
  eq,
  getTableColumns,
  type InferSelectModel,
  inArray,
  isNull,
  lt,
  or,
  sql,
} from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import { ofIdentities } from "../access/reached.ts";
import { by, descending, merged } from "../cluster/together.ts";
import type { Executor } from "../database/database.ts";
import { newestFirst, orm } from "../database/orm.ts";
import type { Scope } from "../scope.ts";
import { domainKeys, domainNames, domains, identities, type UnprovenMail } from "../tables/index.ts";

export type DomainRow = InferSelectModel<typeof domains>;
export type DomainKeyRow = InferSelectModel<typeof domainKeys>;
/** A key without its private half. */
export type PublicKeyRow = Omit<DomainKeyRow, "privateKey">;

export interface FullDomain {
  row: DomainRow;
  /** Oldest first. */
  keys: readonly PublicKeyRow[];
}

/** The account's domains and the shared one (for a restricted key, the domains of its identities), newest first. */
export async function listDomains(
  db: Executor,
  scope: Scope,
  { podId, cursor, count }: { podId?: string; cursor: Instant | null; count: number },
): Promise<FullDomain[]> {
  const rows = await orm(db)
    .select()
    .from(domains)
    .where(
      and(
        visibleDomains(db, scope),
        // The shared domain is in a pod of its owner's account.
        podId === undefined
          ? undefined
          : and(eq(domains.accountId, scope.accountId), eq(domains.podId, podId)),
        cursor === null ? undefined : lt(domains.createdAt, cursor),
      ),
    )
    .orderBy(newestFirst(domains.createdAt, count));
  // Shared domains may lie in another part.
  return withKeys(db, merged(rows, descending(by(({ createdAt }) => createdAt))));
}

export async function getDomain(db: Executor, scope: Scope, id: string): Promise<FullDomain | null> {
  const rows = await orm(db)
    .select()
    .from(domains)
    .where(and(visibleDomains(db, scope), eq(domains.id, id)));
  const [found] = await withKeys(db, rows);
  return found ?? null;
}

/** An account's own domain by its name. */
export async function findDomain(db: Executor, accountId: string, name: string): Promise<FullDomain | null> {
  const rows = await orm(db)
    .select()
    .from(domains)
    .where(and(eq(domains.accountId, accountId), eq(domains.domain, name)));
  const [found] = await withKeys(db, rows);
  return found ?? null;
}

/** Every account's claim of this name. */
export async function domainClaims(db: Executor, name: string): Promise<FullDomain[]> {
  return withKeys(db, await orm(db).select().from(domains).where(eq(domains.domain, name)));
}

/** Names that accounts claim, verified or not. */
export async function claimedNames(db: Executor): Promise<string[]> {
  const rows = await orm(db).selectDistinct({ domain: domains.domain }).from(domains);
  return [...new Set(rows.map(({ domain }) => domain))];
}

/** The operator's default domain, which every account shares; null before the first start. */
export async function findDefaultDomain(db: Executor): Promise<SharedDomain | null> {
  const [found] = await sharedDomains(db, "default");
  return found ?? null;
}

/** The operator's domain of this name, if addresses of sign-ups are made on it. */
export async function findSignupDomain(db: Executor, name: string): Promise<SharedDomain | null> {
  return (await sharedDomains(db, "signups")).find(({ domain }) => domain === name) ?? null;
}

/** The names of the domains that addresses of sign-ups are made on. */
export async function signupDomainNames(db: Executor): Promise<string[]> {
  return (await sharedDomains(db, "signups")).map(({ domain }) => domain);
}

/** A domain that every account shares, as its name says: no table of accounts is asked, so no account need be there. */
export type SharedDomain = Pick<DomainRow, "accountId" | "id" | "domain">;

/** Newest first. */
function sharedDomains(db: Executor, sharedAs: "default" | "signups"): Promise<SharedDomain[]> {
  return orm(db)
    .select({ accountId: domainNames.accountId, id: domainNames.domainId, domain: domainNames.domain })
    .from(domainNames)
    .where(eq(domainNames.sharedAs, sharedAs))
    .orderBy(desc(domainNames.domainId));
}

/** Verified domains of all accounts that are this one or below it. @param organisation lower-case A-labels */
export async function domainsWithin(db: Executor, organisation: string): Promise<string[]> {
  const rows = await db.rows<{ domain: string }>(
    `select domain from domain_names where domain = $1::text or right(domain, length($1::text) + 1) = '.' || $1::text
     order by domain limit 1000`,
    [organisation],
  );
  return rows.map(({ domain }) => domain);
}

/** An address on this domain, or a name on it that is held; null: there is none. */
export async function anyAddressOn(db: Executor, domain: string): Promise<string | null> {
  const [row] = await db.rows<{ email: string }>(
    "select local_part || '@' || domain as email from addresses where domain = $1::text limit 1",
    [domain],
  );
  return row?.email ?? null;
}

/** A domain on which the account may create addresses: its own, or a shared one. */
export async function findUsableDomain(
  db: Executor,
  accountId: string,
  id: string,
): Promise<DomainRow | null> {
  const [row] = await orm(db)
    .select()
    .from(domains)
    .where(and(ownOrShared(accountId), eq(domains.id, id)));
  return row ?? null;
}

/** Id of the domain of this name that the account may make addresses on. */
export async function findUsableDomainId(
  db: Executor,
  accountId: string,
  name: string,
): Promise<string | null> {
  const rows = await orm(db)
    .select({ id: domains.id, isDefault: domains.isDefault })
    .from(domains)
    .where(and(ownOrShared(accountId), eq(domains.domain, name)))
    .orderBy(desc(domains.isDefault))
    .limit(1);
  const [first] = merged(rows, descending(by(({ isDefault }) => isDefault)), 1);
  return first?.id ?? null;
}

/** Id of the shared domain that the account's addresses are made on where none is named: of sign-ups, theirs. */
export async function findSharedDomainId(
  db: Executor,
  { forSignups }: { forSignups: boolean },
): Promise<string | null> {
  const [theirs] = forSignups ? await sharedDomains(db, "signups") : [];
  return (theirs ?? (await findDefaultDomain(db)))?.id ?? null;
}

/** Addresses of a domain, at most `count`, sorted. */
export async function listDomainAddresses(
  db: Executor,
  accountId: string,
  { domainId, count }: { domainId: string; count: number },
): Promise<string[]> {
  const rows = await orm(db)
    .select({ email: sql<string>`local_part || '@' || domain` })
    .from(identities)
    .where(
      and(
        eq(identities.accountId, accountId),
        eq(identities.domainId, domainId),
        isNull(identities.deletedAt),
      ),
    )
    .limit(count);
  return rows.map(({ email }) => email).sort();
}

/** A recipient of mail that waits to leave from an address on a domain; null: no mail waits. */
export async function waitingFrom(db: Executor, accountId: string, domain: string): Promise<string | null> {
  const [row] = await db.rows<{ recipient: string }>(
    `select recipient from outbound
     where account_id = $1::uuid and next_attempt_at is not null and split_part(envelope_from, '@', 2) = $2::text limit 1`,
    [accountId, domain],
  );
  return row?.recipient ?? null;
}

function ownOrShared(accountId: string) {
  return or(eq(domains.accountId, accountId), domains.isDefault, domains.forSignups);
}

/** The id of the domain of this name, if the scope sees it. */
export async function domainNamed(db: Executor, scope: Scope, name: string): Promise<string | null> {
  const [row] = await orm(db)
    .select({ id: domains.id })
    .from(domains)
    .where(and(visibleDomains(db, scope), eq(domains.domain, name)))
    .limit(1);
  return row?.id ?? null;
}

function visibleDomains(db: Executor, { accountId, identityIds }: Scope) {
  const own = ownOrShared(accountId);
  if (identityIds === null) return own;
  const used = ofIdentities(db, { accountId, identityIds }, identities.domainId);
  return and(own, inArray(domains.id, used));
}

const { privateKey: _, ...publicColumns } = getTableColumns(domainKeys);

async function withKeys(db: Executor, rows: DomainRow[]): Promise<FullDomain[]> {
  if (rows.length === 0) return [];
  const asked = sql`unnest(${sql.param(rows.map((row) => row.accountId))}::uuid[],
    ${sql.param(rows.map((row) => row.id))}::uuid[]) as d(account_id, id)`;
  const found = await orm(db)
    .select(publicColumns)
    .from(domainKeys)
    .innerJoin(asked, sql`${domainKeys.accountId} = d.account_id and ${domainKeys.domainId} = d.id`)
    .orderBy(domainKeys.createdAt, desc(domainKeys.algorithm));
  const keys = Map.groupBy(found, (key) => key.domainId);
  return rows.map((row) => ({ row, keys: keys.get(row.id) ?? [] }));
}

/** The verified domains of any account among these names (lower-case A-labels). */
export async function servedDomains(db: Executor, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const found = await db.values("select domain from domain_names where domain = any($1::text[])", [names]);
  return found.map(([domain]) => domain as string);
}

/** Whether this name is a verified domain of any account. */
export async function isServedDomain(db: Executor, domain: string): Promise<boolean> {
  return (await servedDomains(db, [domain])).length > 0;
}

/** A verified domain of any account, with its rule for unauthenticated mail. */
export interface HostedDomain {
  domain: string;
  unprovenMail: UnprovenMail;
}

/** The same, each with its account's rule for unproven mail. Hot: text. */
export async function hostedDomains(db: Executor, names: readonly string[]): Promise<HostedDomain[]> {
  if (names.length === 0) return [];
  return db.rows<HostedDomain>(
    `select n.domain, d.unproven_mail as "unprovenMail" from domain_names n
     join domains d on d.account_id = n.account_id and d.id = n.domain_id
     where n.domain = any($1::text[])`,
    [names],
  );
}

/** A DKIM selector with its private key. */
export interface SigningKey {
  selector: string;
  algorithm: "rsa" | "ed25519";
  /** PEM, PKCS 8. */
  privateKey: string;
}

/**
 * The DKIM keys that sign mail of a domain: for each algorithm the oldest key whose record DNS shows; an operator's domain
 * signs without that check too. DECISIONS Drafts and sending. Hot: text.
 * @param domain of the From address; the keys are those of the account that owns it
 */
export async function signingKeys(db: Executor, domain: string): Promise<SigningKey[]> {
  return db.rows<SigningKey>(
    `select distinct on (k.algorithm) k.selector, k.algorithm, k.private_key as "privateKey"
     from domain_names n
     join accounts a on a.account_id = n.account_id
     join domain_keys k on k.account_id = n.account_id and k.domain_id = n.domain_id
     where n.domain = $1::text and (k.status = 'verified' or a.plan = 'operator')
     order by k.algorithm desc, k.created_at`,
    [domain],
  );
}
