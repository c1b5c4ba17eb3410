// Keeps expunged messages for sessions that have not yet reported their EXPUNGE; expunged.ts reads them. RFC 9051 7.5.1,
// RFC 2180 4.1
import type { Instant } from "../../lib/clock.ts";
import type { Executor, Statement } from "../database/database.ts";
import type { Owner } from "../scope.ts";

/** Moves placements of one folder to the expunged ones. */
export function expungePlacements(
  accountId: string,
  { folderId, uids, at }: { folderId: string; uids: readonly number[]; at: Instant },
): Statement {
  return {
    text: `with gone as (
             delete from placements where account_id = $1::uuid and folder_id = $2::uuid and uid = any($3::int8[]) returning *)
           insert into expunged (account_id, folder_id, uid, identity_id, message_id, flags, keywords, internal_date, modseq, created_at, expunged_at)
           select account_id, folder_id, uid, identity_id, message_id, flags, keywords, internal_date, modseq, created_at, $4::timestamptz from gone`,
    params: [accountId, folderId, uids, at],
  };
}

/** The mail of a message that is being deleted. */
export interface DeletedMail {
  messageId: string;
  /** The message's new id among the expunged mails. */
  mailId: string;
  threadId: string;
  /** RFC822.SIZE. */
  size: number;
  preview: string;
}

/** Deletes the bodies of messages; those of expunged placements move to the expunged mails. */
export function expungeBodies(
  { accountId, identityId }: Owner,
  mails: readonly DeletedMail[],
  at: Instant,
): Statement {
  const rows = mails.map(({ messageId, mailId, threadId, size, preview }) => ({
    message_id: messageId,
    mail_id: mailId,
    thread_id: threadId,
    size,
    preview,
  }));
  return {
    text: `with mail as (
             select * from json_to_recordset($3::text::json) as r(message_id uuid, mail_id uuid, thread_id uuid, size integer, preview text)),
           body as (
             delete from bodies b using mail where b.account_id = $1::uuid and b.message_id = mail.message_id returning b.*),
           kept as (
             insert into expunged_mails (account_id, id, identity_id, thread_id, size, preview, raw, raw_blob, head, outline, expunged_at)
             select $1::uuid, m.mail_id, $2::uuid, m.thread_id, m.size, m.preview, b.raw, b.raw_blob, b.head, coalesce(b.outline, b.content), $4::timestamptz
             from mail m join body b on b.message_id = m.message_id
             where exists (select from expunged e where e.account_id = $1::uuid and e.message_id = m.message_id and e.mail_id is null))
           update expunged e set mail_id = m.mail_id from mail m
           where e.account_id = $1::uuid and e.message_id = m.message_id and e.mail_id is null`,
    params: [accountId, identityId, JSON.stringify(rows), at],
  };
}

/** The data that FETCH needs of a message. */
export interface CurrentMail {
  threadId: string;
  size: number;
  preview: string;
  raw: Uint8Array | null;
  rawBlob: string | null;
  head: Uint8Array | null;
  outline: Uint8Array;
}

interface CurrentMailRow {
  id: string;
  thread_id: string;
  size: number;
  preview: string;
  raw: Uint8Array | null;
  raw_blob: string | null;
  head: Uint8Array | null;
  outline: Uint8Array;
}

export async function currentMail(
  db: Executor,
  { accountId, identityId }: Owner,
  messageId: string,
): Promise<CurrentMail | null> {
  const mails = await currentMails(db, [{ accountId, identityId, id: messageId }]);
  return mails.get(messageId) ?? null;
}

/** By message. */
export async function currentMails(
  db: Executor,
  asked: readonly (Owner & { id: string })[],
): Promise<Map<string, CurrentMail>> {
  const rows = await db.rows<CurrentMailRow>(
    `select m.id, m.thread_id, m.size + m.shown_growth as size, m.preview, b.raw, b.raw_blob, b.head, coalesce(b.outline, b.content) as outline
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k(account_id, identity_id, id)
     join messages m on m.account_id = k.account_id and m.id = k.id and m.identity_id = k.identity_id
     join bodies b on b.account_id = m.account_id and b.message_id = m.id`,
    [
      asked.map(({ accountId }) => accountId),
      asked.map(({ identityId }) => identityId),
      asked.map(({ id }) => id),
    ],
  );
  return new Map(
    rows.map(({ id, thread_id: threadId, raw_blob: rawBlob, ...rest }) => [
      id,
      { threadId, rawBlob, ...rest },
    ]),
  );
}

/** Links expunged placements of a message to the expunged mail that FETCH reads for them. */
export function showExpungedMail(accountId: string, messageId: string, mailId: string): Statement {
  return {
    text: "update expunged set mail_id = $3::uuid where account_id = $1::uuid and message_id = $2::uuid and mail_id is null",
    params: [accountId, messageId, mailId],
  };
}
