// The frame of every page: one inline style sheet that the policy allows by its hash, at most a script of this
// server, nothing from elsewhere.
import { createHash } from "node:crypto";
import { Html, html } from "../../lib/html.ts";
import { iconPath, mark } from "./mark.ts";

const style = `
:root{color-scheme:light dark;--ink:#1d2126;--soft:#5b6570;--line:#dfe3e8;--back:#fff;--tint:#f5f7f9;--accent:#0b62c4;--good:#0a7a46;--warn:#a3570b;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a0a8b2;--line:#363c44;--back:#16191d;--tint:#1f2328;--accent:#78b4ff;--good:#5fd39a;--warn:#f0b267;--bad:#ff9a92}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--back)}
header,main{max-width:56rem;margin:0 auto;padding:.9rem 1rem 0}
main{padding:.5rem 1rem 4rem}
.brand{display:inline-flex;gap:.5rem;align-items:center;font-weight:700;color:var(--ink);text-decoration:none}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 .75rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2.25rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}
h3{font-size:.95rem;margin:1.1rem 0 .35rem}
p{margin:.5rem 0}
a{color:var(--accent)}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{overflow-wrap:anywhere}
pre{position:relative;background:var(--tint);border:1px solid var(--line);border-radius:8px;padding:.75rem;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
.copy{position:absolute;top:.35rem;right:.35rem;font:.8rem system-ui,sans-serif;background:var(--back)!important;opacity:0}
pre:hover .copy,.copy:focus,#new-key .copy{opacity:1}
@media (hover:none){.copy{opacity:1}pre:has(.copy){padding-right:4.5rem}}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem .9rem;padding:0;margin:.75rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--soft);white-space:nowrap}
@media (min-width:40.01rem){.fields td:first-child code{white-space:nowrap}.fields td:nth-child(2){min-width:6.5rem}}
@media (max-width:40rem){.fields,.fields tbody,.fields tr{display:block}.fields tr:first-child{display:none}.fields tr{border-bottom:1px solid var(--line);padding:.45rem 0}.fields td{display:inline;border:0;padding:0 .5rem 0 0}.fields td:last-child{display:block;padding:.1rem 0 0}.fields td:nth-child(2){color:var(--soft);font-size:.88rem}.fields br{display:none}}
.soft{color:var(--soft)}
.small{font-size:.88rem}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;padding:0 .9rem}
details[open]{padding-bottom:.75rem}
summary{cursor:pointer;padding:.6rem 0;overflow-wrap:anywhere}
.verb{display:inline-block;min-width:3.9rem;font:600 .8rem ui-monospace,Menlo,monospace;color:var(--good)}
.verb.post{color:var(--accent)}.verb.delete{color:var(--bad)}.verb.put,.verb.patch{color:var(--warn)}
.card{border:1px solid var(--line);border-radius:10px;padding:.9rem 1rem;margin:.75rem 0}
.notice{background:var(--tint);border:1px solid var(--line);border-inline-start:4px solid var(--accent);border-radius:8px;padding:.75rem 1rem;margin:1rem 0}
.notice.bad{border-inline-start-color:var(--bad)}
label{display:block;margin:.6rem 0 .2rem;font-weight:600}
label.pick{display:flex;gap:.6rem;align-items:flex-start;font-weight:400;margin:.35rem 0;overflow-wrap:anywhere}
input[type=text],input[type=email],input[type=search],select,textarea{width:100%;max-width:28rem;font:inherit;padding:.55rem .7rem;border:1px solid var(--line);border-radius:8px;background:var(--back);color:var(--ink)}
textarea{max-width:none}
input[type=radio],input[type=checkbox]{width:1.15rem;height:1.15rem;margin:.2rem 0 0;flex:none}
fieldset{border:1px solid var(--line);border-radius:8px;margin:.75rem 0;padding:.4rem .9rem .7rem;min-width:0}
.tabs{border:0;padding:0;margin:1rem 0 .35rem}.tabs legend{font-size:.95rem;font-weight:700;padding:0}
.tabs>input{position:absolute;opacity:0}.tabs>label{display:inline-block;margin:.35rem .9rem 0 0;padding:.15rem 0;font-weight:400;color:var(--soft);cursor:pointer;border-bottom:2px solid transparent}
.tabs>input:checked+label{color:var(--ink);border-color:var(--accent)}.tabs>input:focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}
.tabs>pre{display:none}.tabs:has(>input:nth-of-type(1):checked)>pre:nth-of-type(1),.tabs:has(>input:nth-of-type(2):checked)>pre:nth-of-type(2),.tabs:has(>input:nth-of-type(3):checked)>pre:nth-of-type(3){display:block}
button{font:inherit;font-weight:600;padding:.55rem 1.1rem;border-radius:8px;border:1px solid var(--accent);background:var(--accent);color:var(--back);cursor:pointer;margin:.6rem 0}
button.plain{background:none;color:var(--accent);border-color:var(--line);padding:.3rem .8rem;margin:0}
button.danger{background:none;color:var(--bad);border-color:var(--line);padding:.3rem .8rem;margin:0}
form.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.75rem 0}form.search input{width:auto;flex:1 1 12rem}form.search button{margin:0}
[hidden]{display:none}
@media (min-width:72rem){main:has(>nav.side),body:has(nav.side) header{max-width:72rem}main:has(>nav.side){padding-left:15rem}nav.side{position:fixed;top:3.2rem;bottom:0;width:12rem;margin-left:-14rem;overflow-y:auto}nav.side ul{flex-direction:column;gap:.1rem}nav.side a{display:block;padding:.3rem .6rem;border-radius:.4rem}}nav.side a{text-decoration:none;color:inherit}nav.side a:hover,nav.side a:focus-visible{background:var(--tint)}
form.inline{display:inline}
.row{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:flex-start}
.row>div{min-width:0;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** Content-Security-Policy: a page's own style, and forms, scripts and the icon of this server only. */
function policyOf(script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    ...(script === undefined ? [] : ["script-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export interface PublicPage {
  title: string;
  /** Where the name at the top leads. */
  home: string;
  status?: number;
  headers?: readonly (readonly [string, string])[];
  /** Path of a script of this server; the page is whole without it. */
  script?: string;
  /** Absent: English. */
  language?: { tag: string; direction: "ltr" | "rtl" };
}

/** A whole page and its headers. */
export function pageOf(
  body: Html,
  { title, home, script, language }: Pick<PublicPage, "title" | "home" | "script" | "language">,
): { text: string; headers: Record<string, string> } {
  const page = html`<!doctype html>
<html lang="${language?.tag ?? "en"}"${language && html` dir="${language.direction}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${iconPath}">
<style>${new Html(style)}</style>
${script !== undefined && html`<script defer src="${script}"></script>`}
</head>
<body>
<header><a class="brand" href="${home}">${mark} Postroom</a></header>
<main>
${body}
</main>
</body>
</html>
`;
  return {
    text: page.text,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(script),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    },
  };
}

/** The answer with a whole page. */
export function pageResponse(
  body: Html,
  { title, home, script, language, status, headers = [] }: PublicPage,
): Response {
  const page = pageOf(body, { title, home, script, language });
  return new Response(page.text, {
    status: status ?? 200,
    headers: [
      ...Object.entries(page.headers),
      ...headers.map(([name, value]): [string, string] => [name, value]),
    ],
  });
}
