// Refusals of mail that waits, in turns of its address: a send becomes a draft again, a received mail is deleted. DECISIONS
// Protection and reviews
import type { Instant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import { getDraft, type LoadedDraft } from "../../../src/store/drafts.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";
import { messages, reviews, type SendEnvelope } from "../../../src/store/tables/index.ts";
import { protectionOf, type Reviewer } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { noteNotSent } from "../calendar/schedule-status.ts";
import { reviewData } from "../gate/request.ts";
import { purgeMessages, purgeUnheld } from "../mailbox/purge.ts";
import { changeThread } from "../mailbox/threads.ts";
import { tellDraft } from "../mailbox/told.ts";
import { note } from "../message/audit.ts";
import { type DueDecision, dueReview, end, pendingReview, reviewOf } from "./decide.ts";
import { originalOf } from "./original.ts";

export interface ReviewRefusal {
  id: string;
  reviewer: Reviewer;
  comment: string | null;
}

/** A send becomes a draft again, with the reason; a received mail is deleted. @throws Failure as pendingReview; legal_hold */
export async function reject(turn: Turn, { id, reviewer, comment }: ReviewRefusal): Promise<ReviewRow> {
  return refuse(turn, await pendingReview(turn, id, reviewer), { status: "rejected", comment });
}

/** A planned refusal comes into force. @returns null: it was taken back, or the mail withdrawn. @throws Failure legal_hold */
export async function refusePlanned(
  turn: Turn,
  refusal: ReviewRefusal & DueDecision,
): Promise<ReviewRow | null> {
  const review = await dueReview(turn, refusal);
  if (review?.planned?.refuses === undefined) return null;
  return refuse(turn, review, { status: review.planned.refuses, comment: refusal.comment });
}

async function refuse(
  turn: Turn,
  review: ReviewRow,
  { status, comment }: { status: "rejected" | "returned"; comment: string | null },
): Promise<ReviewRow> {
  if (status === "returned") return handBack(turn, review, { status, comment });
  const at = turn.instant();
  const row = end(turn, review, { status, at, comment });
  if (review.direction === "inbound") await purgeUnheld(turn, [review.messageId]);
  else await giveBack(turn, review, { at, reason: comment ?? "A reviewer has rejected it." });
  return row;
}

/** A send becomes a draft again, for its writer to change. @throws Failure as pendingReview; conflict: a received mail */
export async function returnDraft(turn: Turn, { id, reviewer, comment }: ReviewRefusal): Promise<ReviewRow> {
  return handBack(turn, await pendingReview(turn, id, reviewer), { status: "returned", comment });
}

async function handBack(
  turn: Turn,
  review: ReviewRow,
  { status, comment }: { status: "returned" | "taken_over"; comment: string | null },
): Promise<ReviewRow> {
  requireSend(review);
  const at = turn.instant();
  const scope = { accountId: turn.accountId, identityIds: [turn.ref.id] };
  const draft = await getDraft(turn, scope, review.messageId);
  const kept = draft === null ? {} : keptOf(draft, review, status);
  const row = end(turn, review, { status, at, comment, ...kept });
  await giveBack(turn, review, { at, reason: comment });
  return row;
}

function keptOf(
  draft: LoadedDraft,
  review: ReviewRow,
  status: "returned" | "taken_over",
): Partial<Pick<ReviewRow, "original" | "envelope">> {
  // The next version shows its reviewer what has changed.
  if (status === "returned") return { original: originalOf(draft, review) };
  // The people of the mail are watched with its thread, whatever becomes of the draft.
  const envelope = review.envelope as SendEnvelope;
  const { mailTo, mailCc, mailBcc, replyTo } = draft.row;
  const named = [...mailTo, ...mailCc, ...mailBcc, ...replyTo].map(({ email }) => email);
  const people = [...envelope.recipients, ...named].map(
    (email) => canonicalAddress(email) ?? email.toLowerCase(),
  );
  return { envelope: { ...envelope, people: [...new Set(people)] } };
}

/**
 * A person goes on with the thread: its owner is a human, and what others send into it waits.
 * @throws Failure as pendingReview; conflict: a received mail
 */
export async function takeOver(turn: Turn, { id, reviewer, comment }: ReviewRefusal): Promise<ReviewRow> {
  const review = await pendingReview(turn, id, reviewer);
  const row = await handBack(turn, review, { status: "taken_over", comment });
  if (capabilitiesOf(turn.identity().type).inbox)
    await changeThread(turn, row.threadId, { ownerType: "human", status: "human_review" });
  return row;
}

/** @throws Failure conflict */
export function requireSend({ direction }: ReviewRow): void {
  if (direction === "outbound") return;
  throw new Failure("conflict", "This is a received mail: approve lets it in, reject deletes it.");
}

/**
 * Ends a review whose time is over, and never sends. With on_expiry keep, and a received mail always, it goes on waiting.
 * @returns false when there was nothing to do
 */
export async function expire(turn: Turn, id: string): Promise<boolean> {
  const review = await reviewOf(turn, id);
  const at = turn.instant();
  if (review?.status !== "pending" || review.expiresAt === null || review.expiresAt > at) return false;
  // The review is decided already.
  if (review.inForceAt !== null) return false;
  const keeps = review.direction === "inbound" || protectionOf(turn)?.onExpiry !== "reject";
  if (!keeps) {
    end(turn, review, { status: "expired", at });
    await giveBack(turn, review, { at, reason: "Nobody has decided in time." });
    return true;
  }
  const { accountId, threadId, messageId, rawSha256 } = review;
  turn.update(reviews, { accountId, id, expiresAt: null }, review);
  turn.emit({ type: "review.expired", identityId: review.identityId, data: reviewData(review) });
  note(turn, { action: "expired", threadId, messageId, reviewId: id, rawSha256 });
  return true;
}

/** Makes an ordinary draft of a send that waited; an address without drafts keeps nothing. */
async function giveBack(
  turn: Turn,
  { messageId, envelope }: ReviewRow,
  { at, reason }: { at: Instant; reason: string | null },
): Promise<void> {
  noteNotSent(turn, messageId, envelope as SendEnvelope);
  const scope = { accountId: turn.accountId, identityIds: [turn.ref.id] };
  const draft = await getDraft(turn, scope, messageId);
  if (draft?.row.state !== "pending_review") return;
  if (!capabilitiesOf(turn.identity().type).drafts) return purgeMessages(turn, [messageId]);
  const { accountId, id } = draft.row;
  const patch = { accountId, id, state: "draft" as const, failedReason: reason, updatedAt: at };
  turn.update(messages, patch, draft.row);
  tellDraft(turn, "draft.updated", draft.row);
}
