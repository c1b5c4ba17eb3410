// Reviews as pages show them.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { effectiveProtection } from "../../../actors/account/reviews/protection.ts";
import type { HttpDeps } from "../../http/context.ts";
import { reviewDetail } from "../../http/resources/reviews/reviewed-mail.ts";
import type { Instant } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import type { ReviewDetail } from "../../schema/reviews.ts";
import { getIdentity } from "../../store/addresses/identities.ts";
import { readProtection } from "../../store/reviews/protection.ts";
import { getReview, type ReviewRow, waitingReviews } from "../../store/reviews/reviews.ts";
import type { SendEnvelope } from "../../store/tables/index.ts";
import { type Here, person } from "../frame/answers.ts";

/** Reviews that the page of one thread shows. */
const shownOfThread = 10;

/** A person's decision that can be taken back until then. */
export interface ShownDecision {
  status: "approved" | "rejected" | "returned";
  /** null: it could not come into force. */
  until: Instant | null;
  /** The id of its origin. */
  by: string | null;
}

export interface WaitingReview {
  review: ReviewDetail & { failed: string | null; planned: ShownDecision | null };
  /** The address that wants to send, or has received. */
  address: string;
  /** Whether its fields can be changed. */
  editable: boolean;
}

export async function detailOf(deps: HttpDeps, row: ReviewRow): Promise<ReviewDetail> {
  const { own, byDefault } = await readProtection(deps.database, row);
  return reviewDetail(deps, row, { reviewer: person, protection: effectiveProtection(own, byDefault) });
}

/** @throws Failure not_found when the address is gone */
export async function reviewOf(deps: HttpDeps, row: ReviewRow): Promise<WaitingReview> {
  const scope = { accountId: row.accountId, identityIds: [row.identityId] };
  const [review, identity] = await Promise.all([
    detailOf(deps, row),
    getIdentity(deps.database, scope, row.identityId),
  ]);
  if (!identity) throw notFound();
  const editable = row.direction === "outbound" && (row.envelope as SendEnvelope).letter !== null;
  const decision = row.status === "pending" ? row.planned : null;
  const planned = decision && {
    status: decision.refuses ?? ("approved" as const),
    until: row.inForceAt,
    by: decision.by.id,
  };
  return {
    review: { ...review, failed: decision?.failed ?? null, planned },
    address: emailOf(identity),
    editable,
  };
}

/** A review of the account. @throws Failure not_found */
export async function ownReview({ deps, scope }: Here, id: string): Promise<ReviewRow> {
  const row = isUuid(id) ? await getReview(deps.database, scope, id) : null;
  if (!row) throw notFound();
  return row;
}

/** Return a thread's waiting reviews, oldest first. */
export async function waitingOf({ deps, scope }: Here, threadId: string): Promise<WaitingReview[]> {
  const rows = await waitingReviews(deps.database, scope, { threadId, count: shownOfThread });
  return Promise.all(rows.map((row) => reviewOf(deps, row)));
}
