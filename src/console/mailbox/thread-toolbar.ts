// The toolbar of a thread: actions on all of it.
import { type Html, html } from "../../lib/html.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, hidden, option, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import type { ThreadPage } from "./thread-data.ts";
import { labelMenu } from "./thread-labels.ts";
import { moveMenu, putAwayButtons, unreadButton } from "./thread-moves.ts";
import { snoozeMenu } from "./thread-snooze.ts";

const words = phrases.thread;

export function toolbar(here: Here, page: ThreadPage, { back, next }: { back: string; next: string }): Html {
  const { thread } = page;
  const { status } = thread;
  const action = `/console/threads/${thread.id}/status`;
  const to = (
    value: string,
    button: Parameters<typeof buttonForm>[2],
    more: Readonly<Record<string, string>> = {},
  ) => buttonForm(here, { action, fields: { status: value, back, ...more } }, button);
  const isDone = status === "resolved";
  return html`<div class="toolbar" role="group" aria-label="${words.actions}">
${isDone ? to("open", { text: words.reopen, icon: "inbox" }) : to("resolved", { text: words.done, icon: "done", key: "e" }, { back: next })}
${status === "open" && to("waiting", { text: words.waiting, icon: "clock", class: "button plain", key: "w" }, { back: next })}
${status === "waiting" && to("open", { text: words.reopen, icon: "inbox", class: "button plain" })}
${snoozeMenu(here, page, next)}
${putAwayButtons(here, page, next)}
${labelMenu(here, page, back)}
${moveMenu(here, page, next)}
${moreMenu(here, page, { back, next })}</div>`;
}

/** A menu of what is done less often: who looks after the thread, unread, its history. */
function moreMenu(here: Here, page: ThreadPage, { back, next }: { back: string; next: string }): Html {
  const { thread, people } = page;
  const [status, owner, text, name] =
    thread.status === "human_review"
      ? (["open", "agent", words.handBack, "bolt"] as const)
      : (["human_review", "human", words.takeOver, "hand"] as const);
  return html`<details class="menu more"><summary class="button plain">${icon("more")}<span>${words.more}</span></summary><div class="sheet">
<div class="menu-items">${buttonForm(here, { action: `/console/threads/${thread.id}/status`, fields: { status, owner, back } }, { text, icon: name, class: "menu-item" })}
${unreadButton(here, page, next)}
<a class="menu-item" href="/console/threads/${thread.id}/history">${icon("history")}<span>${words.history}</span></a></div>
${postForm(
  here,
  { action: `/console/threads/${thread.id}/assign`, class: "stack" },
  html`${hidden("back", back)}<label for="assignee">${words.assignTo}</label><select id="assignee" name="assignee" data-key="a">${option("", phrases.people.nobody, thread.assigneeId === null)}${people.map(({ id, name }) => option(id, id === here.personId ? `${name} (${phrases.people.you})` : name, id === thread.assigneeId))}</select>${buttonOf({ text: words.assign, class: "button primary" })}`,
)}</div></details>`;
}
