// What is a person's own: a plain function of what it shows.
import { type Html, html } from "../../lib/html.ts";
import type { SessionRow } from "../../store/accounts/console.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, sureForm } from "../frame/forms.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { settingsHead } from "./settings-head.ts";

const words = phrases.you;

export interface YouView {
  sessions: readonly { row: SessionRow; id: string; device: string; isThis: boolean }[];
}

export function youPage(here: Here, view: YouView): Html {
  return html`${settingsHead(here, "you")}
<p class="soft">${words.lead(here.email ?? phrases.people.operator)}</p>
${shortcuts(here)}
${sessionList(here, view)}`;
}

function shortcuts(here: Here): Html {
  const { title, lead, on, off, turnOn, turnOff, list } = words.shortcuts;
  const isOn = here.account.shortcuts;
  return html`<h2 id="keys">${title}</h2>
<p>${lead}</p>
<dl class="facts">${list.map(([key, does]) => html`<div><dt>${key.split(", ").map((one, n) => html`${n > 0 && " "}<kbd>${one}</kbd>`)}</dt><dd>${does}</dd></div>`)}</dl>
<div class="actions">${buttonForm(here, { action: "/console/you/keys", fields: { keys: isOn ? "off" : "on" } }, { text: isOn ? turnOff : turnOn, class: "button" })} <span class="soft small">${isOn ? on : off}</span></div>`;
}

function sessionList(here: Here, { sessions }: YouView): Html {
  const { title, lead, endOthers } = words.sessions;
  return html`<h2 id="sessions">${title}</h2>
<p class="soft">${lead}</p>
<ul class="cards spaced">${sessions.map((session) => sessionRow(here, session))}</ul>
${sessions.length > 1 && buttonForm(here, { action: "/console/you/sessions/end-others" }, { text: endOthers, class: "button danger" })}`;
}

function sessionRow(here: Here, { row, id, device, isThis }: YouView["sessions"][number]): Html {
  const { this: own, began, used, end, endHint, endNamed } = words.sessions;
  const { createdAt, lastUsedAt } = row;
  return html`<li class="card-row"><div class="grow"><strong>${device}</strong>${isThis && html` <span class="chip">${own}</span>`}
<p class="soft small">${began} ${timeTag(createdAt, here.now)}, ${used} ${timeTag(lastUsedAt ?? createdAt, here.now)}</p></div>
${!isThis && sureForm(here, { open: end, hint: endHint, action: "/console/you/sessions/end", fields: { id }, sure: endNamed(device) })}</li>`;
}
