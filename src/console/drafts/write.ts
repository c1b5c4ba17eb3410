// Writing: a form keeps a draft, and sends it by a schedule of ten seconds, so that it can be taken back.

import {
  DraftChanged,
  deleteDraft,
  scheduleDraft,
  scheduleVersion,
} from "../../../actors/identity/drafts/drafts.ts";
import { draftCovered } from "../../../actors/identity/reviews/covered.ts";
import { undoMs } from "../../../actors/identity/reviews/planned.ts";
import type { HttpDeps } from "../../http/context.ts";
import { findDraft } from "../../http/resources/drafts.ts";
import { mailOfDraft } from "../../http/resources/reviews/reviewed-mail.ts";
import { scheduledTime } from "../../http/scheduled-time.ts";
import { addMs, type Instant, nowInstant } from "../../lib/clock.ts";
import { Failure, invalid, notFound } from "../../lib/failure.ts";
import { Html, html } from "../../lib/html.ts";
import { isUuid, newId } from "../../lib/ids.ts";
import { resolveCids } from "../../mail/html/sanitize.ts";
import { capabilitiesOf } from "../../schema/addresses/capabilities.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { zoneOfCalendar } from "../../store/calendar/calendar-events.ts";
import { getDraft, type StoredDraft, shownDraft } from "../../store/drafts.ts";
import { listAttachments } from "../../store/message/attachments.ts";
import { action, backOf, type Here, page, redirect, routes, type SentForm } from "../frame/answers.ts";
import { buttonForm, notice } from "../frame/forms.ts";
import { pathPart } from "../frame/path-part.ts";
import { refusalText } from "../frame/refusals.ts";
import { widePage } from "../frame/shell.ts";
import { timeTag } from "../frame/times.ts";
import { chosenTime } from "../frame/usual-times.ts";
import { framedMarkup } from "../mailbox/mail-frame.ts";
import { withoutPictures } from "../mailbox/pictures.ts";
import { pictureUrl } from "../mailbox/thread-data.ts";
import { phrases } from "../phrases.ts";
import { answerReviewedFile, reviewedFile, textOfReviewedFile } from "../reviews/review-files.ts";
import { draftUrl, wholeMailView } from "../reviews/review-mail.ts";
import { senderCookieOf, zoneIn } from "../session/session.ts";
import { beginAnswer, kinds } from "./answer.ts";
import { lastSender, templatesOf, unfilledIn, withTemplate } from "./begin.ts";
import { DraftMoved, keepDraft, type Typed, typedIn, typedOf } from "./letter.ts";
import { isNameShown, namedSender } from "./shown-name.ts";
import { mayBeSigned, signatureBlock, signedText, withoutSignature } from "./signature.ts";
import { type WriteView, writeForm } from "./write-view.ts";

const words = phrases.write;
const listedAddresses = 200;

export function writePages(deps: HttpDeps) {
  return routes()
    .get("/console/write", page(deps, "member", begin))
    .post("/console/write", action(deps, "member", take))
    .get("/console/drafts/:id", page(deps, "member", showDraft))
    .get("/console/drafts/:id/mail", page(deps, "member", showDraftMail))
    .get("/console/drafts/:id/preview", page(deps, "member", showPreview))
    .post("/console/drafts/:id/undo", action(deps, "member", undo));
}

async function begin(here: Here): Promise<Response> {
  const { searchParams: query } = here.url;
  const parent = query.get("parent");
  if (parent !== null) {
    const kind = kinds.find((one) => one === query.get("kind")) ?? "reply";
    const typed = await beginAnswer(here, { parent, kind });
    const back = backOf(new URLSearchParams({ back: query.get("back") ?? "" }), "/console/mail/open");
    return showForm(here, { typed, attachments: [], back, title: words.kinds[kind] });
  }
  const address = query.get("address");
  const typed: Typed = {
    id: newId(),
    identityId: address ?? "",
    sender: "",
    parent: "",
    to: query.get("to") ?? "",
    cc: "",
    bcc: "",
    subject: "",
    text: "",
    format: "plain",
    carried: [],
    expected: "",
  };
  return showForm(here, { typed, attachments: [], back: "/console/mail/open", title: words.title });
}

async function take(sent: SentForm): Promise<Response> {
  const { form, visit, origin, deps } = sent;
  const typed = typedIn(form);
  const back = backOf(form, "/console/mail/open");
  const template = form.get("template");
  const wanted = template === null ? (form.get("do") ?? "send") : "template";
  if (wanted === "discard") return discard(sent, typed.id, back);
  const isLater = wanted === "later" || form.has("until");
  const isSend = (wanted === "send" || isLater) && !form.has("remove");
  let shown = typed;
  try {
    // Before anything is kept: the form shows what to mend.
    const later = isSend && isLater ? await laterOf(sent, typed) : null;
    if (isSend) {
      const fresh = await exchanged(sent, typed);
      if (fresh) return await showAgain(sent, { typed: fresh, back, error: words.otherSignature });
      const unfilled = unfilledIn(typed);
      if (unfilled !== "" && form.get("unfilled") !== unfilled)
        return await showAgain(sent, { typed, back, error: words.unfilled(unfilled), unfilled });
    }
    const letter = template === null ? typed : await withTemplate(sent, typed, template);
    const isTyping = ["keep", "template", "preview"].includes(wanted);
    const { draft, identity } = await keepDraft(sent, letter, { isTyping, isSend });
    const { row } = draft;
    // A form that is shown again knows what it has kept.
    shown = { ...typed, expected: draftCovered(row), carried: [] };
    const preview = wanted === "preview" ? "&preview=1" : "";
    if (!isSend)
      return redirect(
        `/console/drafts/${row.id}?done=${template === null ? "kept" : "filled"}&back=${encodeURIComponent(back)}${preview}`,
        visit,
      );
    if (row.mailTo.length + row.mailCc.length + row.mailBcc.length === 0)
      throw new Failure("validation_error", words.nobody);
    if (!isNameShown(form, namedSender(identity))) throw new DraftMoved(draft);
    const sendAt = later ?? addMs(nowInstant(deps.clock), undoMs);
    const actor = deps.actors.identity(identity.accountId, identity.id);
    // The letter must leave as its page showed it: a change in between ends the send.
    const version = { id: row.id, updatedAt: row.updatedAt };
    await actor
      .run((turn) => scheduleVersion(turn, version, sendAt), { origin })
      .catch(async (error) => {
        const now = error instanceof DraftChanged && (await getDraft(deps.database, sent.scope, row.id));
        throw now ? new DraftMoved(now) : error;
      });
    const cookies = [...visit.cookies, senderCookieOf(deps, sent.request, identity.id)];
    return redirect(
      `${back}${back.includes("?") ? "&" : "?"}done=${later === null ? "sending" : "scheduled"}&draft=${row.id}`,
      { ...visit, cookies },
    );
  } catch (error) {
    if (error instanceof DraftMoved) return showMoved(sent, typed, { now: error.now, back });
    // Show the form again with its values if a person can mend the error.
    if (!(error instanceof Failure) || !["validation_error", "payload_too_large"].includes(error.code))
      throw error;
    return showAgain(sent, { typed: shown, back, error: refusalText(error.message) });
  }
}

/** The form with its values, and what a person is to look at. */
async function showAgain(
  sent: SentForm,
  view: Pick<WriteFormInput, "typed" | "back" | "unfilled"> & { error: string },
): Promise<Response> {
  const stored = await getDraft(sent.deps.database, sent.scope, view.typed.id);
  const attachments = stored?.attachments ?? [];
  return showForm(sent, { ...view, attachments, title: words.title, ...(stored && { stored }) });
}

/** The letter with the signature of the address that it is from, where it ends with that of another; null: it does not. */
async function exchanged(here: Here, typed: Typed): Promise<Typed | null> {
  if (typed.format === "kept" || !mayBeSigned(typed.text)) return null;
  const all = await reachedAddresses(here);
  const own = all.find(({ id }) => id === typed.identityId);
  if (!own) return null;
  const others = all.filter(({ signature }) => signature !== own.signature);
  if (withoutSignature(typed.text, [own]) !== typed.text) return null;
  if (withoutSignature(typed.text, others) === typed.text) return null;
  return { ...typed, text: signedText(typed.text, own, others) };
}

function reachedAddresses({ deps, scope }: Pick<Here, "deps" | "scope">) {
  return listIdentities(deps.database, scope, { filter: {}, cursor: null, count: listedAddresses });
}

/** When the letter is to leave. @throws Failure validation_error */
async function laterOf({ deps, form, account, request }: SentForm, { identityId }: Typed): Promise<Instant> {
  const zone = zoneIn(request) ?? (await zoneOfCalendar(deps.database, account.accountId, identityId));
  try {
    return scheduledTime(deps.clock, chosenTime(form, zone));
  } catch (error) {
    if (error instanceof Failure && error.code === "schedule_out_of_range") throw invalid(words.laterRange);
    throw error;
  }
}

/** The page with what was typed, and where the draft differs from it now: sending it again sends that. */
async function showMoved(
  sent: SentForm,
  typed: Typed,
  { now, back }: { now: StoredDraft; back: string },
): Promise<Response> {
  const stored = await typedOf(sent, now);
  // HTML that others wrote is shown as theirs in any case.
  const fields = typed.format === "kept" ? { text: stored.text, format: stored.format } : {};
  const changes = (["to", "cc", "bcc", "subject", "text"] as const).flatMap((field) =>
    typed[field].trim() === stored[field].trim()
      ? []
      : [{ field, typed: typed[field], stored: stored[field] }],
  );
  const view = {
    typed: { ...typed, ...fields, expected: stored.expected, carried: [] },
    back,
    title: words.title,
  };
  const shown = { ...view, attachments: now.attachments, changes, error: words.changed };
  return showForm(sent, { ...shown, stored: now });
}

async function discard(
  { deps, scope, visit, origin }: SentForm,
  id: string,
  back: string,
): Promise<Response> {
  const draft = await getDraft(deps.database, scope, id);
  if (draft?.row.identityId) {
    const actor = deps.actors.identity(draft.row.accountId, draft.row.identityId);
    await actor.run((turn) => deleteDraft(turn, id), { origin });
  }
  return redirect(`${back}${back.includes("?") ? "&" : "?"}done=discarded`, visit);
}

/** Takes a send back while it is scheduled. @throws Failure not_found, draft_state: it has left */
async function undo(sent: SentForm): Promise<Response> {
  const { deps, url, visit, origin, auth } = sent;
  const id = pathPart(url.pathname, -2);
  if (!isUuid(id)) throw notFound();
  const found = await findDraft(deps, auth, id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === "not_found")
      throw new Failure("draft_state", words.hasLeft);
    throw error;
  });
  const actor = deps.actors.identity(found.identity.accountId, found.identity.id);
  if (found.draft.row.state !== "draft") await actor.run((turn) => scheduleDraft(turn, id, null), { origin });
  return redirect(`/console/drafts/${id}?done=taken-back`, visit);
}

async function showDraft(here: Here): Promise<Response> {
  const { deps, scope, url } = here;
  const id = pathPart(url.pathname, -1);
  const draft = isUuid(id) ? await getDraft(deps.database, scope, id) : null;
  if (!draft?.row.identityId) throw notFound();
  const { row, attachments } = draft;
  if (row.state === "pending_review")
    return redirect(`/console/threads/${row.threadId}?list=needs`, here.visit);
  const given = new URLSearchParams({ back: url.searchParams.get("back") ?? "" });
  const back = backOf(given, "/console/mail/drafts");
  const title = row.subject?.trim() || phrases.lists.noSubject;
  return showForm(here, { typed: await typedOf(here, draft), attachments, back, title, draft });
}

interface WriteFormInput
  extends Pick<WriteView, "typed" | "attachments" | "back" | "error" | "changes" | "unfilled"> {
  title: string;
  draft?: StoredDraft;
  /** The stored draft: the page shows all of it that has no field in the form. */
  stored?: StoredDraft;
}

async function showForm(
  here: Here,
  { title, draft, stored = draft, ...shown }: WriteFormInput,
): Promise<Response> {
  const { deps } = here;
  const { error } = shown;
  let { typed } = shown;
  const all = await reachedAddresses(here);
  const isFixed = typed.parent !== "" || draft !== undefined;
  const addresses = all
    .filter(({ id, type }) => (isFixed ? id === typed.identityId : capabilitiesOf(type).drafts))
    .map(namedSender);
  const options = {
    title,
    place: draft ? ("drafts" as const) : ("write" as const),
    status: shown.changes ? 409 : error ? 400 : 200,
  };
  if (addresses.length === 0) throw new Failure("conflict", words.noAddress);
  const isNew = typed.identityId === "" || (!isFixed && typed.text === "" && !stored && !error);
  if (isNew) {
    const first =
      addresses.find(({ id }) => id === typed.identityId)?.id ?? lastSender(here.request, addresses);
    const sender = addresses.find(({ id }) => id === first) ?? addresses[0]!;
    typed = {
      ...typed,
      identityId: sender.id,
      text: typed.text === "" ? signatureBlock(sender) : typed.text,
    };
  }
  const carried =
    typed.carried.length === 0 || typed.parent === ""
      ? []
      : (await listAttachments(deps.database, here.account.accountId, typed.parent)).filter(({ id }) =>
          typed.carried.includes(id),
        );
  const zone =
    zoneIn(here.request) ?? (await zoneOfCalendar(deps.database, here.account.accountId, addresses[0]!.id));
  const templates = await templatesOf(here);
  const later = { zone, now: here.now };
  const view: WriteView = { ...shown, typed, addresses, carried, isShort: false, later, templates };
  const isPreview = draft !== undefined && here.url.searchParams.has("preview");
  const body = html`<header class="page-head"><h1>${title}</h1></header>${draft && draftNotice(here, draft)}${stored && (await beyondForm(here, stored, typed))}${isPreview && previewOf(draft)}${writeForm(here, view)}`;
  return widePage(here, options, body);
}

/** The draft as programs show it. */
function previewOf({ row }: StoredDraft): Html {
  return html`<section class="letter-preview" id="preview" aria-label="${words.preview}"><h2>${words.preview}</h2><iframe class="mail-frame" data-frame title="${words.preview}" src="/console/drafts/${row.id}/preview" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe></section>`;
}

/** @throws Failure not_found */
async function showPreview({ deps, scope, url }: Here): Promise<Response> {
  const id = pathPart(url.pathname, -2);
  const draft = isUuid(id) ? await shownDraft(deps.database, scope, id) : null;
  const stored = draft && (await getDraft(deps.database, scope, id));
  if (!stored) throw notFound();
  const fileOf = (contentId: string) => stored.attachments.find((file) => file.contentId === contentId);
  const markup = resolveCids(draft.html, (contentId) => {
    const file = fileOf(contentId);
    return file ? pictureUrl(file.id) : null;
  });
  return framedMarkup(draft.subject, new Html(withoutPictures(markup)));
}

/** Parts of a draft that leave and that its form does not show: HTML that others wrote, further fields, files. */
async function beyondForm(
  { deps }: Here,
  draft: StoredDraft,
  { format }: Pick<Typed, "format">,
): Promise<Html | false> {
  const { html: markup, attachments, listUnsubscribe, automatic } = draft;
  const isKept = markup !== null && format === "kept";
  if (!isKept && attachments.length === 0 && !listUnsubscribe && !automatic) return false;
  const mail = await mailOfDraft(deps, draft);
  const fields = [
    ...(listUnsubscribe ? [`List-Unsubscribe: ${JSON.stringify(listUnsubscribe)}`] : []),
    ...(automatic ? ["Auto-Submitted: auto-generated"] : []),
  ];
  return html`<section class="beyond" aria-label="${words.beyond}"><h2>${words.beyond}</h2>
${fields.length > 0 && html`<pre tabindex="0">${fields.join("\n")}</pre>`}
${isKept && html`<p class="small soft">${words.keptHtml}</p><pre tabindex="0">${markup}</pre>`}
${mail && wholeMailView(mail, draftUrl(draft.row.id))}</section>`;
}

/** A part of a draft's mail, or all of it. @throws Failure not_found */
async function showDraftMail(here: Here): Promise<Response> {
  const { deps, scope, url, request } = here;
  const id = url.pathname.split("/").at(-2)!;
  const draft = isUuid(id) ? await getDraft(deps.database, scope, id) : null;
  if (!draft?.row.identityId) throw notFound();
  const { accountId, identityId } = draft.row;
  const row = { accountId, identityId, messageId: id };
  const { part, asText } = reviewedFile(url.searchParams);
  if (part === null || !asText) return answerReviewedFile(deps, request, { row, part });
  const body = await textOfReviewedFile(deps, { row, part });
  return widePage(here, { title: words.title, place: "drafts" }, body);
}

function draftNotice(here: Here, { row }: StoredDraft) {
  if (row.failedReason !== null) return notice(html`${words.failed} ${row.failedReason}`, "bad");
  if (row.sendAt === null) return null;
  return notice(
    html`${words.leaves} ${timeTag(row.sendAt, here.now)}. ${buttonForm(here, { action: `/console/drafts/${row.id}/undo` }, { text: words.undo, class: "button small" })}`,
  );
}
