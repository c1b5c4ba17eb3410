// The append turn: a client's mails become messages in a folder, all of them or none. RFC 9051 6.3.12, RFC 3502. In Drafts a
// mail becomes a draft; in Sent a mail that this service has sent is not stored again.

import type { Instant } from "../../../src/lib/clock.ts";
import type { FolderRow } from "../../../src/store/mailbox/folders.ts";
import { placementsOf } from "../../../src/store/mailbox/placements.ts";
import { Flag, messages } from "../../../src/store/tables/index.ts";
import type { ActorRef } from "../../runtime/actor.ts";
import type { Preload } from "../../runtime/committer.ts";
import type { Turn } from "../../runtime/turn.ts";
import { type PreparedMail, storeMessage } from "../message/store-message.ts";
import { folderById, refuseScheduled } from "./folders.ts";
import { place } from "./placements.ts";
import { withRepeats } from "./repeats.ts";
import { type ReceiveLoaded, receivePreload } from "./threading.ts";
import { findThread, growThread, startHiddenThread, startThread } from "./threads.ts";

export interface Appended {
  mail: PreparedMail;
  /** Bits of Flag. */
  flags: number;
  keywords: readonly string[];
  /** null: now. */
  internalDate: Instant | null;
  /** The time of an old mail, which is stored as of then and causes no events; absent: now. */
  createdAt?: Instant;
}

export interface AppendInput {
  folderId: string;
  appended: readonly Appended[];
  /** The address most likely has none of the mails: they are no copies of what it has sent, and no import that is repeated. */
  areNew?: boolean;
}

/** Loads for each mail what the receive turn reads. */
export const appendPreload: Preload<AppendInput, ReceiveLoaded[]> = {
  name: "append",
  async load(tx, items) {
    const loaded = await receivePreload.load(tx, mailsOf(items));
    let at = 0;
    return items.map(({ input }) => {
      const own = loaded.slice(at, at + input.appended.length);
      at += input.appended.length;
      return own;
    });
  },
  expected: {
    guess({ appended, areNew = false }) {
      const guesses = areNew ? appended.map((one) => receivePreload.expected.guess(received(one))) : [null];
      return guesses.every((guess) => guess !== null) ? guesses : null;
    },
    verify: (tx, items) => receivePreload.expected.verify(tx, mailsOf(items)),
  },
};

function mailsOf(items: readonly { ref: ActorRef; input: AppendInput }[]) {
  return items.flatMap(({ ref, input }) => input.appended.map((one) => ({ ref, input: received(one) })));
}

/** As the receive turn is given a mail. */
function received({ mail }: Appended) {
  return { mail, recipient: "" };
}

/**
 * @returns the uids, in order
 * @throws Failure not_found (the folder), draft_state (the folder of scheduled drafts)
 */
export async function append(
  turn: Turn,
  { folderId, appended }: AppendInput,
  loaded: readonly ReceiveLoaded[],
): Promise<{ uidValidity: number; uids: number[] }> {
  const folder = folderById(turn, folderId);
  refuseScheduled(folder);
  const uids: number[] = [];
  for (const [index, one] of appended.entries()) {
    const known =
      folder.role === "sent" ? await sentBefore(turn, folder, { one, hits: loaded[index]!.hits }) : null;
    uids.push(known ?? storeAppended(turn, folder, { one, loaded: loaded[index]! }));
  }
  return { uidValidity: folder.uidValidity, uids };
}

/** The uid in Sent of the message that was sent with this Message-ID, if any: the client files a copy of it. */
async function sentBefore(
  turn: Turn,
  folder: FolderRow,
  { one, hits }: { one: Appended; hits: ReceiveLoaded["hits"] },
): Promise<number | null> {
  const { messageId } = one.mail.parsed;
  if (messageId === null) return null;
  const same = [...turn.written(messages), ...hits].filter(
    (hit) => hit.headerId === messageId && hit.direction === "outbound",
  );
  if (same.length === 0) return null;
  const placed = await placementsOf(
    turn,
    turn.owner,
    same.map(({ id }) => id),
  );
  return placed.find((row) => row.folderId === folder.id)?.uid ?? null;
}

/** Stores one mail in a folder. @returns its uid */
export function storeAppended(
  turn: Turn,
  folder: FolderRow,
  { one, loaded }: { one: Appended; loaded: ReceiveLoaded },
): number {
  const { flags, keywords, internalDate, createdAt } = one;
  const at = createdAt ?? turn.instant();
  const id = turn.newId();
  const isDraft = folder.role === "drafts";
  const outbound = isDraft || folder.role === "sent" || isOwn(turn, one.mail);
  const hits = [...turn.written(messages), ...loaded.hits];
  const mail = isDraft ? one.mail : withRepeats(turn, one.mail, hits);
  const { subject, from } = mail.parsed;
  const thread = findThread(turn, { mail, hits, threads: loaded.threads, at });
  const isOld = createdAt !== undefined;
  // Mail that was read or put away elsewhere is done, and does not stand among what is new.
  const isNews = !outbound && folder.role === "inbox" && (flags & Flag.seen) === 0;
  if (thread && !isDraft) growThread(turn, thread, { at, reopen: isNews, isOld });
  const threadId =
    thread?.id ??
    (isDraft
      ? startHiddenThread(turn, subject, at)
      : startThread(turn, { subject, counterpart: from.email, at, isOld, isDone: !isNews, mail }));
  const answered = isDraft ? hits.find((hit) => hit.headerId === mail.parsed.inReplyTo[0]) : undefined;
  storeMessage(turn, mail, {
    id,
    threadId,
    direction: outbound ? "outbound" : "inbound",
    state: isDraft ? "draft" : outbound ? "sent" : "received",
    envelopeFrom: null,
    deliveredTo: null,
    mailBcc: mail.parsed.bcc,
    at,
    more: isDraft ? { inReplyToMessageId: answered?.id ?? null, updatedAt: at } : {},
  });
  const placement = {
    messageId: id,
    flags: isDraft ? flags | Flag.draft : flags,
    keywords,
    internalDate: internalDate ?? at,
  };
  return place(turn, folder, [placement])[0]!;
}

function isOwn(turn: Turn, { parsed }: PreparedMail): boolean {
  const { localPart, domain } = turn.identity();
  return parsed.from.email.toLowerCase() === `${localPart}@${domain}`;
}
