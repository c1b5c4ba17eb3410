// The send turn: checks a prepared message, stores it in Sent with its Message-ID and queues one outbound row a recipient.
// REST, drafts, submission and calendar mails all send by it; the gate says whether a mail leaves, waits or is refused.
// DECISIONS Drafts and sending; Protection and reviews.

import type { Instant } from "../../../src/lib/clock.ts";
import { must } from "../../../src/lib/must.ts";
import { noteSteps, rootOf } from "../../../src/lib/spans.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import type { Sent } from "../../../src/schema/message/messages.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { Flag, threads } from "../../../src/store/tables/index.ts";
import { protectionOf } from "../../account/reviews/protection.ts";
import { type PreloadedWork, preloaded } from "../../runtime/registry.ts";
import type { Turn } from "../../runtime/turn.ts";
import { ask, type Departure } from "../gate/departure.ts";
import { holdSend } from "../gate/hold.ts";
import { queue } from "../gate/queue.ts";
import { folderOfRole } from "../mailbox/folders.ts";
import { place } from "../mailbox/placements.ts";
import { growThread, startThread } from "../mailbox/threads.ts";
import { note } from "../message/audit.ts";
import type { Outgoing, Rejected } from "../message/outgoing.ts";
import { storeMessage } from "../message/store-message.ts";
import { removeCopy } from "./filed-copies.ts";
import { type SendLoaded, sendPreload } from "./send-loading.ts";

/** The mail is to be composed again: its sender is not who it was. */
export class SenderChanged extends Error {}

/**
 * The send turn with its preload.
 * @param composedFor the sender as the mail was composed for it, where another process may have changed it since: SenderChanged
 */
export function sending(outgoing: Outgoing, composedFor?: IdentityRow): PreloadedWork<Sent> {
  return preloaded(sendPreload, outgoing, (turn, loaded) => {
    const { displayName, mode } = turn.identity();
    if (composedFor && (composedFor.displayName !== displayName || composedFor.mode !== mode))
      throw new SenderChanged();
    return send(turn, outgoing, loaded);
  });
}

/** @throws Failure as the gate */
export async function send(turn: Turn, outgoing: Outgoing, loaded: SendLoaded): Promise<Sent> {
  const at = turn.instant();
  const startMs = performance.now();
  const answer = await ask(turn, outgoing, { loaded, at });
  const root = rootOf(outgoing.messageId);
  if (root) {
    const step = { name: "gate", startMs, endMs: performance.now() };
    turn.afterCommit(() => noteSteps(root, [step]));
  }
  if (answer.reasons) return holdSend(turn, outgoing, { at, thread: loaded.thread, ...answer });
  const { departure, rejected } = answer;
  // The keys of the address that the service writes from do not read what it writes, whatever kind of address it is.
  if (outgoing.service || !capabilitiesOf(turn.identity().type).inbox)
    return sendSpooled(turn, outgoing, { at, departure, rejected });
  const sent = folderOfRole(turn, "sent");
  const before = await removeCopy(turn, outgoing, { loaded: loaded.copy, sent, at });
  const threadId = joinAnswered(turn, outgoing, { thread: before?.thread ?? loaded.thread, at });
  storeMessage(turn, outgoing.mail, { ...sentFields(outgoing), threadId, at });
  const { flags, keywords } = before ?? { flags: Flag.seen, keywords: [] };
  if (sent) place(turn, sent, [{ messageId: outgoing.messageId, flags, keywords, internalDate: at }]);
  return dispatch(turn, outgoing, { threadId, at, departure, rejected });
}

/** Sends from an address without inbox, or mail of the service: the message is in no thread and no list, and is kept until it is delivered. */
function sendSpooled(
  turn: Turn,
  outgoing: Outgoing,
  { at, ...leaving }: { at: Instant; departure: Departure; rejected: Rejected[] },
): Sent {
  const threadId = turn.newId();
  const more = { withheld: outgoing.service === true };
  storeMessage(turn, outgoing.mail, { ...sentFields(outgoing), state: "spooled", threadId, at, more });
  return dispatch(turn, outgoing, { threadId, at, ...leaving });
}

/** Columns of a sent message. */
export function sentFields({ messageId, envelopeFrom, submitted, bcc }: Outgoing) {
  return {
    id: messageId,
    direction: "outbound" as const,
    state: "sent" as const,
    envelopeFrom: submitted?.nullSender ? "" : envelopeFrom,
    deliveredTo: null,
    mailBcc: bcc,
  };
}

/** The fields of a stored message that its departure needs. */
export type Departing = Pick<
  Outgoing,
  "messageId" | "lanes" | "envelopeFrom" | "submitted" | "service" | "calendarUid"
> & {
  mail: Pick<Outgoing["mail"], "sha256">;
};

/** Queues a stored message that the gate let go of, and emits `message.sent`. */
export function dispatch(
  turn: Turn,
  outgoing: Departing,
  {
    threadId,
    at,
    departure,
    rejected,
  }: { threadId: string; at: Instant; departure: Departure; rejected: Rejected[] },
): Sent {
  const { messageId, mail, lanes, envelopeFrom, submitted, service, calendarUid } = outgoing;
  const laneOf = (recipient: string) => must(lanes.get(recipient), "each recipient has a lane");
  const leaving = {
    messageId,
    sha256: mail.sha256,
    envelopeFrom,
    laneOf,
    at,
    submitted,
    service,
    calendarUid,
  };
  queue(turn, departure, leaving);
  const to = [...departure.recipients];
  const data = { message_id: messageId, thread_id: threadId, identity_id: turn.ref.id, to };
  turn.emit({ type: "message.sent", identityId: turn.ref.id, data });
  if (protectionOf(turn) && !service)
    note(turn, { action: "sent", threadId, messageId, rawSha256: mail.sha256, detail: { to } });
  return { id: messageId, thread_id: threadId, rejected };
}

/** Adds the message to the thread that it answers in, or to a new one. @returns the thread's id */
function joinAnswered(
  turn: Turn,
  { mail, recipients }: Outgoing,
  { thread: answered, at }: { thread: ThreadRow | null; at: Instant },
): string {
  const thread = answered && turn.latest(threads, answered);
  const { subject } = mail.parsed;
  if (!thread) return startThread(turn, { subject, counterpart: recipients[0] ?? "", at });
  growThread(turn, thread, { at, reopen: false });
  return thread.id;
}
