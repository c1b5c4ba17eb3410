// Where recipients end the mail of an address: a mail program's button sends `List-Unsubscribe=One-Click` by POST, without
// cookies, and gets its answer without a redirect (RFC 8058 3.1, 3.2); a GET changes nothing and shows a page whose form sends the same.
import { Elysia } from "elysia";
import { useUnsubscribeLink } from "../../../actors/identity/sending/unsubscribes.ts";
import { invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import {
  acceptedLanguage,
  defaultLanguage,
  directionNow,
  inLanguage,
  languageNow,
} from "../../lib/languages.ts";
import { unsubscribeIdOfToken, unsubscribePath } from "../../outbound/unsubscribe.ts";
import { findUnsubscribeLink } from "../../store/sending/unsubscribes.ts";
import type { HttpDeps } from "../context.ts";
import type { FormEntry } from "../multipart.ts";
import { pageResponse } from "./page.ts";
import { unsubscribePhrases } from "./unsubscribe-phrases.ts";

export function unsubscribePages(deps: HttpDeps) {
  const { database, actors, bounceSecret } = deps;
  const linkOf = async (token: string) => {
    const id = unsubscribeIdOfToken(token, [bounceSecret]);
    return id === null ? null : findUnsubscribeLink(database, id);
  };
  return new Elysia({ normalize: false })
    .get(`${unsubscribePath}:token`, async ({ params, request }) => {
      const link = await linkOf(params.token);
      return asAccepted(request, () => {
        if (!link) return goneView();
        return link.unsubscribedAt === null ? askView(link) : doneView(link);
      });
    })
    .post(`${unsubscribePath}:token`, async ({ params, body, request }) => {
      const link = await linkOf(params.token);
      if (!link) return asAccepted(request, goneView);
      if (!isOneClick(body)) throw invalid("Send the form field List-Unsubscribe=One-Click. RFC 8058 3.2");
      await useUnsubscribeLink(actors, link, "link");
      return asAccepted(request, () => doneView(link));
    });
}

/** A recipient is nobody who could have chosen a language here: the browser asks for one. */
function asAccepted(request: Request, view: () => Response): Response {
  return inLanguage(acceptedLanguage(request.headers.get("accept-language")) ?? defaultLanguage, view);
}

/** Whether a form asks for one-click unsubscription. `Bodies` gives its text, or the entries of multipart. */
function isOneClick(body: unknown): boolean {
  const entries = typeof body === "string" ? [...new URLSearchParams(body)] : body;
  return (
    Array.isArray(entries) &&
    entries.some(([name, value]: FormEntry) => name === "List-Unsubscribe" && value === "One-Click")
  );
}

interface UnsubscribeView {
  email: string;
  address: string;
}

function askView({ email, address }: UnsubscribeView): Response {
  const words = unsubscribePhrases();
  return view(html`<h1>${words.ask(address)}</h1>
<p>${words.askText(email, address)}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">${words.button}</button></form>`);
}

function doneView({ email, address }: UnsubscribeView): Response {
  const words = unsubscribePhrases();
  return view(html`<h1>${words.done}</h1>
<p>${words.doneText(email, address)}</p>`);
}

function goneView(): Response {
  const words = unsubscribePhrases();
  return view(
    html`<h1>${words.gone}</h1>
<p>${words.goneText}</p>`,
    404,
  );
}

function view(body: Html, status = 200): Response {
  const headers = [
    ["cache-control", "no-store"],
    ["content-language", languageNow()],
    ["vary", "accept-language"],
  ] as const;
  const language = { tag: languageNow(), direction: directionNow() };
  return pageResponse(body, { title: unsubscribePhrases().title, home: "/", status, headers, language });
}
