// A mail program puts what it sends into Sent by itself, before or after it hands the mail over. What comes after is
// recognised by the append turn; what came before makes way here for the mail that was sent, which keeps its thread,
// flags and keywords.
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { toRow } from "../../../src/store/database/rows.ts";
import type { FolderRow } from "../../../src/store/mail/folders.ts";
import type { MessageRow } from "../../../src/store/mail/messages.ts";
import { readThread, type ThreadRow } from "../../../src/store/mail/threads.ts";
import { Flag, messages, threads } from "../../../src/store/tables/index.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Turn } from "../../runtime/turn.ts";
import { placementsOf, removePlacements } from "../mailbox/placements.ts";
import { headerHash } from "../receiving/store-message.ts";
import type { Outgoing } from "./send.ts";

/** A copy that is older was not made for this sending. */
const longestMs = 10 * 60_000;

/** What was appended has no envelope; what was sent has one. */
export type FiledCopy = Pick<
  MessageRow,
  "id" | "threadId" | "headerId" | "fromEmail" | "direction" | "state" | "envelopeFrom" | "createdAt"
>;

type Asked = Pick<Outgoing, "mail" | "submitted">;

/** The newest copy of each mail that came by submission, by its place in `items`. */
export async function loadCopies(
  db: Pick<Executor, "rows">,
  items: readonly { ref: ActorRef; input: Asked }[],
): Promise<ReadonlyMap<number, FiledCopy>> {
  const asked = items.flatMap(({ ref, input: { mail, submitted } }, n) =>
    submitted && mail.parsed.messageId !== null
      ? [{ n, ref, hash: headerHash(mail), headerId: mail.parsed.messageId }]
      : [],
  );
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
      asked.map(({ ref }) => ref.accountId),
      asked.map(({ ref }) => ref.id),
      asked.map(({ hash }) => hash),
      asked.map(({ headerId }) => headerId),
    ],
  );
  return new Map(rows.map((row) => [row.n as number, toRow<MessageRow>(messages, row)]));
}

export interface Predecessor {
  thread: ThreadRow;
  flags: number;
  keywords: readonly string[];
}

/** Takes the copy out of Sent; null: there is none. */
export async function removeCopy(
  turn: Turn,
  { mail, submitted }: Asked,
  { loaded, sent, at }: { loaded: FiledCopy | null; sent: FolderRow | undefined; at: Instant },
): Promise<Predecessor | null> {
  if (!submitted || !sent) return null;
  const oldest = addMs(at, -longestMs);
  const copy = [...turn.written(messages), ...(loaded ? [loaded] : [])].find(
    (row) =>
      row.headerId !== null &&
      row.headerId === mail.parsed.messageId &&
      row.fromEmail === mail.parsed.from.email &&
      row.direction === "outbound" &&
      row.state === "sent" &&
      row.envelopeFrom === null &&
      row.createdAt > oldest,
  );
  if (!copy) return null;
  const placed = (await placementsOf(turn, [copy.id])).filter(({ folderId }) => folderId === sent.id);
  const owner = { accountId: turn.accountId, identityId: turn.ref.id };
  const thread = await readThread(turn, owner, copy.threadId);
  if (placed.length === 0 || !thread) return null;
  await removePlacements(turn, placed);
  const { flags, keywords } = placed[0]!;
  // What is sent just now is not deleted, whatever became of the copy.
  return { thread: turn.latest(threads, thread) ?? thread, flags: flags & ~Flag.deleted, keywords };
}
