// Deciding what waits: in a session, or by the one-time link in a reviewer's mail, which needs none. A GET shows, a POST
// acts. DECISIONS Protection and reviews.

import { effectiveProtection } from "../../../actors/account/reviews/protection.ts";
import { prepareApproval } from "../../../actors/identity/reviews/approving.ts";
import {
  checkLink,
  checkProof,
  linkHash,
  linkSpent,
  proofOf,
  spendLink,
} from "../../../actors/identity/reviews/links.ts";
import {
  planApproval,
  planRefusal,
  requirePlanned,
  takeBackDecision,
} from "../../../actors/identity/reviews/planned.ts";
import { takeOver } from "../../../actors/identity/reviews/refusing.ts";
import type { Turn } from "../../../actors/runtime/turn.ts";
import { type HttpDeps, stateOf } from "../../http/context.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { html } from "../../lib/html.ts";
import { looksLikeEmail } from "../../schema/common.ts";
import type { ReviewDetail } from "../../schema/reviews.ts";
import { readProtection } from "../../store/reviews/protection.ts";
import { findReviewLink, getReview, type ReviewRow, reviewLinkUsed } from "../../store/reviews/reviews.ts";
import type { MailEdits, Origin } from "../../store/tables/index.ts";
import {
  action,
  backOf,
  type Here,
  openPage,
  page,
  person,
  redirect,
  routes,
  type SentForm,
  show,
} from "../frame/answers.ts";
import { pathPart } from "../frame/path-part.ts";
import { widePage } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { type PageCall, readForm } from "../session/session.ts";
import { cardView } from "./card.ts";
import { showDesk } from "./desk.ts";
import { detailOf, ownReview, reviewOf } from "./review-data.ts";
import { answerReviewedFile, reviewedFile, textOfReviewedFile } from "./review-files.ts";
import { fileUrl, mailUrl } from "./review-mail.ts";
import { donePage, reviewView } from "./review-view.ts";

const words = phrases.reviews;

export function reviewPages(deps: HttpDeps) {
  return routes()
    .get(
      "/console/reviews",
      page(deps, "reviewer", ({ visit }) => redirect("/console/mail/needs", visit)),
    )
    .get("/console/desk", page(deps, "reviewer", showDesk))
    .get("/console/reviews/:id", page(deps, "reviewer", showReview))
    .get("/console/reviews/:id/mail", page(deps, "reviewer", showMail))
    .post("/console/reviews", action(deps, "reviewer", decideHere))
    .post("/console/reviews/undo", action(deps, "reviewer", takeBackHere))
    .get(
      "/console/review",
      openPage(deps, async ({ request, visit }) => {
        const token = new URL(request.url).searchParams.get("token") ?? "";
        const { row } = await linkedReview(deps, token);
        const proof = proofOf(deps.reviewSecret, deps.clock, token);
        const form = { action: "/console/review", fields: { csrf: visit.csrf, token, proof } };
        const url = fileUrl("/console/review/mail", { token });
        const place = {
          at: `/console/review?token=${token}`,
          open: new URL(request.url).searchParams.get("open"),
        };
        const card = { form, url, now: deps.clock.now(), ...place };
        return show(await cardView(deps, row, card), words.title, visit);
      }),
    )
    .get(
      "/console/review/mail",
      openPage(deps, async ({ request, visit }) => {
        const query = new URL(request.url).searchParams;
        const { row } = await linkedReview(deps, query.get("token") ?? "");
        const { part, asText } = reviewedFile(query);
        if (part === null || !asText) return answerReviewedFile(deps, request, { row, part });
        return show(await textOfReviewedFile(deps, { row, part }), words.title, visit);
      }),
    )
    .post(
      "/console/review/undo",
      openPage(deps, (call) => takeBackByLink(deps, call)),
    )
    .post(
      "/console/review",
      openPage(deps, (call) => decideByLink(deps, call)),
    );
}

/** A waiting review is shown in its thread. */
async function showReview(here: Here): Promise<Response> {
  const row = await ownReview(here, pathPart(here.url.pathname, -1));
  const thread = `/console/threads/${row.threadId}?list=needs`;
  if (row.status === "pending") return redirect(`${thread}#review-${row.id}`, here.visit);
  const url = mailUrl(row.id);
  const view = { ...(await reviewOf(here.deps, row)), form: null, url, now: here.now, level: 1 as const };
  const body = html`${reviewView(view)}<p><a class="button plain" href="${thread}">${words.openThread}</a></p>`;
  return widePage(here, { title: words.title, place: "needs" }, body);
}

/** A part of a reviewed mail, or all of it. @throws Failure not_found */
async function showMail(here: Here): Promise<Response> {
  const { deps, request, url } = here;
  const row = await ownReview(here, pathPart(url.pathname, -2));
  const { part, asText } = reviewedFile(url.searchParams);
  if (part === null || !asText) return answerReviewedFile(deps, request, { row, part });
  return widePage(
    here,
    { title: words.title, place: "needs" },
    await textOfReviewedFile(deps, { row, part }),
  );
}

/** @throws Failure not_found, conflict */
async function takeBackHere(sent: SentForm): Promise<Response> {
  const { deps, form, origin, visit } = sent;
  const row = await ownReview(sent, form.get("id") ?? "");
  const actor = deps.actors.identity(row.accountId, row.identityId);
  await actor.run((turn) => takeBackDecision(turn, { id: row.id, link: null }), { origin });
  const back = backOf(form, `/console/threads/${row.threadId}?list=needs`);
  return redirect(withDone(back, "approval-taken-back"), visit);
}

/** The page that a form leads back to, with what was done. */
const withDone = (back: string, done: string) => `${back}${back.includes("?") ? "&" : "?"}done=${done}`;

/** The review that a link has decided. */
async function usedReview(deps: HttpDeps, token: string) {
  const link = linkHash(deps.reviewSecret, token);
  const used = await reviewLinkUsed(deps.database, link);
  const scope = used && { accountId: used.accountId, identityIds: null };
  const row = scope && (await getReview(deps.database, scope, used.reviewId));
  return row ? { row, link, email: used.email } : null;
}

/** @throws Failure code_expired, conflict */
async function takeBackByLink(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { visit, request } = call;
  const used = await usedReview(deps, readForm(call).get("token") ?? "");
  if (!used) throw linkSpent();
  const { row, link, email } = used;
  const origin: Origin = { kind: "link", id: email, ip: stateOf(request).ip };
  const actor = deps.actors.identity(row.accountId, row.identityId);
  await actor.run((turn) => takeBackDecision(turn, { id: row.id, link }), { origin });
  return show(html`<h1>${words.done}</h1><p>${words.takenBack}</p>`, words.done, visit);
}

async function decideHere(sent: SentForm): Promise<Response> {
  const { deps, form, origin, visit } = sent;
  const row = await ownReview(sent, form.get("id") ?? "");
  const { status, direction, planned, inForceAt, id } = await decide(deps, {
    row,
    form,
    origin,
    link: null,
  });
  const back = backOf(form, "/console/mail/needs");
  if (planned === null || inForceAt === null) return redirect(withDone(back, status), visit);
  const { refuses } = planned;
  const done = refuses === undefined ? "approving" : refuses === "returned" ? "returning" : "rejecting";
  const isDeleted = direction === "inbound" && done === "rejecting";
  return redirect(`${withDone(back, isDeleted ? "deleting" : done)}&review=${id}`, visit);
}

/** @throws Failure code_expired */
async function linkedReview({ database, reviewSecret, clock }: HttpDeps, token: string) {
  const tokenHash = linkHash(reviewSecret, token);
  const link = await findReviewLink(database, tokenHash);
  const scope = link && { accountId: link.accountId, identityIds: null };
  const row = scope && (await getReview(database, scope, link.reviewId));
  if (!link || row?.status !== "pending") throw linkSpent();
  const { own, byDefault } = await readProtection(database, row);
  const protection = effectiveProtection(own, byDefault);
  await checkLink(database, link, { identityId: row.identityId, protection, at: clock.now() });
  return { row, link, tokenHash };
}

async function openReview(deps: HttpDeps, token: string) {
  const { row, link, tokenHash } = await linkedReview(deps, token);
  return { row, link: tokenHash, email: link.email };
}

async function decideByLink(deps: HttpDeps, call: PageCall): Promise<Response> {
  const { visit, request } = call;
  const form = readForm(call);
  const token = form.get("token") ?? "";
  const used = await usedReview(deps, token);
  // The answer may have been lost: the same decision once more is answered as the first.
  const { row, link, email } = used ?? (await openReview(deps, token));
  checkProof(deps.reviewSecret, deps.clock, { token, proof: form.get("proof") ?? "" });
  const origin: Origin = { kind: "link", id: email, ip: stateOf(request).ip };
  const decided = { row, form, origin, link, isUsed: used !== null };
  const review = await decide(deps, decided);
  const undo =
    review.inForceAt === null ? null : { action: "/console/review", fields: { csrf: visit.csrf, token } };
  const status = undo === null ? review.status : (review.planned?.refuses ?? "approved");
  return show(donePage(status, undo), words.done, visit);
}

/** @throws Failure as the decisions of actors/identity/reviews */
async function decide(
  deps: HttpDeps,
  {
    row,
    form,
    origin,
    link,
    isUsed: wasUsed = false,
  }: { row: ReviewRow; form: URLSearchParams; origin: Origin; link: Uint8Array | null; isUsed?: boolean },
): Promise<ReviewRow> {
  const comment = (form.get("comment") ?? "").trim().slice(0, 2000) || null;
  const given = { id: row.id, reviewer: person, comment };
  let isUsed = wasUsed;
  try {
    const work = await workOf(deps, { row, form, given, link });
    return await deps.actors.identity(row.accountId, row.identityId).run(
      async (turn) => {
        // All presses but the first of several at once find it used here.
        isUsed = link !== null && (await reviewLinkUsed(turn, link)) !== null;
        if (link) await (isUsed ? requirePlanned(turn, row.id, link) : spendLink(turn, link));
        return work(turn);
      },
      { origin },
    );
  } catch (error) {
    throw isUsed && error instanceof Failure ? linkSpent() : error;
  }
}

async function workOf(
  deps: HttpDeps,
  {
    row,
    form,
    given,
    link,
  }: {
    row: ReviewRow;
    form: URLSearchParams;
    given: { id: string; reviewer: typeof person; comment: string | null };
    link: Uint8Array | null;
  },
): Promise<(turn: Turn) => Promise<ReviewRow>> {
  const hash = link && Buffer.from(link).toString("hex");
  switch (form.get("decision")) {
    case "approve": {
      const isOpen = row.status === "pending";
      const edits = isOpen ? editsOf(form, await detailOf(deps, row)) : {};
      // Prepare now, so that a mail that cannot leave is refused at once and not in ten seconds.
      if (isOpen) await prepareApproval(deps, row, edits);
      const plan = { ...given, edits, link: hash, expected: form.get("expected") ?? "" };
      return (turn) => planApproval(turn, plan);
    }
    case "reject":
      return (turn) => planRefusal(turn, { ...given, refuses: "rejected", link: hash });
    case "return":
      return (turn) => planRefusal(turn, { ...given, refuses: "returned", link: hash });
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
