// The queue over all addresses: plain functions of what they show.

import { instantOf } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import { explainQueued } from "../../outbound/queue-text.ts";
import { type QueuedRecipient, queueStates } from "../../store/sending/send-queue.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, emptyState, field, notice, option, sureForm } from "../frame/forms.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

const words = phrases.queue;
const path = "/console/settings/queue";

export interface QueueView {
  rows: readonly QueuedRecipient[];
  /** Where the next page begins; null: this is the last. */
  end: string | null;
  typed: { domain: string; error: string; state: string };
  /** Why something that was asked of it did not work. */
  error?: string;
}

export function queuePage(here: Here, { rows, end, typed, error }: QueueView): Html {
  const more = end === null ? null : new URLSearchParams({ ...typed, after: end });
  return html`${settingsHead(here, "queue")}
<p class="soft">${words.lead}</p>
${error && notice(error, "bad")}
<form class="in-row four" method="get" action="${path}" role="search">${field("domain", words.domain, html`<input id="domain" name="domain" type="text" maxlength="253" value="${typed.domain}" autocapitalize="none" spellcheck="false">`)}
${field("error", words.error, html`<input id="error" name="error" type="text" maxlength="200" value="${typed.error}">`)}
${field("state", words.state, html`<select id="state" name="state">${option("", words.anyState, typed.state === "")}${queueStates.map((state) => option(state, words.states[state], state === typed.state))}</select>`)}
${buttonOf({ text: words.find, class: "button plain" })}</form>
${rows.length === 0 && end === null && emptyState("check", { title: words.none, text: words.noneText })}
<ul class="cards">${rows.map((row) => entry(here, row, typed))}</ul>
${more && html`<p><a href="${path}?${more.toString()}">${words.more}</a></p>`}`;
}

function entry(here: Here, row: QueuedRecipient, typed: QueueView["typed"]): Html {
  const act = (what: "retry" | "hold" | "release") =>
    buttonForm(
      here,
      { action: "/console/queue", fields: { id: row.id, do: what, ...typed } },
      { text: words[what], class: "button plain small" },
    );
  const isHeld = row.state === "held";
  return html`<li class="card-row"><div class="grow"><strong>${row.recipient}</strong> ${timeTag(row.createdAt, here.now)}
<p class="soft small">${row.fromEmail ?? row.accountId}, ${words.states[row.state]}, ${words.tries(row.attempts)}</p>
<details><summary class="small">${words.why}</summary><p class="small">${explainQueued(row, instantOf(here.now))}</p></details></div>
<div class="actions">${!isHeld && row.state !== "active" && act("retry")}${isHeld ? act("release") : act("hold")}
${sureForm(here, { open: words.drop, hint: words.dropHint, action: "/console/queue", fields: { id: row.id, do: "drop", ...typed }, sure: words.dropSure })}</div></li>`;
}
