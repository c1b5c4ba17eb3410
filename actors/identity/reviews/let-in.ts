// A held mail that a person has approved: it is received, and forwarded, as if it came now.
import type { Instant } from "../../../src/lib/clock.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { MessageReceivedData } from "../../../src/schema/events/events.ts";
import { readThread } from "../../../src/store/mailbox/threads.ts";
import { getHeldRow, type MessageRow } from "../../../src/store/message/messages.ts";
import { noteSenderAllowed } from "../../../src/store/reviews/protection.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";
import { messages, type ReceiveEnvelope, searchQueue } from "../../../src/store/tables/index.ts";
import { makerOf } from "../../account/access/makers.ts";
import type { Turn } from "../../runtime/turn.ts";
import { folderOfRole } from "../mailbox/folders.ts";
import { place } from "../mailbox/placements.ts";
import { growThread, isHidden, showThread } from "../mailbox/threads.ts";
import { forward } from "../sending/forwarding.ts";

/** @returns false when the mail is gone */
export async function letIn(turn: Turn, review: ReviewRow, at: Instant): Promise<boolean> {
  const row = await getHeldRow(turn, turn.owner, review.messageId);
  const thread = row && (await readThread(turn, turn.owner, row.threadId));
  if (!row || !thread) return false;
  const { isSpam, forward: by } = review.envelope as ReceiveEnvelope;
  const { accountId, id, threadId, subject, fromEmail } = row;
  if (isHidden(thread)) showThread(turn, thread, { subject, counterpart: fromEmail, at });
  else growThread(turn, thread, { at, reopen: true });
  turn.update(messages, { accountId, id, state: "received", createdAt: at }, row);
  turn.insert(searchQueue, { accountId, messageId: id });
  const folder = folderOfRole(turn, isSpam ? "spam" : "inbox");
  const placement = { messageId: id, flags: 0, keywords: [], internalDate: row.createdAt };
  if (folder) place(turn, folder, [placement]);
  emitReleased(turn, row, review);
  const email = canonicalAddress(fromEmail);
  if (email) turn.bulk(noteSenderAllowed(turn.owner, { email, at, by: makerOf(turn) }));
  if (!by || isSpam) return true;
  const mail = { messageId: id, threadId, sha256: row.rawSha256, envelopeFrom: row.envelopeFrom ?? "" };
  const { rule_id: ruleId, recipient, internal } = by;
  await forward(turn, { ...mail, ruleId, recipient, internal, at });
  return true;
}

function emitReleased(turn: Turn, row: MessageRow, review: ReviewRow): void {
  const { isSpam, recipient, safety = [] } = review.envelope as ReceiveEnvelope;
  const data: MessageReceivedData = {
    message_id: row.id,
    thread_id: row.threadId,
    identity_id: turn.ref.id,
    to: recipient,
    from: row.fromEmail,
    subject: row.subject ?? "",
    has_attachments: row.hasAttachments,
    verdict: safety.length === 0 ? "clear" : "review",
    reasons: safety,
  };
  turn.emit({ type: isSpam ? "message.received.spam" : "message.received", identityId: turn.ref.id, data });
}
