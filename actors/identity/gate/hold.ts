// Mail that waits for a person. A send is stored as the draft that it will leave as, octet for octet; a received mail in no
// folder and no list. DECISIONS Protection and reviews.

import type { Instant } from "../../../src/lib/clock.ts";
import { must } from "../../../src/lib/must.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import type { Sent } from "../../../src/schema/message/messages.ts";
import type { StoredDraft } from "../../../src/store/drafts.ts";
import { placementsOf } from "../../../src/store/mailbox/placements.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import { withWritten } from "../../../src/store/message/content.ts";
import { Flag, type ReceiveEnvelope, type SendEnvelope } from "../../../src/store/tables/index.ts";
import { protectionOf } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { keepMail } from "../mailbox/expunged.ts";
import { folderOfRole } from "../mailbox/folders.ts";
import { movePlacements, place } from "../mailbox/placements.ts";
import { findThread, startHiddenThread, type ThreadCandidates } from "../mailbox/threads.ts";
import { tellDraft } from "../mailbox/told.ts";
import type { Outgoing, Rejected } from "../message/outgoing.ts";
import { type PreparedMail, replaceMessage, storeMessage } from "../message/store-message.ts";
import type { JudgedMail } from "./judge.ts";
import { requestReview } from "./request.ts";

export interface HeldMail {
  at: Instant;
  thread: ThreadRow | null;
  accepted: string[];
  rejected: Rejected[];
  reasons: string[];
}

/** Stores a new message as a draft that waits. */
export function holdSend(turn: Turn, outgoing: Outgoing, { at, thread, ...held }: HeldMail): Sent {
  const { messageId } = outgoing;
  const mail = heldMail(outgoing);
  const hasInbox = capabilitiesOf(turn.identity().type).inbox;
  const threadId = thread?.id ?? (hasInbox ? startHiddenThread(turn, mail.parsed.subject, at) : turn.newId());
  storeMessage(turn, mail, { ...waitingFields(outgoing, at), threadId, at });
  const drafts = folderOfRole(turn, "drafts");
  const flags = Flag.seen | Flag.draft;
  if (drafts) place(turn, drafts, [{ messageId, flags, keywords: [], internalDate: at }]);
  tellDraft(turn, "draft.created", { id: messageId, threadId });
  return begin(turn, outgoing, { at, threadId, ...held });
}

/** Lets a stored draft wait: it becomes the mail that is to leave. */
export async function holdDraft(
  turn: Turn,
  outgoing: Outgoing,
  { before, at, ...held }: Omit<HeldMail, "thread"> & { before: StoredDraft },
): Promise<Sent> {
  const { row } = before;
  const placed = await placementsOf(turn, turn.owner, [row.id]);
  const keepReplaced = await keepMail(turn, row.id);
  const fields = waitingFields(outgoing, at);
  const more = { ...fields.more, createdAt: row.createdAt, inReplyToMessageId: row.inReplyToMessageId };
  const parsed = outgoing.mail.parsed.attachments;
  const files = parsed.map((file, ordinal) => ({
    ...file,
    blob: null,
    id: (parsed.length === before.attachments.length && before.attachments[ordinal]?.id) || turn.newId(),
  }));
  replaceMessage(turn, before, {
    mail: heldMail(outgoing),
    fields: { ...fields, threadId: row.threadId, at, files, more },
  });
  const drafts = folderOfRole(turn, "drafts");
  const scheduled = folderOfRole(turn, "scheduled");
  for (const placement of placed) {
    const own = turn.folders().find(({ id }) => id === placement.folderId);
    const target = own?.id === scheduled?.id ? drafts : own;
    if (target) movePlacements(turn, [placement], target);
  }
  keepReplaced();
  tellDraft(turn, "draft.updated", row);
  return begin(turn, outgoing, { at, threadId: row.threadId, ...held });
}

/** The mail with what its octets do not say of how it was written: it may be given back. */
function heldMail({ mail, written }: Outgoing): PreparedMail {
  return written ? { ...mail, content: withWritten(mail.content, written) } : mail;
}

function waitingFields({ messageId, bcc, letter }: Outgoing, at: Instant) {
  return {
    id: messageId,
    direction: "outbound" as const,
    state: "pending_review" as const,
    envelopeFrom: null,
    deliveredTo: null,
    mailBcc: bcc,
    more: { updatedAt: at, inReplyToMessageId: letter?.inReplyTo ?? null },
  };
}

function begin(
  turn: Turn,
  outgoing: Outgoing,
  {
    at,
    threadId,
    accepted,
    rejected,
    reasons,
  }: { at: Instant; threadId: string; accepted: string[]; rejected: Rejected[]; reasons: string[] },
): Sent {
  const { messageId, mail, envelopeFrom, answersProgram, submitted, letter, isList, calendarUid } = outgoing;
  const envelope: SendEnvelope = {
    recipients: accepted,
    envelopeFrom,
    answersProgram,
    submitted: submitted && { nullSender: submitted.nullSender, dsn: [...submitted.dsn] },
    letter,
    ...(isList && { isList }),
    ...(calendarUid === undefined ? {} : { calendarUid }),
  };
  const { id } = requestReview(turn, {
    threadId,
    messageId,
    direction: "outbound",
    reasons,
    rawSha256: mail.sha256,
    envelope,
    at,
    protection: must(protectionOf(turn), "only protection holds mail back"),
  });
  return { id: messageId, thread_id: threadId, rejected, status: "pending_review", review_id: id };
}

export interface HeldArrival {
  mail: PreparedMail;
  recipient: string;
  messageId: string;
  /** The rule that forwards it once it is released. */
  forward?: ReceiveEnvelope["forward"];
}

/**
 * Stores a received mail that waits: nothing shows it but its thread and its review, and the thread is not listed for it.
 * @returns the thread's id
 */
export function holdReceived(
  turn: Turn,
  { mail, recipient, messageId, forward }: HeldArrival,
  { candidates, judged }: { candidates: ThreadCandidates; judged: JudgedMail },
): string {
  const { at } = candidates;
  const threadId = findThread(turn, candidates)?.id ?? startHiddenThread(turn, null, at);
  storeMessage(turn, mail, {
    id: messageId,
    threadId,
    direction: "inbound",
    state: "held",
    envelopeFrom: mail.envelopeFrom,
    deliveredTo: recipient,
    mailBcc: [],
    at,
  });
  const { reasons, blocked } = judged;
  const protection = must(protectionOf(turn), "only protection holds mail back");
  requestReview(turn, {
    threadId,
    messageId,
    direction: "inbound",
    reasons,
    rawSha256: mail.sha256,
    envelope: { isSpam: mail.isSpam, recipient, safety: mail.parsed.review, ...(forward && { forward }) },
    at,
    // Nobody is bothered with what the block list names.
    protection: blocked ? { ...protection, notify: "off" } : protection,
  });
  return threadId;
}
