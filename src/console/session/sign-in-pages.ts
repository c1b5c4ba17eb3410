// Signing in: plain functions of what the pages show.
import { type Html, html } from "../../lib/html.ts";
import type { Role } from "../../store/tables/index.ts";
import { buttonOf, dataOf, field, hidden, notice } from "../frame/forms.ts";
import { phrases } from "../phrases.ts";
import { ranks } from "./accounts.ts";

const words = phrases.login;

export interface LoginView {
  csrf: string;
  error?: string;
  email?: string;
  /** A program that waits for the person's answer. */
  program?: string;
  /** The name of OIDC_ISSUER; null: none is set. */
  issuer: string | null;
  /** Options for the browser's authenticator; null: passkeys do not work here. */
  passkey: string | null;
}

export function loginPage(view: LoginView): Html {
  const { csrf, error, email, program, issuer, passkey } = view;
  return html`<h1>${words.heading}</h1>
${error && notice(error, "bad")}
${program !== undefined && notice(waiting(program))}
${issuer !== null && issuerLink(issuer)}
<p class="lead">${words.lead}</p>
<form method="post" action="/console/login" class="stack">${hidden("csrf", csrf)}
${field("email", words.email, html`<input id="email" name="email" type="email" autocomplete="email" required maxlength="320" value="${email ?? ""}">`)}
<button class="button primary wide">${words.send}</button>
</form>
${passkey !== null && passkeyForm(csrf, passkey)}`;
}

/** A link: the forms of this page lead nowhere else (Content-Security-Policy: form-action). */
function issuerLink(name: string): Html {
  return html`<p class="stack"><a class="button primary wide" href="/console/openid" rel="nofollow">${words.issuer(name)}</a></p>
<p class="or soft small">${words.or}</p>`;
}

function passkeyForm(csrf: string, options: string): Html {
  const data = { passkey: "get", options, failed: words.passkeyFailed, missing: words.passkeyMissing };
  return html`<form method="post" action="/console/passkey" class="stack by-passkey scripted-only"${dataOf(data)}>${hidden("csrf", csrf)}${hidden("response", "")}
<p class="or soft small">${words.or}</p>
${buttonOf({ text: words.passkey, icon: "key", class: "button wide" })}
<p class="small" role="status"></p>
</form>`;
}

function waiting(program: string): Html {
  const [name, asks] = words.program(program);
  return html`<strong>${name}</strong>${asks}`;
}

/** The same for every address, so that nobody learns who has an account. */
export function linkSentPage(email: string): Html {
  const [before, address, after] = words.sent(email);
  return html`<h1>${words.sentTitle}</h1>
<p class="lead">${before}<strong>${address}</strong>${after}</p>
<p class="soft">${words.nothing}<a href="/console/login">${words.again}</a>${words.limit}</p>
<p class="soft small">${words.here}</p>`;
}

export function signInPage({ csrf, token }: { csrf: string; token: string }): Html {
  return html`<h1>${words.heading}</h1>
<p class="lead">${words.once}</p>
<form method="post" action="/console/sign-in" class="stack">${hidden("csrf", csrf)}${hidden("token", token)}
<button class="button primary wide">${words.signIn}</button>
</form>`;
}

/** The same, for somebody who is invited to an account. */
export function invitationPage(view: { csrf: string; token: string; account: string; role: Role }): Html {
  const { csrf, token, account, role } = view;
  const { heading, lead, accept, decline } = phrases.members.invitation;
  return html`<h1>${heading(account)}</h1>
<p class="lead">${lead(phrases.roleNames[role])}</p>
<ul class="bullets">${ranks.slice(0, ranks.indexOf(role) + 1).map((one) => html`<li>${phrases.members.roles[one]}</li>`)}</ul>
<form method="post" action="/console/sign-in" class="stack">${hidden("csrf", csrf)}${hidden("token", token)}
<button class="button primary wide">${accept}</button>
</form>
<p class="soft small">${decline}</p>`;
}
