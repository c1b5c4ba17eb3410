// Reads of a batch of send turns: each query covers all messages of the batch. `n` is a message's index in the batch.
import type { Instant } from "../../lib/clock.ts";
import type { Executor } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { ThreadRow } from "../mailbox/threads.ts";
import type { MessageRow } from "../message/messages.ts";
import type { NumberedOwner } from "../scope.ts";
import { messages, threads } from "../tables/index.ts";

type InThread = NumberedOwner & { threadId: string };

const paramsOf = (asked: readonly InThread[]) => [
  asked.map(({ n }) => n),
  asked.map(({ accountId }) => accountId),
  asked.map(({ identityId }) => identityId),
  asked.map(({ threadId }) => threadId),
];

/** The threads that messages reply in, by `n`; a deleted one is left out. */
export async function answeredThreads(
  db: Executor,
  asked: readonly InThread[],
): Promise<ReadonlyMap<number, ThreadRow>> {
  if (asked.length === 0) return new Map();
  const rows = await db.rows(
    `select k.n, t.* from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[]) as k(n, account_id, identity_id, id)
     join threads t on t.account_id = k.account_id and t.id = k.id and t.identity_id = k.identity_id`,
    paramsOf(asked),
  );
  return new Map(rows.map((row) => [row.n as number, toRow<ThreadRow>(threads, row)]));
}

/** The newest `count` messages that automated identities sent into threads, by `n`. */
export async function recentlySent(
  db: Executor,
  asked: readonly InThread[],
  count: number,
): Promise<ReadonlyMap<number, { id: string; createdAt: Instant }[]>> {
  if (asked.length === 0) return new Map();
  const rows = await db.rows<{ n: number; id: string; created_at: Instant }>(
    `select k.n, m.id, m.created_at
     from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[]) as k(n, account_id, identity_id, thread_id)
     join identities i on i.account_id = k.account_id and i.id = k.identity_id and i.mode = 'automated'
     cross join lateral (
       select id, created_at from messages
       where account_id = k.account_id and thread_id = k.thread_id and direction = 'outbound'
         and state in ('sent', 'spooled')
       order by created_at desc limit ${count}) m`,
    paramsOf(asked),
  );
  const found = new Map<number, { id: string; createdAt: Instant }[]>();
  for (const { n, id, created_at: createdAt } of rows)
    found.set(n, [...(found.get(n) ?? []), { id, createdAt }]);
  return found;
}

/** A copy that a mail client stored in Sent: unlike a sent message, it has no envelope. */
export type FiledCopy = Pick<
  MessageRow,
  "id" | "threadId" | "headerId" | "fromEmail" | "direction" | "state" | "envelopeFrom" | "createdAt"
>;

/** The newest filed copy of each mail, by `n`. @param asked with the mail's Message-ID and its hash */
export async function filedCopies(
  db: Executor,
  asked: readonly (NumberedOwner & { hash: number; headerId: string })[],
): Promise<ReadonlyMap<number, FiledCopy>> {
  if (asked.length === 0) return new Map();
  const rows = await db.rows(
    `select k.n, m.* from unnest($1::int[], $2::uuid[], $3::uuid[], $4::int8[], $5::text[])
       as k(n, account_id, identity_id, hash, header_id)
     cross join lateral (
       select id, thread_id, header_id, from_email, direction, state, envelope_from, created_at from messages
       where account_id = k.account_id and identity_id = k.identity_id and header_hash = k.hash
         and header_id = k.header_id and direction = 'outbound' and state = 'sent' and envelope_from is null
       order by created_at desc limit 1) m`,
    [
      asked.map(({ n }) => n),
      asked.map(({ accountId }) => accountId),
      asked.map(({ identityId }) => identityId),
      asked.map(({ hash }) => hash),
      asked.map(({ headerId }) => headerId),
    ],
  );
  return new Map(rows.map((row) => [row.n as number, toRow<MessageRow>(messages, row)]));
}
