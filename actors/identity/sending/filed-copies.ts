// A mail program puts what it sends into Sent by itself, before or after it hands the mail over. What comes after is
// recognised by the append turn; what came before makes way here for the mail that was sent, which keeps its thread,
// flags and keywords.
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import type { FolderRow } from "../../../src/store/mail/folders.ts";
import { placementsOf } from "../../../src/store/mail/placements.ts";
import { type FiledCopy, filedCopies } from "../../../src/store/mail/sent.ts";
import { readThread, type ThreadRow } from "../../../src/store/mail/threads.ts";
import { Flag, messages, threads } from "../../../src/store/tables/index.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Turn } from "../../runtime/turn.ts";
import { removePlacements } from "../mailbox/placements.ts";
import { headerHash } from "../receiving/store-message.ts";
import type { Outgoing } from "./send.ts";

/** A copy that is older was not made for this sending. */
const longestMs = 10 * 60_000;

type Asked = Pick<Outgoing, "mail" | "submitted">;

/** The newest copy of each mail that came by submission, by its place in `items`. */
export function loadCopies(
  db: Executor,
  items: readonly { ref: ActorRef; input: Asked }[],
): Promise<ReadonlyMap<number, FiledCopy>> {
  const asked = items.flatMap(({ ref, input: { mail, submitted } }, n) =>
    submitted && mail.parsed.messageId !== null
      ? [
          {
            n,
            accountId: ref.accountId,
            identityId: ref.id,
            hash: headerHash(mail),
            headerId: mail.parsed.messageId,
          },
        ]
      : [],
  );
  return filedCopies(db, asked);
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
  const placed = (await placementsOf(turn, turn.owner, [copy.id])).filter(
    ({ folderId }) => folderId === sent.id,
  );
  const thread = await readThread(turn, turn.owner, copy.threadId);
  if (placed.length === 0 || !thread) return null;
  await removePlacements(turn, placed);
  const { flags, keywords } = placed[0]!;
  // What is sent just now is not deleted, whatever became of the copy.
  return { thread: turn.latest(threads, thread) ?? thread, flags: flags & ~Flag.deleted, keywords };
}
