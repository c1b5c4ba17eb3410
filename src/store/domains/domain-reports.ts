// Reports about domains: mails that are to be read for them, and the reports. A report that comes twice is stored once.
import type { InferSelectModel } from "drizzle-orm";
import type { Instant } from "../../lib/clock.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import type { Database, Executor, Statement } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { unpackRaw } from "../message/messages.ts";
import { domainReports } from "../tables/index.ts";

export type DomainReportRow = InferSelectModel<typeof domainReports>;

export interface ReportMail {
  accountId: string;
  messageId: string;
  /** The envelope recipient's domain. */
  domain: string;
  attempts: number;
}

/** Claims the mail that is due longest; its next attempt, ten minutes later, is stored before it is read. */
export async function claimReportMail(db: Database, now: Instant): Promise<ReportMail | null> {
  const [row] = await db.rows<ReportMail>(
    `update report_mails set attempts = attempts + 1, due_at = $1::timestamptz + interval '10 minutes'
     where ctid = (select ctid from report_mails where due_at <= $1::timestamptz order by due_at limit 1 for update skip locked)
     returning account_id as "accountId", message_id as "messageId", domain, attempts`,
    [now],
  );
  return row ?? null;
}

export async function dropReportMail(db: Executor, { accountId, messageId }: ReportMail): Promise<void> {
  await db.values(
    "delete from report_mails where account_id = $1::uuid and message_id = $2::uuid returning 1",
    [accountId, messageId],
  );
}

/** The bytes of a mail, the sections of its files, and whether DMARC passed; null when it is gone. */
export async function loadReportMail(
  { database, blobs }: { database: Executor; blobs: BlobStore },
  { accountId, messageId }: ReportMail,
): Promise<{ raw: Uint8Array; parts: string[]; authenticated: boolean } | null> {
  const [row] = await database.rows<{
    raw: Uint8Array | null;
    rawBlob: string | null;
    parts: string[] | null;
    passed: boolean | null;
  }>(
    `select b.raw, b.raw_blob as "rawBlob", m.authentication->'dmarc'->>'result' = 'pass' as passed,
            (select array_agg(a.part order by a.ordinal) from attachments a
             where a.account_id = m.account_id and a.message_id = m.id and a.part is not null and a.ordinal < 10) as parts
     from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where m.account_id = $1::uuid and m.id = $2::uuid`,
    [accountId, messageId],
  );
  const raw = row && (await unpackRaw(blobs, { raw: row.raw, blob: row.rawBlob }));
  if (!row || !raw) return null;
  return { raw, parts: row.parts ?? [], authenticated: row.passed === true };
}

/** The owner of a domain; null where nobody has verified it. */
export async function reportedDomain(
  db: Executor,
  domain: string,
): Promise<{ accountId: string; domainId: string } | null> {
  const [row] = await db.rows<{ accountId: string; domainId: string }>(
    `select account_id as "accountId", domain_id as "domainId" from domain_names where domain = $1::text`,
    [domain],
  );
  return row ?? null;
}

export function addDomainReport(row: DomainReportRow): Statement {
  return {
    text: `insert into domain_reports (account_id, id, domain_id, kind, organization, report_id, begins_at, ends_at, passed, failed, authenticated, details, created_at)
           values ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::text, $7::timestamptz, $8::timestamptz, $9::int8, $10::int8, $11::boolean, $12::text::jsonb, $13::timestamptz)
           on conflict (account_id, domain_id, kind, organization, report_id) do nothing`,
    params: [
      row.accountId,
      row.id,
      row.domainId,
      row.kind,
      row.organization,
      row.reportId,
      row.beginsAt,
      row.endsAt,
      row.passed,
      row.failed,
      row.authenticated,
      JSON.stringify(row.details),
      row.createdAt,
    ],
  };
}

/** List a domain's reports, newest first: `count` past the cursor, with ties. */
export async function listDomainReports(
  db: Executor,
  { accountId, domainId }: { accountId: string; domainId: string },
  { kind, cursor, count }: { kind?: "dmarc" | "tls"; cursor: Instant | null; count: number },
): Promise<DomainReportRow[]> {
  const rows = await db.rows(
    `select * from domain_reports where account_id = $1::uuid and domain_id = $2::uuid
       and ($3::text is null or kind = $3::text) and ($4::timestamptz is null or created_at < $4::timestamptz)
     order by created_at desc fetch first ($5::int) rows with ties`,
    [accountId, domainId, kind ?? null, cursor, count],
  );
  return rows.map((row) => toRow<DomainReportRow>(domainReports, row));
}
