// Reads for exports: the folders of an address at one moment, then their mails in windows. A mail that is expunged meanwhile is
// read from the expunged ones, which are kept for an hour.
import type { Instant } from "../../lib/clock.ts";
import { BlobMissing, type BlobStore } from "../blobs/blobs.ts";
import type { Database, Executor } from "../database/database.ts";
import { expungedMessages } from "../mailbox/expunged.ts";
import { type FolderSnapshot, folderSnapshot, ownFolders } from "../mailbox/imap.ts";
import { allLabels, type LabelRow } from "../mailbox/labels.ts";
import { unpackRaw } from "../message/messages.ts";
import type { Owner } from "../scope.ts";
import type { StoredMailbox } from "../tables/index.ts";

export interface ExportSnapshot {
  /** By name. */
  folders: FolderSnapshot[];
  labels: LabelRow[];
}

/** UIDs, flags and keywords of all folders, at one moment. */
export function exportSnapshot(database: Database, owner: Owner): Promise<ExportSnapshot> {
  return database.transaction(
    async (tx) => {
      await tx.values("set transaction isolation level repeatable read read only");
      const folders: FolderSnapshot[] = [];
      for (const { id } of await ownFolders(tx, owner)) {
        const folder = await folderSnapshot(tx, owner, id);
        if (folder) folders.push(folder);
      }
      const labels = (await allLabels(tx, owner)).filter(({ removedAt }) => removedAt === null);
      return { folders, labels };
    },
    { long: true },
  );
}

/** A mail of an export, without its bytes. */
export interface ExportedRow {
  uid: number;
  internalDate: Instant;
  id: string;
  threadId: string;
  direction: "inbound" | "outbound";
  state: string;
  headerId: string | null;
  fromEmail: string;
  mailTo: StoredMailbox[];
  mailCc: StoredMailbox[];
  mailBcc: StoredMailbox[];
  subject: string | null;
  createdAt: Instant;
  raw: Uint8Array | null;
  rawBlob: string | null;
}

const messageColumns = `m.id, m.thread_id as "threadId", m.direction, m.state, m.header_id as "headerId",
  m.from_email as "fromEmail", m.mail_to as "mailTo", m.mail_cc as "mailCc", m.mail_bcc as "mailBcc", m.subject,
  m.created_at as "createdAt", b.raw, b.raw_blob as "rawBlob"`;

/** Mails of a folder by uid, ascending. @param uids of a snapshot */
export async function exportedMails(
  db: Executor,
  at: Owner & { folderId: string },
  uids: readonly number[],
): Promise<ExportedRow[]> {
  const rows = await db.rows<ExportedRow>(
    `select p.uid, p.internal_date as "internalDate", ${messageColumns} from placements p
     join messages m on m.account_id = p.account_id and m.id = p.message_id
     join bodies b on b.account_id = p.account_id and b.message_id = p.message_id
     where p.account_id = $1::uuid and p.folder_id = $2::uuid and p.identity_id = $3::uuid and p.uid = any($4::int8[])
     order by p.uid`,
    [at.accountId, at.folderId, at.identityId, uids],
  );
  if (rows.length === uids.length) return rows;
  const found = new Set(rows.map(({ uid }) => uid));
  const missing = uids.filter((uid) => !found.has(uid));
  const gone = await expungedMessages(db, at, { uids: missing, withMail: true });
  const late = gone.map(
    (row): ExportedRow => ({
      uid: row.uid,
      internalDate: row.internal_date,
      id: row.message_id,
      threadId: row.thread_id,
      direction: "inbound",
      state: "received",
      headerId: null,
      fromEmail: "",
      mailTo: [],
      mailCc: [],
      mailBcc: [],
      subject: null,
      createdAt: row.internal_date,
      raw: row.raw,
      rawBlob: row.raw_blob,
    }),
  );
  return [...rows, ...late].sort((a, b) => a.uid - b.uid);
}

/** A mail from or to a person, in the folder where it was placed last; null: in none. */
export interface PersonalRow extends ExportedRow {
  identityId: string | null;
  folder: string | null;
  flags: number;
  keywords: string[];
}

/** Messages of one step. */
const step = 500;

/** Mails of an account that are from or to a person, in steps over all its mail. @param email in lower case */
export async function* personalMails(
  db: Executor,
  accountId: string,
  email: string,
): AsyncGenerator<PersonalRow[]> {
  let after = "00000000-0000-0000-0000-000000000000";
  const isAddressed = ["mail_to", "mail_cc", "mail_bcc", "reply_to"]
    .map(
      (list) =>
        `exists (select from jsonb_array_elements(to_jsonb(m.${list})) e where lower(e->>'email') = $3::text)`,
    )
    .join(" or ");
  for (;;) {
    const ids = await db.values(
      `select id from messages where account_id = $1::uuid and id > $2::uuid order by id limit ${step}`,
      [accountId, after],
    );
    if (ids.length === 0) return;
    const rows = await db.rows<PersonalRow>(
      `select coalesce(p.uid, 0) as uid, coalesce(p.internal_date, m.created_at) as "internalDate", m.identity_id as "identityId",
              f.name as folder, coalesce(p.flags, 0) as flags, coalesce(p.keywords, '{}') as keywords, ${messageColumns}
       from messages m join bodies b on b.account_id = m.account_id and b.message_id = m.id
       left join lateral (select * from placements p where p.account_id = m.account_id and p.message_id = m.id
                          order by p.created_at desc limit 1) p on true
       left join folders f on f.account_id = p.account_id and f.id = p.folder_id
       where m.account_id = $1::uuid and m.id = any($2::uuid[]) and not m.withheld
         and (lower(m.from_email) = $3::text or lower(m.envelope_from) = $3::text or lower(m.delivered_to) = $3::text
              or ${isAddressed}
              or exists (select from outbound o where o.account_id = m.account_id and o.message_id = m.id and lower(o.recipient) = $3::text))
       order by m.id`,
      [accountId, ids.map(([id]) => id as string), email],
    );
    if (rows.length > 0) yield rows;
    after = ids.at(-1)![0] as string;
  }
}

/** Rows about a person that are no mail: recipients of sent mail with what became of them, lists, contacts. */
export async function personalRows(
  db: Executor,
  accountId: string,
  email: string,
): Promise<{ kind: string; row: Record<string, unknown> }[]> {
  const sources: [kind: string, table: string, column: string][] = [
    ["recipient", "outbound", "recipient"],
    ["suppression", "suppressions", "email"],
    ["list_entry", "protection_entries", "entry"],
    ["contact", "contacts", "email"],
  ];
  const parts = sources.map(
    ([kind, table, column]) =>
      `select '${kind}' as kind, to_jsonb(t) - 'account_id' as row from ${table} t where account_id = $1::uuid and lower(${column}) = $2::text`,
  );
  return db.rows(parts.join(" union all "), [accountId, email]);
}

/** UIDs of calendar objects in which a person takes part, by identity. */
export async function personalObjects(
  db: Executor,
  accountId: string,
  email: string,
): Promise<{ identityId: string; objectUid: string }[]> {
  return db.rows(
    `select distinct identity_id as "identityId", object_uid as "objectUid" from calendar_events e where account_id = $1::uuid
       and (lower(organizer_email) = $2::text
            or exists (select from jsonb_array_elements(to_jsonb(e.attendees)) a where lower(a->>'email') = $2::text))`,
    [accountId, email],
  );
}

/** The bytes of a mail, as they were received or sent. @throws BlobMissing when its blob is gone or damaged */
export async function bytesOf(
  blobs: BlobStore,
  { raw, rawBlob }: Pick<ExportedRow, "raw" | "rawBlob">,
): Promise<Uint8Array> {
  const bytes = await unpackRaw(blobs, { raw, blob: rawBlob });
  if (!bytes) throw new BlobMissing("the bytes of a mail are gone (no blob)", "gone");
  return bytes;
}
