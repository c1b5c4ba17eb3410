// Waiting reviews and the decisions about them: plain functions. A mail's HTML is shown as source, never
// rendered.

import { type Html, html } from "../../lib/html.ts";
import { must } from "../../lib/must.ts";
import type { MailUnderReview, ReviewDetail } from "../../schema/reviews.ts";
import { buttonOf, field, hidden, notice } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { keyCap } from "../frame/key-table.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import type { ShownDecision, WaitingReview } from "./review-data.ts";
import { type FileUrl, textWithPictures, wholeMailView } from "./review-mail.ts";
import { sidesView } from "./sides-view.ts";

/** Characters of a text that a page shows. */
const mostShown = 20_000;
const words = phrases.reviews;

/** The target of a review's forms, and their hidden fields. */
export interface ReviewForm {
  action: string;
  fields: Readonly<Record<string, string>>;
  /** The person of the session; absent: a reviewer's link, which has not decided. */
  by?: string | null;
}

export interface ReviewView extends WaitingReview {
  /** null: decided, or not for this person. */
  form: ReviewForm | null;
  /** The URL of the mail's octets. */
  url: FileUrl;
  /** Milliseconds since the epoch. */
  now: number;
  /** The heading's level: 1 if the review is the page's subject. */
  level: 1 | 2;
  /** Facts that a card of its own shows beside the mail; absent: the mail stands in its thread. */
  card?: CardFacts;
}

export interface CardFacts {
  /** The writer of the mail, and what proves that. */
  facts: readonly Html[];
  /** The version that its reviewer returned before, against this one; null: there is none. */
  changes: Html | null;
  /** The file that is open in place. */
  opened: { section: string; view: Html } | null;
  /** The page's address with this file open. */
  openFile(section: string): string;
}

export function reviewView(view: ReviewView): Html {
  const { address, review, form, url, editable, now, level, card } = view;
  const { mail, direction, status, expires_at: expires, planned } = review;
  const title = direction === "outbound" ? words.wantsToSend(address) : words.received(address);
  return html`<section class="review" aria-label="${title}" id="review-${review.id}"${status !== "pending" && html` data-decided`}>
<header>${icon(direction === "outbound" ? "hand" : "shield")}<div>${level === 1 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
<p class="soft small">${words.why}: ${reasonsOf(review.reasons.map(({ code }) => code))}. ${timeTag(review.created_at, now)}${expires !== null && html`, ${words.until} ${timeTag(expires, now)}`}</p></div></header>
${status !== "pending" && decidedNotice(review, now)}
${review.failed !== null && notice(html`${planned?.status === "approved" ? words.failed : words.notRefused} ${review.failed}`, "bad")}
${review.ramp && rampNotice(review.ramp, now)}
${card && card.facts.length > 0 && html`<ul class="card-facts">${card.facts.map((one) => html`<li>${one}</li>`)}</ul>`}
${mail ? html`${fieldsView(mail, review)}${card?.changes}${textView(mail, url)}${wholeMailView(mail, url, card)}` : html`<p class="soft">${words.gone}</p>`}
${review.diff.length > 0 && changesView(review)}
${form && mail && status === "pending" && (planned?.until ? plannedNotice({ form, id: review.id, planned, now }) : decisions({ form, review, editable, isCard: card !== undefined }))}
</section>`;
}

/** A person has decided: it comes into force in a moment, and can be taken back until then; a refusal by its maker alone. */
function plannedNotice({
  form,
  id,
  planned: { status, until, by },
  now,
}: {
  form: ReviewForm;
  id: string;
  planned: ShownDecision;
  now: number;
}): Html {
  const told = status === "approved" ? words.approvedUntil : words.decidedUntil(words.status[status]);
  const isOffered = form.by !== undefined && (status === "approved" || form.by === by);
  const undo = isOffered && undoForm({ ...form, fields: { ...form.fields, id } });
  return notice(html`${told} ${until !== null && timeTag(until, now)}. ${undo}`);
}

/** Takes a decision back. */
function undoForm({ action, fields }: ReviewForm): Html {
  return html`<form method="post" action="${action}/undo" class="inline">${Object.entries(fields).map(([name, value]) => hidden(name, value))}${buttonOf({ text: words.takeBack, class: "button small" })}</form>`;
}

function rampNotice(
  { domain, limit, used, leaves_at: at }: NonNullable<ReviewDetail["ramp"]>,
  now: number,
): Html {
  return html`<p class="fact-line quiet">${icon("clock")}<span>${words.ramp(domain, used, limit)}${at !== null && html` ${words.rampUntil} ${timeTag(at, now)}.`}</span></p>`;
}

function decidedNotice({ status, decided_by: by, decided_at: at, comment }: ReviewDetail, now: number): Html {
  return notice(
    html`<strong>${words.status[status]}</strong>${by && html` ${words.by} ${by.id ?? by.kind}`}${at && html`, ${timeTag(at, now)}`}${comment && html`<p>${comment}</p>`}`,
  );
}

function fieldsView(mail: MailUnderReview, review: ReviewDetail): Html {
  const fresh = new Set(review.reasons.flatMap(({ address }) => address ?? []));
  const isFresh = (email: string) => fresh.has(email.toLowerCase());
  const named = (boxes: readonly { email: string; name: string | null }[]) =>
    boxes.map(
      ({ email, name }, n) =>
        html`${n > 0 && ", "}${name === null ? email : `${name} <${email}>`}${isFresh(email) && html` <span class="chip warn">${words.fresh}</span>`}`,
    );
  const line = (label: string, value: string | Html | readonly Html[] | null) =>
    value !== null &&
    value.toString() !== "" &&
    !(Array.isArray(value) && value.length === 0) &&
    html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const shown = new Set([...mail.to, ...mail.cc, ...mail.bcc].map(({ email }) => email.toLowerCase()));
  const hiddenOnes = mail.recipients.filter((email) => !shown.has(email.toLowerCase()));
  return html`<dl class="fields">
${line(words.fields.from, named([mail.from]))}
${line(words.fields.to, named(mail.to))}
${line(words.fields.cc, named(mail.cc))}
${line(words.fields.bcc, named(mail.bcc))}
${line(words.fields.reaches, named(hiddenOnes.map((email) => ({ email, name: null }))))}
${line(words.fields.subject, mail.subject ?? words.none)}
${line(words.fields.files, mail.attachments.join(", "))}
</dl>`;
}

function textView(mail: MailUnderReview, url: FileUrl): Html {
  return html`<div class="text as-written">${textWithPictures(cut(mail.text ?? words.noText), mail, url)}</div>
${mail.html !== null && html`<details class="source"><summary>${words.html}</summary><pre tabindex="0">${cut(mail.html)}</pre></details>`}`;
}

/** A reviewer's edits: the original and the sent mail side by side. */
export function changesView({ diff }: Pick<ReviewDetail, "diff">): Html {
  const shown = (value: unknown) =>
    typeof value === "string" ? value : JSON.stringify(value ?? "", null, 1);
  return html`<h3>${words.changed}</h3>${diff.map(({ field, before, after }) =>
    sidesView(
      words.changedFields[field] ?? field,
      { name: words.original, text: cut(shown(before)) },
      { name: words.edited, text: cut(shown(after)) },
    ),
  )}`;
}

/** @param about.isCard alone on its page: single keys act on it */
function decisions({
  form,
  review,
  editable,
  isCard,
}: {
  form: ReviewForm;
  review: ReviewDetail;
  editable: boolean;
  isCard: boolean;
}): Html {
  const { direction, id } = review;
  const outbound = direction === "outbound";
  const send = (decision: string, content: Html, more = html` data-words="${id} ${decision}"`) =>
    html`<form method="post" action="${form.action}"${more}>${Object.entries(form.fields).map(([name, value]) => hidden(name, value))}${hidden("decision", decision)}${hidden("expected", review.covers)}${content}</form>`;
  const comment = (name: string, label: string) =>
    field(
      `${name}-${id}`,
      label,
      html`<textarea id="${name}-${id}" name="comment" required maxlength="2000" rows="3"></textarea>`,
    );
  const asked = (name: keyof typeof cardKeys, summary: string, content: Html) =>
    html`<details class="decision ${name}" name="decision-${id}"><summary class="button plain"${isCard && html` data-key="${cardKeys[name]}"`}>${summary}${isCard && keyHint(cardKeys[name])}</summary><div class="sheet">${content}</div></details>`;
  const end = (text: string, look = "button") => buttonOf({ text, class: look, key: "Ctrl+Enter" });
  return html`<div class="decisions" role="group" aria-label="${words.decide}">
${send("approve", html`<button class="button primary" data-key="${isCard ? "y" : "Ctrl+Enter"}">${icon("check")}<span>${outbound ? words.approve : words.letIn}</span>${isCard && keyHint("y")}</button>`, html` class="approve"`)}
${outbound && editable && asked("edit", words.edit, editor({ review, send }))}
${outbound && asked("return", words.giveBack, send("return", html`${comment("return", words.giveBackLabel)}${end(words.giveBackButton)}`))}
${asked("reject", outbound ? words.refuse : words.delete, send("reject", html`${comment("reject", words.reason)}${end(outbound ? words.refuseButton : words.deleteButton, "button danger")}`))}
${outbound && asked("take", words.takeOver, send("take_over", html`<p class="small">${words.takeOverHint}</p>${end(words.takeOverButton)}`))}
</div>`;
}

/** The keys of a card's sheets. */
const cardKeys = { edit: "e", return: "r", reject: "n", take: "t" } as const;

/** A button says its key where a keyboard is likely. */
export const keyHint = (key: string) => html` <kbd aria-hidden="true">${keyCap(key)}</kbd>`;

/** The first button of a form is pressed by Enter in a field: this one does nothing. HTML 4.10.21.2 */
const noEnter = html`<button disabled hidden></button>`;

/** The original on one side, what is to leave on the other. */
function editor({
  review: { id, mail },
  send,
}: {
  review: ReviewDetail;
  send: (decision: string, content: Html) => Html;
}): Html {
  const { to, subject, text } = must(mail, "a review of this kind has its mail");
  return send(
    "approve",
    html`${noEnter}<div class="sides"><div><p class="side-name">${words.original}</p><div class="text" data-original="${`text-${id}`}">${cut(text ?? "")}</div></div>
<div>${field(`to-${id}`, words.fields.to, html`<input id="to-${id}" name="to" type="text" maxlength="4000" value="${to.map(({ email }) => email).join(", ")}">`)}
${field(`subject-${id}`, words.fields.subject, html`<input id="subject-${id}" name="subject" type="text" maxlength="998" value="${subject ?? ""}">`)}
${field(`text-${id}`, words.text, html`<textarea id="text-${id}" name="text" rows="14" data-first>${text ?? ""}</textarea>`, words.editHint)}
${buttonOf({ text: words.sendSo, icon: "check", class: "button primary", key: "Ctrl+Enter" })}</div></div>`,
  );
}

/**
 * @param status what was decided
 * @param undo where that is taken back, while it can be
 */
export function donePage(status: ReviewDetail["status"], undo: ReviewForm | null): Html {
  const soon = status === "approved" ? words.leavesSoon : words.decidedSoon(words.status[status]);
  return html`<h1>${words.done}</h1>${notice(undo ? html`${soon} ${undoForm(undo)}` : words.isNow(words.status[status]), "good")}<p class="soft">${undo ? words.linkBack : words.linkUsed}</p>`;
}

export function reasonsOf(codes: readonly string[]): string {
  return [...new Set(codes)].map((code) => words.reasons[code] ?? code).join("; ");
}

function cut(text: string): string {
  return text.length > mostShown
    ? `${text.slice(0, mostShown)}\n… (${phrases.thread.cut(text.length - mostShown)})`
    : text;
}
