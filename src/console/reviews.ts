// Deciding what waits: in a session, or by the one-time link in a reviewer's mail, which needs none. A GET shows, a POST
// acts. DECISIONS Protection and reviews.
import { Elysia } from "elysia";
import { emailOf } from "../../actors/account/identities.ts";
import { effectiveProtection } from "../../actors/account/protection.ts";
import { type MailEdits, prepareApproval } from "../../actors/identity/reviews/approving.ts";
import { approve, reject, returnDraft, takeOver } from "../../actors/identity/reviews/decide.ts";
import { checkProof, linkHash, linkSpent, proofOf, spendLink } from "../../actors/identity/reviews/links.ts";
import type { Turn } from "../../actors/runtime/turn.ts";
import { type HttpDeps, stateOf } from "../http/context.ts";
import { reviewDetail } from "../http/resources/reviews/reviewed-mail.ts";
import { Failure, invalid, notFound } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import { looksLikeEmail } from "../schema/common.ts";
import type { ReviewDetail } from "../schema/reviews/reviews.ts";
import { getIdentity } from "../store/accounts/identities.ts";
import { readProtection } from "../store/reviews/protection.ts";
import { findReviewLink, getReview, listReviews, type ReviewRow } from "../store/reviews/reviews.ts";
import type { Origin, SendEnvelope } from "../store/tables/index.ts";
import { chosenAccount, pagesOf, person, personOrigin, redirect, show } from "./answers.ts";
import { donePage, type ReviewForm, reviewListPage, reviewPage } from "./review-pages.ts";
import { type PageCall, readForm, type Visit } from "./session.ts";

const listed = 100;

export function reviewPages(deps: HttpDeps) {
  const page = pagesOf(deps);
  return new Elysia({ normalize: false })
    .get(
      "/console/reviews",
      page(async ({ request, visit }) => {
        if (!visit.session) return redirect("/console/login", visit);
        return list(deps, visit, new URL(request.url).searchParams.get("account"));
      }),
    )
    .get(
      "/console/reviews/:id",
      page(async ({ request, visit }) => {
        if (!visit.session) return redirect("/console/login", visit);
        const { pathname, searchParams } = new URL(request.url);
        const row = await ownReview(deps, visit, {
          id: pathname.split("/").at(-1)!,
          account: searchParams.get("account"),
        });
        const fields = { csrf: visit.csrf, account: row.accountId, id: row.id };
        return showReview(deps, visit, { row, form: { action: "/console/reviews", fields } });
      }),
    )
    .post(
      "/console/reviews",
      page(async (call) => {
        const { visit } = call;
        const form = readForm(call);
        const row = await ownReview(deps, visit, { id: form.get("id") ?? "", account: form.get("account") });
        const origin = personOrigin(call);
        const review = await decide(deps, { row, form, origin });
        const back = `/console/reviews?account=${row.accountId}`;
        return show(donePage({ review, back }), "Done", visit);
      }),
    )
    .get(
      "/console/review",
      page(async ({ request, visit }) => {
        const token = new URL(request.url).searchParams.get("token") ?? "";
        const { row } = await linkedReview(deps, token);
        const proof = proofOf(deps.reviewSecret, deps.clock, token);
        const fields = { csrf: visit.csrf, token, proof };
        return showReview(deps, visit, { row, form: { action: "/console/review", fields } });
      }),
    )
    .post(
      "/console/review",
      page((call) => decideByLink(deps, call)),
    );
}

async function list(deps: HttpDeps, visit: Visit, wanted: string | null): Promise<Response> {
  const { database } = deps;
  const { account } = await chosenAccount(deps, visit, wanted);
  const scope = { accountId: account.accountId, identityIds: null };
  const rows = await listReviews(database, scope, {
    filter: { status: "pending" },
    cursor: null,
    count: listed + 1,
  });
  const names = new Map<string, string>();
  for (const { identityId } of rows) {
    if (names.has(identityId)) continue;
    const identity = await getIdentity(database, scope, identityId);
    names.set(identityId, identity ? emailOf(identity) : "a deleted address");
  }
  const reviews = rows.slice(0, listed).map((row) => ({ row, address: names.get(row.identityId)! }));
  const more = rows.length > listed;
  return show(reviewListPage({ reviews, account: account.accountId, more }), "Reviews", visit);
}

/** A review of an account that the session opens. @throws Failure unauthorized, not_found */
async function ownReview(
  deps: HttpDeps,
  visit: Visit,
  { id, account: wanted }: { id: string; account: string | null },
): Promise<ReviewRow> {
  const { account } = await chosenAccount(deps, visit, wanted);
  const scope = { accountId: account.accountId, identityIds: null };
  const row = isUuid(id) ? await getReview(deps.database, scope, id) : null;
  if (!row) throw notFound();
  return row;
}

/** @throws Failure code_expired */
async function linkedReview({ database, reviewSecret }: HttpDeps, token: string) {
  const tokenHash = linkHash(reviewSecret, token);
  const link = await findReviewLink(database, tokenHash);
  const scope = link && { accountId: link.accountId, identityIds: null };
  const row = scope && (await getReview(database, scope, link.reviewId));
  if (!link || row?.status !== "pending") throw linkSpent();
  return { row, link, tokenHash };
}

async function showReview(
  deps: HttpDeps,
  visit: Visit,
  { row, form, error }: { row: ReviewRow; form: ReviewForm; error?: string },
): Promise<Response> {
  const review = await detailOf(deps, row);
  const scope = { accountId: row.accountId, identityIds: [row.identityId] };
  const identity = await getIdentity(deps.database, scope, row.identityId);
  if (!identity) throw notFound();
  const editable = row.direction === "outbound" && (row.envelope as SendEnvelope).letter !== null;
  const view = { address: emailOf(identity), review, form, editable, error };
  return show(reviewPage(view), "Review", visit, error ? 400 : 200);
}

async function detailOf(deps: HttpDeps, row: ReviewRow): Promise<ReviewDetail> {
  const { own, byDefault } = await readProtection(deps.database, row);
  return reviewDetail(deps, row, { reviewer: person, protection: effectiveProtection(own, byDefault) });
}

async function decideByLink(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { visit, request } = call;
  const form = readForm(call);
  const token = form.get("token") ?? "";
  const { row, link, tokenHash } = await linkedReview(deps, token);
  checkProof(deps.reviewSecret, deps.clock, { token, proof: form.get("proof") ?? "" });
  const origin: Origin = { kind: "link", id: link.email, ip: stateOf(request).ip };
  const review = await decide(deps, { row, form, origin, spend: (turn) => spendLink(turn, tokenHash) });
  return show(donePage({ review, back: null }), "Done", visit);
}

/** @throws Failure as the decisions of actors/identity/reviews/decide.ts */
async function decide(
  deps: HttpDeps,
  {
    row,
    form,
    origin,
    spend,
  }: { row: ReviewRow; form: URLSearchParams; origin: Origin; spend?: (turn: Turn) => Promise<unknown> },
): Promise<ReviewRow> {
  const comment = (form.get("comment") ?? "").trim().slice(0, 2000) || null;
  const given = { id: row.id, reviewer: person, comment };
  const work = await workOf(deps, { row, form, given });
  return deps.actors.identity(row.accountId, row.identityId).run(
    async (turn) => {
      await spend?.(turn);
      return work(turn);
    },
    { origin },
  );
}

async function workOf(
  deps: HttpDeps,
  {
    row,
    form,
    given,
  }: {
    row: ReviewRow;
    form: URLSearchParams;
    given: { id: string; reviewer: typeof person; comment: string | null };
  },
): Promise<(turn: Turn) => Promise<ReviewRow>> {
  switch (form.get("decision")) {
    case "approve": {
      if (row.status !== "pending")
        return (turn) => approve(turn, { ...given, lanes: new Map(), edited: null });
      const prepared = await prepareApproval(deps, row, editsOf(form, await detailOf(deps, row)));
      return (turn) => approve(turn, { ...given, ...prepared });
    }
    case "reject":
      return (turn) => reject(turn, given);
    case "return":
      return (turn) => returnDraft(turn, given);
    case "take_over":
      return (turn) => takeOver(turn, given);
    default:
      throw invalid("Use the form on the page.");
  }
}

/** The fields that the form changes. @throws Failure validation_error */
function editsOf(form: URLSearchParams, { mail }: ReviewDetail): MailEdits {
  const edits: MailEdits = {};
  if (!mail) return edits;
  const [to, subject, text] = [form.get("to"), form.get("subject"), form.get("text")];
  const lines = (value: string) => value.replaceAll("\r\n", "\n").trimEnd();
  if (text !== null && lines(text) !== lines(mail.text ?? "")) edits.text = lines(text);
  if (subject !== null && subject !== (mail.subject ?? "")) edits.subject = subject;
  const before = mail.to.map(({ email }) => email).join(", ");
  if (to !== null && to.trim() !== before) {
    edits.to = to
      .split(",")
      .map((email) => email.trim())
      .filter((email) => email !== "")
      .map((email) => {
        if (!looksLikeEmail(email))
          throw new Failure("validation_error", `"${email}" is not an email address.`);
        return { email, name: mail.to.find((box) => box.email === email)?.name ?? null };
      });
  }
  return edits;
}
