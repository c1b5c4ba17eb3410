// Where recipients end the mail of an address: a mail program's button sends `List-Unsubscribe=One-Click` by POST, without
// cookies, and gets its answer without a redirect (RFC 8058 3.1, 3.2); a GET changes nothing and shows a page whose form sends the same.
import { Elysia } from "elysia";
import { useUnsubscribeLink } from "../../../actors/identity/sending/unsubscribes.ts";
import { invalid } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { unsubscribeIdOfToken, unsubscribePath } from "../../outbound/unsubscribe.ts";
import { findUnsubscribeLink } from "../../store/sending/unsubscribes.ts";
import type { HttpDeps } from "../context.ts";
import type { FormEntry } from "../multipart.ts";
import { pageResponse } from "./page.ts";

export function unsubscribePages(deps: HttpDeps) {
  const { database, actors, bounceSecret } = deps;
  const linkOf = async (token: string) => {
    const id = unsubscribeIdOfToken(token, [bounceSecret]);
    return id === null ? null : findUnsubscribeLink(database, id);
  };
  return new Elysia({ normalize: false })
    .get(`${unsubscribePath}:token`, async ({ params }) => {
      const link = await linkOf(params.token);
      if (!link) return goneView();
      return link.unsubscribedAt === null ? askView(link) : doneView(link);
    })
    .post(`${unsubscribePath}:token`, async ({ params, body }) => {
      const link = await linkOf(params.token);
      if (!link) return goneView();
      if (!isOneClick(body)) throw invalid("Send the form field List-Unsubscribe=One-Click. RFC 8058 3.2");
      await useUnsubscribeLink(actors, link, "link");
      return doneView(link);
    });
}

/** Whether a form asks for one-click unsubscription. `Bodies` gives its text, or the entries of multipart. */
function isOneClick(body: unknown): boolean {
  const entries = typeof body === "string" ? [...new URLSearchParams(body)] : body;
  return (
    Array.isArray(entries) &&
    entries.some(([name, value]: FormEntry) => name === "List-Unsubscribe" && value === "One-Click")
  );
}

interface Shown {
  email: string;
  address: string;
}

function askView({ email, address }: Shown): Response {
  return view(html`<h1>No more mail from ${address}?</h1>
<p>${email} gets no more mail of this kind from ${address}. Answers to what you write still come.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">Unsubscribe</button></form>`);
}

function doneView({ email, address }: Shown): Response {
  return view(html`<h1>You are unsubscribed</h1>
<p>${email} gets no more mail of this kind from ${address}.</p>`);
}

function goneView(): Response {
  return view(
    html`<h1>There is nothing here</h1>
<p>The link is not whole, or the address that it was about does not exist any more.</p>`,
    404,
  );
}

function view(body: Html, status = 200): Response {
  const headers = [["cache-control", "no-store"]] as const;
  return pageResponse(body, { title: "Unsubscribe", home: "/", status, headers });
}
