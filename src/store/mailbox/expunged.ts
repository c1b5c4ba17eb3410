// Messages expunged within the last hour, for sessions that have not yet reported their EXPUNGE. RFC 2180 4.1
import type { Instant } from "../../lib/clock.ts";
import type { Database, Executor } from "../database/database.ts";
import type { Owner, PlacedMessage } from "./imap.ts";

/**
 * Expunged messages of the folder with these uids, ascending, in their last state.
 * @param withMail include structure, header and raw bytes
 */
export async function expungedMessages(
  db: Executor,
  at: Owner & { folderId: string },
  { uids, withMail }: { uids: readonly number[]; withMail: boolean },
): Promise<PlacedMessage[]> {
  const mail = withMail
    ? `, null as fields, case when e.mail_id is null then coalesce(b.outline, b.content) else k.outline end as outline,
       case when e.mail_id is null then b.head else k.head end as head,
       case when e.mail_id is null then b.raw else k.raw end as raw,
       case when e.mail_id is null then b.raw_blob else k.raw_blob end as raw_blob`
    : "";
  return db.rows<PlacedMessage>(
    `select e.uid, e.flags, e.keywords, e.modseq, e.internal_date, e.created_at, e.message_id,
            coalesce(k.thread_id, m.thread_id) as thread_id, coalesce(k.size, m.size + m.shown_growth) as size,
            coalesce(k.preview, m.preview) as preview${mail}
     from expunged e
     left join expunged_mails k on k.account_id = e.account_id and k.id = e.mail_id
     left join messages m on e.mail_id is null and m.account_id = e.account_id and m.id = e.message_id
     left join bodies b on e.mail_id is null and b.account_id = e.account_id and b.message_id = e.message_id
     where e.account_id = $1::uuid and e.folder_id = $2::uuid and e.identity_id = $3::uuid and e.uid = any($4::int8[])
       and (k.id is not null or (m.id is not null and b.message_id is not null))
     order by e.uid`,
    [at.accountId, at.folderId, at.identityId, uids],
  );
}

const step = 500;

/** Deletes one step of messages expunged before that instant. @returns rows deleted, and whether more may be left */
export async function sweepExpunged(
  database: Database,
  before: Instant,
): Promise<{ done: number; more: boolean }> {
  let done = 0;
  let more = false;
  for (const table of ["expunged", "expunged_mails"]) {
    const gone = await database.values(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where expunged_at < $1::timestamptz order by expunged_at limit ${step})) returning 1`,
      [before],
    );
    done += gone.length;
    more ||= gone.length >= step;
  }
  return { done, more };
}
