// A review begins: its row, the event, the audit entry, and when reviewers are told.
import { addMs, type Instant, instantOf, msOf } from "../../../src/lib/clock.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";
import { reviews, type StoredProtection } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { note } from "../message/audit.ts";

const hourMs = 3_600_000;

export interface ReviewRequest
  extends Pick<ReviewRow, "threadId" | "messageId" | "direction" | "reasons" | "rawSha256" | "envelope"> {
  at: Instant;
  protection: StoredProtection;
}

/** @returns the review that waits */
export function requestReview(turn: Turn, { at, protection, ...held }: ReviewRequest): ReviewRow {
  const row: ReviewRow = {
    accountId: turn.accountId,
    id: turn.newId(),
    identityId: turn.ref.id,
    ...held,
    status: "pending",
    original: null,
    requestedBy: turn.origin,
    decidedBy: null,
    decidedAt: null,
    comment: null,
    planned: null,
    inForceAt: null,
    expiresAt: protection.expiresAfter === null ? null : addMs(at, protection.expiresAfter * 1000),
    notifyAt: noticeAt(protection, at),
    createdAt: at,
  };
  turn.insert(reviews, row);
  turn.emit({ type: "review.requested", identityId: row.identityId, data: reviewData(row) });
  const { threadId, messageId, id: reviewId, rawSha256, reasons } = row;
  note(turn, {
    action: "review_requested",
    threadId,
    messageId,
    reviewId,
    rawSha256,
    detail: { reasons },
  });
  turn.poke("reviews");
  return row;
}

/** A digest goes out with the full hour. */
function noticeAt({ notify, reviewers }: StoredProtection, at: Instant): Instant | null {
  if (notify === "off" || reviewers.length === 0) return null;
  return notify === "each" ? at : instantOf((Math.floor(msOf(at) / hourMs) + 1) * hourMs);
}

/** Data of the events of a review: ids and metadata. */
export function reviewData(row: ReviewRow) {
  return {
    review_id: row.id,
    message_id: row.messageId,
    thread_id: row.threadId,
    identity_id: row.identityId,
    direction: row.direction,
    status: row.status,
    reasons: row.reasons.map((reason) => reason.split(" ")[0]!),
    comment: row.comment,
  };
}
