// The navigation beside every page of an account: its lists with what waits, folders and labels, addresses, the person.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { mark } from "../../http/pages/mark.ts";
import { unreadFound } from "../../http/unread-search.ts";
import { addMs, instantOf } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import type { OpenedAccount } from "../../store/access/members.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { type FolderRow, listFolders } from "../../store/mailbox/folders.ts";
import { countNeeds } from "../../store/mailbox/inbox.ts";
import { type LabelRow, listLabels } from "../../store/mailbox/labels.ts";
import { unreadByRole } from "../../store/mailbox/placed-threads.ts";
import { listSavedSearches } from "../../store/mailbox/saved-searches.ts";
import { type Narrowing, queryOf } from "../mailbox/places.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { themes } from "../session/session.ts";
import { buttonOf, hidden, postForm } from "./forms.ts";
import type { Here } from "./here.ts";
import { type IconName, icon } from "./icons.ts";
import { jumps } from "./key-table.ts";
import { type ListName, listIcons } from "./list-names.ts";

/** Addresses that the navigation lists. */
const listedAddresses = 12;
/** Folders that the navigation lists, and labels. */
const listedFolders = 30;
/** Saved searches that the navigation lists, and of which it counts what is unread. */
const [listedSearches, countedSearches] = [20, 10];
/** Up to here what waits is counted. */
const mostCounted = 99;
/** Milliseconds for which mail that came back is asked about. */
export const bounceMs = 30 * 24 * 3_600_000;

export type ConsoleSection = ListName | "calendar" | "settings" | "search" | "write";

/** A page's place in the navigation. */
interface NavigationPlace {
  place: ConsoleSection | null;
  /** The parts that narrow the lists. */
  narrowing?: Partial<Narrowing>;
  /** The folder or label that the list is of. */
  of?: string | null;
}

/** @returns also how many things wait for a person, for the page's title */
export async function navigation(
  here: Here,
  { place, narrowing = {}, of = null }: NavigationPlace,
): Promise<{ nav: Html; waiting: string }> {
  const { deps, scope, now } = here;
  const { database } = deps;
  const { addressId = null, podId = null, labelId = null } = narrowing;
  const listed = listIdentities(database, scope, { filter: {}, cursor: null, count: listedAddresses + 1 });
  const [found, searches, waiting, unread] = await Promise.all([
    listed,
    savedLinks(here, place),
    countNeeds(database, scope, { most: mostCounted + 1, since: addMs(instantOf(now), -bounceMs) }),
    listed.then((some) => {
      const named = new Set([...some.map(({ id }) => id), ...(addressId === null ? [] : [addressId])]);
      return unreadByRole(database, scope, { named: [...named], roles: ["inbox", "spam"] });
    }),
  ]);
  const addresses = found.slice(0, listedAddresses);
  const inboxes = unread.get("inbox")?.byAddress;
  const spam = unread.get("spam");
  // Spam is counted by folders: a pod's or a label's is not known.
  const counted = addressId === null ? spam?.all : spam?.byAddress.get(addressId);
  const inSpam = podId === null && labelId === null ? (counted ?? 0) : 0;
  const more = found.length > listedAddresses;
  const query = addressId === null ? "" : `?address=${addressId}`;
  const kept = queryOf({ address: addressId, pod: podId, label: labelId });
  const lists: ListName[] = ["needs", "open", "waiting", "snoozed", "done", "all"];
  if (may(here, "member")) lists.push("drafts");
  lists.push("sent", "spam", "trash");
  const item = (to: ConsoleSection, href: string, text: string, name: IconName, mark?: Html | false) =>
    html`<li class="to-${to}"><a href="${href}"${to in jumps && html` data-go="${jumps[to as keyof typeof jumps]}"`}${place === to && html` aria-current="page"`}>${icon(name)}<span>${text}</span>${mark}</a></li>`;
  const marks: Partial<Record<ListName, Html | false>> = {
    needs: countOf(waiting, phrases.nav.waiting, "count"),
    spam: countOf(inSpam, phrases.nav.unread, "count quiet"),
  };
  const ofAddress = addressId ?? (found.length === 1 ? found[0]!.id : null);
  const nav = html`<nav class="side" id="side" popover aria-label="${phrases.nav.label}">
<div class="side-head"><a class="brand" href="/console">${mark} <span>${phrases.brand}</span></a>${(deps.world ?? null) !== null && html`<strong class="sandbox-mark">${phrases.sandbox}</strong>`}</div>
${may(here, "member") && html`<a class="button write" href="/console/write${query}" data-key="c">${icon("draft")}<span>${phrases.nav.write}</span></a>`}
<ul class="places">${lists.map((list) =>
    item(list, `/console/mail/${list}${kept}`, phrases.lists[list].name, listIcons[list], marks[list]),
  )}
${item("calendar", "/console/calendar", phrases.nav.calendar, "calendar")}
${item("settings", "/console/settings", phrases.nav.settings, "settings")}</ul>
${searches}
${
  addresses.length > 1 &&
  html`<h2 class="side-title">${phrases.nav.addresses}</h2>
<ul class="addresses">${addressLink(place, null, addressId ?? podId, phrases.nav.allAddresses)}${addresses.map((one) => addressLink(place, one.id, addressId, emailOf(one), countOf(inboxes?.get(one.id) ?? 0, phrases.nav.unread, "count quiet")))}${more && html`<li><a class="soft" href="/console/settings/addresses">${phrases.nav.moreAddresses}</a></li>`}</ul>`
}
${ofAddress !== null && (await foldersOf(here, ofAddress, of))}
<div class="side-foot">${accountFoot(here, "side")}</div>
</nav>
${bar(here, { place, query, kept, count: marks.needs })}`;
  return { nav, waiting: waiting === 0 ? "" : shownCount(waiting) };
}

/** Saved searches, with what is unread where that is cheap to know; false: there are none. */
async function savedLinks(here: Here, place: ConsoleSection | null): Promise<Html | false> {
  const { deps, account, auth, url } = here;
  const rows = await listSavedSearches(deps.database, account);
  if (rows.length === 0) return false;
  const shown = rows.slice(0, listedSearches);
  const unread = await unreadFound(deps, auth, shown.slice(0, countedSearches));
  const open = place === "search" ? url.searchParams.get("saved") : null;
  return html`<h2 class="side-title">${phrases.saved.title}</h2>
<ul class="addresses">${shown.map(({ id, name }) => html`<li><a href="/console/search?saved=${id}"${id === open && html` aria-current="page"`} title="${name}">${icon("search")}<span><bdi>${name}</bdi></span>${countOf(unread.get(id) ?? 0, phrases.nav.unread, "count quiet")}</a></li>`)}${rows.length > shown.length && html`<li><a class="soft" href="/console/search">${phrases.nav.moreAddresses}</a></li>`}</ul>`;
}

/** Places at the bottom of a phone; all others are behind its last button, which opens the navigation. */
const barred = ["needs", "open", "waiting", "done", "calendar"] as const;

function bar(
  here: Here,
  {
    place,
    query,
    kept,
    count,
  }: { place: ConsoleSection | null; query: string; kept: string; count?: Html | false | undefined },
): Html {
  const isElsewhere = place !== null && !(barred as readonly string[]).includes(place);
  return html`<nav class="bar" id="bar" aria-label="${phrases.nav.menu}">
${may(here, "member") && html`<a class="button primary write" href="/console/write${query}" aria-label="${phrases.nav.write}">${icon("draft")}</a>`}
<ul>${barred.map((to) => {
    const [href, text] =
      to === "calendar"
        ? ["/console/calendar", phrases.nav.calendar]
        : [`/console/mail/${to}${kept}`, phrases.lists[to].name];
    return html`<li><a href="${href}"${place === to && html` aria-current="page"`}>${icon(to === "calendar" ? to : listIcons[to])}<span>${text}</span>${to === "needs" && count}</a></li>`;
  })}
<li><button type="button" popovertarget="side"${isElsewhere && html` class="here"`}>${icon("menu")}<span>${phrases.nav.menu}</span></button></li></ul>
</nav>`;
}

const shownCount = (count: number) => (count > mostCounted ? `${mostCounted}+` : String(count));

function countOf(count: number, words: (count: number) => string, kind: string): Html | false {
  if (count === 0) return false;
  return html`<span class="${kind}" aria-label="${words(count)}">${shownCount(count)}</span>`;
}

/** Folders that an address has beside the usual ones, with what is unread in them, and its labels. */
async function foldersOf({ deps, scope }: Here, addressId: string, of: string | null): Promise<Html> {
  const [folders, labels] = await Promise.all([
    listFolders(deps.database, scope, addressId),
    listLabels(deps.database, scope, addressId),
  ]);
  const own = folders.filter(({ role }) => role === null || role === "archive");
  const link = (list: "folder" | "label", { id }: { id: string }, name: string, mark?: Html | false) =>
    html`<li><a href="/console/mail/${list}?address=${addressId}&of=${id}"${id === of && html` aria-current="page"`} title="${name}">${icon(listIcons[list])}<span>${name}</span>${mark}</a></li>`;
  const shown = <T>(title: string, rows: readonly T[], view: (row: T) => Html) =>
    rows.length > 0 &&
    html`<h2 class="side-title">${title}</h2><ul class="addresses">${rows.slice(0, listedFolders).map(view)}</ul>`;
  const byName = labels.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return html`${shown<FolderRow>(phrases.nav.folders, own, (row) =>
    link("folder", row, folderName(row), countOf(row.unread, phrases.nav.unread, "count quiet")),
  )}${shown<LabelRow>(phrases.nav.labels, byName, (row) => link("label", row, row.name))}`;
}

/** A folder's name, in the words of the page where it has a role. */
export function folderName({ role, name }: Pick<FolderRow, "role" | "name">): string {
  return (role === null ? undefined : phrases.moves.folders[role]) ?? name;
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

/** Lists that another address does not have, or has under another name. */
const ofOneAddress: readonly ListName[] = ["drafts", "folder", "label"];

const isList = (place: ConsoleSection | null): place is ListName => place !== null && place in listIcons;

function addressLink(
  place: ConsoleSection | null,
  id: string | null,
  chosen: string | null,
  text: string,
  mark: Html | false = false,
): Html {
  const list = isList(place) && !ofOneAddress.includes(place) ? place : "open";
  const href = `/console/mail/${list}${id === null ? "" : `?address=${id}`}`;
  return html`<li><a href="${href}"${isList(place) && id === chosen && html` aria-current="true"`} title="${text}"><span>${text}</span>${mark}</a></li>`;
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
  // Behind a form that was refused is no page.
  const back = here.request.method === "GET" ? `${here.url.pathname}${here.url.search}` : "/console";
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
