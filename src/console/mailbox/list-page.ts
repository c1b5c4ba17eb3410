// The page of a list: its lines, its address, and what its reader may choose in it.
import { instantOf } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import { listIdentities } from "../../store/addresses/identities.ts";
import { type EventPosition, seenEvents } from "../../store/events/events.ts";
import { runningBulkWork } from "../../store/mailbox/bulk-works.ts";
import { listFolders } from "../../store/mailbox/folders.ts";
import { listLabels } from "../../store/mailbox/labels.ts";
import { maxListedFolders } from "../../store/mailbox/placed-threads.ts";
import type { Here } from "../frame/answers.ts";
import { emptyState } from "../frame/forms.ts";
import { panes } from "../frame/shell.ts";
import { phrases } from "../phrases.ts";
import { may } from "../session/accounts.ts";
import { bulkProgress } from "./bulk-view.ts";
import { isBulkList, readList } from "./list-data.ts";
import { type ListView, listView } from "./list-view.ts";
import { goneView, ifGone, narrowedTitle, narrowedTo } from "./narrowing.ts";
import { keptListName, type ListAddress, listPath, renarrowed, widest } from "./places.ts";

/** Lists by where mails lie. */
const placedLists: readonly string[] = ["sent", "spam", "trash"];

/** @throws Failure invalid_cursor, not_found */
export async function listOf(here: Here, place: ListAddress, selected: string | null): Promise<ListView> {
  const { deps, scope, now, url } = here;
  const { database } = deps;
  const by = await narrowedTo(here, place);
  const [list, some] = await Promise.all([
    readList(here, place, by),
    listIdentities(database, scope, { filter: {}, cursor: null, count: maxListedFolders + 1 }),
  ]);
  const isBulk = isBulkList(place.list) && may(here, "member") && list.lines.length > 0;
  const only = by.identityId ?? (some.length === 1 ? some[0]!.id : null);
  const [folders, labels] =
    isBulk && only !== null
      ? await Promise.all([listFolders(database, scope, only), listLabels(database, scope, only)])
      : [[], []];
  const select = url.searchParams.get("select");
  const looked = by.identityId === undefined ? (by.scope.identityIds ?? some).length : 1;
  return {
    ...list,
    place,
    narrowed: narrowedTitle(by),
    narrowing: {
      narrowing: place,
      names: by.names,
      path: (narrowing) => listPath(renarrowed(place, narrowing)),
      choices: { list: place.list, of: place.of },
    },
    isEmptyPod: by.scope.identityIds?.length === 0,
    manyAddresses: some.length > 1,
    selected,
    now,
    noAddress: some.length === 0,
    isPart: placedLists.includes(place.list) && looked > maxListedFolders,
    bulk: isBulk
      ? {
          form: here,
          folders,
          labels,
          picked: select === "page" || select === "all" ? select : null,
          until: placedLists.includes(place.list) || place.list === "folder" ? null : instantOf(now),
        }
      : null,
  };
}

/** The list pane where a list, or what narrows it, is gone: never the mail of another list. @param level of its heading */
export function goneList(place: ListAddress, level: 1 | 2 = 1): Html {
  const wider = renarrowed(place, widest);
  return goneView({ wider: listPath(wider), text: phrases.lists[wider.list].name, level });
}

/** The list alone. @param about.progress stands above the lines; `toast` says what was done */
export async function listAnswer(
  here: Here,
  place: ListAddress,
  about: { progress?: Html; toast?: Html; seen?: EventPosition } = {},
): Promise<Response> {
  const seen = about.seen ?? (await seenEvents(here.deps.database));
  const view = await listOf(here, place, null).catch(ifGone);
  if (!view) {
    const { goneTitle: title } = phrases.narrow;
    const options = { title, place: null, status: 404, toast: about.toast };
    const list = goneList(place);
    return panes(here, options, { seen, list, listLabel: title, reading: null, empty: html`` });
  }
  const title = phrases.lists.title(view.name, view.narrowed);
  const options = { title, place: place.list, narrowing: place, of: place.of, toast: about.toast };
  const empty =
    view.lines.length > 0
      ? emptyState("inbox", { title: phrases.lists.chooseTitle, text: phrases.lists.choose })
      : html``;
  const list = listView(view);
  const progress = about.progress ?? (about.toast ? null : await progressOf(here, place));
  return panes(here, options, {
    seen,
    list: progress ? html`${progress}${list}` : list,
    listLabel: title,
    reading: null,
    empty,
    at: here.request.method === "POST" ? listPath(place) : undefined,
  });
}

/** How far the person's own action on many threads of this list is; null: none goes on. */
async function progressOf(here: Here, place: ListAddress): Promise<Html | null> {
  if (!may(here, "member") || !isBulkList(place.list)) return null;
  const { deps, account, personId } = here;
  const work = await runningBulkWork(deps.database, { accountId: account.accountId, personId });
  if (!work) return null;
  const { list, addressId, podId = null, labelId = null, of } = work.asked;
  const isHere =
    list === keptListName(place) && listPath({ ...place, addressId, podId, labelId, of }) === listPath(place);
  return isHere ? bulkProgress(here, work, true) : null;
}
