// A mail's own markup, in a document of its own: sanitised when it was stored, sandboxed without scripts and forms by header
// and by frame, with remote pictures only where a person asks for them, by way of this server.

import { readableMessages } from "../../http/message-answer.ts";
import { notFound } from "../../lib/failure.ts";
import { Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { summaryDefect } from "../../mail/parse/defects.ts";
import { getMessage } from "../../store/message/messages.ts";
import type { Here } from "../frame/answers.ts";
import { pathPart } from "../frame/path-part.ts";
import { phrases } from "../phrases.ts";
import { mayFetchPictures, withoutPictures, withPictures } from "./pictures.ts";
import { pictureUrl } from "./thread-data.ts";

/** Characters of each part of a mail that are shown. */
const mostShown = 2 * 1024 * 1024;

const style = `html{color-scheme:light;background:#fff}body{margin:0;padding:12px 16px;font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1a1e24;overflow-wrap:break-word;overflow-x:auto}img{max-width:100%;height:auto}table{max-width:100%}@media(max-width:480px){table,td,th{width:auto!important}}blockquote{margin:.5rem 0;padding-left:.9rem;border-left:2px solid #dfe3e8}a{color:#0b5cbd}pre{white-space:pre-wrap}`;

const sandbox = "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox";

/** @throws Failure not_found */
export async function answerFrame({ deps, scope, account, url, csrf }: Here): Promise<Response> {
  const id = pathPart(url.pathname, -2);
  const message = isUuid(id) ? await getMessage(deps.database, scope, id) : null;
  if (!message) throw notFound();
  const [read] = await readableMessages(account, [message], { pictureUrl, most: mostShown });
  const isCut = read!.defects?.includes(summaryDefect);
  const parts = { reply: read!.reply_html, quoted: read!.quoted_html ?? "", whole: read!.html };
  const part = url.searchParams.get("part") ?? "whole";
  const markup = Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : parts.whole;
  const asked = url.searchParams.get("pictures") === "1";
  const shown = asked && (await mayFetchPictures(deps, message.row));
  return framedMarkup(
    message.row.subject,
    html`${isCut && html`<p><strong>${phrases.thread.cutFrame(`/api/v1/messages/${id}/raw`)}</strong></p>`}${asked && !shown && html`<p><strong>${phrases.thread.ownPictures}</strong></p>`}${new Html(withoutPictures(shown ? withPictures({ csrf }, markup) : markup))}`,
  );
}

/** Sanitised markup in a document of its own. */
export function framedMarkup(title: string | null, body: Html): Response {
  const page = html`<!doctype html>
<html lang="und">
<head><meta charset="utf-8"><title>${title ?? ""}</title><meta name="referrer" content="no-referrer"><base target="_blank"><style>${new Html(style)}</style></head>
<body dir="auto">${body}</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data: 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    sandbox,
  ];
  return new Response(page.text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
    },
  });
}
