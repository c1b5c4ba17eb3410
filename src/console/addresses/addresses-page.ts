// Addresses: a plain function of what it shows.
import { type Html, html } from "../../lib/html.ts";
import type { CountedIdentity } from "../../store/addresses/identities.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, field, notice, option, postForm } from "../frame/forms.ts";
import { avatar } from "../frame/people.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { dayTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

const words = phrases.addresses;
const path = "/console/settings/addresses";

/** Types that a person creates; the others are for routing, by the API. */
export const addressTypes = ["agent", "human", "team"] as const;

export interface AddressesView {
  addresses: readonly { row: CountedIdentity; email: string }[];
  /** More than are shown. */
  hasMore: boolean;
  domains: readonly string[];
  search: string;
  /** The refused form's values. */
  typed: { name: string; domain: string; shown: string };
  error?: string;
}

export function addressesPage(here: Here, view: AddressesView): Html {
  const { addresses, search, hasMore, error } = view;
  return html`${settingsHead(here, "addresses")}
${error && notice(error, "bad")}
<form class="search-form" method="get" action="${path}" role="search"><input type="search" name="q" value="${search}" maxlength="100" aria-label="${words.search}" placeholder="${words.search}">
${buttonOf({ text: words.find, class: "button plain" })}${search !== "" && html` <a href="${path}">${words.showAll}</a>`}</form>
${addresses.length === 0 && html`<p>${search === "" ? words.none : words.noneHas(search)}. <span class="soft">${words.noneText}</span></p>`}
<ul class="cards spaced">${addresses.map(({ row, email }) => addressRow(here, row, email))}</ul>
${hasMore && html`<p class="soft">${words.newest(addresses.length)}</p>`}
<h2 id="new">${words.newTitle}</h2>
${newForm(here, view)}`;
}

function addressRow({ now }: Here, row: CountedIdentity, email: string): Html {
  return html`<li class="card-row" id="${row.id}">${avatar({ email, name: row.displayName }, "small")}<div class="grow"><strong>${email}</strong>
<p class="soft small">${row.displayName && `${row.displayName}, `}${words.types[row.type] ?? row.type}${row.status !== "active" && `, ${row.status}`}, ${words.since} ${dayTag(row.createdAt, now)}</p></div>
<p class="small end"><a href="/console/mail/open?address=${row.id}">${words.mail}</a> · <a href="/console/settings/devices?identity=${row.id}">${words.devices}</a> · <a href="/console/settings/protection?identity=${row.id}">${words.protection}</a></p></li>`;
}

function newForm(here: Here, { domains, typed }: AddressesView): Html {
  return postForm(
    here,
    { action: "/console/addresses", class: "stack" },
    html`<div class="in-row">${field("local_part", words.name, html`<input id="local_part" name="local_part" type="text" required maxlength="64" value="${typed.name}" placeholder="support" autocomplete="off" autocapitalize="none" spellcheck="false">`)}
${field("domain", words.domain, html`<select id="domain" name="domain">${domains.map((domain) => option(domain, `@${domain}`, domain === typed.domain))}</select>`)}</div>
${field("display_name", words.displayName, html`<input id="display_name" name="display_name" type="text" maxlength="200" value="${typed.shown}" placeholder="Support" autocomplete="off">`)}
<fieldset><legend>${words.type}</legend>${addressTypes.map((type, n) => html`<label class="pick"><input type="radio" name="type" value="${type}"${n === 0 && html` checked`}> <span>${words.typeChoices[type]}</span></label>`)}</fieldset>
${buttonOf({ text: words.make, class: "button primary" })}`,
  );
}
