// Reads of turns that take mails in, whether they arrive, are appended or imported: what each one may repeat, and the threads
// that it may join.
import { hash52 } from "../../../src/lib/hash.ts";
import type { ClassifiedReport } from "../../../src/mail/report/classify.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import {
  expectUnknownMails,
  messagesByHash,
  type ReferencedMessage,
  threadsById,
  threadsByRoot,
  threadsBySubject,
} from "../../../src/store/mailbox/threading.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Preload } from "../../runtime/committer.ts";
import { headerHash, type PreparedMail } from "../message/store-message.ts";
import { comparedIds } from "./repeats.ts";
import { joinableSubject, referencedIds, rootOf } from "./threads.ts";

export interface ArrivingMail {
  mail: PreparedMail;
  /** The mail as a report about a message of ours that it names but does not prove by a token. */
  report?: ClassifiedReport | null;
}

export interface ReceiveLoaded {
  /** Messages of the identity that have the mail's own Message-ID, or one that it refers to. */
  hits: ReferencedMessage[];
  /** Threads of these messages, of the same subject, and of the same first mail that never came. */
  threads: ThreadRow[];
}

/** The Message-ID that a report is about, without brackets. */
export function reportedIds(report: ClassifiedReport | null | undefined): string[] {
  return report?.originalMessageId ? [report.originalMessageId.slice(1, -1)] : [];
}

/** Hashes of the mail's own Message-ID and of those that it refers to, and with which of these messages it is compared. */
function hashesOf({ mail, report }: ArrivingMail): { hash: number; isCompared: boolean }[] {
  const compared = new Set(comparedIds(mail));
  const referenced = [...referencedIds(mail), ...reportedIds(report)];
  return [
    { hash: headerHash(mail), isCompared: false },
    ...referenced.map((id) => ({ hash: hash52(id), isCompared: compared.has(id) })),
  ];
}

export const receivePreload = {
  name: "receive",
  async load(tx, items) {
    const loaded: ReceiveLoaded[] = items.map(() => ({ hits: [], threads: [] }));
    const asked = items.flatMap(({ ref, input }, n) =>
      hashesOf(input).map((asked) => ({ n, accountId: ref.accountId, identityId: ref.id, ...asked })),
    );
    for (const { n, message } of await messagesByHash(tx, asked)) loaded[n]!.hits.push(message);
    await loadThreads(tx, items, loaded);
    return loaded;
  },
  expected: {
    // A mail that refers to none, came never before, and is referred to by none that came.
    guess({ mail, report }) {
      const refers = referencedIds(mail).length + reportedIds(report).length > 0;
      return refers || joinableSubject(mail) !== null ? null : { hits: [], threads: [] };
    },
    verify(tx, items) {
      return expectUnknownMails(
        tx,
        items.map(({ ref, input }) => ({
          accountId: ref.accountId,
          identityId: ref.id,
          hash: headerHash(input.mail),
        })),
      );
    },
  },
} satisfies Preload<ArrivingMail, ReceiveLoaded>;

type ThreadingItems = readonly { ref: ActorRef; input: ArrivingMail }[];

async function loadThreads(tx: Executor, items: ThreadingItems, loaded: ReceiveLoaded[]): Promise<void> {
  const referenced = loaded.flatMap(({ hits }, n) =>
    [...new Set(hits.map((hit) => hit.threadId))].map((id) => ({
      n,
      accountId: items[n]!.ref.accountId,
      id,
    })),
  );
  const ofSubject = items.flatMap(({ ref, input }, n) => {
    const key = joinableSubject(input.mail);
    return key === null ? [] : [{ n, accountId: ref.accountId, identityId: ref.id, key }];
  });
  const ofRoot = items.map(({ ref, input }, n) => ({
    n,
    accountId: ref.accountId,
    identityId: ref.id,
    key: rootOf(input.mail),
  }));
  const found = await Promise.all([
    threadsById(tx, referenced),
    threadsBySubject(tx, ofSubject),
    threadsByRoot(tx, ofRoot),
  ]);
  for (const { n, thread } of found.flat()) loaded[n]!.threads.push(thread);
}
