// DECISIONS Protection and reviews: mail that waits for a person, and who did what to the mail of a thread.

import {
  effectiveProtection,
  mayReview,
  type Reviewer,
  requireReviewer,
} from "../../../../actors/account/reviews/protection.ts";
import { prepareApproval } from "../../../../actors/identity/reviews/approving.ts";
import { approve, reject, returnDraft, takeOver } from "../../../../actors/identity/reviews/decide.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import { notFound } from "../../../lib/failure.ts";
import { sha256 } from "../../../lib/secrets.ts";
import { IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { mailboxesOf } from "../../../schema/message/addressees.ts";
import {
  AuditEntry,
  AuditQuery,
  ReviewApprove,
  ReviewDetail,
  ReviewListQuery,
  ReviewReject,
  ReviewReturn,
  Review as ReviewSchema,
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
import { type Auth, type HttpDeps, reviewerOf } from "../../context.ts";
import { operation, sendingFailures } from "../../openapi/operation.ts";
import { page, pageByTime } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { found, resource } from "../../resource.ts";
import { answer, writePrepared } from "../../write.ts";
import { reviewDetail, toAuditEntry, toReview } from "./reviewed-mail.ts";

type Decide = (
  turn: Turn,
  input: { id: string; reviewer: Reviewer; comment: string | null },
) => Promise<ReviewRow>;

const octets = "application/octet-stream";

export function reviewRoutes(deps: HttpDeps) {
  const { database, actors, blobs } = deps;
  const reviewOf = (auth: Auth, id: string) => found(getReview(database, auth, pathId(id)));
  const protectionOf = async ({ accountId, identityId }: ReviewRow) => {
    const { own, byDefault } = await readProtection(database, { accountId, identityId });
    return effectiveProtection(own, byDefault);
  };
  const decide = (
    { auth, request, params, body }: { auth: Auth; request: Request; params: { id: string }; body: unknown },
    { turn: work, comment }: { turn: Decide; comment: string | null },
  ) => {
    const prepare = async () => {
      const { id, accountId, identityId } = await reviewOf(auth, params.id);
      const input = { id, reviewer: reviewerOf(auth), comment };
      return { actor: actors.identity(accountId, identityId), work: (turn: Turn) => work(turn, input) };
    };
    return writePrepared({ request, body }, { actors, prepare }, answer(200, toReview));
  };
  return resource("/reviews")
    .get(
      "",
      async ({ auth, query }) => {
        const { identity_id: identityId, status, direction } = query;
        if (identityId !== undefined) await found(getIdentity(database, auth, identityId));
        const filter = { identityId, status, direction };
        return pageByTime(query, (window) => listReviews(database, auth, { filter, ...window }), toReview);
      },
      {
        query: ReviewListQuery,
        response: { 200: Page(ReviewSchema) },
        detail: operation("listReviews", "List what waits for a person, and what was decided", {
          description:
            "A review is one thing, such as mail that is to be sent, that a person allows or refuses.",
        }),
      },
    )
    .get(
      "/:id",
      async ({ auth, params }) => {
        const row = await reviewOf(auth, params.id);
        const protection = await protectionOf(row);
        return { data: await reviewDetail(deps, row, { reviewer: reviewerOf(auth), protection }) };
      },
      {
        params: IdParams,
        response: { 200: Single(ReviewDetail) },
        detail: operation("getReview", "Read a review with its mail", {
          description:
            "`mail` is the mail as it would leave. Of a received mail that waits it is null for keys that may not decide.",
        }),
      },
    )
    .get(
      "/:id/raw",
      async ({ auth, params, request }) => {
        const row = await reviewOf(auth, params.id);
        const { accountId, identityId, messageId: id } = row;
        if (row.direction === "inbound" && !mayReview(reviewerOf(auth), await protectionOf(row)))
          throw notFound();
        const scope = { accountId, identityIds: [identityId] };
        const raw = await found(readRaw(database, blobs, { scope, id }));
        const tag = sha256(raw).toString("base64url");
        const bytes = inMemory(raw);
        const contentType = request.headers.get("accept") === octets ? octets : "message/rfc822";
        return bytesAnswer(request, { bytes, contentType, filename: "message.eml", tag });
      },
      {
        params: IdParams,
        detail: operation("getReviewRaw", "Read the exact bytes that `raw_sha256` is of", {
          description: "The mail as it would leave or has come; `Range` asks for a part.",
          produces: ["message/rfc822", octets],
          ranges: true,
        }),
      },
    )
    .post(
      "/:id/approve",
      ({ auth, request, params, body }) => {
        const prepare = async () => {
          const row = await reviewOf(auth, params.id);
          requireReviewer(reviewerOf(auth), await protectionOf(row));
          const prepared =
            row.status === "pending" ? await prepareApproval(deps, row, toEdits(body)) : undecidable;
          const input = {
            id: row.id,
            reviewer: reviewerOf(auth),
            comment: body?.comment ?? null,
            expected: body?.expected ?? null,
            ...prepared,
          };
          const actor = actors.identity(row.accountId, row.identityId);
          return { actor, work: (turn: Turn) => approve(turn, input) };
        };
        return writePrepared({ request, body }, { actors, prepare }, answer(200, toReview));
      },
      {
        params: IdParams,
        body: ReviewApprove,
        response: { 200: Single(ReviewSchema) },
        detail: operation("approveReview", "Let a mail leave, or in", {
          description:
            "The checks of sending are made again. Its recipients are not new any more. A second decision is 409 and says who was first; an Idempotency-Key makes a repeat safe.",
          errors: [...sendingFailures, "conflict", "payload_too_large"],
          example: { text: "It is on its way and arrives tomorrow." },
        }),
      },
    )
    .post(
      "/:id/reject",
      ({ body, ...call }) => decide({ ...call, body }, { turn: reject, comment: body.reason }),
      {
        params: IdParams,
        body: ReviewReject,
        response: { 200: Single(ReviewSchema) },
        detail: operation("rejectReview", "Refuse a mail", {
          description: "A send becomes a draft again, with the reason; a received mail is deleted for good.",
          errors: ["forbidden", "conflict", "legal_hold"],
          example: { reason: "We do not promise dates." },
        }),
      },
    )
    .post(
      "/:id/return",
      ({ body, ...call }) => decide({ ...call, body }, { turn: returnDraft, comment: body.comment }),
      {
        params: IdParams,
        body: ReviewReturn,
        response: { 200: Single(ReviewSchema) },
        detail: operation("returnReview", "Give a send back to its writer", {
          description:
            "It becomes a draft again; its `failed_reason` and `review.returned` have the comment.",
          errors: ["forbidden", "conflict"],
          example: { comment: "Say when it arrives." },
        }),
      },
    )
    .post(
      "/:id/take_over",
      ({ body, ...call }) => decide({ ...call, body }, { turn: takeOver, comment: body?.comment ?? null }),
      {
        params: IdParams,
        body: ReviewTakeOver,
        response: { 200: Single(ReviewSchema) },
        detail: operation("takeOverReview", "Go on with the thread yourself", {
          description:
            "The send becomes a draft again, the thread's owner a human and its status `human_review`: what is sent into it waits.",
          errors: ["forbidden", "conflict"],
        }),
      },
    );
}

/** A plan for a review that the turn refuses in any case. */
const undecidable = { lanes: new Map<string, string>(), edited: null };

function toEdits(body: ReviewApprove | null): MailEdits {
  if (!body) return {};
  const { to, cc, bcc, subject, text, html } = body;
  const boxes = (list: typeof to) => (list === undefined ? undefined : mailboxesOf(list));
  return definedFields({ to: boxes(to), cc: boxes(cc), bcc: boxes(bcc), subject, text, html });
}

export function auditRoutes({ database }: HttpDeps) {
  return resource("/threads").get(
    "/:id/audit",
    async ({ auth, params, query }) => {
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
    {
      params: IdParams,
      query: AuditQuery,
      response: { 200: Page(AuditEntry) },
      detail: operation("listThreadAudit", "Read who did what to its mail, oldest first", {
        description: "Of addresses with protection: what left, what waited, and who decided.",
      }),
    },
  );
}
