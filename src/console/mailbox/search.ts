// Searching mail: the same words and filters as GET /messages/search.
import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { mailFilterOf, narrows } from "../../http/mail-filter.ts";
import { type SearchResult, searchPage, withBeginnings } from "../../http/message-search.ts";
import type { PageOf } from "../../http/paging.ts";
import { filteredPage } from "../../http/resources/message/messages.ts";
import { type Html, html } from "../../lib/html.ts";
import { identitiesByIds } from "../../store/addresses/identities.ts";
import { seenEvents } from "../../store/events/events.ts";
import { labelsNamed } from "../../store/mailbox/labels.ts";
import { type Here, page, routes } from "../frame/answers.ts";
import { emptyState } from "../frame/forms.ts";
import { avatar, nameOf } from "../frame/people.ts";
import { panes } from "../frame/shell.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { searchBox } from "./list-view.ts";
import { readSearch } from "./query.ts";

const words = phrases.search;
const shown = 30;
const longest = 500;

export function searchPages(deps: HttpDeps) {
  return routes().get("/console/search", page(deps, "reviewer", search));
}

async function search(here: Here): Promise<Response> {
  const q = (here.url.searchParams.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longest);
  const cursor = here.url.searchParams.get("cursor") ?? undefined;
  const seen = await seenEvents(here.deps.database);
  const found = q === "" ? null : await find(here, q, cursor);
  const list = html`<div class="list-head"><div class="titles"><h1>${words.title}</h1></div>${searchBox(q)}</div>
${found === null || found.data.length === 0 ? noneFound(found === null) : await results(here, { q, found })}`;
  const empty = emptyState("search", { title: words.operators, text: operators });
  const options = { title: q === "" ? words.title : words.of(q), place: "search" as const };
  return panes(here, options, { seen, list, listLabel: words.title, reading: null, empty });
}

const operators = html`<span class="operators">${words.examples.map(([example, meaning]) => html`<code>${example}</code><span>${meaning}</span>`)}</span>`;

/** null: nothing was asked. */
async function find(here: Here, q: string, cursor: string | undefined): Promise<PageOf<SearchResult> | null> {
  const { deps, auth, scope } = here;
  const typed = readSearch(q);
  const filter = await mailFilterOf(deps, auth, typed.filter);
  if (typed.label !== null) {
    const labelKeys = await labelsNamed(deps.database, scope, typed.label);
    if (labelKeys.length === 0) return { data: [], has_more: false, next_cursor: null };
    filter.labelKeys = labelKeys;
  }
  const request = { limit: shown, cursor };
  if (typed.words !== "") return searchPage(deps, auth, { q: typed.words, filter, request });
  if (!narrows(filter)) return null;
  return withBeginnings(deps, auth, await filteredPage(deps, auth, { request, filter }));
}

function noneFound(isEmpty: boolean): Html {
  return emptyState(
    "search",
    isEmpty ? { title: words.begin, text: words.beginText } : { title: words.none, text: words.noneText },
  );
}

async function results(
  { deps, scope, now }: Here,
  { q, found }: { q: string; found: PageOf<SearchResult> },
): Promise<Html> {
  const ids = [...new Set(found.data.flatMap(({ row }) => row.identityId ?? []))];
  const addresses = new Map(
    (await identitiesByIds(deps.database, scope, ids)).map((identity) => [identity.id, emailOf(identity)]),
  );
  const line = ({ row, snippet }: SearchResult) => {
    const from = { email: row.fromEmail, name: row.fromName };
    return html`<li class="line"><a href="/console/threads/${row.threadId}?list=all&closer=${row.id}#m-${row.id}">${avatar(from)}<span class="top"><span class="who">${nameOf(from)}</span>${timeTag(row.createdAt, now)}</span><span class="subject">${row.subject?.trim() || phrases.lists.noSubject}</span><span class="preview">${snippet}</span><span class="marks"><span class="chip quiet">${addresses.get(row.identityId ?? "") ?? ""}</span></span></a></li>`;
  };
  const next = found.next_cursor;
  return html`<ul class="lines">${found.data.map(line)}</ul>${next !== null && html`<nav class="pager" aria-label="${words.title}"><span></span><a class="button plain small" rel="next" href="/console/search?${new URLSearchParams({ q, cursor: next }).toString()}">${phrases.lists.older}</a></nav>`}`;
}
