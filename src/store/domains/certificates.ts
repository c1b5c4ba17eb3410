// Certificates obtained by ACME, one for each host name, with their due times, and the answers to challenges. They belong
// to the service and are shared by every process on the database; the process that claims a host orders its certificate.

import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { Certificate } from "../../lib/self-signed.ts";
import type { Database } from "../database/database.ts";

export type ChallengeKind = "http-01" | "tls-alpn-01";

/** The certificate of this host, or null. */
export async function findCertificate(database: Database, host: string): Promise<Certificate | null> {
  const [row] = await database.values(
    "select chain, key from certificates where host = $1::text and chain is not null",
    [host],
  );
  return row ? { cert: row[0] as string, key: row[1] as string } : null;
}

/**
 * Adds hosts that need a certificate: these, and each prefix before every verified domain.
 * @param wanted.prefixes such as `mta-sts`
 * @param wanted.privateNames top-level labels that no authority issues for
 */
export async function wantCertificates(
  database: Database,
  wanted: {
    hosts: readonly string[];
    prefixes: readonly string[];
    privateNames: readonly string[];
    now: Instant;
  },
): Promise<void> {
  await database.values(
    `insert into certificates (host, due_at)
     select host, $3::timestamptz from (
       select unnest($1::text[]) as host
       union select p.prefix || '.' || d.domain from domain_names d, unnest($2::text[]) as p(prefix)
     ) w
     where length(host) <= 253 and substring(host from '[^.]*$') <> all ($4::text[])
       and not exists (select 1 from certificates c where c.host = w.host)
     on conflict do nothing`,
    [[...wanted.hosts], [...wanted.prefixes], wanted.now, [...wanted.privateNames]],
  );
}

export interface DueCertificate {
  host: string;
  failures: number;
  /** A certificate exists and is to be renewed. */
  issued: boolean;
}

/** Claims the host that is due longest, until `until`; null: none is due. */
export async function claimCertificate(
  database: Database,
  { now, until }: { now: Instant; until: Instant },
): Promise<DueCertificate | null> {
  const [row] = await database.values(
    `update certificates set claimed_until = $2::timestamptz
     where host = (
       select host from certificates
       where due_at <= $1::timestamptz and (claimed_until is null or claimed_until <= $1::timestamptz)
       order by due_at limit 1 for update skip locked)
     returning host, failures, chain is not null`,
    [now, until],
  );
  return row ? { host: row[0] as string, failures: row[1] as number, issued: row[2] as boolean } : null;
}

export async function saveCertificate(
  database: Database,
  { host, cert, key, notAfter, dueAt }: Certificate & { host: string; notAfter: Instant; dueAt: Instant },
): Promise<void> {
  await database.values(
    `update certificates set chain = $2::text, key = $3::text, not_after = $4::timestamptz, due_at = $5::timestamptz,
       claimed_until = null, failures = 0, last_error = null
     where host = $1::text`,
    [host, cert, key, notAfter, dueAt],
  );
}

/** Moves a host's due time. @param error null: not counted as a failure */
export async function postponeCertificate(
  database: Database,
  { host, dueAt, error }: { host: string; dueAt: Instant; error: string | null },
): Promise<void> {
  await database.values(
    `update certificates set due_at = $2::timestamptz, claimed_until = null, last_error = coalesce($3::text, last_error),
       failures = failures + case when $3::text is null then 0 else 1 end
     where host = $1::text`,
    [host, dueAt, error],
  );
}

export async function dropCertificate(database: Database, host: string): Promise<void> {
  await database.values("delete from certificates where host = $1::text", [host]);
}

/** The key of the account with an authority, PEM. The first call stores the key that `fresh` makes. */
export async function acmeAccountKey(
  database: Database,
  account: { directoryUrl: string; email: string; fresh: () => string },
): Promise<string> {
  const who = [account.directoryUrl, account.email];
  const select = "select key from acme_accounts where directory_url = $1::text and email = $2::text";
  const [found] = await database.values(select, who);
  if (found) return found[0] as string;
  await database.values(
    "insert into acme_accounts (directory_url, email, key) values ($1::text, $2::text, $3::text) on conflict do nothing",
    [...who, account.fresh()],
  );
  const [made] = await database.values(select, who);
  return must(made, "the statement returns one row")[0] as string;
}

/** @param name the token of http-01, the host of tls-alpn-01 */
export async function saveChallenge(
  database: Database,
  challenge: { kind: ChallengeKind; name: string; answer: string; expiresAt: Instant },
): Promise<void> {
  const { kind, name, answer, expiresAt } = challenge;
  await database.values(
    `insert into acme_challenges (kind, name, answer, expires_at) values ($1::text, $2::text, $3::text, $4::timestamptz)
     on conflict (kind, name) do update set answer = excluded.answer, expires_at = excluded.expires_at`,
    [kind, name, answer, expiresAt],
  );
}

export async function findChallenge(
  database: Database,
  kind: ChallengeKind,
  name: string,
): Promise<string | null> {
  const [row] = await database.values(
    "select answer from acme_challenges where kind = $1::text and name = $2::text",
    [kind, name],
  );
  return row ? (row[0] as string) : null;
}

/** Deletes a challenge. @param before deletes the ones that expired up to this instant too */
export async function dropChallenge(
  database: Database,
  { kind, name, before }: { kind: ChallengeKind; name: string; before: Instant },
): Promise<void> {
  await database.values(
    "delete from acme_challenges where (kind = $1::text and name = $2::text) or expires_at <= $3::timestamptz",
    [kind, name, before],
  );
}

export interface FailingCertificate {
  host: string;
  failures: number;
  error: string;
  nextTry: Instant;
  /** The end of the certificate still being served; null: none is. */
  notAfter: Instant | null;
}

/** Hosts whose last order failed, at most 20. */
export async function failingCertificates(database: Database): Promise<FailingCertificate[]> {
  return database.rows<FailingCertificate>(
    `select host, failures, coalesce(last_error, '') as error, due_at as "nextTry", not_after as "notAfter"
     from certificates where failures > 0 order by host limit 20`,
  );
}

/** Orders that failed are due at once, and count as not tried. @returns how many */
export async function retryCertificates(database: Database, now: Instant): Promise<number> {
  const rows = await database.values(
    `update certificates set due_at = $1::timestamptz, failures = 0
     where failures > 0 and (claimed_until is null or claimed_until <= $1::timestamptz) returning 1`,
    [now],
  );
  return rows.length;
}
