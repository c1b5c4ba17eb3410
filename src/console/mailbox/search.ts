// Searching mail: the same words and filters as GET /threads?q=; each thread once, with the message that is found.

import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { definedFields } from "../../http/params.ts";
import { type FoundThread, type FoundThreads, foundThreads } from "../../http/thread-search.ts";
import { Failure } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { identitiesByIds } from "../../store/addresses/identities.ts";
import { seenEvents } from "../../store/events/events.ts";
import type { SavedSearchRow } from "../../store/mailbox/saved-searches.ts";
import { action, type Here, page, routes } from "../frame/answers.ts";
import { emptyState, notice } from "../frame/forms.ts";
import { avatar, nameOf } from "../frame/people.ts";
import { refusalText } from "../frame/refusals.ts";
import { panes } from "../frame/shell.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { searchBox } from "./list-view.ts";
import {
  ifGone,
  type Narrowed,
  type NarrowingView,
  narrowChips,
  narrowedTo,
  narrowLink,
} from "./narrowing.ts";
import {
  type ListAddress,
  narrowingOf,
  type SearchAddress,
  searchPath,
  threadPath,
  widest,
} from "./places.ts";
import { forgetSearches, recentView, rememberSearch } from "./recent-searches.ts";
import { type SavedFormView, savedForm, savedNarrowing, savedSearchOf, savedView } from "./saved-searches.ts";
import { searchChips } from "./search-chips.ts";
import { askedTerms, elsewhereIn, excerptOf, markedText } from "./search-why.ts";

const words = phrases.search;
const shown = 30;
/** Characters of a search. */
const maxSearch = 500;

export function searchPages(deps: HttpDeps) {
  return routes()
    .get("/console/search", page(deps, "reviewer", search))
    .post(
      "/console/search/forget",
      action(deps, "reviewer", async (sent) => forgetSearches(sent)),
    );
}

/** A search as a page asks for it. */
interface AskedSearch {
  place: SearchAddress;
  /** null: what narrows it is gone. */
  by: Narrowed | null;
  /** The saved search that was opened; null: none. */
  saved: SavedSearchRow | null;
}

/** @throws Failure not_found: the saved search is another person's, or gone */
async function askedSearch(here: Here): Promise<AskedSearch> {
  const { searchParams: query } = here.url;
  const id = query.get("saved");
  const saved = id === null ? null : await savedSearchOf(here, id);
  const isOwn = !saved || ["q", "address", "pod", "label"].some((name) => query.has(name));
  const narrowing = isOwn ? narrowingOf(query) : savedNarrowing(saved);
  const q = isOwn ? cleaned(query.get("q")) : saved.q;
  const place = { ...narrowing, q, saved: saved?.id ?? null, cursor: query.get("cursor") };
  return { place, by: await narrowedTo(here, narrowing).catch(ifGone), saved };
}

export const cleaned = (q: string | null) => (q ?? "").replaceAll("\0", "").trim().slice(0, maxSearch);

async function search(here: Here): Promise<Response> {
  return searchAnswer(here, await askedSearch(here));
}

/** @param refused why the search was not saved */
export async function searchAnswer(
  here: Here,
  { place, by, saved }: AskedSearch,
  refused?: SavedFormView,
): Promise<Response> {
  const { q, cursor } = place;
  const seen = await seenEvents(here.deps.database);
  const name = saved?.name ?? words.title;
  const title = saved ? saved.name : q === "" ? words.title : words.of(q);
  const status = refused ? 400 : by ? 200 : 404;
  const options = { title, place: "search" as const, narrowing: by ? place : widest, status };
  const view = by && viewOf(place, by);
  const found = q === "" || !by ? null : await find(here, { place, by });
  const hits = found === null || typeof found === "string" ? [] : found.data;
  const form = q === "" && !saved ? null : savedForm(here, { place, saved, ...refused });
  const chips = searchChips(
    q,
    hits.map(({ hit }) => hit.row.fromEmail),
    (rest) => searchPath({ ...place, q: rest, cursor: null }),
  );
  const list = html`<div class="list-head"><div class="titles"><h1><bdi>${name}</bdi></h1>${view && narrowLink(view)}${form}</div>${searchBox(place)}${view && narrowChips(view)}${chips}</div>
${refused && notice(refused.error, "bad")}${!by ? goneSearch(place) : html`${q === "" && html`${await savedView(here)}${recentView(here)}`}${hits.length > 0 ? await results(here, { place, found: found as FoundThreads }) : noneFound(found)}${olderLink(place, found)}`}`;
  const empty = emptyState("search", { title: words.operators, text: operators() });
  const isKept = found !== null && typeof found !== "string" && cursor === null && !saved && !refused;
  const kept = isKept ? rememberSearch(here, q) : null;
  if (kept !== null) here.visit.cookies.push(kept);
  const at = here.request.method === "POST" ? searchPath(place) : undefined;
  return panes(here, options, { seen, list, listLabel: name, reading: null, empty, at });
}

const viewOf = (place: SearchAddress, by: Narrowed): NarrowingView => ({
  narrowing: place,
  names: by.names,
  path: (narrowing) => searchPath({ ...place, ...narrowing, cursor: null }),
  choices: { list: "search", q: place.q, saved: place.saved },
});

const goneSearch = (place: SearchAddress) =>
  emptyState("search", {
    title: phrases.narrow.goneTitle,
    text: phrases.narrow.goneText,
    action: html`<a class="button" href="${searchPath({ ...place, ...widest, cursor: null })}">${phrases.narrow.wider}</a>`,
  });

const operators = () =>
  html`<span class="operators">${words.examples.map(([example, meaning]) => html`<code>${example}</code><span>${meaning}</span>`)}</span>`;

/** The results, or why the words are refused. */
export async function find(
  { deps, auth }: Here,
  { place: { q, cursor }, by }: { place: SearchAddress; by: Narrowed },
): Promise<FoundThreads | string> {
  try {
    const { identityId, labelKeys, scope } = by;
    const request = { limit: shown, ...(cursor === null ? {} : { cursor }) };
    const filter = definedFields({ identityId, labelKeys });
    const asking = { ...auth, identityIds: scope.identityIds };
    return await foundThreads(deps, asking, { q, filter, threads: {}, request });
  } catch (error) {
    if (error instanceof Failure && error.code === "validation_error") return refusalText(error.message);
    throw error;
  }
}

/** @param found null: nothing was asked; a text: why it is refused */
function noneFound(found: FoundThreads | string | null): Html {
  if (found === null) return emptyState("search", { title: words.begin, text: words.beginText });
  if (typeof found === "string") return emptyState("search", { title: words.refused, text: found });
  if (found.next_cursor !== null)
    return emptyState("search", { title: phrases.narrow.noneYetTitle, text: phrases.narrow.noneYet });
  return emptyState("search", { title: words.none, text: words.noneText });
}

/** Leads to what follows, also from a page that found nothing in its time. */
function olderLink(place: SearchAddress, found: FoundThreads | string | null): Html | false {
  if (found === null || typeof found === "string" || found.next_cursor === null) return false;
  const href = searchPath({ ...place, cursor: found.next_cursor });
  return html`<nav class="pager" aria-label="${words.title}"><span></span><a class="button plain small" rel="next" href="${href}">${phrases.lists.older}</a></nav>`;
}

async function results(
  { deps, scope, now }: Here,
  { place, found }: { place: SearchAddress; found: FoundThreads },
): Promise<Html> {
  const ids = [...new Set(found.data.map(({ thread }) => thread.identityId))];
  const addresses = new Map(
    (await identitiesByIds(deps.database, scope, ids)).map((identity) => [identity.id, emailOf(identity)]),
  );
  const terms = askedTerms(place.q, now, found.isForgiving);
  const list: ListAddress = { ...place, list: "all", of: null, cursor: null };
  const line = ({ hit }: FoundThread) => {
    const { row, snippet } = hit;
    const from = { email: row.fromEmail, name: row.fromName };
    return html`<li class="line"><a href="${threadPath(row.threadId ?? "", list, { closer: row.id })}#m-${row.id}">${avatar(from)}<span class="top"><span class="who">${markedText(nameOf(from), terms)}</span>${timeTag(row.createdAt, now)}</span><span class="about"><span class="subject">${row.subject?.trim() ? markedText(row.subject.trim(), terms) : phrases.lists.noSubject}</span><span class="preview">${markedText(excerptOf(snippet, terms), terms)}</span></span><span class="marks">${elsewhereIn(hit, terms).map((where) => html`<span class="chip">${where}</span>`)}<span class="chip quiet">${addresses.get(row.identityId ?? "") ?? ""}</span></span></a></li>`;
  };
  return html`${found.isForgiving && notice(words.similar, "info")}<ul class="lines found">${found.data.map(line)}</ul>`;
}
