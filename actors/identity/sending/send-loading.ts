// Reads for send turns: one statement a question for all turns of a batch.
import type { Executor } from "../../../src/store/database/database.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { answeredThreads, type FiledCopy, recentlySent } from "../../../src/store/sending/sent.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Preload } from "../../runtime/committer.ts";
import { expectNoRefusals, loadRefusals, type Refusals } from "../gate/policy.ts";
import { maxAutomaticAnHour, type SentBefore } from "../gate/send-limits.ts";
import type { Outgoing } from "../message/outgoing.ts";
import { loadCopies } from "./filed-copies.ts";

export interface SendLoaded {
  refusals: Refusals;
  /** The thread that the message answers in; null when it starts one, or the thread is gone. */
  thread: ThreadRow | null;
  /** The last mails that an automated address sent into the thread; empty for any other address. */
  recent: readonly SentBefore[];
  /** The copy of the mail that a mail program stored in Sent before. */
  copy: FiledCopy | null;
}

type Asked = Pick<Outgoing, "recipients" | "threadId" | "mail" | "submitted" | "isList">;

export const sendPreload: Preload<Asked, SendLoaded> = {
  name: "send",
  load: loadSending,
  expected: {
    // A mail of its own thread, whose recipients may all be written to. Of a submitted one there may be a copy.
    guess({ threadId, submitted }) {
      const isPlain = threadId === null && submitted === null;
      return isPlain ? { refusals: new Map(), thread: null, recent: [], copy: null } : null;
    },
    verify: (tx, items) => expectNoRefusals(tx, items.map(askedPolicy)),
  },
};

type Items = readonly Item[];
interface Item {
  ref: ActorRef;
  input: Asked;
}

function askedPolicy({ ref, input: { recipients, isList } }: Item) {
  return { ref, recipients, isList };
}

/** One result an item, in order. */
export async function loadSending(db: Executor, items: Items): Promise<SendLoaded[]> {
  const answers = items.flatMap(({ ref, input }, n) =>
    input.threadId === null
      ? []
      : [{ n, accountId: ref.accountId, identityId: ref.id, threadId: input.threadId }],
  );
  const [refusals, threadOf, recentOf, copyOf] = await Promise.all([
    loadRefusals(db, items.map(askedPolicy)),
    answeredThreads(db, answers),
    recentlySent(db, answers, maxAutomaticAnHour),
    loadCopies(db, items),
  ]);
  return items.map((_, n) => ({
    refusals: refusals[n]!,
    thread: threadOf.get(n) ?? null,
    recent: recentOf.get(n) ?? [],
    copy: copyOf.get(n) ?? null,
  }));
}
