// DECISIONS Protection and reviews: mail that waits for a person, and who did what to the mail of a thread.

import {
  effectiveProtection,
  mayReview,
  type Reviewer,
  requireReviewer,
} from "../../../../actors/account/reviews/protection.ts";
import { prepareApproval } from "../../../../actors/identity/reviews/approving.ts";
import { approve } from "../../../../actors/identity/reviews/decide.ts";
import { reject, returnDraft, takeOver } from "../../../../actors/identity/reviews/refusing.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import { notFound } from "../../../lib/failure.ts";
import { sha256 } from "../../../lib/secrets.ts";
import { IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { mailboxesOf } from "../../../schema/message/addressees.ts";
import {
  AuditEntry,
  AuditQuery,
  Review,
  ReviewApprove,
  ReviewDetail,
  ReviewListQuery,
  ReviewReject,
  ReviewReturn,
  ReviewTakeOver,
} from "../../../schema/reviews.ts";
import { getIdentity } from "../../../store/addresses/identities.ts";
import { inMemory } from "../../../store/blobs/stored-bytes.ts";
import { getThread } from "../../../store/mailbox/threads.ts";
import { readRaw } from "../../../store/message/messages.ts";
import { readProtection } from "../../../store/reviews/protection.ts";
import { getReview, listAudit, listReviews, type ReviewRow } from "../../../store/reviews/reviews.ts";
import type { MailEdits } from "../../../store/tables/index.ts";
import { bytesAnswer } from "../../answers/bytes.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, reviewerOf } from "../../context.ts";
import { operation, sendingFailures } from "../../openapi/operation.ts";
import { foundReview } from "../../other-kind.ts";
import { page, pageByTime } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { found } from "../../resource.ts";
import { answer, write } from "../../write.ts";
import { reviewDetail, toAuditEntry, toReview } from "./reviewed-mail.ts";

type Decide = (
  turn: Turn,
  input: { id: string; reviewer: Reviewer; comment: string | null },
) => Promise<ReviewRow>;

const octets = "application/octet-stream";

export const reviewCalls: readonly Call[] = [
  call(
    "GET /reviews",
    {
      query: ReviewListQuery,
      answer: Page(Review),
      doc: operation("listReviews", "List what waits for a person, and what was decided", {
        description:
          "A review is one thing, such as mail that is to be sent, that a person allows or refuses.",
      }),
    },
    async ({ database }, { auth, query }) => {
      const { identity_id: identityId, status, direction } = query;
      if (identityId !== undefined) await found(getIdentity(database, auth, identityId));
      const filter = { identityId, status, direction };
      return pageByTime(query, (window) => listReviews(database, auth, { filter, ...window }), toReview);
    },
  ),
  call(
    "GET /reviews/{id}",
    {
      params: IdParams,
      answer: Single(ReviewDetail),
      doc: operation("getReview", "Read a review with its mail", {
        description:
          "`mail` is the mail as it would leave. Of a received mail that waits it is null for keys that may not decide.",
      }),
    },
    async (deps, { auth, params }) => {
      const row = await reviewOf(deps, auth, params.id);
      const protection = await protectionOf(deps, row);
      return { data: await reviewDetail(deps, row, { reviewer: reviewerOf(auth), protection }) };
    },
  ),
  call(
    "GET /reviews/{id}/raw",
    {
      params: IdParams,
      doc: operation("getReviewRaw", "Read the exact bytes that `raw_sha256` is of", {
        description: "The mail as it would leave or has come; `Range` asks for a part.",
        produces: ["message/rfc822", octets],
        ranges: true,
      }),
    },
    async (deps, { auth, params, request }) => {
      const row = await reviewOf(deps, auth, params.id);
      const { accountId, identityId, messageId: id } = row;
      if (row.direction === "inbound" && !mayReview(reviewerOf(auth), await protectionOf(deps, row)))
        throw notFound();
      const scope = { accountId, identityIds: [identityId] };
      const raw = await found(readRaw(deps.database, deps.blobs, { scope, id }));
      const tag = sha256(raw).toString("base64url");
      const bytes = inMemory(raw);
      const contentType = request.headers.get("accept") === octets ? octets : "message/rfc822";
      return bytesAnswer(request, { bytes, contentType, filename: "message.eml", tag });
    },
  ),
  call(
    "POST /reviews/{id}/approve",
    {
      params: IdParams,
      body: ReviewApprove,
      answer: Single(Review),
      doc: operation("approveReview", "Let a mail leave, or in", {
        optionalBody: true,
        description:
          "The checks of sending are made again. Its recipients are not new any more. A second decision is 409 and says who was first; an Idempotency-Key makes a repeat safe.",
        errors: [...sendingFailures, "conflict", "payload_too_large"],
        example: { text: "It is on its way and arrives tomorrow." },
      }),
    },
    write({
      keepsRefusals: true,
      find: async (deps, { auth, params, body }) => {
        const row = await reviewOf(deps, auth, params.id);
        requireReviewer(reviewerOf(auth), await protectionOf(deps, row));
        const prepared =
          row.status === "pending" ? await prepareApproval(deps, row, toEdits(body)) : undecidable;
        return { row, comment: body.comment ?? null, expected: body.expected ?? null, prepared };
      },
      actor: (actors, { row }) => actors.identity(row.accountId, row.identityId),
      turn: (turn, { row: { id }, prepared, ...rest }, auth) =>
        approve(turn, { id, reviewer: reviewerOf(auth), ...rest, ...prepared }),
      answer: answer(200, toReview),
    }),
  ),
  call(
    "POST /reviews/{id}/reject",
    {
      params: IdParams,
      body: ReviewReject,
      answer: Single(Review),
      doc: operation("rejectReview", "Refuse a mail", {
        description: "A send becomes a draft again, with the reason; a received mail is deleted for good.",
        errors: ["forbidden", "conflict", "legal_hold"],
        example: { reason: "We do not promise dates." },
      }),
    },
    decision(reject, (body) => body.reason),
  ),
  call(
    "POST /reviews/{id}/return",
    {
      params: IdParams,
      body: ReviewReturn,
      answer: Single(Review),
      doc: operation("returnReview", "Give a send back to its writer", {
        description: "It becomes a draft again; its `failed_reason` and `review.returned` have the comment.",
        errors: ["forbidden", "conflict"],
        example: { comment: "Say when it arrives." },
      }),
    },
    decision(returnDraft, (body) => body.comment),
  ),
  call(
    "POST /reviews/{id}/take_over",
    {
      params: IdParams,
      body: ReviewTakeOver,
      answer: Single(Review),
      doc: operation("takeOverReview", "Go on with the thread yourself", {
        optionalBody: true,
        description:
          "The send becomes a draft again, the thread's owner a human and its status `human_review`: what is sent into it waits.",
        errors: ["forbidden", "conflict"],
      }),
    },
    decision(takeOver, (body) => body.comment ?? null),
  ),
];

function reviewOf({ database }: HttpDeps, auth: Auth, given: string) {
  const id = pathId(given);
  return foundReview({ database }, auth, { id, row: getReview(database, auth, id) });
}

async function protectionOf({ database }: HttpDeps, { accountId, identityId }: ReviewRow) {
  const { own, byDefault } = await readProtection(database, { accountId, identityId });
  return effectiveProtection(own, byDefault);
}

interface AskedDecision<Body> {
  auth: Auth;
  request: Request;
  params: { id: string };
  body: Body;
}

/** A decision that nothing is prepared for. */
function decision<Body>(work: Decide, commentOf: (body: Body) => string | null) {
  return write({
    keepsRefusals: true,
    find: async (deps, { auth, params, body }: AskedDecision<Body>) => {
      const { id, accountId, identityId } = await reviewOf(deps, auth, params.id);
      return { accountId, identityId, input: { id, reviewer: reviewerOf(auth), comment: commentOf(body) } };
    },
    actor: (actors, { accountId, identityId }) => actors.identity(accountId, identityId),
    turn: (turn, { input }) => work(turn, input),
    answer: answer(200, toReview),
  });
}

/** A plan for a review that the turn refuses in any case. */
const undecidable = { lanes: new Map<string, string>(), edited: null };

function toEdits(body: ReviewApprove): MailEdits {
  const { to, cc, bcc, subject, text, html } = body;
  const boxes = (list: typeof to) => (list === undefined ? undefined : mailboxesOf(list));
  return definedFields({ to: boxes(to), cc: boxes(cc), bcc: boxes(bcc), subject, text, html });
}

export const auditCalls: readonly Call[] = [
  call(
    "GET /threads/{id}/audit",
    {
      params: IdParams,
      query: AuditQuery,
      answer: Page(AuditEntry),
      doc: operation("listThreadAudit", "Read who did what to its mail, oldest first", {
        description: "Of addresses with protection: what left, what waited, and who decided.",
      }),
    },
    async ({ database }, { auth, params, query }) => {
      const { id: threadId } = await found(getThread(database, auth, pathId(params.id)));
      return page(
        query,
        {
          fetch: (cursor, count) => listAudit(database, auth, { threadId, cursor, count }),
          sortOf: ({ createdAt }) => createdAt,
        },
        toAuditEntry,
      );
    },
  ),
];
