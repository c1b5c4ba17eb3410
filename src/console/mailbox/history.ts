// The audit trail of a thread: who did what to what waits. DECISIONS Protection and reviews.

import { editsOf } from "../../http/resources/reviews/reviewed-mail.ts";
import { type Html, html } from "../../lib/html.ts";
import { isUuid } from "../../lib/ids.ts";
import { listText } from "../../lib/languages.ts";
import { getKey } from "../../store/access/api-keys.ts";
import { getAppPassword } from "../../store/access/app-passwords.ts";
import { type AuditRow, getReview, listAudit } from "../../store/reviews/reviews.ts";
import type { Here } from "../frame/answers.ts";
import { emptyState } from "../frame/forms.ts";
import { pathPart } from "../frame/path-part.ts";
import { widePage } from "../frame/shell.ts";
import { timeTag } from "../frame/times.ts";
import { phrases } from "../phrases.ts";
import { changesView, reasonsOf } from "../reviews/review-view.ts";
import { may } from "../session/accounts.ts";
import { threadOf } from "./thread-data.ts";

const words = phrases.history;
const shown = 500;
/** The newest edits whose difference is shown. */
const maxDifferences = 20;
/** Characters of all differences of a page. */
const maxDiffering = 200_000;
const longestValue = 300;
/** Keys, and mail programs, of a page that are named. */
const maxNames = 20;

export async function showHistory(here: Here): Promise<Response> {
  const { deps, scope, url } = here;
  const thread = await threadOf(here, pathPart(url.pathname, -2));
  const rows = await listAudit(deps.database, scope, { threadId: thread.id, cursor: null, count: shown });
  const [differences, names] = await Promise.all([differencesOf(here, rows), namesOf(here, rows)]);
  const subject = thread.subject?.trim() || phrases.lists.noSubject;
  const body = html`<header class="page-head"><p class="eyebrow"><a href="/console/threads/${thread.id}">${subject}</a></p><h1>${words.title}</h1></header>
${rows.length === 0 ? emptyState("history", { title: words.none, text: words.noneText }) : html`<ol class="history">${rows.slice(0, shown).map((row) => entry(row, { now: here.now, names, difference: differences.get(row.id) }))}</ol>`}`;
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

/** The words under a name; undefined: there are none. A module keeps a part of the words, never a text. */
const wordOf = (part: object, name: unknown) => (part as Record<string, string | undefined>)[String(name)];

/** Each reason is its code, and the address that it is about. */
function reasonText(reason: unknown): string {
  const [code = "", ...about] = String(reason).split(" ");
  return about.length === 0 ? reasonsOf([code]) : `${reasonsOf([code])} (${about.join(" ")})`;
}

function rejectedText(one: unknown): string {
  const { address, reason } = one as { address: string; reason: string };
  return `${address} (${wordOf(words.rejections, reason) ?? reason})`;
}

const listed = (value: unknown) => (Array.isArray(value) ? value : []);

/** How the value of each detail is said, where there is something to say. */
const said: Readonly<Record<keyof typeof words.details, (detail: Record<string, unknown>) => string>> = {
  reasons: ({ reasons }) => listed(reasons).map(reasonText).join("; "),
  comment: ({ comment }) => String(comment ?? ""),
  to: ({ to }) => listText(listed(to).map(String)),
  recipients: ({ recipients }) => listText(listed(recipients).map(String)),
  rejected: ({ rejected }) => listed(rejected).map(rejectedText).join("; "),
  status: ({ status, status_before: before }) => changed(phrases.status, before, status),
  owner: ({ owner_type: owner, owner_type_before: before }) => changed(words.owners, before, owner),
};

/** @param before undefined: entries of an earlier version do not say. @returns nothing where it stayed as it was */
function changed(names: object, before: unknown, after: unknown): string {
  if (after === undefined || before === after) return "";
  const [was, is] = [before ?? after, after].map((name) => wordOf(names, name) ?? String(name)) as [
    string,
    string,
  ];
  return was === is ? is : words.change(was, is);
}

function detailsOf(detail: Record<string, unknown>): string[] {
  return Object.entries(said).flatMap(([name, say]) => {
    const text = say(detail).slice(0, longestValue);
    return text === "" ? [] : [`${wordOf(words.details, name)}: ${text}`];
  });
}

/** Names of the keys and mail programs that did something, for who may see them in the settings. */
export async function namesOf(
  here: Here,
  rows: readonly Pick<AuditRow, "actor">[],
): Promise<ReadonlyMap<string, string>> {
  const { deps, scope } = here;
  if (!may(here, "owner")) return new Map();
  const ids = (kind: string) => [
    ...new Set(
      rows.flatMap(({ actor }) => (actor.kind === kind && isUuid(actor.id ?? "") ? [actor.id!] : [])),
    ),
  ];
  const { accountId } = scope;
  const found = await Promise.all([
    ...ids("key")
      .slice(0, maxNames)
      .map((keyId) => getKey(deps.database, { accountId, keyId })),
    ...ids("app_password")
      .slice(0, maxNames)
      .map((id) => getAppPassword(deps.database, scope, id)),
  ]);
  return new Map(found.flatMap((one) => (one?.name ? [[one.id, one.name] as const] : [])));
}

export function actorText({ kind, id }: AuditRow["actor"], names: ReadonlyMap<string, string>): string {
  const name = names.get(id ?? "");
  switch (kind) {
    case "key":
      return name === undefined ? words.key : words.keyNamed(name);
    case "app_password":
      return name === undefined ? words.mailProgram : words.mailProgramNamed(name);
    case "service":
      return id === null ? words.service : words.operator;
    case "link":
      return id === null ? words.person : words.byLink(id);
    case "person":
      return id === null ? words.person : id === "operator" ? words.operator : id;
  }
}

function entry(
  { action, actor, detail, rawSha256, createdAt }: AuditRow,
  { now, names, difference }: { now: number; names: ReadonlyMap<string, string>; difference?: Html },
): Html {
  const told = detailsOf(detail ?? {});
  const before = detail?.before;
  return html`<li><p><strong>${wordOf(words.actions, action) ?? action.replaceAll("_", " ")}</strong> <span class="soft">${words.by} ${actorText(actor, names)}</span>${timeTag(createdAt, now)}</p>
${told.length > 0 && html`<p class="small soft">${told.join("; ")}</p>`}
${difference && html`<div class="stack">${difference}</div>`}
${(rawSha256 !== null || actor.ip !== null) && html`<details class="source"><summary>${phrases.thread.details}</summary><p class="small soft">${actor.ip !== null && html`${words.from} ${actor.ip}`} ${rawSha256 !== null && html`SHA-256 <code>${Buffer.from(rawSha256).toString("hex")}</code>`}${typeof before === "string" && html` ${words.before}: SHA-256 <code>${before}</code>`}</p></details>`}</li>`;
}
