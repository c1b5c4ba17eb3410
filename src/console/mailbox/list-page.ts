// The page of a list: its lines, its address, and what its reader may choose in it.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import { instantOf } from "../../lib/clock.ts";
import { notFound } from "../../lib/failure.ts";
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
import { type ListAddress, listPath } from "./places.ts";

/** Lists by where mails lie. */
const placedLists: readonly string[] = ["sent", "spam", "trash"];

/** @throws Failure invalid_cursor, not_found */
export async function listOf(here: Here, place: ListAddress, selected: string | null): Promise<ListView> {
  const { deps, scope, now, url } = here;
  const { database } = deps;
  const [list, some, chosen] = await Promise.all([
    readList(here, place),
    listIdentities(database, scope, { filter: {}, cursor: null, count: maxListedFolders + 1 }),
    place.addressId === null
      ? []
      : listIdentities(database, scope, { filter: { id: place.addressId }, cursor: null, count: 1 }),
  ]);
  if (place.addressId !== null && chosen.length === 0) throw notFound();
  const isBulk = isBulkList(place.list) && may(here, "member") && list.lines.length > 0;
  const only = place.addressId ?? (some.length === 1 ? some[0]!.id : null);
  const [folders, labels] =
    isBulk && only !== null
      ? await Promise.all([listFolders(database, scope, only), listLabels(database, scope, only)])
      : [[], []];
  const select = url.searchParams.get("select");
  return {
    ...list,
    place,
    address: chosen[0] ? emailOf(chosen[0]) : null,
    manyAddresses: some.length > 1,
    selected,
    now,
    noAddress: some.length === 0,
    isPart: place.addressId === null && placedLists.includes(place.list) && some.length > maxListedFolders,
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

/** The list alone. @param about.progress stands above the lines; `toast` says what was done */
export async function listAnswer(
  here: Here,
  place: ListAddress,
  about: { progress?: Html; toast?: Html; seen?: EventPosition } = {},
): Promise<Response> {
  const seen = about.seen ?? (await seenEvents(here.deps.database));
  const view = await listOf(here, place, null);
  const title = phrases.lists.title(view.name, view.address);
  const options = { title, place: place.list, addressId: place.addressId, of: place.of, toast: about.toast };
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
async function progressOf(here: Here, { list, addressId, of }: ListAddress): Promise<Html | null> {
  if (!may(here, "member") || !isBulkList(list)) return null;
  const { deps, account, personId } = here;
  const work = await runningBulkWork(deps.database, { accountId: account.accountId, personId });
  if (!work) return null;
  const { asked } = work;
  const isHere = asked.list === list && asked.addressId === addressId && asked.of === of;
  return isHere ? bulkProgress(here, work, true) : null;
}
