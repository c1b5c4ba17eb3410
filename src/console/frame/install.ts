// The pages as an application of a phone or a desktop: a manifest, and a page that says that there is no network. No mail is kept in
// the browser. W3C Application Manifest, Service Workers 1.0
import type { HttpDeps } from "../../http/context.ts";
import { iconPath } from "../../http/pages/mark.ts";
import { html } from "../../lib/html.ts";
import { directionNow, languageNow } from "../../lib/languages.ts";
import { phrases } from "../phrases.ts";
import { openPage, show } from "./answers.ts";
import { manifestPath, workerScript } from "./assets.ts";
import { Router } from "./router.ts";

const colour = "#0b62c4";
const words = phrases.offline;

export function installRoutes(deps: HttpDeps) {
  return new Router()
    .get(manifestPath, manifest)
    .get("/console/worker.js", () =>
      text(workerScript, "text/javascript; charset=utf-8", { "service-worker-allowed": "/console" }),
    )
    .get(
      "/console/offline",
      openPage(deps, ({ visit }) => show(page(), words.title, { ...visit, cookies: [] })),
    );
}

function manifest(): Response {
  const said = {
    name: phrases.brand,
    short_name: phrases.brand,
    id: "/console",
    start_url: "/console/mail/open",
    scope: "/console",
    display: "standalone",
    lang: languageNow(),
    dir: directionNow(),
    theme_color: colour,
    background_color: "#ffffff",
    icons: [{ src: iconPath, type: "image/svg+xml", sizes: "any", purpose: "any" }],
  };
  return text(JSON.stringify(said), "application/manifest+json");
}

const text = (body: string, type: string, more: Record<string, string> = {}) =>
  new Response(body, {
    headers: {
      ...more,
      "content-type": type,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  });

/** Stands at the address of the page that was asked for: its link asks for it again. */
const page = () =>
  html`<h1>${words.title}</h1>
<p class="lead">${words.text}</p>
<p class="actions"><a class="button primary" href="">${words.again}</a></p>`;
