// The page on which a person sets what waits for one, and whom an address may write to.
import type { Protection } from "../../actors/account/protection.ts";
import { type Html, html } from "../lib/html.ts";
import type { EntryRow } from "../store/reviews/protection.ts";

export interface ProtectionView {
  csrf: string;
  account: string;
  /** The identity's id; null: the account's default. */
  identity: string | null;
  name: string;
  addresses: readonly { id: string; email: string }[];
  settings: Protection;
  entries: readonly EntryRow[];
  error?: string;
}

export function protectionPage(view: ProtectionView): Html {
  const { account, identity, name, addresses, settings, entries, error } = view;
  const here = (id: string | null) => `/console/protection?account=${account}${id ? `&identity=${id}` : ""}`;
  const hidden = html`<input type="hidden" name="csrf" value="${view.csrf}"><input type="hidden" name="account" value="${account}"><input type="hidden" name="identity" value="${identity ?? ""}">`;
  const choose = (
    field: string,
    label: string,
    current: string,
    values: Record<string, string>,
  ) => html`<label for="${field}">${label}</label>
<select id="${field}" name="${field}">${Object.entries(values).map(([value, words]) =>
    value === current
      ? html`<option value="${value}" selected>${words}</option>`
      : html`<option value="${value}">${words}</option>`,
  )}</select>`;
  const text = (field: string, label: string, value: string) =>
    html`<label for="${field}">${label}</label><input id="${field}" name="${field}" type="text" maxlength="4000" value="${value}" autocomplete="off">`;
  const number = (value: number | null) => (value === null ? "" : String(value));
  return html`<nav aria-label="Console"><ul><li><a href="/console?account=${account}">Account</a></li><li><a href="/console/reviews?account=${account}">Reviews</a></li><li><strong>Protection</strong></li></ul></nav>
<h1>What waits for a person: ${name}</h1>
${error && html`<div class="notice bad" role="alert">${error}</div>`}
<nav aria-label="Addresses"><ul><li><a href="${here(null)}">all addresses</a></li>${addresses.map(({ id, email }) => html`<li><a href="${here(id)}">${email}</a></li>`)}</ul></nav>
<form method="post" action="/console/protection">${hidden}
${choose("outbound", "Sends that wait", settings.outbound, { off: "none", new_recipients: "those to recipients that nobody has allowed", all: "all" })}
${choose("inbound", "Received mail that waits", settings.inbound, { off: "none", new_senders: "of senders that nobody has allowed or proven", review: "all" })}
${choose("approver", "Who decides", settings.approver, { key: "a person, or a key that reaches the account", human: "a person alone" })}
${choose("submission", "What a mail program sends that would wait", settings.submission, { hold: "is taken and waits", refuse: "is refused" })}
${text("reviewers", "Who is told by mail (email addresses)", settings.reviewers.join(", "))}
${choose("notify", "How", settings.notify, { each: "at once", digest: "once an hour", off: "not at all" })}
${text("expires_after", "Seconds until nobody has decided (empty: never)", number(settings.expiresAfter))}
${choose("on_expiry", "What is then", settings.onExpiry, { keep: "it goes on waiting", reject: "it becomes a draft again" })}
${text("first_contacts_a_day", "New recipients a day without a review (empty: no limit)", number(settings.firstContactsADay))}
${text("untrusted_contacts_a_day", "Of those, read of in received mails", number(settings.untrustedContactsADay))}
<div><button>Save</button></div></form>
<h2 id="lists">Allowed and blocked</h2>
${entries.map(
  ({ id, entry, list, direction }) =>
    html`<div class="card row"><div><strong>${entry}</strong><br><span class="soft small">${list === "allow" ? "may" : "must not"} ${direction === "send" ? "be written to" : "write here"}</span></div>
<form class="inline" method="post" action="/console/protection/entries/remove">${hidden}<input type="hidden" name="id" value="${id}"><button class="danger">Remove</button></form></div>`,
)}
<form method="post" action="/console/protection/entries">${hidden}
${text("entry", "Address or domain", "")}
${choose("rule", "What holds for it", "send allow", { "send allow": "may be written to", "send block": "must not be written to", "receive allow": "may write here", "receive block": "must not write here" })}
<div><button>Add</button></div></form>`;
}
