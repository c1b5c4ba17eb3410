// Reads of a batch of receive turns, which find repeats and threads: each query covers all mails of the batch. `n` is a
// mail's index in the batch.
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { MessageRow } from "../message/messages.ts";
import type { NumberedOwner } from "../scope.ts";
import { messages, threads } from "../tables/index.ts";
import type { ThreadRow } from "./threads.ts";

export type ReferencedMessage = Pick<
  MessageRow,
  "id" | "headerId" | "headerHash" | "threadId" | "rawSha256" | "envelopeFrom" | "direction" | "createdAt"
> & {
  /** For the comparison of answers; only where it was asked for, and readers see the message. */
  digest?: Uint8Array | null;
};

/**
 * The newest messages of identities by the hash of their Message-ID, at most eight for each hash.
 * @param asked.isCompared brings their digests too, but not of mail that is held or withheld
 */
export async function messagesByHash(
  db: Executor,
  asked: readonly (NumberedOwner & { hash: number; isCompared?: boolean })[],
): Promise<{ n: number; message: ReferencedMessage }[]> {
  const rows = await db.rows(
    `select k.n, m.*, case when k.is_compared and m.is_shown then (
         select digest from bodies b where b.account_id = k.account_id and b.message_id = m.id
       ) end as digest
     from unnest($1::int[], $2::uuid[], $3::uuid[], $4::int8[], $5::bool[]) as k(n, account_id, identity_id, hash, is_compared)
     cross join lateral (
       select id, header_id, header_hash, thread_id, raw_sha256, envelope_from, direction, created_at,
         state <> 'held' and not withheld as is_shown
       from messages
       where account_id = k.account_id and identity_id = k.identity_id and header_hash = k.hash
         and state in ('received', 'sent', 'spooled', 'held')
       order by created_at desc limit 8
     ) m`,
    [
      asked.map(({ n }) => n),
      asked.map(({ accountId }) => accountId),
      asked.map(({ identityId }) => identityId),
      asked.map(({ hash }) => hash),
      asked.map(({ isCompared = false }) => isCompared),
    ],
  );
  return rows.map((row) => ({
    n: row.n as number,
    message: { ...toRow<MessageRow>(messages, row), digest: row.digest as Uint8Array | null },
  }));
}

/**
 * Expects of mails that refer to none, by the hash of their Message-ID, that none came before and no thread waits for one.
 * @throws SqlError where `messagesByHash` or `threadsByRoot` would find something; the transaction fails with it
 */
export async function expectUnknownMails(
  db: Executor,
  asked: readonly (Omit<NumberedOwner, "n"> & { hash: number })[],
): Promise<void> {
  await db.values(
    `select case when count(*) = 0 then 0 else ('messages or threads that were not expected: ' || count(*))::int end
     from unnest($1::uuid[], $2::uuid[], $3::int8[]) as k(account_id, identity_id, hash)
     cross join lateral (
       select from messages m
       where m.account_id = k.account_id and m.identity_id = k.identity_id and m.header_hash = k.hash
         and m.state in ('received', 'sent', 'spooled', 'held')
       union all
       select from threads t
       where t.account_id = k.account_id and t.identity_id = k.identity_id and t.root_hash = k.hash
     ) known`,
    [
      asked.map(({ accountId }) => accountId),
      asked.map(({ identityId }) => identityId),
      asked.map(({ hash }) => hash),
    ],
  );
}

export async function threadsById(
  db: Executor,
  asked: readonly { n: number; accountId: string; id: string }[],
): Promise<{ n: number; thread: ThreadRow }[]> {
  if (asked.length === 0) return [];
  const rows = await db.rows(
    `select k.n, t.* from unnest($1::int[], $2::uuid[], $3::uuid[]) as k(n, account_id, id)
     join threads t on t.account_id = k.account_id and t.id = k.id`,
    [asked.map(({ n }) => n), asked.map(({ accountId }) => accountId), asked.map(({ id }) => id)],
  );
  return numbered(rows);
}

/** The newest thread of each identity with a subject key. */
export function threadsBySubject(
  db: Executor,
  asked: readonly (NumberedOwner & { key: number })[],
): Promise<{ n: number; thread: ThreadRow }[]> {
  return threadsByKey(db, "subject_key", asked);
}

/** The newest thread of each identity that a mail with this hash of its Message-ID began, which never came. */
export function threadsByRoot(
  db: Executor,
  asked: readonly (NumberedOwner & { key: number })[],
): Promise<{ n: number; thread: ThreadRow }[]> {
  return threadsByKey(db, "root_hash", asked);
}

async function threadsByKey(
  db: Executor,
  column: "subject_key" | "root_hash",
  asked: readonly (NumberedOwner & { key: number })[],
): Promise<{ n: number; thread: ThreadRow }[]> {
  if (asked.length === 0) return [];
  const rows = await db.rows(
    `select k.n, t.* from unnest($1::int[], $2::uuid[], $3::uuid[], $4::int8[]) as k(n, account_id, identity_id, key)
     cross join lateral (
       select * from threads where account_id = k.account_id and identity_id = k.identity_id and ${column} = k.key
       order by created_at desc limit 1
     ) t`,
    [
      asked.map(({ n }) => n),
      asked.map(({ accountId }) => accountId),
      asked.map(({ identityId }) => identityId),
      asked.map(({ key }) => key),
    ],
  );
  return numbered(rows);
}

function numbered(rows: Record<string, unknown>[]): { n: number; thread: ThreadRow }[] {
  return rows.map((row) => ({ n: row.n as number, thread: toRow<ThreadRow>(threads, row) }));
}
