// The page of a thread: its head with what can be done, its messages, and what waits in it.
import { replySubject } from "../../../actors/identity/sending/prepare.ts";
import type { Instant } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import { capabilitiesOf } from "../../schema/addresses/capabilities.ts";
import type { ThreadDraft } from "../../store/mailbox/inbox.ts";
import { answerFields } from "../drafts/answer.ts";
import { namedSender } from "../drafts/shown-name.ts";
import { writeForm } from "../drafts/write-view.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, notice } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { mailUrl } from "../reviews/review-mail.ts";
import { reviewView } from "../reviews/review-view.ts";
import { may } from "../session/accounts.ts";
import { zoneIn } from "../session/session.ts";
import { invitationCard } from "./invitation-card.ts";
import { messageView } from "./message-view.ts";
import { type ListAddress, listPath, threadPath } from "./places.ts";
import type { ReadNote } from "./read-notes.ts";
import { maxShown, type ReadMessage, shownAtOnce, type ThreadPage } from "./thread-data.ts";
import { noteForm, noteView } from "./thread-notes.ts";
import { toolbar } from "./thread-toolbar.ts";
import { writerOf, writersLine } from "./writers.ts";

const words = phrases.thread;

/** Parts that the page's address asks to show in another way. */
export interface ThreadViewChoices {
  flipped: string | null;
  pictures: string | null;
  whole: string | null;
  before: Instant | null;
  /** Messages that are shown. */
  count: number;
}

export function threadView(
  here: Here,
  page: ThreadPage,
  { place, shown, next }: { place: ListAddress; shown: ThreadViewChoices; next: string },
): Html {
  const { thread, address, messages, waiting, earlier, isPast } = page;
  const path = (more: Record<string, string | null>) =>
    threadPath(thread.id, place, {
      before: shown.before,
      shown: shown.count > shownAtOnce ? String(shown.count) : null,
      ...more,
    });
  const form = { csrf: here.csrf, account: here.account.accountId };
  const again = (recipient: string) =>
    buttonForm(
      here,
      { action: "/console/suppressions/lift", fields: { email: recipient, back: path({}) } },
      { text: words.writeAgain, class: "button plain small" },
    );
  const sender = namedSender(page.identity);
  const view = (read: ReadMessage) =>
    html`${messageView(read, { here: path, ...shown, now: here.now, actions: may(here, "member") && answers(read, path({})), again: may(here, "member") ? again : null })}${read.message.invitation && invitationCard(here, read, { back: path({}), sender })}`;
  return html`<article class="thread">
<header class="thread-head"><a class="back" href="${listPath(place)}">${icon("back")}<span>${words.toList}</span></a>
${may(here, "member") && toolbar(here, page, { back: path({}), next })}
<h1>${thread.subject?.trim() || phrases.lists.noSubject}</h1>
<p class="meta"><span class="chip status-${thread.status}">${phrases.status[thread.status]}</span>${thread.snoozedUntil !== null && html`<span class="chip">${icon("moon")}${phrases.snooze.sleeps} ${timeTag(thread.snoozedUntil, here.now)}</span>`}<span class="chip quiet">${address}</span>${assigneeOf(page)}${page.labels.filter(({ id }) => page.labelIds.has(id)).map(({ name }) => html`<span class="chip label">${icon("label")}${name}</span>`)}</p></header>
${isPast && html`<p class="earlier"><a class="button plain small" href="${threadPath(thread.id, place)}">${words.newest}</a></p>`}
${earlier !== null && html`<p class="earlier">${earlierLink(page, { path, count: shown.count })}</p>`}
<div class="messages">${inOrder(page, view, (note) => noteView(here, note, { people: page.people, path: path({}) }))}</div>
${waiting.map((one) =>
  reviewView({
    ...one,
    form: { action: "/console/reviews", fields: { ...form, id: one.review.id }, by: here.origin.id },
    url: mailUrl(one.review.id),
    now: here.now,
    level: 2,
  }),
)}
${may(here, "member") && draftsOf(here, page)}
${writersLine(here, page.drafts, page)}
${may(here, "member") && replyForm(here, page, path({}))}
${noteForm(here, thread.id, path({}))}
${messages.length === 0 && waiting.length === 0 && notice(words.noText)}
</article>`;
}

/** The link that adds earlier messages; behind as many as one page shows it goes to a page of those before. */
function earlierLink(
  { thread, messages, earlier, isPast }: ThreadPage,
  { path, count }: { path(more: Record<string, string | null>): string; count: number },
): Html {
  const isAdded = !isPast && count < maxShown;
  const href = isAdded
    ? `${path({ shown: String(count + shownAtOnce) })}#m-${messages[0]?.row.id ?? ""}`
    : path({ before: earlier, shown: null });
  const left = thread.messageCount - messages.length;
  return html`<a class="button plain small" href="${href}">${isPast || left < 1 ? words.earlierOnes : words.earlier(left)}</a>`;
}

/** Messages and notes by their time; notes from before the oldest message that is shown are left out with its neighbours. */
function inOrder(
  { messages, notes, earlier }: ThreadPage,
  message: (read: ReadMessage) => Html,
  note: (row: ReadNote) => Html,
): Html[] {
  const first = earlier === null ? "" : (messages[0]?.row.createdAt ?? "");
  const all = [
    ...messages.map((read) => ({ at: read.row.createdAt, view: () => message(read) })),
    ...notes
      .filter(({ createdAt }) => createdAt > first)
      .map((row) => ({ at: row.createdAt, view: () => note(row) })),
  ];
  return all.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ view }) => view());
}

/** Buttons that answer or forward a message. */
function answers({ row }: ReadMessage, back: string): Html {
  const link = (kind: "reply" | "all" | "forward", name: "reply" | "reply-all" | "forward") =>
    html`<a class="button ghost small" href="/console/write?parent=${row.id}&kind=${kind}&back=${encodeURIComponent(back)}">${icon(name)}<span>${phrases.write.kinds[kind]}</span></a>`;
  return html`<div class="message-actions">${link("reply", "reply")}${row.mailTo.length + row.mailCc.length > 1 && link("all", "reply-all")}${link("forward", "forward")}</div>`;
}

function draftsOf(here: Here, { drafts, people }: ThreadPage): Html | false {
  if (drafts.length === 0) return false;
  return html`<ul class="thread-drafts">${drafts.map((draft) => draftLine(here, draft, writerOf(here, draft, people)))}</ul>`;
}

function draftLine(here: Here, draft: ThreadDraft, writer: string | null): Html {
  const { id, preview, updatedAt, sendAt } = draft;
  return html`<li>${icon("draft")}<span class="grow"><strong>${sendAt === null ? phrases.write.draft : phrases.write.leaves}</strong>${sendAt !== null && html` ${timeTag(sendAt, here.now)}`} <span class="soft">${preview}</span></span>${writer !== null && html` <span class="chip quiet">${writer}</span>`}${timeTag(updatedAt, here.now)}${sendAt === null ? html`<a class="button plain small" href="/console/drafts/${id}">${phrases.write.go}</a>` : buttonForm(here, { action: `/console/drafts/${id}/undo` }, { text: phrases.write.undo, class: "button plain small" })}</li>`;
}

/** An answer to the newest message, below the thread. */
function replyForm(
  here: Here,
  { messages, identity, sender, thread, drafts, zone: calendarZone, templates }: ThreadPage,
  back: string,
): Html | false {
  const last = messages.at(-1);
  if (!last || drafts.some(({ sendAt }) => sendAt === null) || !capabilitiesOf(identity.type).drafts)
    return false;
  const { hasOthers, ...typed } = answerFields(last.row, identity, { all: false, sender });
  if (typed.to === "") return false;
  const hasOwnSubject = typed.subject !== replySubject(thread.subject);
  const later = { zone: zoneIn(here.request) ?? calendarZone, now: here.now };
  const all = `/console/write?parent=${last.row.id}&kind=all&back=${encodeURIComponent(back)}`;
  return html`<details class="reply" id="reply"${thread.status === "human_review" && html` open`}><summary data-key="r">${icon("reply")}<span>${phrases.write.kinds.reply}</span></summary>
${writeForm(here, { typed, addresses: [namedSender(identity)], attachments: [], back, isShort: true, hasOwnSubject, later, templates })}${hasOthers && html`<p class="small"><a href="${all}">${phrases.write.replyAll}</a></p>`}</details>`;
}

function assigneeOf({ thread, people }: ThreadPage): Html | false {
  if (thread.assigneeId === null) return false;
  const found = people.find(({ id }) => id === thread.assigneeId);
  return html`<span class="chip quiet">${icon("person")}${found?.name ?? phrases.people.someone}</span>`;
}
