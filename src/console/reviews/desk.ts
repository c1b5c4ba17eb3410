// The decision desk: what waits for a decision as a stack, one card a page, the newest first. A decision leads to the card behind
// it. It works by forms and links; the script adds keys, which act on this one card alone (client/desk.ts).
import { encodeCursor } from "../../lib/cursor.ts";
import { type Html, html } from "../../lib/html.ts";
import { seenEvents } from "../../store/events/events.ts";
import { threadDrafts } from "../../store/mailbox/inbox.ts";
import { countUndecided, nextUndecided, type ReviewRow } from "../../store/reviews/reviews.ts";
import { type Here, redirect } from "../frame/answers.ts";
import { emptyState } from "../frame/forms.ts";
import { icon } from "../frame/icons.ts";
import { widePage } from "../frame/shell.ts";
import { writersLine } from "../mailbox/writers.ts";
import { phrases } from "../phrases.ts";
import { peopleOf } from "../session/accounts.ts";
import { cardView } from "./card.ts";
import { ownReview } from "./review-data.ts";
import { mailUrl } from "./review-mail.ts";
import { keyHint } from "./review-view.ts";

const words = phrases.reviews.desk;
/** Up to here what waits is counted. */
const mostCounted = 99;

/** `at` names a card; `after` the one before it, decided or not. @throws Failure not_found */
export async function showDesk(here: Here): Promise<Response> {
  const { deps, scope, url, visit } = here;
  const [at, after] = [url.searchParams.get("at"), url.searchParams.get("after")];
  const asked = at === null ? null : await ownReview(here, at);
  // A review that was decided meanwhile has a page of its own.
  if (asked && asked.status !== "pending") return redirect(`/console/reviews/${asked.id}`, visit);
  const behind = after === null ? null : await ownReview(here, after);
  const row = asked ?? (await nextUndecided(deps.database, scope, behind));
  const count = await countUndecided(deps.database, scope, mostCounted + 1);
  const options = { title: words.title, place: "needs" as const };
  return widePage(
    here,
    options,
    html`${head(row, count)}
${row && (await writersOf(here, row))}
${row ? await cardOf(here, row) : nothing(count)}`,
  );
}

function head(row: ReviewRow | null, count: number): Html {
  const waiting = count > mostCounted ? `${mostCounted}+` : String(count);
  return html`<nav class="desk-head" aria-label="${words.title}"><a class="button plain small" href="/console/mail/needs">${icon("back")}<span>${words.toList}</span></a>
<p class="soft small grow">${words.waiting(waiting, count)}</p>
${row && html`<a class="button plain small" href="/console/desk?after=${row.id}" data-key="Space"><span>${words.next}</span>${keyHint("Space")}${icon("next")}</a>`}</nav>`;
}

/** The writers in the thread of the card: the card itself stays as it is. */
async function writersOf(here: Here, { threadId }: ReviewRow): Promise<Html> {
  const { database } = here.deps;
  const [seen, drafts, people] = await Promise.all([
    seenEvents(database),
    threadDrafts(database, here.scope, threadId),
    peopleOf(here.deps, here.account.accountId),
  ]);
  return writersLine(here, drafts, { people, seen: encodeCursor([seen.xid, seen.id]) });
}

function cardOf(here: Here, row: ReviewRow): Promise<Html> {
  const { csrf, account, deps, now, url, origin } = here;
  const fields = { csrf, account: account.accountId, id: row.id, back: `/console/desk?after=${row.id}` };
  return cardView(deps, row, {
    form: { action: "/console/reviews", fields, by: origin.id },
    url: mailUrl(row.id),
    now,
    at: `/console/desk?at=${row.id}`,
    open: url.searchParams.get("open"),
  });
}

function nothing(count: number): Html {
  if (count === 0) return emptyState("done", { title: words.noneTitle, text: words.none });
  const again = html`<a class="button" href="/console/desk">${words.again}</a>`;
  return emptyState("done", { title: words.seenTitle, text: words.seen, action: again });
}
