// The frame of every page: head, policy, the navigation beside the panes. A page is whole without its script.
import { iconPath, mark } from "../../http/pages/mark.ts";
import { type Html, html } from "../../lib/html.ts";
import { directionNow, languageNow, localeNow } from "../../lib/languages.ts";
import { phrases } from "../phrases.ts";
import type { Density, Theme } from "../session/session.ts";
import { manifestPath, scriptPath, stylePath, waitingIconPath, wordsPath, workerPath } from "./assets.ts";
import { spriteOf } from "./icons.ts";
import { personData } from "./kept-words.ts";

/** Nothing from elsewhere, no style or script in the page itself; frames show mail, from this server. */
const policyOf = ({ formTarget, isFramed }: PageHead) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    `form-action 'self'${formTarget === undefined ? "" : ` ${formTarget}`}`,
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join("; ");

export interface PageHead {
  title: string;
  theme: Theme | null;
  density?: Density | null;
  /** Whether single keys press what is on the page. WCAG 2.2, 2.1.4 */
  shortcuts?: boolean;
  /** Something waits for a person: the icon says so, too. */
  hasWaiting?: boolean;
  status?: number;
  headers?: readonly [string, string][];
  /** Source of another place to which the answer to its form leads. CSP 3, 6.3.1 */
  formTarget?: string;
  /** Another page of this server shows it. */
  isFramed?: boolean;
  /** The mark of the person who is signed in. */
  person?: string | null;
}

/** The sidebar's foot moves while what is above it is read: the first picture waits for it. HTML 4.6.7.7 */
const sideMark = '<nav class="side" id="side"';

/** A page with these contents of its body. @param layout class of the body */
export function wholePage(content: Html, layout: string, head: PageHead): Response {
  const { title, theme, density = null, shortcuts = true, hasWaiting = false, status, headers = [] } = head;
  const { copy, copied, byHand } = phrases.copying;
  const page = html`<!doctype html>
<html lang="${languageNow()}" dir="${directionNow()}"${theme && html` data-theme="${theme}"`}${density && html` data-density="${density}"`}${!shortcuts && html` data-keys="off"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? "light dark"}">
<title>${title} · Postroom</title>
<link rel="icon" type="image/svg+xml" href="${hasWaiting ? waitingIconPath : iconPath}">
<link rel="manifest" href="${manifestPath}">
<meta name="theme-color" content="#0b62c4">
<link rel="stylesheet" href="${stylePath}">${
    content.text.includes(sideMark) &&
    html`
<link rel="expect" href="#side" blocking="render">`
  }
<script defer src="${wordsPath()}"></script>
<script type="module" src="${scriptPath}"></script>
</head>
<body class="${layout}" data-locale="${localeNow()}" data-copy="${copy}" data-copied="${copied}" data-by-hand="${byHand}" data-worker="${workerPath}"${!head.isFramed && personData(head.person ?? null)}>
${content}
${spriteOf(content.text)}
</body>
</html>
`;
  return new Response(page.text, {
    status: status ?? 200,
    headers: [
      ["content-type", "text/html; charset=utf-8"],
      ["content-security-policy", policyOf(head)],
      ["x-content-type-options", "nosniff"],
      ["referrer-policy", "same-origin"],
      ["cache-control", "no-store"],
      ["content-language", languageNow()],
      ["vary", "accept-language"],
      ["cross-origin-opener-policy", "same-origin"],
      ...headers,
    ],
  });
}

/** A page of its own: sign-in, a reviewer's link, a failure. */
export function plainPage(body: Html, head: PageHead): Response {
  const content = html`${!head.isFramed && html`<header class="plain-head"><a class="brand" href="/console">${mark} ${phrases.brand}</a></header>`}
<main class="plain-main" id="main">
${body}
</main>`;
  return wholePage(content, "plain", head);
}
