// The audit trail of a thread: who did what to what waits. DECISIONS Protection and reviews.

import { editsOf } from "../../http/resources/reviews/reviewed-mail.ts";
import { type Html, html } from "../../lib/html.ts";
import { type AuditRow, getReview, listAudit } from "../../store/reviews/reviews.ts";
import type { Here } from "../frame/answers.ts";
import { emptyState } from "../frame/forms.ts";
import { pathPart } from "../frame/path-part.ts";
import { widePage } from "../frame/shell.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { changesView, reasonsOf } from "../reviews/review-view.ts";
import { threadOf } from "./thread-data.ts";

const words = phrases.history;
const shown = 500;
/** The newest edits whose difference is shown. */
const maxDifferences = 20;
/** Characters of all differences of a page. */
const maxDiffering = 200_000;
const longestValue = 300;

export async function showHistory(here: Here): Promise<Response> {
  const { deps, scope, url } = here;
  const thread = await threadOf(here, pathPart(url.pathname, -2));
  const rows = await listAudit(deps.database, scope, { threadId: thread.id, cursor: null, count: shown });
  const differences = await differencesOf(here, rows);
  const subject = thread.subject?.trim() || phrases.lists.noSubject;
  const body = html`<header class="page-head"><p class="eyebrow"><a href="/console/threads/${thread.id}">${subject}</a></p><h1>${words.title}</h1></header>
${rows.length === 0 ? emptyState("history", { title: words.none, text: words.noneText }) : html`<ol class="history">${rows.slice(0, shown).map((row) => entry(row, here.now, differences.get(row.id)))}</ol>`}`;
  return widePage(here, { title: words.title, place: "open" }, body);
}

/** Changes that a person made in a mail before it left, by the entry that tells of them. */
async function differencesOf(
  { deps, scope }: Here,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<string, Html>> {
  const differences = new Map<string, Html>();
  const edits = rows.filter(({ action, reviewId }) => action === "edited" && reviewId !== null);
  let room = maxDiffering;
  for (const { id, reviewId } of edits.slice(0, maxDifferences)) {
    const review = await getReview(deps.database, scope, reviewId!);
    const diff = review ? await editsOf(deps, review) : [];
    room -= JSON.stringify(diff).length;
    if (room < 0) break;
    if (diff.length > 0) differences.set(id, changesView({ diff }));
  }
  return differences;
}

function shownValue(name: string, value: unknown): string {
  // Each reason is its code, and the address that it is about.
  if (name === "reasons" && Array.isArray(value))
    return value
      .map((reason) => {
        const [code = "", ...about] = String(reason).split(" ");
        return [reasonsOf([code]), ...about].join(" ");
      })
      .join("; ");
  if (name === "status" && typeof value === "string" && value in phrases.status)
    return phrases.status[value as keyof typeof phrases.status];
  return typeof value === "string" ? value : JSON.stringify(value);
}

function entry(
  { action, actor, detail, rawSha256, createdAt }: AuditRow,
  now: number,
  difference: Html | undefined,
): Html {
  const by =
    actor.kind === "key" ? words.key : actor.kind === "service" ? words.service : (actor.id ?? words.person);
  // The hash of the version before says nothing beside what differs.
  const isTold = (name: string, value: unknown) => value !== null && !(difference && name === "before");
  const more = Object.entries(detail ?? {}).filter(([name, value]) => isTold(name, value));
  return html`<li><p><strong>${words.actions[action] ?? action.replaceAll("_", " ")}</strong> <span class="soft">${words.by} ${by}</span>${timeTag(createdAt, now)}</p>
${more.length > 0 && html`<p class="small soft">${more.map(([name, value], n) => html`${n > 0 && "; "}${words.details[name] ?? name.replaceAll("_", " ")}: ${shownValue(name, value).slice(0, longestValue)}`)}</p>`}
${difference && html`<div class="stack">${difference}</div>`}
${(rawSha256 !== null || actor.ip !== null) && html`<details class="source"><summary>${phrases.thread.details}</summary><p class="small soft">${actor.ip !== null && html`${words.from} ${actor.ip}`} ${rawSha256 !== null && html`SHA-256 <code>${Buffer.from(rawSha256).toString("hex")}</code>`}</p></details>`}</li>`;
}
