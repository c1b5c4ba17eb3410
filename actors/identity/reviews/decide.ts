// Decisions about mail that waits, in turns of its address: the first one stands. DECISIONS Protection and reviews.

import type { Instant } from "../../../src/lib/clock.ts";
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import { canonicalAddress } from "../../../src/mail/address.ts";
import type { DsnRequest } from "../../../src/mail/report/dsn-request.ts";
import { capabilitiesOf } from "../../../src/schema/addresses/capabilities.ts";
import { getDraft, type StoredDraft } from "../../../src/store/drafts.ts";
import { placementsOf } from "../../../src/store/mailbox/placements.ts";
import { readThread, type ThreadRow } from "../../../src/store/mailbox/threads.ts";
import type { MessageRow } from "../../../src/store/message/messages.ts";
import { noteWritten } from "../../../src/store/reviews/protection.ts";
import { getReview, type ReviewRow } from "../../../src/store/reviews/reviews.ts";
import { filedCopies, recentlySent } from "../../../src/store/sending/sent.ts";
import {
  Flag,
  messages,
  type OriginalMail,
  type PlannedDecision,
  reviews,
  type SendEnvelope,
  searchQueue,
} from "../../../src/store/tables/index.ts";
import { makerOf } from "../../account/access/makers.ts";
import { protectionOf, type Reviewer, requireReviewer } from "../../account/reviews/protection.ts";
import type { Turn } from "../../runtime/turn.ts";
import { draftPlaces } from "../drafts/draft-loading.ts";
import { leave } from "../drafts/drafts.ts";
import { ask, type Departure } from "../gate/departure.ts";
import { loadRefusals } from "../gate/policy.ts";
import { reviewData } from "../gate/request.ts";
import { maxAutomaticAnHour } from "../gate/send-limits.ts";
import { keepMail } from "../mailbox/expunged.ts";
import { folderOfRole } from "../mailbox/folders.ts";
import { place, removePlacements, takeAway } from "../mailbox/placements.ts";
import { showThread } from "../mailbox/threads.ts";
import { note } from "../message/audit.ts";
import type { Outgoing } from "../message/outgoing.ts";
import { dispatch } from "../sending/send.ts";
import { checkCovered } from "./covered.ts";
import { letIn } from "./let-in.ts";

type EndStatus = "approved" | "rejected" | "returned" | "taken_over" | "expired";

/** A review of the turn's address. */
export function reviewOf(turn: Turn, id: string): Promise<ReviewRow | null> {
  return getReview(turn, { accountId: turn.accountId, identityIds: [turn.ref.id] }, id);
}

/** @throws Failure not_found; forbidden; conflict: it was decided, which names the first */
export async function pendingReview(turn: Turn, id: string, reviewer: Reviewer): Promise<ReviewRow> {
  const row = await reviewOf(turn, id);
  if (!row) throw notFound();
  requireReviewer(reviewer, protectionOf(turn));
  if (row.status !== "pending") throw decided(row);
  if (row.inForceAt !== null && row.planned !== null) throw plannedFirst(row.planned, row.inForceAt);
  return row;
}

export function plannedFirst({ by, refuses }: PlannedDecision, at: Instant): Failure {
  return new Failure(
    "conflict",
    `This review was decided first by ${describe(by)}: ${refuses ?? "approved"}, which they may take back until ${at}.`,
  );
}

function decided({ status, decidedAt, decidedBy }: ReviewRow): Failure {
  const who = decidedBy === null ? "" : ` by ${describe(decidedBy)}`;
  return new Failure(
    "conflict",
    `This review was decided first${who} at ${decidedAt}: ${status}. Read it with GET /api/v1/reviews/{id}.`,
  );
}

function describe({ kind, id }: NonNullable<ReviewRow["decidedBy"]>): string {
  if (kind === "service") return "the service";
  if (kind === "link") return `the link that was mailed to ${id}`;
  return id === null ? `a ${kind}` : `${kind.replace("_", " ")} ${id}`;
}

function gone(): Failure {
  return new Failure(
    "conflict",
    "The mail of this review was deleted by its address. There is nothing to decide.",
  );
}

/** Ends a review: row, event, audit entry. */
export function end(
  turn: Turn,
  before: ReviewRow,
  { status, at, ...more }: { status: EndStatus; at: Instant } & Partial<ReviewRow>,
): ReviewRow {
  const { accountId, id } = before;
  const over = { planned: null, inForceAt: null, notifyAt: null };
  const patch = { accountId, id, status, decidedAt: at, decidedBy: turn.origin, ...over, ...more };
  turn.update(reviews, patch, before);
  const row = { ...before, ...patch };
  const type = status === "taken_over" ? "review.returned" : (`review.${status}` as const);
  turn.emit({ type, identityId: row.identityId, data: reviewData(row) });
  const { threadId, messageId, rawSha256, comment } = row;
  note(turn, {
    action: status,
    threadId,
    messageId,
    reviewId: id,
    rawSha256,
    detail: comment === null ? null : { comment },
  });
  return row;
}

export interface Approval {
  id: string;
  reviewer: Reviewer;
  comment: string | null;
  /** As `coveredBy` when the caller read it; null: they do not say. */
  expected: string | null;
  /** The queue lanes of the recipients, as they are now. */
  lanes: ReadonlyMap<string, string>;
  /** The mail with the reviewer's changes, and its fields before them. */
  edited: { outgoing: Outgoing; original: OriginalMail } | null;
}

/**
 * Lets a mail leave, or in. The checks of sending are made again, but for those that asked for the review.
 * @throws Failure as pendingReview, and as send
 */
export async function approve(turn: Turn, approval: Approval): Promise<ReviewRow> {
  const review = await pendingReview(turn, approval.id, approval.reviewer);
  checkCovered(review, approval.expected);
  return carryOut(turn, review, approval);
}

/** A planned approval comes into force. @returns null: it was taken back, or the mail withdrawn */
export async function carryOutPlanned(
  turn: Turn,
  approval: Omit<Approval, "expected"> & DueDecision,
): Promise<ReviewRow | null> {
  const review = await dueReview(turn, approval);
  if (!review || review.planned?.refuses !== undefined) return null;
  return carryOut(turn, review, approval);
}

export interface DueDecision extends Pick<Approval, "id" | "reviewer"> {
  /** When the decision that was read comes into force: one that has taken its place since is another. */
  inForceAt: Instant;
}

/** A review whose planned decision is due. @throws Failure forbidden */
export async function dueReview(
  turn: Turn,
  { id, reviewer, inForceAt }: DueDecision,
): Promise<ReviewRow | null> {
  const review = await reviewOf(turn, id);
  if (review?.status !== "pending" || review.inForceAt !== inForceAt || inForceAt > turn.instant())
    return null;
  requireReviewer(reviewer, protectionOf(turn));
  return review;
}

async function carryOut(
  turn: Turn,
  review: ReviewRow,
  approval: Omit<Approval, "expected">,
): Promise<ReviewRow> {
  if (review.direction === "inbound") return release(turn, review, approval);
  const scope = { accountId: turn.accountId, identityIds: [turn.ref.id] };
  const draft = await getDraft(turn, scope, review.messageId);
  if (draft?.row.state !== "pending_review") throw gone();
  // The octets that leave are those that were shown.
  if (!Buffer.from(draft.row.rawSha256).equals(review.rawSha256)) throw gone();
  const envelope = review.envelope as SendEnvelope;
  const { edited, comment } = approval;
  const asked = edited?.outgoing ?? {
    authors: [draft.row.fromEmail.toLowerCase()],
    recipients: envelope.recipients.filter((recipient) => approval.lanes.has(recipient)),
    rejected: envelope.recipients
      .filter((recipient) => !approval.lanes.has(recipient))
      .map((address) => ({ address, reason: "unknown_local_recipient" as const })),
    answersProgram: envelope.answersProgram,
    automatic: envelope.letter?.automatic,
    threadId: draft.row.threadId,
    submitted: submittedOf(envelope),
    isList: envelope.isList,
    mail: { sha256: draft.row.rawSha256 },
  };
  const at = turn.instant();
  const { threadId } = draft.row;
  const [[refusals], recent, thread] = await Promise.all([
    loadRefusals(turn, [{ ref: turn.ref, recipients: asked.recipients, isList: asked.isList }]),
    recentlySent(turn, [{ n: 0, ...turn.owner, threadId }], maxAutomaticAnHour),
    readThread(turn, turn.owner, threadId),
  ]);
  const loaded = {
    refusals: must(refusals, "the preload reads refusals"),
    recent: recent.get(0) ?? [],
    thread,
  };
  const { departure, rejected } = await ask(turn, asked, { loaded, at, approved: true });
  // The gate does not hold a mail that a person decided.
  if (!departure) throw new Error("an approved mail was held");
  let row: ReviewRow;
  if (edited) {
    const { sha256 } = edited.outgoing.mail;
    const changed = { rawSha256: sha256, original: edited.original };
    note(turn, {
      action: "edited",
      threadId,
      messageId: draft.row.id,
      reviewId: review.id,
      rawSha256: sha256,
      detail: { before: edited.original.rawSha256 },
    });
    row = end(turn, review, { status: "approved", at, comment, ...changed });
    const places = await draftPlaces(turn, draft.row.id);
    const outgoing = { ...edited.outgoing, calendarUid: envelope.calendarUid };
    leave(turn, outgoing, { before: draft, thread, ...places, at, departure, rejected });
  } else {
    row = end(turn, review, { status: "approved", at, comment });
    await leaveAsItIs(turn, draft, { envelope, lanes: approval.lanes, thread, at, departure, rejected });
  }
  const emails = departure.recipients.map((email) => canonicalAddress(email) ?? email.toLowerCase());
  turn.bulk(noteWritten(turn.owner, { emails: [...new Set(emails)], at, allowedBy: makerOf(turn) }));
  return row;
}

/** ENVID and ORCPT, which a recipient's server would be told and no page shows, stay behind. RFC 3461 4 */
function submittedOf({ submitted }: SendEnvelope): Outgoing["submitted"] {
  if (!submitted) return null;
  const dsn = (submitted.dsn as [string, DsnRequest][]).map(
    ([recipient, { envid: _, orcpt: __, ...asked }]): [string, DsnRequest] => [recipient, asked],
  );
  return { nullSender: submitted.nullSender, dsn: new Map(dsn) };
}

/** The stored mail leaves, octet for octet as the reviewer saw it. */
async function leaveAsItIs(
  turn: Turn,
  { row }: StoredDraft,
  leaving: {
    envelope: SendEnvelope;
    lanes: ReadonlyMap<string, string>;
    thread: ThreadRow | null;
    at: Instant;
    departure: Departure;
    rejected: Parameters<typeof dispatch>[2]["rejected"];
  },
): Promise<void> {
  const { envelope, lanes, thread, at, departure, rejected } = leaving;
  const { accountId, id, subject, threadId } = row;
  const hasInbox = capabilitiesOf(turn.identity().type).inbox;
  const placed = await placementsOf(turn, turn.owner, [id]);
  const keepReplaced = await keepMail(turn, id);
  if (thread) showThread(turn, thread, { subject, counterpart: departure.recipients[0] ?? "", at });
  const submitted = submittedOf(envelope);
  const envelopeFrom = submitted?.nullSender ? "" : envelope.envelopeFrom;
  const state = hasInbox ? ("sent" as const) : ("spooled" as const);
  const patch = {
    state,
    envelopeFrom,
    createdAt: at,
    updatedAt: null,
    failedReason: null,
    inReplyToMessageId: null,
  };
  turn.update(messages, { accountId, id, ...patch }, row);
  if (hasInbox) turn.insert(searchQueue, { accountId, messageId: id });
  takeAway(turn, placed);
  keepReplaced();
  const sent = folderOfRole(turn, "sent");
  if (submitted && sent) await removeFiledCopy(turn, row, sent.id);
  const keywords = placed[0]?.keywords ?? [];
  if (sent) place(turn, sent, [{ messageId: id, flags: Flag.seen, keywords, internalDate: at }]);
  const departing = { ...envelope, messageId: id, lanes, submitted, mail: { sha256: row.rawSha256 } };
  dispatch(turn, departing, { threadId, at, departure, rejected });
}

/** Removes the copy that a mail program stored in Sent when it submitted the mail. */
async function removeFiledCopy(turn: Turn, row: MessageRow, sentId: string): Promise<void> {
  const { headerId, headerHash: hash } = row;
  if (headerId === null) return;
  const { accountId, id: identityId } = turn.ref;
  const copy = (await filedCopies(turn, [{ n: 0, accountId, identityId, hash, headerId }])).get(0);
  const placed = copy ? await placementsOf(turn, turn.owner, [copy.id]) : [];
  await removePlacements(
    turn,
    placed.filter(({ folderId }) => folderId === sentId),
  );
}

/** Files a held mail as if it came now. Its invitation is not applied by itself. */
async function release(
  turn: Turn,
  review: ReviewRow,
  { comment }: Pick<Approval, "comment">,
): Promise<ReviewRow> {
  const at = turn.instant();
  if (!(await letIn(turn, review, at))) throw gone();
  return end(turn, review, { status: "approved", at, comment });
}
