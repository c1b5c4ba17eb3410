// Addresses and the keys of agents: a plain function of what it shows.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { type Html, html } from "../../lib/html.ts";
import type { ApiKeyRow } from "../../store/access/api-keys.ts";
import type { KeyWithMade } from "../../store/access/makers.ts";
import type { CountedIdentity } from "../../store/addresses/identities.ts";
import type { Here } from "../frame/answers.ts";
import { buttonOf, field, notice, postForm, sureForm } from "../frame/forms.ts";
import { onceField } from "../frame/kept-words.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { agoTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";

const words = phrases.keys;

export interface KeysView {
  addresses: readonly CountedIdentity[];
  keys: readonly ApiKeyRow[];
  /** Keys, valid or ended, that made something that still exists. */
  makers: readonly KeyWithMade[];
  /** For the form that mints: used once. */
  nextKeyId: string;
  baseUrl: string;
  /** The lists show what has this text; "": all. */
  search: string;
  /** The refused form's values. */
  typed: { name: string; isRestricted: boolean; identityIds: ReadonlySet<string> };
  newKey?: { name: string; token: string };
  error?: string;
}

export function keysPage(here: Here, view: KeysView): Html {
  const { error, newKey } = view;
  return html`${settingsHead(here, "keys")}
${error && notice(error, "bad")}
${newKey && newKeyBox(view, newKey)}
<form class="search-form" method="get" action="/console/settings/keys" role="search"><input type="search" name="q" value="${view.search}" maxlength="100" aria-label="${words.search}" placeholder="${words.search}">
${buttonOf({ text: words.find, class: "button plain" })}${view.search !== "" && html` <a href="/console/settings/keys">${words.showAll}</a>`}</form>
${keyList(here, view)}
${endedKeys(here, view)}
${mintForm(here, view)}
<p class="small soft"><a href="/docs">${words.docs}</a> · ${words.baseUrl} <code>${view.baseUrl}/api/v1</code></p>`;
}

function newKeyBox({ baseUrl }: KeysView, { name, token }: { name: string; token: string }): Html {
  return notice(
    html`<p><strong>${words.newKey(name)}</strong> ${words.copyNow}</p>
<pre id="new-key" tabindex="0">${token}</pre>
<details><summary>${words.tryIt}</summary><pre tabindex="0">curl ${baseUrl}/api/v1/identities -H "authorization: Bearer ${token}"</pre></details>`,
    "good",
  );
}

function keyList(here: Here, { addresses, keys, makers, search }: KeysView): Html {
  const emails = new Map(addresses.map((address) => [address.id, emailOf(address)]));
  const names = new Map(keys.map((key) => [key.id, key.name]));
  const reach = ({ identityIds }: ApiKeyRow) =>
    identityIds === null
      ? words.everything
      : identityIds.map((id) => emails.get(id) ?? words.anotherAddress).join(", ");
  const none = search === "" ? words.noKeys : words.noKeyHas(search);
  return html`<h2 id="keys">${words.keys}</h2>
${keys.length === 0 && html`<p class="soft">${none}</p>`}
<ul class="cards">${keys.map(
    (
      key,
    ) => html`<li class="card-row"><div class="grow"><strong>${key.name}</strong> <code>${key.prefix}…</code><p class="small">${words.reaches} ${reach(key)}</p>
<p class="soft small">${words.made} ${agoTag(key.createdAt, here.now)}${key.parentId && ` ${words.by} ${names.get(key.parentId) ?? words.anotherKey}`}, ${key.lastUsedAt ? html`${words.lastUsed} ${agoTag(key.lastUsedAt, here.now)}` : words.neverUsed}</p>
${madeBy(
  here,
  makers.find(({ id }) => id === key.id),
)}</div>
${sureForm(here, { open: words.revoke, hint: words.revokeHint, action: "/console/keys/revoke", fields: { id: key.id }, sure: words.revokeNamed(key.name) })}</li>`,
  )}</ul>`;
}

/** The things that a key made, and the button that takes them over. */
function madeBy(here: Here, maker: KeyWithMade | undefined): Html | false {
  if (!maker) return false;
  const { id, name, count, newest } = maker;
  return html`<details><summary>${words.whatItMade(count)}</summary><ul class="small">${newest.map(
    (made) => html`<li>${words.kinds[made.kind]}: ${made.name}</li>`,
  )}${count > newest.length && html`<li>${words.andOlder(count - newest.length)}</li>`}</ul>
<p class="small">${words.takeOverHint}</p>
${postForm(here, { action: "/console/keys/take-over", fields: { id } }, html`<button class="button plain" aria-label="${words.takeOver}: ${name}">${words.takeOver}</button>`)}</details>`;
}

function endedKeys(here: Here, { makers }: KeysView): Html | false {
  const ended = makers.filter(({ stands }) => !stands);
  return (
    ended.length > 0 &&
    html`<h2 id="ended">${words.ended}</h2>
<p class="soft">${words.endedHint}</p>
<ul class="cards">${ended.map(
      (key) =>
        html`<li class="card-row"><div class="grow"><strong>${key.name}</strong>${madeBy(here, key)}</div></li>`,
    )}</ul>`
  );
}

function mintForm(here: Here, { addresses, nextKeyId, typed }: KeysView): Html {
  return html`<h2 id="mint">${words.mintTitle}</h2>
${postForm(
  here,
  { action: "/console/keys", class: "stack" },
  html`${onceField(nextKeyId)}
${field("name", words.name, html`<input id="name" name="name" type="text" required maxlength="100" value="${typed.name}" placeholder="${words.namePlaceholder}" autocomplete="off">`)}
<fieldset><legend>${words.reach}</legend>
<label class="pick"><input type="radio" name="reach" value="all"${checked(!typed.isRestricted)}> <span>${words.reachAll}</span></label>
${
  addresses.length > 0 &&
  html`<label class="pick"><input type="radio" name="reach" value="some"${checked(typed.isRestricted)}> <span>${words.reachSome}</span></label>
<div class="picks">${addresses.map((address) => html`<label class="pick"><input type="checkbox" name="identity" value="${address.id}"${checked(typed.identityIds.has(address.id))}> <span>${emailOf(address)}</span></label>`)}</div>`
}
</fieldset>
${buttonOf({ text: words.mint, class: "button primary" })}`,
)}`;
}

function checked(isOn: boolean): Html | false {
  return isOn && html` checked`;
}
