// The page of keys, and the palette that finds what a person names. Both are pages of their own; the script shows them in a dialog
// where one is.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { foundPage, type SearchResult } from "../../http/message-search.ts";
import { Failure } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { someNamedPods } from "../../store/addresses/pods.ts";
import { accountFolders, accountLabels } from "../../store/mailbox/places.ts";
import { listSavedSearches } from "../../store/mailbox/saved-searches.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { type Here, page, routes } from "./answers.ts";
import { buttonOf } from "./forms.ts";
import { type IconName, icon } from "./icons.ts";
import { jumps, keyCap, keyContexts, keyTable } from "./key-table.ts";
import { type ListName, listIcons } from "./list-names.ts";
import { nameOf } from "./people.ts";
import { settingsPages } from "./settings-head.ts";
import { widePage } from "./shell.ts";

const words = phrases.help;

/** Rows of each kind that a palette has. */
const maxOfKind = 200;
/** Mails that are looked through for threads and people. */
const looked = 20;
const shownThreads = 6;
const longest = 200;

export function helpPages(deps: HttpDeps) {
  return routes()
    .get("/console/keys", page(deps, "reviewer", keysPage))
    .get("/console/palette", page(deps, "reviewer", palettePage));
}

function keysPage(here: Here): Promise<Response> {
  const body = html`<header class="page-head"><h1>${words.keys}</h1><p class="soft">${words.keysLead}</p><p><a href="/console/settings/you">${phrases.settings.pages.you.name}</a></p></header>
${keyLists()}`;
  return widePage(here, { title: words.keys, place: "settings" }, body);
}

function keyLists(): Html {
  const list = (rows: readonly { key: string; does: string }[]) =>
    html`<dl class="facts shortcuts">${rows.map(({ key, does }) => html`<div><dt>${key.split(" ").map((one, n) => html`${n > 0 && " "}<kbd>${keyCap(one)}</kbd>`)}</dt><dd>${does}</dd></div>`)}</dl>`;
  const goes = Object.entries(jumps).map(([place, key]) => ({ key: `g ${key}`, does: placeName(place) }));
  return html`${keyContexts.map((context) => html`<section data-context="${context}"><h2>${words.contexts[context]}</h2>${list(keyTable[context].map(({ key, does }) => ({ key, does: phrases.keysDo[does] })))}</section>`)}
<section data-context="everywhere"><h2>${words.go}</h2>${list(goes)}</section>`;
}

function placeName(place: string): string {
  if (place === "calendar" || place === "settings") return phrases.nav[place];
  return phrases.lists[place as ListName].name;
}

interface PaletteRow {
  href: string;
  text: string;
  kind: string;
  icon: IconName;
}

async function palettePage(here: Here): Promise<Response> {
  const q = (here.url.searchParams.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longest);
  const [fixed, found] = await Promise.all([placesIn(here), q === "" ? [] : mailsLike(here, q)]);
  const wanted = q.toLowerCase();
  const rows = [...fixed.filter(({ text }) => text.toLowerCase().includes(wanted)), ...found];
  const body = html`<header class="page-head"><h1>${words.palette}</h1></header>
<form class="palette-form" method="get" action="/console/palette" role="search"><input type="search" name="q" value="${q}" maxlength="${longest}" aria-label="${words.find}" placeholder="${words.find}" autocomplete="off">${buttonOf({ text: words.show, class: "button no-script" })}</form>
<ul class="palette-rows">${rows.map(rowOf)}</ul>
<p class="soft palette-none"${rows.length > 0 && html` hidden`}>${words.none}</p>`;
  return widePage(here, { title: words.palette, place: "search" }, body);
}

const rowOf = ({ href, text, kind, icon: name }: PaletteRow) =>
  html`<li><a href="${href}">${icon(name)}<span class="grow">${text}</span><span class="soft small">${kind}</span></a></li>`;

/** Lists, saved searches, addresses, pods, folders, labels and settings. */
async function placesIn(here: Here): Promise<PaletteRow[]> {
  const { deps, scope } = here;
  const [identities, folders, labels, pods, searches] = await Promise.all([
    listIdentities(deps.database, scope, { filter: {}, cursor: null, count: maxOfKind }),
    accountFolders(deps.database, scope, maxOfKind),
    accountLabels(deps.database, scope, maxOfKind),
    someNamedPods(deps.database, scope, maxOfKind),
    listSavedSearches(deps.database, here.account),
  ]);
  const emails = new Map(identities.map((one) => [one.id, emailOf(one)]));
  const lists = (Object.keys(jumps) as (keyof typeof jumps)[]).filter(
    (name) => name !== "drafts" || may(here, "member"),
  );
  const of = (identityId: string) => (identities.length > 1 ? ` · ${emails.get(identityId) ?? ""}` : "");
  return [
    ...(may(here, "member")
      ? [
          {
            href: "/console/write",
            text: phrases.nav.write,
            kind: words.kinds.action,
            icon: "draft" as const,
          },
        ]
      : []),
    ...lists.map((name) => ({
      href: name === "calendar" || name === "settings" ? `/console/${name}` : `/console/mail/${name}`,
      text: placeName(name),
      kind: words.kinds.list,
      icon: name === "calendar" || name === "settings" ? name : listIcons[name],
    })),
    ...searches.map(({ id, name }) => ({
      href: `/console/search?saved=${id}`,
      text: name,
      kind: words.kinds.saved,
      icon: "search" as const,
    })),
    ...identities.map((one) => ({
      href: `/console/mail/open?address=${one.id}`,
      text: emailOf(one),
      kind: words.kinds.address,
      icon: "inbox" as const,
    })),
    ...(pods.length > 1 ? pods : []).map(({ id, name }) => ({
      href: `/console/mail/open?pod=${id}`,
      text: name,
      kind: words.kinds.pod,
      icon: "team" as const,
    })),
    ...labels.map(({ id, identityId, name }) => ({
      href: `/console/mail/label?address=${identityId}&of=${id}`,
      text: `${name}${of(identityId)}`,
      kind: words.kinds.label,
      icon: "label" as const,
    })),
    ...folders.map(({ id, identityId, name }) => ({
      href: `/console/mail/folder?address=${identityId}&of=${id}`,
      text: `${name}${of(identityId)}`,
      kind: words.kinds.folder,
      icon: "folder" as const,
    })),
    ...settingsPages(here).map((name) => ({
      href: `/console/settings/${name}`,
      text: phrases.settings.pages[name].name,
      kind: words.kinds.setting,
      icon: "settings" as const,
    })),
    { href: "/console/keys", text: words.keys, kind: words.kinds.setting, icon: "settings" },
  ];
}

/** Threads whose mails have the words, and the people who wrote them. */
async function mailsLike({ deps, auth }: Here, q: string): Promise<PaletteRow[]> {
  let data: readonly SearchResult[] = [];
  try {
    const found = await foundPage(deps, auth, { q, filter: {}, request: { limit: looked } });
    data = found?.data ?? [];
  } catch (error) {
    // Operators that are half typed find nothing yet.
    if (!(error instanceof Failure && error.code === "validation_error")) throw error;
  }
  const threads = new Map(data.map(({ row }) => [row.threadId, row]));
  const people = new Map(
    data.map(({ row }) => [row.fromEmail, nameOf({ email: row.fromEmail, name: row.fromName })]),
  );
  const search = (text: string) => `/console/search?${new URLSearchParams({ q: text }).toString()}`;
  return [
    ...[...threads].slice(0, shownThreads).map(([id, row]) => ({
      href: `/console/threads/${id}?list=all`,
      text: row.subject?.trim() || phrases.lists.noSubject,
      kind: words.kinds.thread,
      icon: "mail" as const,
    })),
    ...[...people].slice(0, shownThreads).map(([email, name]) => ({
      href: search(`from:${email}`),
      text: name === email ? email : `${name} · ${email}`,
      kind: words.kinds.person,
      icon: "person" as const,
    })),
    { href: search(q), text: words.searchFor(q), kind: words.kinds.search, icon: "search" },
  ];
}
