// The page on which a person decides about a program's request for access: a plain function of its data. The
// program's words about itself are not verified, and the page says so.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { OauthClient } from "../../http/oauth/clients.ts";
import { destinationOf } from "../../http/oauth/redirects.ts";
import { type Html, html } from "../../lib/html.ts";
import { type Level, levelsUpTo } from "../../lib/levels.ts";
import type { CountedIdentity } from "../../store/addresses/identities.ts";
import type { Here } from "../frame/answers.ts";
import { notice, postForm } from "../frame/forms.ts";
import { accountName } from "../frame/navigation.ts";
import { phrases } from "../phrases.ts";

const words = phrases.authorize;

export interface AuthorizeView {
  /** The request, as it came. */
  query: string;
  client: OauthClient;
  redirectUri: string;
  /** The most that it asks for. */
  level: Level;
  addresses: readonly CountedIdentity[];
  /** More than are shown. */
  moreAddresses: boolean;
  error: string | undefined;
}

export function authorizePage(here: Here, view: AuthorizeView): Html {
  const { query, client, error } = view;
  return html`<h1>${words.heading(client.name)}</h1>
${error && notice(error, "bad")}
${notice(whoAsks(view))}
${accountChoice(here, query)}
${postForm(
  here,
  { action: "/console/authorize", class: "stack", fields: { request: query } },
  html`${addressChoice(view)}
${levelChoice(view)}
<p class="small soft">${words.takeBack}</p>
<div class="buttons"><button class="button primary" name="answer" value="allow">${words.allow}</button> <button class="button" name="answer" value="refuse">${words.refuse}</button></div>`,
)}`;
}

function whoAsks({ client, redirectUri }: AuthorizeView): Html {
  const { kind, name } = destinationOf(redirectUri);
  const [before, after] = words.destination[kind];
  return html`<p><strong>${client.name}</strong> ${words.notVerified}</p>
${client.host !== null && html`<p>${words.describedAt} <strong>${client.host}</strong>.</p>`}
<p>${before}<strong>${name}</strong>${after}</p>`;
}

/** The ways to the same question about another account. */
function accountChoice({ account, accounts }: Here, query: string): Html | false {
  return (
    accounts.length > 1 &&
    html`<nav class="tabs" aria-label="${words.accounts}"><ul>${accounts.map(
      (one) =>
        html`<li><a href="/console/authorize?account=${one.accountId}&${query}"${one.accountId === account.accountId && html` aria-current="page"`}>${accountName(one)}</a></li>`,
    )}</ul></nav>`
  );
}

function addressChoice({ addresses, moreAddresses }: AuthorizeView): Html {
  // Every domain has a postmaster, which nobody means.
  const meant = addresses.filter(({ localPart }) => localPart !== "postmaster");
  return html`<fieldset><legend>${words.addresses}</legend>
${addresses.length === 0 && html`<p class="soft">${words.noAddress}</p>`}
${addresses.map((address) => html`<label class="pick"><input type="checkbox" name="identity" value="${address.id}"${meant.length === 1 && meant[0] === address && html` checked`}> <span>${emailOf(address)}</span></label>`)}
${moreAddresses && html`<p class="soft small">${phrases.addresses.newest(addresses.length)}</p>`}
<label class="pick"><input type="checkbox" name="every" value="yes"> <span>${words.every}</span></label>
</fieldset>`;
}

function levelChoice({ level }: AuthorizeView): Html {
  return html`<fieldset><legend>${words.levels}</legend>
${levelsUpTo(level).map((one) => html`<label class="pick"><input type="radio" name="level" value="${one}"${one === level && html` checked`}> <span>${words.level[one]}</span></label>`)}
</fieldset>`;
}

/** @param back where the program waits for the answer; null: nowhere that can be trusted */
export function refusedPage({ message, back }: { message: string; back: string | null }): Html {
  return html`<h1>${words.refusedHeading}</h1>
${notice(message, "bad")}
<p>${words.refusedLead}</p>
${back !== null && html`<p><a href="${back}" rel="noreferrer">${words.tellProgram}</a></p>`}`;
}
