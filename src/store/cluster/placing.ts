// The accounts that a statement names, found in its text and parameters: where the database is spread, it runs in the parts
// of these. Tests hold this against the statement's parse tree.
import { must } from "../../lib/must.ts";
import type { Param } from "../database/sql.ts";
import { tableKinds } from "./table-kinds.ts";

/** Where a statement runs: on tables that every node has, in the parts of accounts, or as `crossing.ts` says. */
export type Placing =
  | { on: "shared" }
  | { on: "accounts"; of: (params: readonly Param[]) => Set<string> }
  | { on: "crossing" };

type Finder = (params: readonly Param[]) => readonly unknown[];

const distributed = [...tableKinds].flatMap(([name, { kind }]) => (kind === "distributed" ? [name] : []));
/** A table in the place of one; in a statement that has none, a word alone (a column may be called so). */
const touches = new RegExp(
  `\\b(?:from|join|into|update|using|only|,)\\s+"?(?:${distributed.join("|")})"?(?![\\w(])`,
  "i",
);

/** Texts that are remembered: searches make many. */
const maxKnown = 5000;
const known = new Map<string, Placing>();

export function placingOf(text: string): Placing {
  let placing = known.get(text);
  if (!placing) {
    placing = find(text);
    if (known.size >= maxKnown) known.clear();
    known.set(text, placing);
  }
  return placing;
}

function find(text: string): Placing {
  if (!touches.test(text)) return { on: "shared" };
  const finders = [...compared(text), ...listed(text), ...inJson(text), ...inserted(text)];
  if (finders.length === 0) return { on: "crossing" };
  return {
    on: "accounts",
    of: (params) =>
      new Set(
        finders.flatMap((finder) => finder(params).filter((id): id is string => typeof id === "string")),
      ),
  };
}

const equal = /account_id"?\s{0,4}=\s{0,4}\$(\d{1,5})/g;
const equalTo = /\$(\d{1,5})(?:::uuid)?\s{0,4}=\s{0,4}(?:\w{1,63}\.)?"?account_id\b/g;
const anyOf = /account_id"?\s{0,4}=\s{0,4}any\s?\(\s?\$(\d{1,5})/gi;
const rowEqual = /\((?:\w{1,63}\.)?"?account_id"?,[^()]{0,200}\)\s{0,4}=\s{0,4}\(\s?\$(\d{1,5})/g;

/** `account_id = $1`, `account_id = any($1::uuid[])`, `(account_id, id) = ($1, $2)` */
function* compared(text: string): Generator<Finder> {
  for (const pattern of [equal, equalTo, rowEqual]) for (const [, n] of text.matchAll(pattern)) yield one(n);
  for (const [, n] of text.matchAll(anyOf)) yield all(n);
}

/** `unnest($1::uuid[], $2::text[]) as k(account_id, name)` */
function* listed(text: string): Generator<Finder> {
  const list = /unnest\(((?:[^()]|\([^()]*\))*)\)\s*(?:with ordinality\s*)?(?:as\s+)?\w+\s*\(([^)]*)\)/g;
  for (const [, given, names] of text.matchAll(list)) {
    const params = must(given, "a group of the pattern").split(",");
    for (const [at, name] of must(names, "a group of the pattern").split(",").entries()) {
      if (!/^\s*"?(account_id|owner)"?\s*$/.test(name)) continue;
      const n = /^\s*\$(\d+)/.exec(params[at] ?? "")?.[1];
      if (n) yield all(n);
    }
  }
}

/** `json_to_recordset($1::text::json) as v(account_id uuid, …)` */
function* inJson(text: string): Generator<Finder> {
  const list = /json_to_recordset\(\$(\d{1,5})[^)]{0,40}\) ?(?:as )?\w{1,63}\(([^)]{0,4000})/g;
  for (const [, n, columns] of text.matchAll(list)) {
    if (!/"?account_id"?\s+uuid/.test(columns ?? "")) continue;
    yield (params) => {
      const rows = params[Number(n) - 1];
      return typeof rows === "string"
        ? (JSON.parse(rows) as { account_id: string }[]).map((row) => row.account_id)
        : [];
    };
  }
}

/** `insert into notes (account_id, id) values ($1, $2)`, or the same with `select` */
function* inserted(text: string): Generator<Finder> {
  const list = /insert into "?\w+"?(?: as \w+)? ?\(([^()]*)\)\s*(values|select)\s/gi;
  for (const match of text.matchAll(list)) {
    const at = must(match[1], "a group of the pattern")
      .split(",")
      .findIndex((name) => /^\s*"?account_id"?\s*$/.test(name));
    if (at === -1) continue;
    const after = text.slice(match.index + match[0].length);
    if (match[2]!.toLowerCase() === "select") {
      const n = /^\s*\$(\d+)/.exec(partsOf(after)[at] ?? "")?.[1];
      if (n) yield one(n);
      continue;
    }
    for (const row of rowsOf(after)) {
      const n = /^\s*\$(\d+)/.exec(partsOf(row)[at] ?? "")?.[1];
      if (n) yield one(n);
    }
  }
}

/** The rows of VALUES, without their brackets. */
function* rowsOf(text: string): Generator<string> {
  let rest = text.trimStart();
  while (rest.startsWith("(")) {
    const end = endOf(rest, 1, (char, depth) => char === ")" && depth === 0);
    yield rest.slice(1, end);
    rest = rest.slice(end + 1).replace(/^\s*,\s*/, "");
  }
}

/** Expressions that are separated by commas, up to the end of what they stand in. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length && parts.length < 60; ) {
    const end = endOf(text, start, (char, depth) => depth === 0 && (char === "," || char === ")"));
    parts.push(text.slice(start, end));
    if (text[end] !== ",") break;
    start = end + 1;
  }
  return parts;
}

function endOf(text: string, from: number, isEnd: (char: string, depth: number) => boolean): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (isEnd(char, depth)) return at;
    if (char === "(") depth++;
    else if (char === ")") depth--;
  }
  return text.length;
}

function one(n: string | undefined): Finder {
  return (params) => [params[Number(n) - 1]];
}

function all(n: string | undefined): Finder {
  return (params) => {
    const list = params[Number(n) - 1];
    return Array.isArray(list) ? list : [];
  };
}
