// Queries over domains and their DKIM keys. The default domain is shared: every account sees it.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { type Scope, Where } from "../scope.ts";
import { domainKeys, domains, type UnprovenMail } from "../tables/index.ts";

export type DomainRow = InferSelectModel<typeof domains>;
export type DomainKeyRow = InferSelectModel<typeof domainKeys>;
/** A key without its private half. */
export type PublicKeyRow = Omit<DomainKeyRow, "privateKey">;

export interface FullDomain {
  row: DomainRow;
  /** Oldest first. */
  keys: readonly PublicKeyRow[];
}

/** The account's domains and the shared one (a restricted key: those its addresses are in), newest first. */
export async function listDomains(
  db: Executor,
  scope: Scope,
  query: { podId?: string; cursor: Instant | null; count: number },
): Promise<FullDomain[]> {
  const where = seenDomains(scope)
    // The shared domain is in a pod of its owner.
    .and("d.account_id = ?::uuid and d.pod_id = ?::uuid", query.podId && scope.accountId, query.podId)
    .and("d.created_at < ?::timestamptz", query.cursor ?? undefined);
  const rows = await db.rows(
    `select d.* from domains d ${where} order by d.created_at desc fetch first (${where.param(query.count)}::int) rows with ties`,
    where.params,
  );
  return withKeys(
    db,
    rows.map((row) => toRow<DomainRow>(domains, row)),
  );
}

export async function getDomain(
  db: Pick<Executor, "rows">,
  scope: Scope,
  id: string,
): Promise<FullDomain | null> {
  const where = seenDomains(scope).and("d.id = ?::uuid", id);
  const rows = await db.rows(`select d.* from domains d ${where}`, where.params);
  const [found] = await withKeys(
    db,
    rows.map((row) => toRow<DomainRow>(domains, row)),
  );
  return found ?? null;
}

/** An account's own domain by its name. */
export async function findDomain(
  db: Pick<Executor, "rows">,
  accountId: string,
  name: string,
): Promise<FullDomain | null> {
  const rows = await db.rows("select * from domains where account_id = $1::uuid and domain = $2::text", [
    accountId,
    name,
  ]);
  const [found] = await withKeys(
    db,
    rows.map((row) => toRow<DomainRow>(domains, row)),
  );
  return found ?? null;
}

function seenDomains(scope: Scope): Where {
  return new Where()
    .and("(d.account_id = ?::uuid or d.is_default)", scope.accountId)
    .and(
      "d.id in (select i.domain_id from identities i where i.account_id = ?::uuid and i.id = any(?::uuid[]) and i.deleted_at is null)",
      scope.identityIds === null ? undefined : scope.accountId,
      scope.identityIds ?? undefined,
    );
}

async function withKeys(db: Pick<Executor, "rows">, rows: DomainRow[]): Promise<FullDomain[]> {
  if (rows.length === 0) return [];
  const found = await db.rows(
    `select k.id, k.account_id, k.domain_id, k.selector, k.algorithm, k.dns_value, k.status, k.created_at
     from unnest($1::uuid[], $2::uuid[]) as d(account_id, id)
     join domain_keys k on k.account_id = d.account_id and k.domain_id = d.id
     order by k.created_at, k.algorithm desc`,
    [rows.map((row) => row.accountId), rows.map((row) => row.id)],
  );
  const keys = Map.groupBy(
    found.map((row) => toRow<DomainKeyRow>(domainKeys, row) as PublicKeyRow),
    (key) => key.domainId,
  );
  return rows.map((row) => ({ row, keys: keys.get(row.id) ?? [] }));
}

/** Whether this name is a verified domain of anybody here. */
export async function isServedDomain(db: Executor, domain: string): Promise<boolean> {
  const [row] = await db.values("select 1 from domain_names where domain = $1::text", [domain]);
  return row !== undefined;
}

/** A verified domain of anybody here, as mail from outside meets it. */
export interface HostedDomain {
  domain: string;
  unprovenMail: UnprovenMail;
}

/** Which of these names (lower-case A-labels) are verified domains of anybody here. */
export async function hostedDomains(db: Executor, names: readonly string[]): Promise<HostedDomain[]> {
  if (names.length === 0) return [];
  const rows = await db.rows<{ domain: string; unproven_mail: UnprovenMail }>(
    `select n.domain, d.unproven_mail from domain_names n
     join domains d on d.account_id = n.account_id and d.id = n.domain_id
     where n.domain = any($1::text[])`,
    [names],
  );
  return rows.map((row) => ({ domain: row.domain, unprovenMail: row.unproven_mail }));
}

/** What signs a mail: DKIM selector and private key. */
export interface SigningKey {
  selector: string;
  /** PEM, PKCS 8. */
  privateKey: string;
}

/**
 * The DKIM keys that sign mail of a domain: of each kind the one in use, if DNS shows it; the operator's domains sign
 * always. DECISIONS Drafts and sending
 * @param domain of the From address; the keys are those of the account that owns it
 */
export async function signingKeys(db: Executor, domain: string): Promise<SigningKey[]> {
  const rows = await db.rows<{ selector: string; private_key: string }>(
    `select distinct on (k.algorithm) k.selector, k.private_key
     from domain_names n
     join accounts a on a.account_id = n.account_id
     join domain_keys k on k.account_id = n.account_id and k.domain_id = n.domain_id
     where n.domain = $1::text and (k.status = 'verified' or a.plan = 'operator')
     order by k.algorithm desc, k.created_at`,
    [domain],
  );
  return rows.map((row) => ({ selector: row.selector, privateKey: row.private_key }));
}
