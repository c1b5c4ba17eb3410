// Header fields as SEARCH compares them: from the folder's columns, which hold those that mail programs list. What a filter asks
// of other parts of a mail is decided elsewhere.
import { Pauses } from "../../lib/pauses.ts";
import { areListed } from "../../mail/mime/header-fields.ts";
import { type SearchFilter, type SearchTextFilter, secondLook } from "../../mail/search/filter.ts";
import { searchFold } from "../../mail/search/search-text.ts";
import type { KeptColumn } from "../fetch/kept-items.ts";
import type { ImapSession } from "../session.ts";
import { comparedColumn, comparedParts } from "./compared.ts";
import type { HeaderPart } from "./read-fields.ts";
import { octetsOf } from "./sort.ts";

/** A field's values in a mail, each behind a NUL, as binary text; undefined: not known. */
export type FieldOctets = (part: HeaderPart, uid: number) => string | undefined;

/** Tests the text of a message's field; null when the field is not listed, or the text has a NUL. */
export function fieldTest({
  where,
  field,
  text,
}: SearchTextFilter): { part: HeaderPart; test: (octets: string) => boolean } | null {
  const name = field ?? "";
  if (where !== "header" || text.includes("\0") || !areListed(new Set([name]))) return null;
  const wanted = octetsOf(searchFold(text));
  // Every field that the message has contains the empty text.
  return {
    part: `FIELD ${name}`,
    test: wanted === "" ? (octets) => octets !== "" : (octets) => octets.includes(wanted),
  };
}

/** Parts that the filter's text leaves compare. */
export function fieldParts(filter: SearchFilter): HeaderPart[] {
  const parts = new Set<HeaderPart>();
  const stack = [filter];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.op === "and" || next.op === "or") stack.push(...next.filters);
    else if (next.op === "not") stack.push(next.filter);
    else if (next.op === "text") {
      const test = fieldTest(next);
      if (test) parts.add(test.part);
    }
  }
  return [...parts];
}

/** Messages that are read before the folder is searched in memory. */
const maxMissing = 250;

/** The fields of all messages of the view, where memory has them but for a few, which are read. */
export async function knownFields(
  session: ImapSession,
  parts: readonly HeaderPart[],
): Promise<FieldOctets | null> {
  const { view } = session.opened;
  const columns = new Map<HeaderPart, KeptColumn>();
  for (const part of parts) {
    const column = comparedColumn(session, part);
    if (view.exists - column.octets.size > maxMissing) return null;
    columns.set(part, column);
  }
  const missing: number[] = [];
  const pauses = new Pauses();
  for (let sequence = 1; sequence <= view.exists; sequence++) {
    if (sequence % 1024 === 0 && pauses.isDue) await pauses.take();
    const uid = view.uidAt(sequence);
    for (const { octets } of columns.values()) if (!octets.has(uid)) missing.push(uid);
    if (missing.length > maxMissing) return null;
  }
  if (missing.length > 0) await comparedParts(session, [...new Set(missing)], parts);
  return (part, uid) => columns.get(part)?.octets.get(uid);
}

/**
 * Decides messages that the database has found by the superset of a filter, from their fields.
 * @returns null when the filter asks more of a mail than its listed fields
 */
export async function decideByFields(
  session: ImapSession,
  filter: SearchFilter,
  uids: readonly number[],
): Promise<Set<number> | null> {
  // The database has decided the rest, which needs no second look.
  const open = (filter.op === "and" ? filter.filters : [filter]).filter(
    (each) => secondLook(each) !== "none",
  );
  const parts = fieldParts(filter);
  const tests = open.map((each) => openTest(each, parts));
  if (!tests.every((test) => test !== null)) return null;
  const values = await comparedParts(session, uids, parts);
  const found = new Set<number>();
  const pauses = new Pauses();
  for (const [index, uid] of uids.entries()) {
    if (index % 1024 === 0 && pauses.isDue) await pauses.take();
    const own = values.map((column) => column[index]);
    if (own.every((octets) => octets !== undefined) && tests.every((test) => test(own))) found.add(uid);
  }
  return found;
}

/** A test of a message's fields, in the order of the parts; null when the filter has other leaves. */
function openTest(
  filter: SearchFilter,
  parts: readonly HeaderPart[],
): ((octets: readonly string[]) => boolean) | null {
  switch (filter.op) {
    case "and":
    case "or": {
      const tests = filter.filters.map((each) => openTest(each, parts));
      if (!tests.every((test) => test !== null)) return null;
      return filter.op === "and"
        ? (octets) => tests.every((test) => test(octets))
        : (octets) => tests.some((test) => test(octets));
    }
    case "not": {
      const test = openTest(filter.filter, parts);
      return test && ((octets) => !test(octets));
    }
    case "text": {
      const leaf = fieldTest(filter);
      const at = leaf ? parts.indexOf(leaf.part) : -1;
      return leaf && ((octets) => leaf.test(octets[at] ?? ""));
    }
    default:
      return null;
  }
}
