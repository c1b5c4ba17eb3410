// What sessions still show of messages that others have expunged: FETCH by number gives it until the client is told, an
// hour at most. Only src/store/mail/expunged.ts reads it: for everybody else the messages are gone. RFC 9051 7.5.1, RFC 2180 4.1
import { expungedMails } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** Moves placements of one folder to those that were expunged. */
export function expungePlacements(turn: Turn, folderId: string, uids: readonly number[]): void {
  turn.bulk({
    text: `with gone as (
             delete from placements where account_id = $1::uuid and folder_id = $2::uuid and uid = any($3::int8[]) returning *)
           insert into expunged (account_id, folder_id, uid, identity_id, message_id, flags, keywords, internal_date, modseq, created_at, expunged_at)
           select account_id, folder_id, uid, identity_id, message_id, flags, keywords, internal_date, modseq, created_at, $4::timestamptz from gone`,
    params: [turn.accountId, folderId, uids, turn.now()],
  });
}

/** A message that is being deleted, as FETCH shows it. */
export interface DyingMail {
  id: string;
  threadId: string;
  /** As the mail is shown. */
  size: number;
  preview: string;
}

/** Deletes the bodies of messages; those of expunged placements are moved to where these find them. */
export function expungeBodies(turn: Turn, mails: readonly DyingMail[]): void {
  const rows = mails.map(({ id, threadId, size, preview }) => ({
    message_id: id,
    mail_id: turn.newId(),
    thread_id: threadId,
    size,
    preview,
  }));
  turn.bulk({
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
    params: [turn.accountId, turn.ref.id, JSON.stringify(rows), turn.now()],
  });
}

interface BodyRow {
  thread_id: string;
  size: number;
  preview: string;
  raw: Uint8Array | null;
  raw_blob: string | null;
  head: Uint8Array | null;
  outline: Uint8Array;
}

/**
 * Keeps a message's mail for the placements that its next version replaces: to be read before the mail is replaced.
 * @returns what to call once the placements have been taken away
 */
export async function keepMail(turn: Turn, messageId: string): Promise<() => void> {
  const { accountId } = turn;
  const [row] = await turn.rows<BodyRow>(
    `select m.thread_id, m.size + m.shown_growth as size, m.preview, b.raw, b.raw_blob, b.head, coalesce(b.outline, b.content) as outline
     from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where m.account_id = $1::uuid and m.id = $2::uuid and m.identity_id = $3::uuid`,
    [accountId, messageId, turn.ref.id],
  );
  return () => {
    if (!row) return;
    const id = turn.newId();
    const { size, preview, raw, head, outline } = row;
    const whose = { accountId, id, identityId: turn.ref.id, threadId: row.thread_id };
    const expungedAt = turn.now();
    turn.insert(expungedMails, {
      ...whose,
      size,
      preview,
      raw,
      rawBlob: row.raw_blob,
      head,
      outline,
      expungedAt,
    });
    turn.bulk({
      text: "update expunged set mail_id = $3::uuid where account_id = $1::uuid and message_id = $2::uuid and mail_id is null",
      params: [accountId, messageId, id],
    });
  };
}
