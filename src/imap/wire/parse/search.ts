// SEARCH, SORT, THREAD and CANCELUPDATE. RFC 9051 6.4.4, RFC 4731 and 5182 (RETURN), RFC 5256 and 5957 (SORT,
// THREAD), RFC 5267 (CONTEXT, PARTIAL, UPDATE), RFC 9394 (PARTIAL from the end).

import type { ImapCommand, SearchReturn, SortCriterion, SortKey } from "../commands.ts";
import { bad } from "../failure.ts";
import type { Scanner } from "../scanner.ts";
import { namedCharset, type StringDecoder, unnamedCharset } from "../search-strings.ts";
import { readSearchKeys } from "./search-keys.ts";
import { readFetchList, readPartialRange } from "./section.ts";

export function parseSearch(scanner: Scanner, uid: boolean): ImapCommand {
  const returns = readReturns(scanner);
  scanner.space();
  let decode = unnamedCharset(scanner.mode.rev2 || scanner.mode.utf8Accept);
  if (scanner.acceptWord("CHARSET")) {
    // RFC 6855 3: charsets have been settled by ENABLE.
    if (scanner.mode.utf8Accept) throw bad("CHARSET is not allowed once UTF8=ACCEPT is enabled");
    scanner.space();
    decode = readCharset(scanner, returns);
    scanner.space();
  }
  return { name: "SEARCH", uid, returns, key: readSearchKeys(scanner, decode) };
}

export function parseSort(scanner: Scanner, uid: boolean): ImapCommand {
  const returns = readReturns(scanner);
  scanner.space();
  const criteria = scanner.list(() => readCriterion(scanner), 1);
  scanner.space();
  const decode = readCharset(scanner, returns);
  scanner.space();
  return { name: "SORT", uid, returns, criteria, key: readSearchKeys(scanner, decode) };
}

export function parseThread(scanner: Scanner, uid: boolean): ImapCommand {
  scanner.space();
  const algorithm = scanner.atom().toUpperCase();
  if (algorithm !== "ORDEREDSUBJECT" && algorithm !== "REFERENCES") {
    throw bad("The threading algorithms are ORDEREDSUBJECT and REFERENCES");
  }
  scanner.space();
  const decode = readCharset(scanner, null);
  scanner.space();
  return { name: "THREAD", uid, algorithm, key: readSearchKeys(scanner, decode) };
}

/** Tags as quoted strings; clients that send them bare are understood. RFC 5267 4.3.5 */
export function parseCancelUpdate(scanner: Scanner): ImapCommand {
  const tags: string[] = [];
  do {
    if (tags.length >= scanner.limits.listItems) throw bad("Too many tags");
    scanner.space();
    tags.push(scanner.astring());
  } while (!scanner.atEnd());
  return { name: "CANCELUPDATE", tags };
}

function readCharset(scanner: Scanner, returns: SearchReturn[] | null): StringDecoder {
  const saves = returns?.some(({ option }) => option === "SAVE") ?? false;
  return namedCharset(scanner.astring(), saves);
}

const sortKeys: readonly SortKey[] = [
  "ARRIVAL",
  "CC",
  "DATE",
  "FROM",
  "SIZE",
  "SUBJECT",
  "TO",
  "DISPLAYFROM",
  "DISPLAYTO",
  "RELEVANCY",
];

function readCriterion(scanner: Scanner): SortCriterion {
  const reverse = scanner.acceptWord("REVERSE");
  if (reverse) scanner.space();
  const name = scanner.word();
  const key = sortKeys.find((each) => each === name);
  if (!key) throw bad("A sort key is not known");
  return { key, reverse };
}

/** [SP "RETURN" SP "(" ... ")"]; null without. */
function readReturns(scanner: Scanner): SearchReturn[] | null {
  const begin = scanner.at;
  if (!scanner.acceptSpace() || !scanner.acceptWord("RETURN")) {
    scanner.at = begin;
    return null;
  }
  scanner.space();
  const options = scanner.list(() => readReturn(scanner), 0);
  // RFC 9394 3.1: one PARTIAL, or one ALL, or neither.
  const results = options.filter(({ option }) => option === "PARTIAL" || option === "ALL");
  if (results.length > 1) throw bad("RETURN takes one of ALL and PARTIAL, once");
  return options;
}

function readReturn(scanner: Scanner): SearchReturn {
  const option = scanner.word();
  switch (option) {
    case "MIN":
    case "MAX":
    case "ALL":
    case "COUNT":
    case "SAVE":
    case "CONTEXT":
    case "RELEVANCY":
      return { option };
    case "PARTIAL":
      scanner.space();
      return { option, ...readPartialRange(scanner) };
    case "UPDATE": {
      // RFC 5465 8 writes the list without a space, its example with one.
      const begin = scanner.at;
      scanner.acceptSpace();
      if (scanner.peek() === 0x28) return { option, items: readFetchList(scanner) };
      scanner.at = begin;
      return { option, items: [] };
    }
    default:
      throw bad("A RETURN option is not known");
  }
}
