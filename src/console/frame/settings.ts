// The first page of the settings: what there is, and on a phone everything that has no place in its navigation.
import type { HttpDeps } from "../../http/context.ts";
import { type Html, html } from "../../lib/html.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { type Here, page, routes } from "./answers.ts";
import { icon } from "./icons.ts";
import { accountFoot, accountName } from "./navigation.ts";
import { settingsPages } from "./settings-head.ts";
import { widePage } from "./shell.ts";

const words = phrases.settings;

export function settingsPage(deps: HttpDeps) {
  return routes().get(
    "/console/settings",
    page(deps, "reviewer", (here) =>
      widePage(here, { title: words.title, place: "settings" }, settingsView(here)),
    ),
  );
}

function settingsView(here: Here): Html {
  const link = (href: string, name: string, about: string) =>
    html`<li><a class="card-row card-link" href="${href}"><span class="grow"><strong>${name}</strong><span class="soft small">${about}</span></span>${icon("next")}</a></li>`;
  return html`<header class="page-head"><p class="eyebrow">${accountName(here.account)}</p><h1>${words.title}</h1><p class="soft">${words.lead}</p></header>
<ul class="cards spaced">${settingsPages(here).map((name) => link(`/console/settings/${name}`, words.pages[name].name, words.pages[name].about))}
${link("/console/mail/all", phrases.lists.all.name, words.allMail)}${may(here, "member") && link("/console/mail/drafts", phrases.lists.drafts.name, words.drafts)}
${(["snoozed", "sent", "spam", "trash"] as const).map((list) => link(`/console/mail/${list}`, phrases.lists[list].name, phrases.lists[list].empty))}</ul>
${!may(here, "owner") && html`<p class="soft">${words.ownerOnly}</p>`}
<div class="foot">${accountFoot(here, "page")}</div>`;
}
