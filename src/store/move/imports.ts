// Queries of imports: how far they have come, and which mails are there already.
import type { Instant } from "../../lib/clock.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import type { Owner } from "../scope.ts";

/** A folder of another server. */
export interface ImportPlace {
  /** user@host:port */
  source: string;
  folder: string;
}

export interface ImportProgress {
  uidValidity: number;
  /** Mails up to this UID were taken. */
  lastUid: number;
}

export async function importProgress(
  db: Executor,
  { accountId, identityId }: Owner,
  { source, folder }: ImportPlace,
): Promise<ImportProgress | null> {
  const [row] = await db.rows<ImportProgress>(
    `select uid_validity as "uidValidity", last_uid as "lastUid" from imports
     where account_id = $1::uuid and identity_id = $2::uuid and source = $3::text and folder = $4::text`,
    [accountId, identityId, source, folder],
  );
  return row ?? null;
}

export function keepImportProgress(
  { accountId, identityId }: Owner,
  { source, folder, uidValidity, lastUid, at }: ImportPlace & ImportProgress & { at: Instant },
): DeferredStatement {
  return {
    text: `insert into imports (account_id, identity_id, source, folder, uid_validity, last_uid, updated_at)
           values ($1::uuid, $2::uuid, $3::text, $4::text, $5::int8, $6::int8, $7::timestamptz)
           on conflict (account_id, identity_id, source, folder)
           do update set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid, updated_at = excluded.updated_at`,
    params: [accountId, identityId, source, folder, uidValidity, lastUid, at],
  };
}

/**
 * Where mails of the same bytes are.
 * @param mails `hash` of the Message-ID, as messages.header_hash has it; `sha256` of the bytes
 * @returns by index of the mail: copies by folder
 */
export async function equalMails(
  db: Executor,
  { accountId, identityId }: Owner,
  mails: readonly { hash: number; sha256: Uint8Array }[],
): Promise<Map<string, number>[]> {
  const found = mails.map(() => new Map<string, number>());
  const rows = await db.rows<{ n: number; folder_id: string; copies: number }>(
    `select k.n, p.folder_id, count(*)::int as copies
     from unnest($3::int[], $4::int8[], $5::text[]) as k(n, hash, sha256)
     cross join lateral (
       select m.id from messages m where m.account_id = $1::uuid and m.identity_id = $2::uuid and m.header_hash = k.hash
         and m.raw_sha256 = decode(k.sha256, 'hex') limit 100) m
     join placements p on p.account_id = $1::uuid and p.message_id = m.id
     group by k.n, p.folder_id`,
    [
      accountId,
      identityId,
      mails.map((_, n) => n),
      mails.map(({ hash }) => hash),
      mails.map(({ sha256 }) => Buffer.from(sha256).toString("hex")),
    ],
  );
  for (const { n, folder_id, copies } of rows) found[n]!.set(folder_id, copies);
  return found;
}
