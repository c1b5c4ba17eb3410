// Pages of an account: the navigation with what waits, then the list and what is read, or one wide pane.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { mark } from "../../http/pages/mark.ts";
import { addMs, instantOf } from "../../lib/clock.ts";
import { encodeCursor } from "../../lib/cursor.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import type { OpenedAccount } from "../../store/access/members.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import type { EventPosition } from "../../store/events/events.ts";
import { countNeeds } from "../../store/mailbox/inbox.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { themes } from "../session/session.ts";
import { type Here, setCookies } from "./answers.ts";
import { buttonForm, buttonOf, hidden, postForm } from "./forms.ts";
import { type IconName, icon } from "./icons.ts";
import { wholePage } from "./page.ts";

/** Addresses that the navigation lists. */
const listedAddresses = 12;
/** Up to here what waits is counted. */
const mostCounted = 99;
/** Milliseconds for which mail that came back is asked about. */
export const bounceMs = 30 * 24 * 3_600_000;

export type ListName = "needs" | "open" | "waiting" | "done" | "all" | "drafts";
export type ConsoleSection = ListName | "calendar" | "settings" | "search" | "write";

export const listIcons: Record<ListName, IconName> = {
  needs: "hand",
  open: "inbox",
  waiting: "clock",
  done: "done",
  all: "all",
  drafts: "draft",
};

export interface ShellOptions {
  title: string;
  /** The page's place in the navigation. */
  place: ConsoleSection;
  /** The address that the lists are narrowed to. */
  addressId?: string | null;
  status?: number;
}

/** The content of the panes beside the navigation. */
interface Panes {
  /** Behind the events that they know of, taken before anything else of them was read. */
  seen: EventPosition;
  list: Html;
  listLabel: string;
  /** Null: nothing is chosen; a phone shows the list then. */
  reading: Html | null;
  empty?: Html;
}

/** Three panes. */
export async function panes(
  here: Here,
  options: ShellOptions,
  { seen, list, listLabel, reading, empty }: Panes,
): Promise<Response> {
  const nav = await navigation(here, options);
  const content = html`${skipLink}
<div class="app">
${nav}
<div class="list-pane" id="list" data-seen="${encodeCursor([seen.xid, seen.id])}" role="${reading ? "region" : "main"}" aria-label="${listLabel}">${list}</div>
<div class="reading-pane" id="main" role="${reading ? "main" : "region"}" aria-label="${options.title}" tabindex="-1">${reading ?? empty}</div>
</div>`;
  return framed(here, options, { content, layout: reading ? "panes at-reading" : "panes at-list" });
}

/** One pane beside the navigation. */
export async function widePage(here: Here, options: ShellOptions, body: Html): Promise<Response> {
  const nav = await navigation(here, options);
  const content = html`${skipLink}
<div class="app">
${nav}
<main class="wide-pane" id="main" tabindex="-1"><div class="column">${body}</div></main>
</div>`;
  return framed(here, options, { content, layout: "wide" });
}

const skipLink = html`<a class="skip" href="#main">${phrases.nav.skip}</a>`;

function framed(
  here: Here,
  { title, status }: ShellOptions,
  { content, layout }: { content: Html; layout: string },
): Response {
  const { visit, url } = here;
  const code = url.searchParams.get("done") ?? "";
  const done = Object.hasOwn(phrases.notices, code) ? phrases.notices[code] : undefined;
  const draft = url.searchParams.get("draft") ?? "";
  const review = url.searchParams.get("review") ?? "";
  const undoButton = { text: phrases.write.undo, class: "button small", key: "z" };
  const undo =
    code === "sending" && isUuid(draft)
      ? buttonForm(here, { action: `/console/drafts/${draft}/undo` }, undoButton)
      : code === "approving" &&
        isUuid(review) &&
        buttonForm(here, { action: "/console/reviews/undo", fields: { id: review } }, undoButton);
  const toast =
    done !== undefined &&
    html`<div class="toast" role="status">${icon("check")}<span>${done}</span>${undo}</div>`;
  return wholePage(html`${content}${toast}`, layout, {
    title,
    theme: visit.theme,
    shortcuts: here.account.shortcuts,
    status,
    headers: setCookies(visit.cookies),
  });
}

async function navigation(here: Here, { place, addressId = null }: ShellOptions): Promise<Html> {
  const { deps, scope, now } = here;
  const [found, waiting] = await Promise.all([
    listIdentities(deps.database, scope, { filter: {}, cursor: null, count: listedAddresses + 1 }),
    countNeeds(deps.database, scope, { most: mostCounted + 1, since: addMs(instantOf(now), -bounceMs) }),
  ]);
  const addresses = found.slice(0, listedAddresses);
  const more = found.length > listedAddresses;
  const query = addressId === null ? "" : `?address=${addressId}`;
  const lists: ListName[] = ["needs", "open", "waiting", "done", "all"];
  if (may(here, "member")) lists.push("drafts");
  const item = (to: ConsoleSection, href: string, text: string, name: IconName, mark?: Html | false) =>
    html`<li class="to-${to}"><a href="${href}"${place === to && html` aria-current="page"`}>${icon(name)}<span>${text}</span>${mark}</a></li>`;
  return html`<nav class="side" id="side" aria-label="${phrases.nav.label}">
<div class="side-head"><a class="brand" href="/console">${mark} <span>${phrases.brand}</span></a></div>
${may(here, "member") && html`<a class="button write" href="/console/write${query}" data-key="c">${icon("draft")}<span>${phrases.nav.write}</span></a>`}
<ul class="places">${lists.map((list) =>
    item(
      list,
      `/console/mail/${list}${query}`,
      phrases.lists[list].name,
      listIcons[list],
      list === "needs" &&
        waiting > 0 &&
        html`<span class="count" aria-label="${phrases.nav.waiting(waiting)}">${waiting > mostCounted ? `${mostCounted}+` : waiting}</span>`,
    ),
  )}
${item("calendar", "/console/calendar", phrases.nav.calendar, "calendar")}
${item("settings", "/console/settings", phrases.nav.settings, "settings")}</ul>
${
  addresses.length > 1 &&
  html`<h2 class="side-title">${phrases.nav.addresses}</h2>
<ul class="addresses">${addressLink(place, null, addressId, phrases.nav.allAddresses)}${addresses.map((one) => addressLink(place, one.id, addressId, emailOf(one)))}${more && html`<li><a class="soft" href="/console/settings/addresses">${phrases.nav.moreAddresses}</a></li>`}</ul>`
}
<div class="side-foot">${accountFoot(here, "side")}</div>
</nav>`;
}

/** The foot with person, account, colours and the way out. @param name makes ids of the page its own */
export function accountFoot(here: Here, name: string): Html {
  const { email, role, account } = here;
  const shown =
    email ?? (account.plan === "operator" ? phrases.people.operator : phrases.people.byAgentsLink);
  return html`${here.accounts.length > 1 && accountPicker(here, name)}
${themeForm(here)}
<p class="who" title="${shown}">${shown}${role !== "owner" && html` <span class="soft">${phrases.roles[role]}</span>`}</p>
${postForm(here, { action: "/console/sign-out", class: "inline" }, buttonOf({ text: phrases.nav.signOut, icon: "leave", class: "button ghost small" }))}`;
}

const isList = (place: ConsoleSection): place is ListName => place in listIcons;

function addressLink(place: ConsoleSection, id: string | null, chosen: string | null, text: string): Html {
  const list = isList(place) && place !== "drafts" ? place : "open";
  const href = `/console/mail/${list}${id === null ? "" : `?address=${id}`}`;
  return html`<li><a href="${href}"${isList(place) && id === chosen && html` aria-current="true"`} title="${text}"><span>${text}</span></a></li>`;
}

export function accountName({ plan, email }: Pick<OpenedAccount, "plan" | "email">): string {
  return plan === "operator" ? phrases.people.operatorAccount : (email ?? phrases.people.emptyAccount);
}

function accountPicker({ accounts, account }: Here, name: string): Html {
  return html`<form class="account-form" method="get" action="/console"><label for="${name}-account">${phrases.nav.account}</label>
<div class="together"><select id="${name}-account" name="account" data-submit>${accounts.map((one) => html`<option value="${one.accountId}"${one.accountId === account.accountId && html` selected`}>${accountName(one)}</option>`)}</select>${buttonOf({ text: phrases.nav.change, class: "button plain small no-script" })}</div></form>`;
}

function themeForm(here: Here): Html {
  const { theme } = here.visit;
  const names = { auto: null, light: "sun", dark: "moon" } as const;
  const back = `${here.url.pathname}${here.url.search}`;
  return postForm(
    here,
    { action: "/console/look", class: "theme", label: phrases.nav.look },
    html`${hidden("back", back)}${(["auto", ...themes] as const).map((one) => {
      const name = names[one];
      const isOn = (theme ?? "auto") === one;
      return html`<button name="theme" value="${one}" aria-pressed="${isOn ? "true" : "false"}" title="${phrases.look[one]}" aria-label="${phrases.look[one]}">${name === null ? phrases.look.autoShort : icon(name)}</button>`;
    })}`,
  );
}
