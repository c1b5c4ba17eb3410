// Webhooks and what became of their deliveries: plain functions of what they show.
import { type Html, html } from "../../lib/html.ts";
import { eventTypes } from "../../schema/events/events.ts";
import type { DeliveryRow } from "../../store/events/deliveries.ts";
import type { WebhookRow } from "../../store/events/webhooks.ts";
import type { Here } from "../frame/answers.ts";
import { buttonForm, buttonOf, field, notice, option, postForm, sureForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

const words = phrases.webhooks;
const longestAnswer = 500;

export interface WebhooksView {
  webhooks: readonly WebhookRow[];
  addresses: readonly { id: string; email: string }[];
  /** The URL of a form that was refused. */
  typed: string;
  /** The one that was just made. */
  made?: { url: string; secret: string };
  error?: string;
}

export function webhooksPage(here: Here, { webhooks, addresses, made, error, typed }: WebhooksView): Html {
  const emails = new Map(addresses.map(({ id, email }) => [id, email]));
  const ofWhom = ({ identityId }: WebhookRow) =>
    identityId === null ? words.wholeAccount : (emails.get(identityId) ?? words.oneAddress);
  return html`${settingsHead(here, "webhooks")}
<p class="soft">${words.lead}</p>
${error && notice(error, "bad")}
${
  made &&
  notice(
    html`<p><strong>${words.made(made.url)}</strong> ${words.copyNow}</p><pre id="new-secret" tabindex="0">${made.secret}</pre>`,
    "good",
  )
}
${webhooks.length === 0 && html`<p>${words.none}. <span class="soft">${words.noneText}</span></p>`}
<ul class="cards spaced">${webhooks.map(
    (webhook) =>
      html`<li><a class="card-row card-link" href="/console/settings/webhooks/${webhook.id}"><span class="grow"><strong>${webhook.url}</strong><span class="soft small">${ofWhom(webhook)}, ${kindsOf(webhook)}</span></span>${statusChip(webhook.status)}${icon("next")}</a></li>`,
  )}</ul>
<h2 id="new">${words.newTitle}</h2>
${postForm(
  here,
  { action: "/console/webhooks", class: "stack" },
  html`${field("url", words.url, html`<input id="url" name="url" type="url" required maxlength="2048" value="${typed}" placeholder="https://example.com/hooks/mail" autocomplete="off">`)}
${field("identity", words.of, html`<select id="identity" name="identity">${option("", words.wholeAccount, true)}${addresses.map(({ id, email }) => option(id, email, false))}</select>`)}
<details><summary>${words.kinds}</summary><div class="picks">${eventTypes.map((type) => html`<label class="pick"><input type="checkbox" name="event" value="${type}"> <span>${type}</span></label>`)}</div><p class="hint">${words.kindsHint}</p></details>
${buttonOf({ text: words.make, class: "button primary" })}`,
)}`;
}

function kindsOf({ eventTypes: kinds }: WebhookRow): string {
  return kinds.length === 0 ? words.allKinds : words.someKinds(kinds.length);
}

const statusLooks = { active: "good", failing: "warn", disabled: "" } as const;

function statusChip(status: WebhookRow["status"]): Html {
  return html`<span class="chip ${statusLooks[status]}">${words.status[status]}</span>`;
}

export function webhookPage(
  here: Here,
  { webhook, deliveries }: { webhook: WebhookRow; deliveries: readonly DeliveryRow[] },
): Html {
  const { id, url, status } = webhook;
  const tried = deliveries.filter(({ attemptCount }) => attemptCount > 0);
  const isDeaf = status === "active" && tried.length > 0 && tried.every((row) => row.status !== "delivered");
  const act = (what: string, text: string) =>
    buttonForm(
      here,
      { action: "/console/webhooks/change", fields: { id, do: what } },
      { text, class: "button plain" },
    );
  return html`${settingsHead(here, "webhooks")}
<p><a href="/console/settings/webhooks">${words.back}</a></p>
<header class="section-head"><h2>${url}</h2>${statusChip(isDeaf ? "failing" : status)}</header>
<p class="soft small">${kindsOf(webhook)}${webhook.eventTypes.length > 0 && html`: ${webhook.eventTypes.join(", ")}`}. ${isDeaf ? words.noneArrived(tried.length) : words.meaning[status]}</p>
<div class="actions">${status !== "disabled" && act("test", words.test)}${status === "disabled" ? act("enable", words.enable) : act("disable", words.disable)}
${sureForm(here, { open: words.delete, hint: words.deleteHint, action: "/console/webhooks/change", fields: { id: webhook.id, do: "delete" }, sure: words.deleteSure })}</div>
<h2 id="deliveries">${words.deliveries}</h2>
${deliveries.length === 0 && html`<p class="soft">${words.noDeliveries}</p>`}
<ul class="cards">${deliveries.map((row) => deliveryRow(here, webhook, row))}</ul>`;
}

function deliveryRow(here: Here, webhook: WebhookRow, row: DeliveryRow): Html {
  const { now } = here;
  const answer = row.error ?? row.responseBody ?? "";
  const isOver = row.status === "delivered" || row.status === "failed";
  return html`<li class="card-row"><div class="grow"><strong>${row.eventType}</strong> ${timeTag(row.createdAt, now)}
<p class="soft small">${words.deliveryStatus[row.status]}${row.responseStatus !== null && `, ${row.responseStatus}`}, ${words.tries(row.attemptCount)}${row.nextAttemptAt && html`, ${words.next} ${timeTag(row.nextAttemptAt, now)}`}</p>
${answer !== "" && html`<details><summary class="small">${words.answer}</summary><pre class="small" tabindex="0">${answer.slice(0, longestAnswer)}</pre></details>`}</div>
${
  isOver &&
  webhook.status !== "disabled" &&
  buttonForm(
    here,
    { action: "/console/webhooks/replay", fields: { id: row.id, webhook: webhook.id } },
    { text: words.replay, class: "button plain small" },
  )
}</li>`;
}
