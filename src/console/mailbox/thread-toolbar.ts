// The toolbar of a thread: actions on all of it.
import { type Html, html } from "../../lib/html.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, hidden, option, postForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import type { ThreadPage } from "./thread-data.ts";
import { labelMenu } from "./thread-labels.ts";
import { moveButtons } from "./thread-moves.ts";

const words = phrases.thread;

export function toolbar(here: Here, page: ThreadPage, { back, list }: { back: string; list: string }): Html {
  const { thread, people } = page;
  const { status } = thread;
  const action = `/console/threads/${thread.id}/status`;
  const to = (
    value: string,
    button: Parameters<typeof buttonForm>[2],
    more: Readonly<Record<string, string>> = {},
  ) => buttonForm(here, { action, fields: { status: value, back, ...more } }, button);
  const isDone = status === "resolved";
  return html`<div class="toolbar" role="group" aria-label="${words.more}">
${isDone ? to("open", { text: words.reopen, icon: "inbox" }) : to("resolved", { text: words.done, icon: "done", key: "e" })}
${status === "open" && to("waiting", { text: words.waiting, icon: "clock", class: "button plain", key: "w" })}
${status === "waiting" && to("open", { text: words.reopen, icon: "inbox", class: "button plain" })}
${status === "human_review" ? to("open", { text: words.handBack, icon: "bolt", class: "button plain" }, { owner: "agent" }) : to("human_review", { text: words.takeOver, icon: "hand", class: "button plain" }, { owner: "human" })}
<details class="menu"><summary class="button plain" data-key="a">${icon("person")}<span>${words.assign}</span></summary><div class="sheet">${postForm(
    here,
    { action: `/console/threads/${thread.id}/assign`, class: "stack" },
    html`${hidden("back", back)}<label for="assignee">${words.assignTo}</label><select id="assignee" name="assignee">${option("", phrases.people.nobody, thread.assigneeId === null)}${people.map(({ id, name }) => option(id, id === here.personId ? `${name} (${phrases.people.you})` : name, id === thread.assigneeId))}</select>${buttonOf({ text: words.assign, class: "button primary" })}`,
  )}</div></details>
${labelMenu(here, page, back)}
${moveButtons(here, page, list)}
<a class="button ghost" href="/console/threads/${thread.id}/history">${icon("history")}<span>${words.history}</span></a></div>`;
}
