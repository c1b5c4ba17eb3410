// The page of a thread: its head with what can be done, its messages, and what waits in it.
import type { Instant } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, hidden, notice, option, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import { reviewView } from "../reviews/review-view.ts";
import { may } from "../session/accounts.ts";
import { invitationCard } from "./invitation-card.ts";
import { messageView } from "./message-view.ts";
import { type ListPlace, listPath, threadPath } from "./places.ts";
import type { ReadMessage, ThreadPage } from "./thread-data.ts";

const words = phrases.thread;

/** What the address of the page asks to show otherwise. */
export interface Shown {
  flipped: string | null;
  pictures: string | null;
  whole: string | null;
  before: Instant | null;
}

export function threadView(
  here: Here,
  page: ThreadPage,
  { place, shown }: { place: ListPlace; shown: Shown },
): Html {
  const { thread, address, messages, waiting, earlier, isPast } = page;
  const path = (more: Record<string, string | null>) =>
    threadPath(thread.id, place, { before: shown.before, ...more });
  const form = { csrf: here.csrf, account: here.account.accountId };
  const view = (read: ReadMessage) =>
    html`${messageView(read, { here: path, ...shown, now: here.now, actions: false })}${read.message.invitation && invitationCard(here, read, path({}))}`;
  return html`<article class="thread">
<header class="thread-head"><a class="back" href="${listPath(place)}">${icon("back")}<span>${words.toList}</span></a>
${may(here, "member") && toolbar(here, page, path({}))}
<h1>${thread.subject?.trim() || phrases.lists.noSubject}</h1>
<p class="meta"><span class="chip status-${thread.status}">${phrases.status[thread.status]}</span><span class="chip quiet">${address}</span>${assigneeOf(page)}${page.labels.filter(({ id }) => page.labelIds.has(id)).map(({ name }) => html`<span class="chip label">${icon("label")}${name}</span>`)}</p></header>
${isPast && html`<p class="earlier"><a class="button plain small" href="${threadPath(thread.id, place)}">${words.newest}</a></p>`}
${earlier !== null && html`<p class="earlier"><a class="button plain small" href="${threadPath(thread.id, place, { before: earlier })}">${words.earlier(Math.max(thread.messageCount - messages.length, 1))}</a></p>`}
<div class="messages">${messages.map(view)}</div>
${waiting.map((one) =>
  reviewView({
    ...one,
    form: { action: "/console/reviews", fields: { ...form, id: one.review.id } },
    now: here.now,
    level: 2,
  }),
)}
${messages.length === 0 && waiting.length === 0 && notice(words.noText)}
</article>`;
}

function assigneeOf({ thread, people }: ThreadPage): Html | false {
  if (thread.assigneeId === null) return false;
  const found = people.find(({ id }) => id === thread.assigneeId);
  return html`<span class="chip quiet">${icon("person")}${found?.name ?? phrases.people.someone}</span>`;
}

function toolbar(here: Here, { thread, people }: ThreadPage, back: string): Html {
  const { status } = thread;
  const action = `/console/threads/${thread.id}/status`;
  const to = (
    value: string,
    button: Parameters<typeof buttonForm>[2],
    more: Readonly<Record<string, string>> = {},
  ) => buttonForm(here, { action, fields: { status: value, back, ...more } }, button);
  const isDone = status === "resolved";
  return html`<div class="toolbar" role="toolbar" aria-label="${words.more}">
${isDone ? to("open", { text: words.reopen, icon: "inbox" }) : to("resolved", { text: words.done, icon: "done", key: "e" })}
${status === "open" && to("waiting", { text: words.waiting, icon: "clock", class: "button plain", key: "w" })}
${status === "waiting" && to("open", { text: words.reopen, icon: "inbox", class: "button plain" })}
${status === "human_review" ? to("open", { text: words.handBack, icon: "bolt", class: "button plain" }, { owner: "agent" }) : to("human_review", { text: words.takeOver, icon: "hand", class: "button plain" }, { owner: "human" })}
<details class="menu"><summary class="button plain" aria-label="${words.assign}">${icon("person")}<span>${words.assign}</span></summary><div class="sheet">${postForm(
    here,
    { action: `/console/threads/${thread.id}/assign`, class: "stack" },
    html`${hidden("back", back)}<label for="assignee">${words.assignTo}</label><select id="assignee" name="assignee">${option("", phrases.people.nobody, thread.assigneeId === null)}${people.map(({ id, name }) => option(id, id === here.personId ? `${name} (${phrases.people.you})` : name, id === thread.assigneeId))}</select>${buttonOf({ text: words.assign, class: "button primary" })}`,
  )}</div></details></div>`;
}
