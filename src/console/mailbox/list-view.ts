// The list pane: a plain function of its lines.
import { type Html, html } from "../../lib/html.ts";
import { listText } from "../../lib/languages.ts";
import { maxListedFolders } from "../../store/mailbox/placed-threads.ts";
import { emptyState, hidden } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { listIcons } from "../frame/list-names.ts";
import { avatar, nameOf, shortName } from "../frame/people.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { type BulkView, bulkBar, pickAll, pickBox } from "./bulk-view.ts";
import type { ListPage, ListRow } from "./list-data.ts";
import { type NarrowingView, narrowChips, narrowLink } from "./narrowing.ts";
import { type ListAddress, listPath, narrowingParts, type SearchAddress, threadPath } from "./places.ts";

export interface ListView extends ListPage {
  place: ListAddress;
  /** Names of what the list is narrowed to; null: nothing. */
  narrowed: string | null;
  narrowing: NarrowingView;
  /** The pod that it is narrowed to has no address. */
  isEmptyPod: boolean;
  /** More than one address: lines name theirs. */
  manyAddresses: boolean;
  /** The thread that is read. */
  selected: string | null;
  /** Milliseconds since the epoch. */
  now: number;
  /** null: a list of mail. */
  noAddress?: boolean;
  /** The list is of some addresses alone: there are too many. */
  isPart?: boolean;
  /** Null: nothing is chosen in it. */
  bulk?: BulkView | null;
}

const words = phrases.lists;

export function listView(view: ListView): Html {
  const { place, lines, next, selected } = view;
  const { cursor } = place;
  const title = html`${view.name}`;
  const level = selected === null ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`;
  return html`<div class="list-head"><div class="titles">${level}${narrowLink(view.narrowing)}${view.bulk && pickAll(place)}${place.list === "needs" && lines.some(({ need }) => need === "send" || need === "received") && html`<a class="button plain small" href="/console/desk" data-key="d">${phrases.reviews.desk.open}</a>`}</div>
${view.bulk && bulkBar(place, view.bulk, lines.length)}${searchBox({ ...place, q: "", saved: null })}${narrowChips(view.narrowing)}${view.isPart && html`<p class="soft small">${words.tooMany(maxListedFolders)}</p>`}</div>
${lines.length === 0 ? emptyList(view) : html`<ul class="lines">${lines.map((line) => lineOf(line, view))}</ul>`}
${
  (next !== null || cursor !== null) &&
  html`<nav class="pager" aria-label="${view.name}">${cursor === null ? html`<span></span>` : html`<a class="button plain small" href="${listPath({ ...place, cursor: null })}">${words.newest}</a>`}${next !== null && html`<a class="button plain small" href="${listPath({ ...place, cursor: next })}" rel="next">${words.older}</a>`}</nav>`
}`;
}

/** @param about the saved search, and what narrows it: these stay as they are */
export function searchBox({ q, saved, ...narrowing }: Omit<SearchAddress, "cursor">): Html {
  const kept = Object.entries({ ...narrowingParts(narrowing), saved });
  return html`<form class="find" method="get" action="/console/search" role="search">${kept.map(([name, value]) => value !== null && hidden(name, value))}${icon("search")}<input type="search" name="q" value="${q}" maxlength="500" aria-label="${words.searchLabel}" placeholder="${words.searchHint}" data-key="/"></form>`;
}

function emptyList({ place, next, noAddress, narrowed, isEmptyPod }: ListView): Html {
  if (noAddress) {
    return emptyState("inbox", {
      title: words.noAddress,
      text: words.noAddressText,
      action: html`<a class="button" href="/console/settings">${words.createAddress}</a>`,
    });
  }
  const { emptyTitle, empty } = words[place.list];
  const { narrow } = phrases;
  if (isEmptyPod) return emptyState("team", { title: narrow.emptyPod, text: narrow.emptyPodText });
  if (next !== null)
    return emptyState(listIcons[place.list], { title: narrow.noneYetTitle, text: narrow.noneYet });
  if (narrowed !== null) return emptyState(listIcons[place.list], { title: emptyTitle, text: narrow.none });
  return emptyState(listIcons[place.list], { title: emptyTitle, text: empty });
}

export function lineOf(line: ListRow, { place, selected, now, manyAddresses, bulk }: ListView): Html {
  const [first] = line.people;
  const isHere = line.threadId === selected;
  return html`<li class="line${line.isUnread && " unread"}${isHere && " here"}">${bulk && pickBox(line.threadId, line.subject?.trim() || words.noSubject, bulk)}<a href="${line.draftId ? `/console/drafts/${line.draftId}` : threadPath(line.threadId, place)}"${isHere && html` aria-current="true"`}>
${avatar(first ?? { email: "?", name: null })}
<span class="top"><span class="who">${line.isUnread && line.need === null && html`<span class="dot" role="img" aria-label="${words.unread}"></span>`}<bdi>${whoOf(line)}</bdi>${line.messageCount > 1 && html` <span class="number" aria-label="${words.count(line.messageCount)}">${line.messageCount}</span>`}</span>${timeTag(line.at, now)}</span>
<span class="about"><span class="subject"><bdi>${line.subject?.trim() || words.noSubject}</bdi></span>
<span class="preview"><bdi>${line.preview}</bdi></span></span>
${marksOf(line, { place, manyAddresses, now })}</a></li>`;
}

function whoOf({ people, isTo }: ListRow): string {
  if (people.length === 0) return phrases.people.nobodyNamed;
  const names = people.length === 1 ? [nameOf(people[0]!)] : people.slice(0, 3).map(shortName);
  const more = people.length > 3 ? ` +${people.length - 3}` : "";
  return `${isTo ? `${phrases.people.to} ` : ""}${listText(names)}${more}`;
}

function marksOf(
  line: ListRow,
  { place, manyAddresses, now }: Pick<ListView, "place" | "manyAddresses" | "now">,
): Html | false {
  const showAddress = manyAddresses && place.addressId === null && place.labelId === null;
  const showStatus = place.list === "all" && line.status !== "open";
  const showSpam = line.isSpam && place.list !== "spam";
  const sleeps = line.snoozedUntil ?? null;
  if (
    !line.writer &&
    !showAddress &&
    !showStatus &&
    !showSpam &&
    !sleeps &&
    !line.need &&
    !line.hasFiles &&
    !line.isFlagged
  )
    return false;
  return html`<span class="marks">${line.writer && html`<span class="chip">${icon("draft")}<bdi>${line.writer}</bdi></span>`}${showSpam && html`<span class="chip need-bounce">${words.spamMark}</span>`}${line.need && html`<span class="chip need-${line.need}">${phrases.needs[line.need]}</span>`}${sleeps !== null && html`<span class="chip">${icon("moon")}${timeTag(sleeps, now)}</span>`}${showStatus && html`<span class="chip">${phrases.status[line.status]}</span>`}${showAddress && html`<span class="chip quiet" title="${line.address}">${line.address}</span>`}${line.isFlagged && html`<span class="mark" role="img" aria-label="${words.flagged}">${icon("flag")}</span>`}${line.hasFiles && html`<span class="mark" role="img" aria-label="${words.files}">${icon("clip")}</span>`}</span>`;
}
