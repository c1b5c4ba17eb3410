// Searching mail: the same words and filters as GET /threads?q=; each thread once, with the message that is found.

import { emailOf } from "../../../actors/account/addresses/identities.ts";
import type { HttpDeps } from "../../http/context.ts";
import { type FoundThread, type FoundThreads, foundThreads } from "../../http/thread-search.ts";
import { Failure } from "../../lib/failure.ts";
import { type Html, html } from "../../lib/html.ts";
import { identitiesByIds } from "../../store/addresses/identities.ts";
import { seenEvents } from "../../store/events/events.ts";
import { action, type Here, page, routes } from "../frame/answers.ts";
import { emptyState, notice } from "../frame/forms.ts";
import { avatar, nameOf } from "../frame/people.ts";
import { refusalText } from "../frame/refusals.ts";
import { panes } from "../frame/shell.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { searchBox } from "./list-view.ts";
import { forgetSearches, recentView, rememberSearch } from "./recent-searches.ts";
import { searchChips } from "./search-chips.ts";
import { askedTerms, elsewhereIn, excerptOf, markedText } from "./search-why.ts";

const words = phrases.search;
const shown = 30;
const longest = 500;

export function searchPages(deps: HttpDeps) {
  return routes()
    .get("/console/search", page(deps, "reviewer", search))
    .post(
      "/console/search/forget",
      action(deps, "reviewer", async (sent) => forgetSearches(sent)),
    );
}

async function search(here: Here): Promise<Response> {
  const q = (here.url.searchParams.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longest);
  const cursor = here.url.searchParams.get("cursor") ?? undefined;
  const seen = await seenEvents(here.deps.database);
  const found = q === "" ? null : await find(here, q, cursor);
  const hasResults = found !== null && typeof found !== "string" && found.data.length > 0;
  const list = html`<div class="list-head"><div class="titles"><h1>${words.title}</h1></div>${searchBox(q)}${searchChips(q, found !== null && typeof found !== "string" ? found.data.map(({ hit }) => hit.row.fromEmail) : [])}</div>
${found === null && recentView(here)}${hasResults ? await results(here, { q, found }) : noneFound(found)}`;
  const empty = emptyState("search", { title: words.operators, text: operators() });
  const isKept = found !== null && typeof found !== "string" && cursor === undefined;
  const kept = isKept ? rememberSearch(here, q) : null;
  if (kept !== null) here.visit.cookies.push(kept);
  const options = { title: q === "" ? words.title : words.of(q), place: "search" as const };
  return panes(here, options, { seen, list, listLabel: words.title, reading: null, empty });
}

const operators = () =>
  html`<span class="operators">${words.examples.map(([example, meaning]) => html`<code>${example}</code><span>${meaning}</span>`)}</span>`;

/** The results, null when nothing was asked, or why the words are refused. */
async function find(
  { deps, auth }: Here,
  q: string,
  cursor: string | undefined,
): Promise<FoundThreads | string | null> {
  try {
    const request = { limit: shown, cursor };
    return await foundThreads(deps, auth, { q, filter: {}, threads: {}, request });
  } catch (error) {
    if (error instanceof Failure && error.code === "validation_error") return refusalText(error.message);
    throw error;
  }
}

/** @param found null: nothing was asked; a text: why it is refused */
function noneFound(found: FoundThreads | string | null): Html {
  if (found === null) return emptyState("search", { title: words.begin, text: words.beginText });
  if (typeof found === "string") return emptyState("search", { title: words.refused, text: found });
  return emptyState("search", { title: words.none, text: words.noneText });
}

async function results(
  { deps, scope, now }: Here,
  { q, found }: { q: string; found: FoundThreads },
): Promise<Html> {
  const ids = [...new Set(found.data.map(({ thread }) => thread.identityId))];
  const addresses = new Map(
    (await identitiesByIds(deps.database, scope, ids)).map((identity) => [identity.id, emailOf(identity)]),
  );
  const terms = askedTerms(q, now, found.isForgiving);
  const line = ({ hit }: FoundThread) => {
    const { row, snippet } = hit;
    const from = { email: row.fromEmail, name: row.fromName };
    return html`<li class="line"><a href="/console/threads/${row.threadId}?list=all&closer=${row.id}#m-${row.id}">${avatar(from)}<span class="top"><span class="who">${markedText(nameOf(from), terms)}</span>${timeTag(row.createdAt, now)}</span><span class="about"><span class="subject">${row.subject?.trim() ? markedText(row.subject.trim(), terms) : phrases.lists.noSubject}</span><span class="preview">${markedText(excerptOf(snippet, terms), terms)}</span></span><span class="marks">${elsewhereIn(hit, terms).map((where) => html`<span class="chip">${where}</span>`)}<span class="chip quiet">${addresses.get(row.identityId ?? "") ?? ""}</span></span></a></li>`;
  };
  const next = found.next_cursor;
  return html`${found.isForgiving && notice(words.similar, "info")}<ul class="lines found">${found.data.map(line)}</ul>${next !== null && html`<nav class="pager" aria-label="${words.title}"><span></span><a class="button plain small" rel="next" href="/console/search?${new URLSearchParams({ q, cursor: next }).toString()}">${phrases.lists.older}</a></nav>`}`;
}
