// Deciding what waits: in a session, or by the one-time link in a reviewer's mail, which needs none. A GET shows, a POST
// acts. DECISIONS Protection and reviews.
import { type MailEdits, prepareApproval } from "../../../actors/identity/reviews/approving.ts";
import { approve, reject, returnDraft, takeOver } from "../../../actors/identity/reviews/decide.ts";
import {
  checkProof,
  linkHash,
  linkSpent,
  proofOf,
  spendLink,
} from "../../../actors/identity/reviews/links.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { type HttpDeps, stateOf } from "../../http/context.ts";
import { invalid, notFound } from "../../lib/failure.ts";
import { html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { looksLikeEmail } from "../../schema/common.ts";
import type { ReviewDetail } from "../../schema/reviews/reviews.ts";
import { findReviewLink, getReview, type ReviewRow } from "../../store/reviews/reviews.ts";
import type { Origin } from "../../store/tables/index.ts";
import {
  action,
  backOf,
  type Here,
  openPage,
  page,
  person,
  redirect,
  routes,
  type Sent,
  show,
} from "../frame/answers.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type PageCall, readForm } from "../session/session.ts";
import { detailOf, reviewOf } from "./review-data.ts";
import { donePage, reviewView } from "./review-view.ts";

const words = phrases.reviews;

export function reviewPages(deps: HttpDeps) {
  return routes()
    .get(
      "/console/reviews",
      page(deps, "reviewer", ({ visit }) => redirect("/console/mail/needs", visit)),
    )
    .get("/console/reviews/:id", page(deps, "reviewer", showReview))
    .post("/console/reviews", action(deps, "reviewer", decideHere))
    .get(
      "/console/review",
      openPage(deps, async ({ request, visit }) => {
        const token = new URL(request.url).searchParams.get("token") ?? "";
        const { row } = await linkedReview(deps, token);
        const proof = proofOf(deps.reviewSecret, deps.clock, token);
        const form = { action: "/console/review", fields: { csrf: visit.csrf, token, proof } };
        const view = { ...(await reviewOf(deps, row)), form, now: deps.clock.now(), level: 1 as const };
        return show(reviewView(view), words.title, visit);
      }),
    )
    .post(
      "/console/review",
      openPage(deps, (call) => decideByLink(deps, call)),
    );
}

/** What waits is shown in its thread. */
async function showReview(here: Here): Promise<Response> {
  const row = await ownReview(here, here.url.pathname.split("/").at(-1)!);
  const thread = `/console/threads/${row.threadId}?list=needs`;
  if (row.status === "pending") return redirect(`${thread}#review-${row.id}`, here.visit);
  const view = { ...(await reviewOf(here.deps, row)), form: null, now: here.now, level: 1 as const };
  const body = html`${reviewView(view)}<p><a class="button plain" href="${thread}">${words.openThread}</a></p>`;
  return widePage(here, { title: words.title, place: "needs" }, body);
}

async function decideHere(sent: Sent): Promise<Response> {
  const { deps, form, origin, visit } = sent;
  const row = await ownReview(sent, form.get("id") ?? "");
  const { status, direction } = await decide(deps, { row, form, origin });
  const inbound = { approved: "let-in", rejected: "deleted" } as Record<string, string>;
  const done = direction === "inbound" ? (inbound[status] ?? status) : status;
  return redirect(backOf(form, `/console/mail/needs?done=${done}`), visit);
}

/** A review of the account. @throws Failure not_found */
async function ownReview({ deps, scope }: Here, id: string): Promise<ReviewRow> {
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

async function decideByLink(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { visit, request } = call;
  const form = readForm(call);
  const token = form.get("token") ?? "";
  const { row, link, tokenHash } = await linkedReview(deps, token);
  checkProof(deps.reviewSecret, deps.clock, { token, proof: form.get("proof") ?? "" });
  const origin: Origin = { kind: "link", id: link.email, ip: stateOf(request).ip };
  const review = await decide(deps, { row, form, origin, spend: (turn) => spendLink(turn, tokenHash) });
  return show(donePage(review.status), words.done, visit);
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
      throw invalid(phrases.failure.useForm);
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
        if (!looksLikeEmail(email)) throw invalid(words.notAnAddress(email));
        return { email, name: mail.to.find((box) => box.email === email)?.name ?? null };
      });
  }
  return edits;
}
