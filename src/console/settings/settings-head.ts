// The head of every settings page: which one it is, and the way to the others.
import { type Html, html } from "../../lib/html.ts";
import { phrases } from "../phrases.ts";

export type SettingsPage = keyof typeof phrases.settings.pages;

/** In the order of the tabs. */
export const settingsPages = Object.keys(phrases.settings.pages) as SettingsPage[];

export function settingsHead(current: SettingsPage, account: string): Html {
  const { pages } = phrases.settings;
  return html`<header class="page-head"><p class="eyebrow">${phrases.settings.title} · ${account}</p><h1>${pages[current].name}</h1></header>
<nav class="tabs" aria-label="${phrases.settings.title}"><ul>${settingsPages.map(
    (name) =>
      html`<li><a href="/console/settings/${name}"${name === current && html` aria-current="page"`}>${pages[name].name}</a></li>`,
  )}</ul></nav>`;
}
