// Reads SEARCH keys into the tree of search-keys.ts. Depth and count are bounded while reading, so code that walks
// the tree may recurse.

import type { SystemFlag } from "../../../mail/search/filter.ts";
import { parseDay } from "../dates.ts";
import { bad } from "../failure.ts";
import { readKeyword } from "../flags.ts";
import type { Scanner } from "../scanner.ts";
import type { SearchKey } from "../search-keys.ts";
import type { StringDecoder } from "../search-strings.ts";
import { readHeaderName } from "./section.ts";

interface KeyInput {
  scanner: Scanner;
  decode: StringDecoder;
  keys: number;
}

/** One or more keys up to the end of the command; more than one are joined by AND. RFC 9051 6.4.4 */
export function readSearchKeys(scanner: Scanner, decode: StringDecoder): SearchKey {
  const reading: KeyInput = { scanner, decode, keys: 0 };
  const keys = [readKey(reading, 0)];
  while (scanner.acceptSpace()) keys.push(readKey(reading, 0));
  return joined(keys);
}

function joined(keys: SearchKey[]): SearchKey {
  return keys.length === 1 ? keys[0]! : { kind: "and", keys };
}

function readKey(reading: KeyInput, depth: number): SearchKey {
  const { scanner } = reading;
  if (depth > scanner.limits.searchDepth) throw bad("The search program is nested too deeply");
  if (++reading.keys > scanner.limits.searchKeys) throw bad("The search program has too many keys");
  const next = scanner.peek();
  if (next === 0x28) return joined(scanner.list(() => readKey(reading, depth + 1), 1));
  if (next === 0x24 || next === 0x2a || (next >= 0x30 && next <= 0x39)) {
    return { kind: "sequence", set: scanner.messageSet() };
  }
  const name = scanner.word();
  const reader = readers.get(name);
  if (!reader) throw bad("A search key is not known");
  return reader(reading, depth);
}

type KeyReader = (reading: KeyInput, depth: number) => SearchKey;

const readers = new Map<string, KeyReader>();

function key(name: string, reader: KeyReader): void {
  readers.set(name, reader);
}

key("ALL", () => ({ kind: "all" }));
key("RECENT", () => ({ kind: "recent" }));
key("OLD", () => ({ kind: "not", key: { kind: "recent" } }));
key("NEW", () => ({ kind: "and", keys: [{ kind: "recent" }, { kind: "flag", flag: "\\Seen", set: false }] }));
key("SAVEDATESUPPORTED", () => ({ kind: "saveDateSupported" }));

const flagKeys: [string, SystemFlag][] = [
  ["ANSWERED", "\\Answered"],
  ["DELETED", "\\Deleted"],
  ["DRAFT", "\\Draft"],
  ["FLAGGED", "\\Flagged"],
  ["SEEN", "\\Seen"],
];
for (const [name, flag] of flagKeys) {
  key(name, () => ({ kind: "flag", flag, set: true }));
  key(`UN${name}`, () => ({ kind: "flag", flag, set: false }));
}

for (const [name, set] of [
  ["KEYWORD", true],
  ["UNKEYWORD", false],
] as const) {
  key(name, ({ scanner }) => {
    scanner.space();
    return { kind: "keyword", keyword: readKeyword(scanner), set };
  });
}

function text({ scanner, decode }: KeyInput): string {
  scanner.space();
  return decode(scanner.astringBytes());
}

for (const field of ["BCC", "CC", "FROM", "SUBJECT", "TO"]) {
  key(field, (reading) => ({ kind: "header", field: field.toLowerCase(), text: text(reading) }));
}
key("HEADER", (reading) => {
  reading.scanner.space();
  const field = readHeaderName(reading.scanner).toLowerCase();
  return { kind: "header", field, text: text(reading) };
});
key("BODY", (reading) => ({ kind: "body", text: text(reading) }));
key("TEXT", (reading) => ({ kind: "text", text: text(reading) }));

for (const [prefix, of] of [
  ["", "internal"],
  ["SENT", "sent"],
  ["SAVED", "saved"],
] as const) {
  for (const compare of ["before", "on", "since"] as const) {
    key(`${prefix}${compare.toUpperCase()}`, ({ scanner }) => {
      scanner.space();
      return { kind: "date", of, compare, day: parseDay(scanner) };
    });
  }
}

for (const compare of ["larger", "smaller"] as const) {
  key(compare.toUpperCase(), ({ scanner }) => {
    scanner.space();
    return { kind: "size", compare, bytes: scanner.number64() };
  });
}

for (const compare of ["older", "younger"] as const) {
  key(compare.toUpperCase(), ({ scanner }) => {
    scanner.space();
    return { kind: "within", compare, seconds: scanner.nzNumber() };
  });
}

key("UID", ({ scanner }) => {
  scanner.space();
  return { kind: "uid", set: scanner.messageSet() };
});

key("NOT", (reading, depth) => {
  reading.scanner.space();
  return { kind: "not", key: readKey(reading, depth + 1) };
});
key("FUZZY", (reading, depth) => {
  reading.scanner.space();
  return { kind: "fuzzy", key: readKey(reading, depth + 1) };
});
key("OR", (reading, depth) => {
  reading.scanner.space();
  const left = readKey(reading, depth + 1);
  reading.scanner.space();
  return { kind: "or", left, right: readKey(reading, depth + 1) };
});

// MODSEQ ["/flags/\\seen" all] 12. One number is kept for all of a message's flags, which RFC 7162 3.1.5 allows.
key("MODSEQ", ({ scanner }) => {
  scanner.space();
  if (scanner.stringNext()) {
    if (!scanner.string().toLowerCase().startsWith("/flags/"))
      throw bad("MODSEQ takes an entry name /flags/...");
    scanner.space();
    const type = scanner.word();
    if (type !== "ALL" && type !== "PRIV" && type !== "SHARED") throw bad("MODSEQ takes all, priv or shared");
    scanner.space();
  }
  return { kind: "modseq", atLeast: scanner.number64() };
});

for (const [name, kind] of [
  ["EMAILID", "emailId"],
  ["THREADID", "threadId"],
] as const) {
  key(name, ({ scanner }) => {
    scanner.space();
    return { kind, id: scanner.astring() };
  });
}
