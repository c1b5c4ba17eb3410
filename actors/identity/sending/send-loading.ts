// What the turns of a batch that send have to know, read for all of them at once.
import type { Instant } from "../../../src/lib/clock.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { toRow } from "../../../src/store/database/rows.ts";
import type { ThreadRow } from "../../../src/store/mail/threads.ts";
import { threads } from "../../../src/store/tables/index.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Preload } from "../../runtime/committer.ts";
import { type FiledCopy, loadCopies } from "./filed-copies.ts";
import { loadRefusals, type Refusals } from "./policy.ts";
import type { Outgoing } from "./send.ts";
import { maxAutomaticAnHour } from "./send-limits.ts";

export interface SendLoaded {
  refusals: Refusals;
  /** The thread that it answers in, while it is there. */
  thread: ThreadRow | null;
  /** The newest that an automated address has written into that thread. */
  recent: readonly SentBefore[];
  /** The same mail, as a mail program has put it into Sent before. */
  copy: FiledCopy | null;
}

export interface SentBefore {
  id: string;
  createdAt: Instant;
}

type Asked = Pick<Outgoing, "recipients" | "threadId" | "mail" | "submitted">;

export const sendPreload: Preload<Asked, SendLoaded> = { name: "send", load: loadSending };

type Items = readonly { ref: ActorRef; input: Asked }[];

/** One result an item, in order. */
export async function loadSending(db: Pick<Executor, "rows">, items: Items): Promise<SendLoaded[]> {
  const answers = items.flatMap(({ ref, input }, n) =>
    input.threadId === null ? [] : [{ n, ref, threadId: input.threadId }],
  );
  const [refusals, threadOf, recentOf, copyOf] = await Promise.all([
    loadRefusals(
      db,
      items.map(({ ref, input }) => ({ ref, recipients: input.recipients })),
    ),
    loadThreads(db, answers),
    loadRecent(db, answers),
    loadCopies(db, items),
  ]);
  return items.map((_, n) => ({
    refusals: refusals[n]!,
    thread: threadOf.get(n) ?? null,
    recent: recentOf.get(n) ?? [],
    copy: copyOf.get(n) ?? null,
  }));
}

type Answers = readonly { n: number; ref: ActorRef; threadId: string }[];

const paramsOf = (answers: Answers) => [
  answers.map(({ n }) => n),
  answers.map(({ ref }) => ref.accountId),
  answers.map(({ ref }) => ref.id),
  answers.map(({ threadId }) => threadId),
];

async function loadThreads(
  db: Pick<Executor, "rows">,
  answers: Answers,
): Promise<ReadonlyMap<number, ThreadRow>> {
  if (answers.length === 0) return new Map();
  const rows = await db.rows(
    `select k.n, t.* from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[]) as k(n, account_id, identity_id, id)
     join threads t on t.account_id = k.account_id and t.id = k.id and t.identity_id = k.identity_id`,
    paramsOf(answers),
  );
  return new Map(rows.map((row) => [row.n as number, toRow<ThreadRow>(threads, row)]));
}

async function loadRecent(
  db: Pick<Executor, "rows">,
  answers: Answers,
): Promise<ReadonlyMap<number, SentBefore[]>> {
  if (answers.length === 0) return new Map();
  const rows = await db.rows<{ n: number; id: string; created_at: Instant }>(
    `select k.n, m.id, m.created_at
     from unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[]) as k(n, account_id, identity_id, thread_id)
     join identities i on i.account_id = k.account_id and i.id = k.identity_id and i.mode = 'automated'
     cross join lateral (
       select id, created_at from messages
       where account_id = k.account_id and thread_id = k.thread_id and direction = 'outbound'
         and state in ('sent', 'spooled')
       order by created_at desc limit ${maxAutomaticAnHour}) m`,
    paramsOf(answers),
  );
  const found = new Map<number, SentBefore[]>();
  for (const { n, id, created_at: createdAt } of rows)
    found.set(n, [...(found.get(n) ?? []), { id, createdAt }]);
  return found;
}
