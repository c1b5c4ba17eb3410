// The page on which a person sets what waits for one, and whom an address may write to.

import type { GivenProtection } from "../../../actors/account/reviews/protection.ts";
import { type Html, html } from "../../lib/html.ts";
import type { EntryRow } from "../../store/reviews/protection.ts";
import type { StoredProtection } from "../../store/tables/index.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, field, option, postForm } from "../frame/forms.ts";
import { seenField } from "../frame/seen-state.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { phrases } from "../phrases.ts";

const words = phrases.protection;

export interface ProtectionView {
  /** The identity's id; null: the account's default. */
  identity: string | null;
  addresses: readonly { id: string; email: string }[];
  settings: StoredProtection;
  entries: readonly EntryRow[];
}

/** The fields that the form sets. */
export function setByForm(settings: GivenProtection): GivenProtection {
  const { outbound, inbound, approver, submission, expiresAfter, onExpiry } = settings;
  const { reviewers, notify, firstContactsADay, untrustedContactsADay } = settings;
  const limits = { expiresAfter, onExpiry, firstContactsADay, untrustedContactsADay };
  return { outbound, inbound, approver, submission, reviewers, notify, ...limits };
}

export function protectionPage(here: Here, view: ProtectionView): Html {
  const { identity, addresses, settings, entries } = view;
  const fields = { identity: identity ?? "" };
  const choose = (name: keyof typeof words.choices, current: string) =>
    field(
      name,
      words.choices[name].label,
      html`<select id="${name}" name="${name}">${Object.entries(words.choices[name].values).map(([value, text]) => option(value, text, value === current))}</select>`,
    );
  const text = (name: keyof typeof words.texts, value: string) =>
    field(
      name,
      words.texts[name].label,
      html`<input id="${name}" name="${name}" type="text" maxlength="4000" value="${value}" autocomplete="off">`,
      words.texts[name].hint,
    );
  const number = (value: number | null) => (value === null ? "" : String(value));
  return html`${settingsHead(here, "protection")}
<form class="search-form" method="get" action="/console/settings/protection"><label for="identity">${words.of}</label>
<select id="identity" name="identity" data-submit>${option("", words.allAddresses, identity === null)}${addresses.map(({ id, email }) => option(id, email, id === identity))}</select>
${buttonOf({ text: words.show, class: "button plain no-script" })}</form>
${postForm(
  here,
  { action: "/console/protection", class: "stack two", fields },
  html`${seenField(setByForm(settings))}<fieldset><legend>${words.waits}</legend>${choose("outbound", settings.outbound)}
${choose("inbound", settings.inbound)}
${choose("submission", settings.submission)}</fieldset>
<fieldset><legend>${words.decides}</legend>${choose("approver", settings.approver)}
${text("reviewers", settings.reviewers.join(", "))}
${choose("notify", settings.notify)}
${text("expires_after", number(settings.expiresAfter))}
${choose("on_expiry", settings.onExpiry)}</fieldset>
<fieldset><legend>${words.limits}</legend>${text("first_contacts_a_day", number(settings.firstContactsADay))}
${text("untrusted_contacts_a_day", number(settings.untrustedContactsADay))}</fieldset>
<div class="actions">${buttonOf({ text: words.save, class: "button primary" })}</div>`,
)}
<h2 id="lists">${words.lists}</h2>
${entries.length === 0 && html`<p class="soft">${words.noEntries}</p>`}
<ul class="cards">${entries.map(
    ({ id, entry, list, direction }) =>
      html`<li class="card-row"><div class="grow"><strong>${entry}</strong><p class="soft small">${words.rules[`${direction} ${list}`]}</p></div>
${postForm(here, { action: "/console/protection/entries/remove", class: "inline", fields: { ...fields, id } }, html`<button class="button plain danger small" aria-label="${words.removeNamed(entry)}">${words.remove}</button>`)}</li>`,
  )}</ul>
${postForm(
  here,
  { action: "/console/protection/entries", class: "in-row", fields },
  html`${field("entry", words.entry, html`<input id="entry" name="entry" type="text" maxlength="400" required autocomplete="off" placeholder="example.com">`)}
${field("rule", words.rule, html`<select id="rule" name="rule">${Object.entries(words.rules).map(([value, text]) => option(value, text, value === "send allow"))}</select>`)}
${buttonOf({ text: words.add, class: "button" })}`,
)}`;
}
