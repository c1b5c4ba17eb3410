// A mail program stores what it sends in Sent, before or after it submits the mail. The append turn recognises a copy that
// comes after. A copy that came before is replaced here by the sent message, which takes over thread, flags and keywords.
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import type { FolderRow } from "../../../src/store/mailbox/folders.ts";
import { placementsOf } from "../../../src/store/mailbox/placements.ts";
import { readThread, type ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { type FiledCopy, filedCopies } from "../../../src/store/sending/sent.ts";
import { Flag, messages, threads } from "../../../src/store/tables/index.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Turn } from "../../runtime/turn.ts";
import { removePlacements } from "../mailbox/placements.ts";
import type { Outgoing } from "../message/outgoing.ts";
import { headerHash } from "../message/store-message.ts";

/** An older copy belongs to another sending. */
const maxMs = 10 * 60_000;

type SubmittedMail = Pick<Outgoing, "mail" | "submitted">;

/** The newest filed copy of each submitted mail, by its place in `items`. */
export function loadCopies(
  db: Executor,
  items: readonly { ref: ActorRef; input: SubmittedMail }[],
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

/** Removes the filed copy from Sent. @returns what the sent message takes over; null when there is no copy */
export async function removeCopy(
  turn: Turn,
  { mail, submitted }: SubmittedMail,
  { loaded, sent, at }: { loaded: FiledCopy | null; sent: FolderRow | undefined; at: Instant },
): Promise<Predecessor | null> {
  if (!submitted || !sent) return null;
  const oldest = addMs(at, -maxMs);
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
  // A message that is being sent is not \Deleted, even when its copy was.
  return { thread: turn.latest(threads, thread) ?? thread, flags: flags & ~Flag.deleted, keywords };
}
