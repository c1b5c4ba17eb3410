// The head of every settings page: which one it is, and the way to the others.
import { type Html, html } from "../../lib/html.ts";
import type { Role } from "../../store/tables/index.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import type { Here } from "./answers.ts";
import { accountName } from "./navigation.ts";

export type SettingsPage = keyof typeof phrases.settings.pages;

/** Roles of the pages that do not require an owner. */
const openTo: Partial<Record<SettingsPage, Role>> = {
  members: "reviewer",
  you: "reviewer",
  templates: "member",
};

/** Return the pages that the person may open, in the order of the tabs. */
export function settingsPages(here: Here): SettingsPage[] {
  const all = Object.keys(phrases.settings.pages) as SettingsPage[];
  return all.filter((name) => may(here, openTo[name] ?? "owner") && (name !== "queue" || isOperators(here)));
}

/** The queue is of the service, not of an account. */
function isOperators({ account }: Here): boolean {
  return account.plan === "operator";
}

export function settingsHead(here: Here, current: SettingsPage): Html {
  const { pages } = phrases.settings;
  const account = accountName(here.account);
  return html`<header class="page-head"><p class="eyebrow">${phrases.settings.title} · ${account}</p><h1>${pages[current].name}</h1></header>
<nav class="tabs" aria-label="${phrases.settings.title}"><ul>${settingsPages(here).map(
    (name) =>
      html`<li><a href="/console/settings/${name}"${name === current && html` aria-current="page"`}>${pages[name].name}</a></li>`,
  )}</ul></nav>`;
}
