// The audit trail of an account: who changed whose role, which setting and which key, with what was before. One entry a change, in
// the turn that makes it; a change that changes nothing is none. DECISIONS Authentication and keys.

import { canonicalJson } from "../../../src/lib/canonical-json.ts";
import { parseUrl } from "../../../src/lib/urls.ts";
import type { AccountAction } from "../../../src/schema/access/account-audit.ts";
import { type AuditedEnd, maxTargetCharacters } from "../../../src/store/access/account-audit.ts";
import { type AuditedFields, accountAudit, type Origin } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

export interface AccountNote {
  action: AccountAction;
  /** null: the account as a whole. */
  target: { id: string | null; name: string | null } | null;
  /** Absent: it was not there. */
  before?: AuditedFields;
  /** Absent: it is not there any more. */
  after?: AuditedFields;
  /** By default who asked for the turn. */
  actor?: Origin;
}

/** The asker of what a command does. */
export const commandLine: Origin = { kind: "service", id: "command line", ip: null };

/** Characters of a text, and entries of a list, that an entry keeps. */
const maxKeptCharacters = 1000;
const maxKeptEntries = 50;

/** Writes one entry; of fields before and after, those that differ. */
export function noteSetting(turn: Turn, { action, target, before, after, actor }: AccountNote): void {
  const changed = before && after ? differing(before, after) : null;
  if (changed?.length === 0) return;
  const kept = (fields: AuditedFields | undefined) =>
    fields === undefined ? null : keptFields(fields, changed ?? Object.keys(fields));
  turn.insert(accountAudit, {
    accountId: turn.accountId,
    id: turn.newId(),
    action,
    targetId: target?.id ?? null,
    target: target?.name?.slice(0, maxTargetCharacters) ?? null,
    before: kept(before),
    after: kept(after),
    actor: actor ?? turn.origin,
    createdAt: turn.instant(),
  });
}

/** The time and maker of what a statement of the turn ends. */
export function endingBy(turn: Turn): AuditedEnd {
  return { at: turn.instant(), by: turn.origin };
}

function differing(before: AuditedFields, after: AuditedFields): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => comparable(before[name]) !== comparable(after[name]));
}

/** A list is a set here, whatever order it is given in. */
function comparable(value: unknown): string {
  return Array.isArray(value) ? canonicalJson(value.map(canonicalJson).sort()) : canonicalJson(value);
}

function keptFields(fields: AuditedFields, names: readonly string[]): AuditedFields {
  return Object.fromEntries(
    names.flatMap((name) => (name in fields ? [[name, keptField(name, fields[name])]] : [])),
  );
}

function keptField(name: string, value: unknown): unknown {
  return keptValue(name === "url" && typeof value === "string" ? auditedUrl(value) : value);
}

function keptValue(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, maxKeptCharacters);
  if (Array.isArray(value)) return value.slice(0, maxKeptEntries).map(keptValue);
  if (value === null || typeof value !== "object") return value;
  const parts = Object.entries(value).slice(0, maxKeptEntries);
  return Object.fromEntries(parts.map(([name, part]) => [name, keptValue(part)]));
}

/** A URL without user, query and fragment, which may hold secrets that an entry would keep for two years. */
export function auditedUrl(url: string): string {
  const parsed = parseUrl(url);
  return parsed ? parsed.origin + parsed.pathname : "";
}
