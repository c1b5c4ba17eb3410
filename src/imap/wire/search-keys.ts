// The SEARCH program as a tree. RFC 9051 6.4.4, RFC 7162 3.1.5 (MODSEQ), RFC 5032 (OLDER, YOUNGER), RFC 8474 5.3
// (EMAILID, THREADID), RFC 8514 4.3 (SAVEDATE), RFC 6203 (FUZZY). Pure data: strings are decoded text.

import type { Day, SystemFlag } from "../../mail/search/filter.ts";
import type { MessageSet } from "./sequence-set.ts";

export type SearchKey =
  | { kind: "all" }
  | { kind: "and"; keys: SearchKey[] }
  | { kind: "or"; left: SearchKey; right: SearchKey }
  | { kind: "not"; key: SearchKey }
  | { kind: "fuzzy"; key: SearchKey }
  | { kind: "sequence"; set: MessageSet }
  | { kind: "uid"; set: MessageSet }
  | { kind: "flag"; flag: SystemFlag; set: boolean }
  | { kind: "keyword"; keyword: string; set: boolean }
  | { kind: "recent" }
  /** A header field, by lower-case name; "" requires only that the field exists. FROM, TO, CC, BCC, SUBJECT, HEADER */
  | { kind: "header"; field: string; text: string }
  | { kind: "body"; text: string }
  | { kind: "text"; text: string }
  /** Days without time or zone. `saved` falls back to the internal date where there is no save date. */
  | { kind: "date"; of: "internal" | "sent" | "saved"; compare: "before" | "on" | "since"; day: Day }
  | { kind: "size"; compare: "larger" | "smaller"; bytes: number }
  | { kind: "within"; compare: "older" | "younger"; seconds: number }
  | { kind: "modseq"; atLeast: number }
  | { kind: "emailId"; id: string }
  | { kind: "threadId"; id: string }
  | { kind: "saveDateSupported" };

/** Every key of the tree, in the order written. */
export function* searchLeaves(key: SearchKey): Generator<SearchKey> {
  switch (key.kind) {
    case "and":
      for (const each of key.keys) yield* searchLeaves(each);
      break;
    case "or":
      yield* searchLeaves(key.left);
      yield* searchLeaves(key.right);
      break;
    case "not":
    case "fuzzy":
      yield* searchLeaves(key.key);
      break;
    default:
      yield key;
  }
}
