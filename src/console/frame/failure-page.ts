// The page of a refusal or failure.
import { type Html, html } from "../../lib/html.ts";
import { phrases } from "../phrases.ts";
import { notice } from "./forms.ts";

/** @param words that were typed in the form that was refused */
export function failurePage(message: string, isSignedIn: boolean, words: Html | null = null): Html {
  return html`<h1>${phrases.failure.title}</h1>
${notice(message, "bad")}
<p class="actions"><a class="button" href="/console">${phrases.failure.home}</a>${!isSignedIn && html` <a class="button plain" href="/console/login">${phrases.login.signIn}</a>`}</p>${words}`;
}
