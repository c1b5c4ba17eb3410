// Messages whose files, and quoted HTML, are still to be read for the search index.
import type { Instant } from "../../lib/clock.ts";
import type { Database, Executor } from "../database/database.ts";

export interface SearchedFiles {
  accountId: string;
  messageId: string;
  /** Including the claimed one. */
  attempts: number;
}

let queued = 0;

/** A number that changes when this process has queued some. */
export function filesQueued(): number {
  return queued;
}

/** Counts messages that were queued, after the commit: the worker looks once, and would see nothing before. */
export function countQueuedFiles(count: number): void {
  queued += count;
}

/**
 * Queues messages whose long bodies or files are to be read at once.
 * @param first ids of those without files: they take a moment, and nothing else finds their text
 */
export async function queueFiles(
  db: Executor,
  rows: readonly { accountId: string; id: string }[],
  first: ReadonlySet<string>,
): Promise<void> {
  if (rows.length === 0) return;
  await db.values(
    `insert into search_files (account_id, message_id, attempts, due_at)
     select account_id, message_id, 0, case when is_first then '-infinity'::timestamptz else 'epoch' end
     from unnest($1::uuid[], $2::uuid[], $3::bool[]) k(account_id, message_id, is_first)
     on conflict (account_id, message_id) do update set attempts = 0, due_at = excluded.due_at`,
    [rows.map(({ accountId }) => accountId), rows.map(({ id }) => id), rows.map(({ id }) => first.has(id))],
  );
}

/**
 * Claims the message that is due longest. Its next attempt, in minutes, is stored before it is read, so that a file that crashes a
 * process is not read again at once.
 */
export async function claimFiles(db: Database, now: Instant): Promise<SearchedFiles | null> {
  const [row] = await db.rows<{ account_id: string; message_id: string; attempts: number }>(
    `update search_files set attempts = attempts + 1, due_at = to_timestamp(extract(epoch from $1::timestamptz) + 300 * (attempts + 1))
     where ctid = (select ctid from search_files where due_at <= $1::timestamptz
                   order by due_at limit 1 for update skip locked)
     returning account_id, message_id, attempts`,
    [now],
  );
  return row ? { accountId: row.account_id, messageId: row.message_id, attempts: row.attempts } : null;
}

/** Takes a message off the queue, unless it was queued anew meanwhile. */
export async function dropFiles(
  db: Executor,
  { accountId, messageId, attempts }: SearchedFiles,
): Promise<boolean> {
  const dropped = await db.values(
    "delete from search_files where account_id = $1::uuid and message_id = $2::uuid and attempts = $3::int returning 1",
    [accountId, messageId, attempts],
  );
  return dropped.length > 0;
}
