// Deleting messages for good: with body, attachments, references to blobs, bytes counted, and their thread's count.
import { identities, messages } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { expungeBodies } from "./expunged.ts";
import { shrinkThreads } from "./threads.ts";

interface Doomed {
  id: string;
  thread_id: string;
  size: number;
  shown_size: number;
  preview: string;
  raw_blob: string | null;
  blobs: (string | null)[] | null;
  pending: boolean;
}

/**
 * Deletes messages that no placement holds any more. One that is still on its way out leaves every list and keeps its
 * bytes until its recipients are served.
 */
export async function purgeMessages(turn: Turn, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { accountId } = turn;
  const found = await turn.rows<Doomed>(
    `select m.id, m.thread_id, m.size, m.size + m.shown_growth as shown_size, m.preview, b.raw_blob,
            (select array_agg(a.blob) from attachments a where a.account_id = m.account_id and a.message_id = m.id and a.blob is not null) as blobs,
            exists (select from outbound o where o.account_id = m.account_id and o.message_id = m.id and o.next_attempt_at is not null) as pending
     from messages m left join bodies b on b.account_id = m.account_id and b.message_id = m.id
     where m.account_id = $1::uuid and m.id = any($2::uuid[]) and m.identity_id = $3::uuid`,
    [accountId, ids, turn.ref.id],
  );
  await shrinkThreads(
    turn,
    [...new Set(found.map((row) => row.thread_id))],
    found.map(({ id }) => id),
  );
  const gone = found.filter((row) => !row.pending);
  for (const { id } of found.filter((row) => row.pending))
    turn.update(messages, { accountId, id, state: "spooled" });
  if (gone.length === 0) return;
  for (const { id } of gone) turn.remove(messages, { accountId, id });
  expungeBodies(
    turn,
    gone.map((row) => ({
      id: row.id,
      threadId: row.thread_id,
      size: row.shown_size,
      preview: row.preview,
    })),
  );
  const goneIds = gone.map(({ id }) => id);
  for (const table of ["attachments", "outbound", "search_queue", "message_search", "partly_read"]) {
    turn.bulk({
      text: `delete from ${table} where account_id = $1::uuid and message_id = any($2::uuid[])`,
      params: [accountId, goneIds],
    });
  }
  releaseBytes(turn, gone);
}

function releaseBytes(turn: Turn, gone: readonly Doomed[]): void {
  const { accountId } = turn;
  const identity = turn.identity();
  const size = gone.reduce((sum, row) => sum + row.size, 0);
  const storageBytes = identity.storageBytes - size;
  turn.update(identities, { accountId, id: identity.id, storageBytes }, identity);
  const keys = gone.flatMap((row) => [row.raw_blob, ...(row.blobs ?? [])]).filter((key) => key !== null);
  if (keys.length === 0) return;
  turn.bulk({
    text: `update blobs set refs = refs - k.count
           from (select key, count(*) as count from unnest($2::text[]) as u(key) group by key) k
           where blobs.account_id = $1::uuid and blobs.key = k.key`,
    params: [accountId, keys],
  });
}
