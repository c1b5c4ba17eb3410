// Messages that are to be purged, with their dependent rows.
import type { DeferredStatement, Executor } from "../database/database.ts";
import type { MessageRow } from "../message/messages.ts";
import type { Owner } from "../scope.ts";

export interface PurgeableMessage {
  id: string;
  threadId: string;
  state: MessageRow["state"];
  /** Bytes of the raw mail; `displayedSize`: of its displayed form. */
  size: number;
  displayedSize: number;
  preview: string;
  /** Blobs of the mail and of its attachments. */
  blobs: string[];
  /** A recipient is still queued. */
  isPending: boolean;
}

interface PurgeableRow {
  id: string;
  thread_id: string;
  state: MessageRow["state"];
  size: number;
  shown_size: number;
  preview: string;
  raw_blob: string | null;
  blobs: string[] | null;
  pending: boolean;
}

export async function purgeableMessages(
  db: Executor,
  { accountId, identityId }: Owner,
  ids: readonly string[],
): Promise<PurgeableMessage[]> {
  const rows = await db.rows<PurgeableRow>(
    `select m.id, m.thread_id, m.state, m.size, m.size + m.shown_growth as shown_size, m.preview, b.raw_blob,
            (select array_agg(a.blob) from attachments a where a.account_id = m.account_id and a.message_id = m.id and a.blob is not null) as blobs,
            exists (select from outbound o where o.account_id = m.account_id and o.message_id = m.id and o.next_attempt_at is not null) as pending
     from messages m left join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where m.account_id = $1::uuid and m.id = any($2::uuid[]) and m.identity_id = $3::uuid`,
    [accountId, ids, identityId],
  );
  return rows.map((row) => ({
    id: row.id,
    threadId: row.thread_id,
    state: row.state,
    size: row.size,
    displayedSize: row.shown_size,
    preview: row.preview,
    blobs: [...(row.raw_blob === null ? [] : [row.raw_blob]), ...(row.blobs ?? [])],
    isPending: row.pending,
  }));
}

/** Deletes the dependent rows of messages, without their bodies, which `expungeBodies` deletes. */
export function deleteDependents(accountId: string, messageIds: readonly string[]): DeferredStatement[] {
  return ["attachments", "outbound", "search_queue", "message_search", "search_files", "partly_read"].map(
    (table) => ({
      text: `delete from ${table} where account_id = $1::uuid and message_id = any($2::uuid[])`,
      params: [accountId, messageIds],
    }),
  );
}
