// The receive turn: a prepared mail becomes a message of this identity, with its thread, attachments, placement, change
// and event, in one transaction. DECISIONS Threads, messages, folders, labels.

import type { ParsedCalendar } from "../../../src/calendar/invitations/invitation.ts";
import { addMs, type Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import type { MessageReceivedData } from "../../../src/schema/events/events.ts";
import type { ReferencedMessage } from "../../../src/store/mailbox/threading.ts";
import { messages } from "../../../src/store/tables/index.ts";
import { emailOf } from "../../account/addresses/identities.ts";
import { protectionOf } from "../../account/reviews/protection.ts";
import { isOpen, takesMail } from "../../runtime/actor.ts";
import type { Turn } from "../../runtime/turn.ts";
import { receiveInvitation } from "../calendar/invitations.ts";
import { type HeldArrival, holdReceived } from "../gate/hold.ts";
import { judgeReceived } from "../gate/judge.ts";
import { folderOfRole } from "../mailbox/folders.ts";
import { place } from "../mailbox/placements.ts";
import { withRepeats } from "../mailbox/repeats.ts";
import { type ArrivingMail, type ReceiveLoaded, reportedIds } from "../mailbox/threading.ts";
import { joinThread } from "../mailbox/threads.ts";
import { type PreparedMail, storeMessage } from "../message/store-message.ts";
import { forward, forwardRepeat } from "../sending/forwarding.ts";
import { queuePolicyReport } from "./policy-reports.ts";
import { emitReport } from "./reports.ts";

export interface ReceiveInput extends ArrivingMail {
  /** Envelope recipient, as it was given. */
  recipient: string;
  /** The calendar object of an invitation; null: the mail carries none. */
  calendar?: ParsedCalendar | null;
  /** The sender is an address of this service. */
  internal?: boolean;
  /** For such a mail: true if its author is an address of the account that sent it. */
  ownAuthor?: boolean;
  /** The rule that led it here and forwards it too. */
  forwardRuleId?: string;
}

export interface Received {
  messageId: string;
  threadId: string;
  /** The mail was stored before: nothing new was. */
  repeated: boolean;
}

/** Time within which an equal delivery counts as a repeat. */
export const repeatMs = 5 * 24 * 3600 * 1000;

/**
 * Stores a mail, unless it repeats one.
 * @throws Failure identity_suspended when the address stopped accepting mail since it was resolved
 */
export async function receive(turn: Turn, arrived: ReceiveInput, loaded: ReceiveLoaded): Promise<Received> {
  const { internal = false, ownAuthor = false } = arrived;
  const identity = turn.identity();
  const at = turn.instant();
  // A routing rule leads mail of its own domain here, and reports of this service are no mail of others.
  const isByAddress = !internal && arrived.recipient.toLowerCase() === emailOf(identity);
  if (isByAddress ? !takesMail(identity, turn.account, at) : !isOpen(identity, at)) {
    throw new Failure("identity_suspended", "This address does not accept mail now.");
  }
  const hits = [...turn.written(messages), ...loaded.hits];
  const repeat = findRepeat(hits, arrived.mail, at);
  if (repeat) return receiveAgain(turn, arrived, repeat);
  const mail = withRepeats(turn, arrived.mail, hits);
  const input = { ...arrived, mail };
  const messageId = turn.newId();
  const mayHold = protectionOf(turn) && capabilitiesOf(identity.type).inbox;
  const judged =
    mayHold && (await judgeReceived(turn, { mail, inside: internal ? { ownAuthor } : null, at }));
  if (judged) {
    const candidates = { mail, hits, threads: loaded.threads, at };
    const threadId = holdReceived(turn, heldOf(input, messageId), { candidates, judged });
    return { messageId, threadId, repeated: false };
  }
  const calendarEventId = await receiveCalendar(turn, input, { messageId, at });
  const received = fileMail(turn, input, { hits, loaded, at, messageId, calendarEventId });
  const { forwardRuleId: ruleId, recipient } = input;
  if (ruleId !== undefined && !mail.isSpam) {
    await forward(turn, { ...received, ...mail, ruleId, recipient, internal, at });
  }
  return received;
}

/** Id of the event that the mail's invitation is about; null where it carries none, or the address has no calendar. */
async function receiveCalendar(
  turn: Turn,
  { mail, calendar = null, internal = false }: ReceiveInput,
  { messageId, at }: { messageId: string; at: Instant },
): Promise<string | null> {
  if (calendar === null || !capabilitiesOf(turn.identity().type).calendar) return null;
  return receiveInvitation(turn, { calendar, mail, messageId, internal, at });
}

/** A mail that waits for a decision, with the rule that forwards it once it is released. */
function heldOf(
  { mail, recipient, forwardRuleId: rule_id, internal = false }: ReceiveInput,
  messageId: string,
): HeldArrival {
  const forwarded = rule_id !== undefined && { forward: { rule_id, recipient, internal } };
  return { mail, recipient, messageId, ...forwarded };
}

/** The same delivery again, perhaps because a rule that has not forwarded it yet led it here. */
async function receiveAgain(
  turn: Turn,
  { mail, forwardRuleId: ruleId, recipient, internal = false }: ReceiveInput,
  { id: messageId, threadId }: ReferencedMessage,
): Promise<Received> {
  const repeated = { messageId, threadId, repeated: true };
  if (ruleId !== undefined && !mail.isSpam) {
    await forwardRepeat(turn, { ...repeated, ...mail, ruleId, recipient, internal, at: turn.instant() });
  }
  return repeated;
}

function fileMail(
  turn: Turn,
  { mail, recipient, report }: ReceiveInput,
  {
    hits,
    loaded,
    at,
    messageId,
    calendarEventId,
  }: {
    hits: readonly ReferencedMessage[];
    loaded: ReceiveLoaded;
    at: Instant;
    messageId: string;
    calendarEventId: string | null;
  },
): Received {
  const identity = turn.identity();
  const hasInbox = capabilitiesOf(identity.type).inbox;
  const threadId = hasInbox ? joinThread(turn, { mail, hits, threads: loaded.threads, at }) : turn.newId();
  storeMessage(turn, mail, {
    id: messageId,
    threadId,
    direction: "inbound",
    state: hasInbox ? "received" : "spooled",
    envelopeFrom: mail.envelopeFrom,
    deliveredTo: recipient,
    mailBcc: [],
    at,
    more: calendarEventId === null ? undefined : { calendarEventId },
  });
  const folder = folderOfRole(turn, mail.isSpam ? "spam" : "inbox");
  if (folder) place(turn, folder, [{ messageId, flags: 0, keywords: [], internalDate: at }]);
  emitReceived(turn, { mail, recipient }, { messageId, threadId, identityId: identity.id });
  queuePolicyReport(turn, mail, { messageId, recipient });
  const [reported] = reportedIds(report);
  const about = hits.find((hit) => hit.direction === "outbound" && hit.headerId === reported);
  if (report && about) emitReport(turn, report, about);
  return { messageId, threadId, repeated: false };
}

/**
 * Emits `message.received`.
 * @param stored.identityId null where a routing rule hands the message to one webhook
 * @param stored.only that webhook's id
 */
export function emitReceived(
  turn: Turn,
  { mail, recipient }: Pick<ReceiveInput, "mail" | "recipient">,
  stored: { messageId: string; threadId: string; identityId: string | null; only?: string },
): void {
  const data: MessageReceivedData = {
    message_id: stored.messageId,
    thread_id: stored.threadId,
    identity_id: stored.identityId ?? "",
    to: recipient,
    from: mail.parsed.from.email,
    subject: mail.parsed.subject ?? "",
    has_attachments: mail.parsed.attachments.length > 0,
    verdict: mail.parsed.review.length === 0 ? "clear" : "review",
    reasons: mail.parsed.review,
  };
  const type = mail.isSpam ? "message.received.spam" : "message.received";
  turn.emit({ type, identityId: stored.identityId, data }, stored.only);
}

/** An equal delivery within five days: same bytes, sender and identity. An equal Message-ID alone is no repeat. */
function findRepeat(
  hits: readonly ReferencedMessage[],
  mail: PreparedMail,
  at: Instant,
): ReferencedMessage | undefined {
  const oldest = addMs(at, -repeatMs);
  return hits.find(
    (hit) =>
      hit.direction === "inbound" &&
      hit.envelopeFrom === mail.envelopeFrom &&
      hit.createdAt > oldest &&
      Buffer.from(mail.sha256).equals(hit.rawSha256),
  );
}
