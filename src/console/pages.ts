// The few pages for humans, as plain functions of what they show. They work without JavaScript, and on a phone.

import { emailOf } from "../../actors/account/identities.ts";
import { type Html, html } from "../lib/html.ts";
import type { ApiKeyRow } from "../store/accounts/api-keys.ts";
import type { OwnedAccount } from "../store/accounts/console.ts";
import type { CountedIdentity } from "../store/accounts/identities.ts";

export function loginPage({ csrf, error, email }: { csrf: string; error?: string; email?: string }): Html {
  return html`<h1>Sign in to Postroom</h1>
${error && notice(error, "bad")}
<p>Enter the email address that owns the account. A link that signs you in once is mailed to it.</p>
<form method="post" action="/console/login">${hidden(csrf)}
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="320" value="${email ?? ""}">
<div><button>Send me a link</button></div>
</form>`;
}

/** The same for every address, so that nobody learns who has an account. */
export function linkSentPage(email: string): Html {
  return html`<h1>Look into your mail</h1>
<p>If an account belongs to <strong>${email}</strong>, a sign-in link is on its way. It works once, for 15 minutes.</p>
<p class="soft">Nothing there? Look into the spam folder, wait a few minutes, then <a href="/console/login">ask again</a>. At most three links an hour are sent.</p>`;
}

export function signInPage({ csrf, token }: { csrf: string; token: string }): Html {
  return html`<h1>Sign in to Postroom</h1>
<p>This link works once. Press the button to use it.</p>
<form method="post" action="/console/sign-in">${hidden(csrf)}
<input type="hidden" name="token" value="${token}">
<div><button>Sign in</button></div>
</form>`;
}

export function failurePage(message: string): Html {
  return html`<h1>That did not work</h1>
${notice(message, "bad")}
<p><a href="/console">To the console</a> · <a href="/console/login">Sign in</a></p>`;
}

export interface AccountView {
  csrf: string;
  account: OwnedAccount;
  /** All accounts that this session opens; listed when there is more than one. */
  accounts: readonly OwnedAccount[];
  addresses: readonly CountedIdentity[];
  /** More than are shown. */
  moreAddresses: boolean;
  keys: readonly ApiKeyRow[];
  /** For the form that mints: used once. */
  nextKeyId: string;
  baseUrl: string;
  /** The lists show what has this text; "": all. */
  search: string;
  /** What the form that mints had when it was refused. */
  typed: { name: string; isRestricted: boolean; identityIds: ReadonlySet<string> };
  newKey?: { name: string; token: string };
  error?: string;
}

export function accountPage(view: AccountView): Html {
  const { account, csrf, error, newKey } = view;
  return html`<div class="row"><div><h1>${nameOf(account)}</h1></div>
<form class="inline" method="post" action="/console/sign-out">${hidden(csrf)}<button class="plain">Sign out</button></form></div>
${view.accounts.length > 1 && accountList(view)}
<nav aria-label="Console"><ul><li><strong>Account</strong></li><li><a href="/console/reviews?account=${account.accountId}">Reviews</a></li><li><a href="/console/protection?account=${account.accountId}">Protection</a></li></ul></nav>
${error && notice(error, "bad")}
${newKey && newKeyBox(view, newKey)}
${searchForm(view)}
${addressList(view)}
${keyList(view)}
${mintForm(view)}
<p class="small soft"><a href="/docs">API documentation</a> · base URL <code>${view.baseUrl}/api/v1</code></p>`;
}

function accountList({ accounts, account }: AccountView): Html {
  return html`<nav aria-label="Your accounts"><ul>${accounts.map((one) =>
    one.accountId === account.accountId
      ? html`<li><strong>${nameOf(one)}</strong></li>`
      : html`<li><a href="/console?account=${one.accountId}">${nameOf(one)}</a></li>`,
  )}</ul></nav>`;
}

function newKeyBox({ baseUrl }: AccountView, { name, token }: { name: string; token: string }): Html {
  return html`<div class="notice" role="status"><strong>New key “${name}”.</strong> Copy it now: it is shown this once.
<pre id="new-key">${token}</pre>
<details><summary class="small">Try it</summary><pre>curl ${baseUrl}/api/v1/identities -H "authorization: Bearer ${token}"</pre></details></div>`;
}

function searchForm({ account, search }: AccountView): Html {
  return html`<form class="search" method="get" action="/console" role="search">
<input type="hidden" name="account" value="${account.accountId}">
<input type="search" name="q" value="${search}" maxlength="100" aria-label="Search addresses and keys" placeholder="Search addresses and keys">
<button class="plain">Search</button>${search !== "" && html` <a href="/console?account=${account.accountId}">Show all</a>`}</form>`;
}

function addressList({ addresses, moreAddresses, search }: AccountView): Html {
  const none =
    search === "" ? "None yet. Create one with POST /api/v1/identities." : `None has “${search}” in it.`;
  return html`<h2 id="addresses">Addresses</h2>
${addresses.length === 0 && html`<p class="soft">${none}</p>`}
${addresses.map(
  (
    address,
  ) => html`<div class="card row"><div><strong>${emailOf(address)}</strong>${address.displayName && html`<br>${address.displayName}`}</div>
<div class="soft small">${address.type}, ${address.mode}, ${address.status}<br>since ${day(address.createdAt)}</div></div>`,
)}
${moreAddresses && html`<p class="soft">The newest ${addresses.length} are shown.</p>`}`;
}

function keyList({ csrf, account, addresses, keys, search }: AccountView): Html {
  const emails = new Map(addresses.map((address) => [address.id, emailOf(address)]));
  const names = new Map(keys.map((key) => [key.id, key.name]));
  const reach = ({ identityIds }: ApiKeyRow) =>
    identityIds === null
      ? "everything"
      : identityIds.map((id) => emails.get(id) ?? "another address").join(", ");
  const none =
    search === ""
      ? "None. An agent needs one to use its address: mint it below and hand it over."
      : `None has “${search}” in its name.`;
  return html`<h2 id="keys">API keys</h2>
${keys.length === 0 && html`<p class="soft">${none}</p>`}
${keys.map(
  (
    key,
  ) => html`<div class="card row"><div><strong>${key.name}</strong> <code>${key.prefix}…</code><br><span class="small">reaches ${reach(key)}</span>
<br><span class="soft small">made ${day(key.createdAt)}${key.parentId && ` by ${names.get(key.parentId) ?? "another key"}`}, ${key.lastUsedAt ? `last used ${day(key.lastUsedAt)}` : "never used"}</span></div>
<details><summary class="small">Revoke</summary><p class="small">It stops at once, with every key, app password and webhook it made.</p>
<form method="post" action="/console/keys/revoke">${hidden(csrf)}<input type="hidden" name="account" value="${account.accountId}"><input type="hidden" name="id" value="${key.id}"><button class="danger">Revoke ${key.name}</button></form></details></div>`,
)}`;
}

function mintForm({ csrf, account, addresses, nextKeyId, typed }: AccountView): Html {
  return html`<h2 id="mint">Mint a key</h2>
<form method="post" action="/console/keys">${hidden(csrf)}
<input type="hidden" name="account" value="${account.accountId}">
<input type="hidden" name="id" value="${nextKeyId}">
<label for="name">Name</label>
<input id="name" name="name" type="text" required maxlength="100" value="${typed.name}" placeholder="What it is for" autocomplete="off">
<fieldset><legend>What it reaches</legend>
<label class="pick"><input type="radio" name="reach" value="all"${checked(!typed.isRestricted)}> <span>Everything in this account; it can create addresses</span></label>
${
  addresses.length > 0 &&
  html`<label class="pick"><input type="radio" name="reach" value="some"${checked(typed.isRestricted)}> <span>Only the addresses ticked here</span></label>
${addresses.map((address) => html`<label class="pick"><input type="checkbox" name="identity" value="${address.id}"${checked(typed.identityIds.has(address.id))}> <span>${emailOf(address)}</span></label>`)}`
}
</fieldset>
<div><button>Mint key</button></div>
</form>`;
}

function checked(isOn: boolean): Html | false {
  return isOn && html` checked`;
}

function nameOf({ plan, email }: OwnedAccount): string {
  return plan === "operator" ? "Operator's account" : (email ?? "Account without addresses");
}

function notice(text: string, kind: "bad"): Html {
  return html`<div class="notice ${kind}" role="alert">${text}</div>`;
}

function hidden(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}

/** Date and minute, in UTC as everywhere. */
function day(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
