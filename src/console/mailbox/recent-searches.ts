// Searches that a person made lately, in a cookie of their browser: the script cannot read it, signing out ends it, and it is of
// one person in one account, so that nobody who signs in after them is shown it. DECISIONS Agent signup and console
import { type Html, html } from "../../lib/html.ts";
import { sha256 } from "../../lib/secrets.ts";
import { type Here, redirect, type SentForm } from "../frame/answers.ts";
import { buttonForm } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { phrases } from "../phrases.ts";
import { recentCookieOf, recentIn } from "../session/session.ts";

const words = phrases.search;
const maxSearches = 8;
/** Longer ones are not kept: a cookie holds 4,096 octets. RFC 6265 6.1 */
const maxLength = 120;
const maxOctets = 2000;

const ownerTag = ({ account, personId }: Here) =>
  sha256(`${account.accountId} ${personId}`).toString("base64url").slice(0, 22);

/** The newest first. */
function recentSearches(here: Here): string[] {
  const { owner, searches } = recentIn(here.request);
  return owner === ownerTag(here) ? searches.slice(0, maxSearches) : [];
}

/** The cookie that remembers a search; null: it is too long, or not theirs. */
export function rememberSearch(here: Here, q: string): string | null {
  // A link of another site is no search of this person.
  if (q.length > maxLength || here.request.headers.get("sec-fetch-site") === "cross-site") return null;
  const searches = [q, ...recentSearches(here).filter((one) => one !== q)].slice(0, maxSearches);
  while (Buffer.byteLength(JSON.stringify(searches)) > maxOctets) searches.pop();
  return searches.length === 0
    ? null
    : recentCookieOf(here.deps, here.request, { owner: ownerTag(here), searches });
}

export function forgetSearches({ deps, request, visit }: SentForm): Response {
  const cookies = [...visit.cookies, recentCookieOf(deps, request, null)];
  return redirect("/console/search", { cookies });
}

/** @returns false: there are none */
export function recentView(here: Here): Html | false {
  const recent = recentSearches(here);
  if (recent.length === 0) return false;
  return html`<section class="recent"><h2 class="eyebrow" id="recent-title">${words.recent}</h2><ul aria-labelledby="recent-title">${recent.map((q) => html`<li><a href="/console/search?${new URLSearchParams({ q }).toString()}">${icon("history")}<bdi>${q}</bdi></a></li>`)}</ul>
${buttonForm(here, { action: "/console/search/forget" }, { text: words.forget, class: "button plain small" })}</section>`;
}
