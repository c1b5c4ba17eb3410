// The audit trail of the account, as owners read it: each change in words, with what was before. DECISIONS Authentication and keys.
import type { HttpDeps } from "../../http/context.ts";
import { pageByKey } from "../../http/paging.ts";
import { auditSource } from "../../http/resources/access/account-audit.ts";
import type { Instant } from "../../lib/clock.ts";
import { type Html, html } from "../../lib/html.ts";
import { listText } from "../../lib/languages.ts";
import type { AccountAuditRow } from "../../store/access/account-audit.ts";
import type { AuditedFields } from "../../store/tables/index.ts";
import { type Here, page, routes } from "../frame/answers.ts";
import { emptyState } from "../frame/forms.ts";
import { settingsHead } from "../frame/settings-head.ts";
import { widePage } from "../frame/shell.ts";
import { exactTime, timeTag } from "../frame/times.ts";
import { actorText, namesOf } from "../mailbox/history.ts";
import { phrases } from "../phrases.ts";

const words = phrases.audit;
const shown = 50;
const maxShownCharacters = 300;

export function accountAuditPages(deps: HttpDeps) {
  return routes().get("/console/settings/audit", page(deps, "owner", showAccountAudit));
}

async function showAccountAudit(here: Here): Promise<Response> {
  const { deps, account, url } = here;
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const { data, next_cursor: next } = await pageByKey(
    { limit: shown, cursor },
    auditSource(deps.database, account.accountId),
    (row) => row,
  );
  const names = await namesOf(here, data);
  const body = html`${settingsHead(here, "audit")}
<p class="soft">${words.lead}</p>
${data.length === 0 ? emptyState("history", { title: words.none, text: words.noneText }) : html`<ol class="history">${data.map((row) => entry(row, { now: here.now, names }))}</ol>`}
${next !== null && html`<p><a class="button plain" href="/console/settings/audit?cursor=${encodeURIComponent(next)}">${words.older}</a></p>`}`;
  return widePage(here, { title: phrases.settings.pages.audit.name, place: "settings" }, body);
}

function entry(
  { action, actor, target, before, after, createdAt }: AccountAuditRow,
  { now, names }: { now: number; names: ReadonlyMap<string, string> },
): Html {
  const { history } = phrases;
  const about = target ?? (action === "protection_changed" ? phrases.protection.allAddresses : null);
  const told = detailsOf(before, after);
  return html`<li><p><strong>${words.actions[action]}</strong>${about !== null && html`: ${about}`} <span class="soft">${history.by} ${actorText(actor, names)}${actor.ip !== null && html`, ${history.from} ${actor.ip}`}</span>${timeTag(createdAt, now)}</p>
${told.length > 0 && html`<p class="small soft">${told.join("; ")}</p>`}</li>`;
}

/** Each field with its value, and where it had another one, with both; of what came or went, the fields that say something. */
function detailsOf(before: AuditedFields | null, after: AuditedFields | null): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [was, is] = [before, after].map((fields) => valueText(name, fields?.[name]));
    const isChange = before !== null && after !== null && name in before && name in after;
    if (!isChange && isEmpty((after ?? before)?.[name])) return [];
    const text = (isChange ? phrases.history.change(was!, is!) : (is ?? was))?.slice(0, maxShownCharacters);
    return text === undefined ? [] : [`${nameOf(name)}: ${text}`];
  });
}

const isEmpty = (value: unknown) =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

/** The words under a name; undefined: there are none. */
const wordOf = (part: object, name: string) =>
  (part as Record<string, string | { label: string } | undefined>)[name];

function nameOf(field: string): string {
  const { choices, texts } = phrases.protection;
  const known = wordOf(words.fields, field) ?? wordOf(choices, field) ?? wordOf(texts, field);
  return typeof known === "string" ? known : (known?.label ?? field.replaceAll("_", " "));
}

/** @returns undefined: there is no such value */
function valueText(field: string, value: unknown): string | undefined {
  const { values } = words;
  if (value === undefined) return undefined;
  if (value === null || (Array.isArray(value) && value.length === 0)) return values.none;
  if (typeof value === "boolean") return value ? values.yes : values.no;
  if (Array.isArray(value)) return listText(value.map(String));
  if (field === "reach") return value === "all" ? values.all_addresses : words.addresses(Number(value));
  if (field === "expires_at") return exactTime(value as Instant);
  return enumerated(field, String(value)) ?? String(value);
}

function enumerated(field: string, value: string): string | undefined {
  if (field === "role") return textOf(wordOf(phrases.roles, value));
  if (field === "level") return textOf(wordOf(phrases.programs.may, value));
  const choice = wordOf(phrases.protection.choices, field) as { values: object } | undefined;
  if (choice) return textOf(wordOf(choice.values, value));
  if (field === "folder") return textOf(wordOf(phrases.moves.folders, value));
  const isFree = field === "name" || field === "address" || field === "url";
  return isFree ? undefined : textOf(wordOf(words.values, value));
}

const textOf = (word: unknown) => (typeof word === "string" ? word : undefined);
