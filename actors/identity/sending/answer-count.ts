// How many answers automated addresses have given each other in a row, here and on other servers: each answer carries the count
// on. A mail without a count, of a person or a program of others, begins it anew; so does an answer after more than a day, for slow
// conversations are no loop, unless the count was full. DECISIONS Drafts and sending.
import { addMs, nowInstant } from "../../../src/lib/clock.ts";
import { answerCountIn } from "../../../src/mail/trust/answer-count.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import { readHead } from "../../../src/store/message/head.ts";
import type { MessageRow } from "../../../src/store/message/messages.ts";
import { recentlySent } from "../../../src/store/sending/sent.ts";
import { maxAnswersInARow } from "../gate/send-limits.ts";
import type { OutgoingDeps } from "./prepare.ts";

const dayMs = 24 * 3_600_000;

type Answered = Pick<MessageRow, "id" | "threadId" | "direction" | "createdAt">;

/** The count of an answer to `parent`; 0: of a person, or the first mail of a thread. */
export async function answersSoFar(
  { database, clock }: Pick<OutgoingDeps, "database" | "clock">,
  { identity, parent }: { identity: IdentityRow; parent: Answered | null },
): Promise<number> {
  if (parent === null || identity.mode !== "automated") return 0;
  const { accountId, id: identityId } = identity;
  const countOf = async (id: string) => {
    const head = await readHead(database, accountId, id);
    return head === null ? 0 : answerCountIn(head);
  };
  const count = await countOf(parent.id);
  // More words to one's own answer are no further answer.
  if (parent.direction === "outbound") return count;
  const isFull = count >= maxAnswersInARow;
  if (count === 0 || (!isFull && parent.createdAt < addMs(nowInstant(clock), -dayMs))) return 1;
  // Each of several answers to one mail counts.
  const asked = { n: 0, accountId, identityId, threadId: parent.threadId };
  const last = (await recentlySent(database, [asked], 1)).get(0)?.[0];
  return 1 + Math.max(count, last ? await countOf(last.id) : 0);
}
