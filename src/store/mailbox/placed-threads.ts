// Threads by the folders in which their mails lie: one line a thread, by its newest mail there.
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import { heldBy, type Scope, type Where } from "../scope.ts";
import { threads } from "../tables/index.ts";
import { commonLabel, fewLabelledThreads } from "./labels.ts";
import type { ThreadRow } from "./threads.ts";

/** Mails of a folder that one page looks at. */
const lookedAt = 200;
/** The same where most of them may lack a label. */
const lookedThrough = 2000;
/** Folders that one list has: those of as many addresses. */
export const maxListedFolders = 200;

/** One folder, or the folders of a role. */
export interface PlacedFilter {
  identityId?: string;
  folderId?: string;
  role?: string;
  /** Keys of a label's keyword: threads that have it. */
  labelKeys?: readonly string[];
}

/** A thread with the date of its newest mail in the folder. */
export interface PlacedThread {
  thread: ThreadRow;
  at: Instant;
}

/**
 * Threads past the cursor, the newest first, of the next mails of the folders.
 * @returns also where it stopped looking: null when it saw every mail
 */
export async function listPlaced(
  db: Executor,
  scope: Scope,
  { filter, cursor }: { filter: PlacedFilter; cursor: Instant | null },
): Promise<{ rows: PlacedThread[]; end: Instant | null }> {
  const where = heldBy(scope, "f")
    .and("f.identity_id = ?::uuid", filter.identityId)
    .and("f.id = ?::uuid", filter.folderId)
    .and("f.role = ?::text", filter.role);
  const few = filter.labelKeys && (await fewLabelledThreads(db, scope.accountId, filter.labelKeys));
  const before = where.param(cursor ?? "infinity");
  if (few) return fewPlaced(db, where, { few, before });
  const most = filter.labelKeys ? lookedThrough : lookedAt;
  const looked = await db.rows<{ folder: string; message: string; at: Instant }>(
    `select l.folder_id as folder, l.message_id as message, l.internal_date as at
     from (select f.account_id, f.id from folders f ${where} limit ${maxListedFolders}) f
     cross join lateral (
       select p.folder_id, p.message_id, p.internal_date from placements p
       where p.account_id = f.account_id and p.folder_id = f.id and p.internal_date < ${before}::timestamptz
       order by p.internal_date desc fetch first ${most} rows with ties) l
     order by l.internal_date desc fetch first ${most} rows with ties`,
    where.params,
  );
  if (looked.length === 0) return { rows: [], end: null };
  const rows = await db.rows(
    `select t.*, n.at from (
       select m.account_id, m.thread_id, k.folder, max(k.at) as at
       from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) k(folder, message, at)
       join messages m on m.account_id = $1::uuid and m.id = k.message
       group by m.account_id, m.thread_id, k.folder) n
     join threads t on t.account_id = n.account_id and t.id = n.thread_id
     where t.message_count > 0 and ${filter.labelKeys ? commonLabel({ account: "t.account_id", id: "t.id" }, "$5::text[]") : "true"} and not exists (
       select from messages m join placements p on p.account_id = m.account_id and p.message_id = m.id
       where m.account_id = t.account_id and m.thread_id = t.id and p.folder_id = n.folder and p.internal_date > n.at)
     order by n.at desc`,
    [
      scope.accountId,
      ...(["folder", "message", "at"] as const).map((name) => looked.map((row) => row[name])),
      ...(filter.labelKeys ? [filter.labelKeys] : []),
    ],
  );
  return { rows: rows.map(placedThread), end: looked.length < most ? null : looked.at(-1)!.at };
}

const placedThread = ({ at, ...row }: Record<string, unknown>): PlacedThread => ({
  thread: toRow<ThreadRow>(threads, row),
  at: at as Instant,
});

/** The threads of a label that few have, by their mails in the folders. @param asked.before the cursor's parameter */
async function fewPlaced(
  db: Executor,
  where: Where,
  { few, before }: { few: readonly string[]; before: string },
): Promise<{ rows: PlacedThread[]; end: Instant | null }> {
  const rows = await db.rows(
    `select t.*, n.at from (
       select m.account_id, m.thread_id, max(p.internal_date) as at
       from (select f.account_id, f.id from folders f ${where} limit ${maxListedFolders}) f
       join messages m on m.account_id = f.account_id and m.thread_id = any(${where.param(few)}::uuid[])
       join placements p on p.account_id = m.account_id and p.message_id = m.id and p.folder_id = f.id
       group by m.account_id, m.thread_id) n
     join threads t on t.account_id = n.account_id and t.id = n.thread_id
     where t.message_count > 0 and n.at < ${before}::timestamptz
     order by n.at desc fetch first ${lookedAt} rows with ties`,
    where.params,
  );
  const placed = rows.map(placedThread);
  return { rows: placed, end: placed.length < lookedAt ? null : placed.at(-1)!.at };
}

/** Unread mails in the folders of a role: of all addresses together, and of each that was named. */
export interface UnreadCounts {
  all: number;
  byAddress: Map<string, number>;
}

/** Unread mails by the counters that folders keep: a row for each folder, however much lies in it. */
export async function unreadByRole(
  db: Executor,
  scope: Scope,
  { named, roles }: { named: readonly string[]; roles: readonly string[] },
): Promise<Map<string, UnreadCounts>> {
  const where = heldBy(scope, "f");
  const rows = await db.values(
    `select f.role, n.identity_id, sum(f.unread)::int from folders f
     left join unnest(${where.param(named)}::uuid[]) n(identity_id) on n.identity_id = f.identity_id
     ${where} and f.role = any(${where.param(roles)}::text[]) and f.unread > 0 group by 1, 2`,
    where.params,
  );
  const counts = new Map<string, UnreadCounts>();
  for (const [role, identityId, unread] of rows as [string, string | null, number][]) {
    const one = counts.get(role) ?? { all: 0, byAddress: new Map() };
    counts.set(role, one);
    one.all += unread;
    if (identityId !== null) one.byAddress.set(identityId, unread);
  }
  return counts;
}
