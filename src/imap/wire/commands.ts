// Every command as a typed object: what the parser makes and what src/imap/commands reads. Names of mailboxes are
// text (mailbox-name.ts), instants are Instants, sets are normal (sequence-set.ts). APPEND and REPLACE come as a row
// of events instead (append.ts), because their messages are streamed.

import type { SearchKey } from "./search-keys.ts";
import type { MessageSet, NumberSet } from "./sequence-set.ts";

export type ImapCommand =
  | { name: "CAPABILITY" | "NOOP" | "LOGOUT" | "STARTTLS" | "IDLE" | "NAMESPACE" }
  | { name: "CHECK" | "CLOSE" | "UNSELECT" }
  | { name: "LOGIN"; user: string; password: string }
  /** `initial`: decoded; null when the client waits for our first challenge. RFC 4959 */
  | { name: "AUTHENTICATE"; mechanism: string; initial: Uint8Array | null }
  /** RFC 2971; null for NIL. */
  | { name: "ID"; fields: [string, string | null][] | null }
  | { name: "ENABLE"; capabilities: string[] }
  | { name: "COMPRESS"; algorithm: string }
  | { name: "SELECT" | "EXAMINE"; mailbox: string; condstore: boolean; qresync: Qresync | null }
  | { name: "CREATE"; mailbox: string; specialUse: string[] }
  | { name: "DELETE" | "SUBSCRIBE" | "UNSUBSCRIBE"; mailbox: string }
  | { name: "RENAME"; from: string; to: string }
  | ListCommand
  | { name: "LSUB"; reference: string; pattern: string }
  | { name: "STATUS"; mailbox: string; items: StatusItem[] }
  /** `uids` null: EXPUNGE without UID. RFC 4315 2.1 */
  | { name: "EXPUNGE"; uids: MessageSet | null }
  | { name: "COPY" | "MOVE"; uid: boolean; set: MessageSet; mailbox: string }
  | StoreCommand
  | FetchCommand
  | SearchCommand
  | SortCommand
  | ThreadCommand
  | { name: "CANCELUPDATE"; tags: string[] }
  | { name: "GETQUOTA"; root: string }
  | { name: "GETQUOTAROOT"; mailbox: string }
  | { name: "SETQUOTA"; root: string; limits: { resource: string; limit: number }[] }
  /** `groups` null: NOTIFY NONE. RFC 5465 */
  | { name: "NOTIFY"; status: boolean; groups: NotifyGroup[] | null };

/** RFC 7162 3.2.5 */
export interface Qresync {
  uidValidity: number;
  modseq: number;
  knownUids: NumberSet | null;
  match: { sequences: NumberSet; uids: NumberSet } | null;
}

/** RFC 9051 6.3.11, RFC 3501 (RECENT), RFC 7162, RFC 7889, RFC 8474, RFC 9208 */
export type StatusItem =
  | "MESSAGES"
  | "RECENT"
  | "UIDNEXT"
  | "UIDVALIDITY"
  | "UNSEEN"
  | "DELETED"
  | "SIZE"
  | "HIGHESTMODSEQ"
  | "APPENDLIMIT"
  | "MAILBOXID"
  | "DELETED-STORAGE";

export interface ListCommand {
  name: "LIST";
  /** Any LIST-EXTENDED syntax was used, which changes what `""` as a pattern means. RFC 5258 3 */
  extended: boolean;
  selection: { subscribed: boolean; remote: boolean; recursiveMatch: boolean; specialUse: boolean };
  reference: string;
  /** As written, reference not yet put in front. */
  patterns: string[];
  returns: { subscribed: boolean; children: boolean; specialUse: boolean; status: StatusItem[] | null };
}

export interface StoreCommand {
  name: "STORE";
  uid: boolean;
  set: MessageSet;
  action: "replace" | "add" | "remove";
  silent: boolean;
  flags: string[];
  /** RFC 7162 3.1.3 */
  unchangedSince: number | null;
}

export interface FetchCommand {
  name: "FETCH";
  uid: boolean;
  set: MessageSet;
  items: FetchItem[];
  /** RFC 7162 3.1.4.1 */
  changedSince: number | null;
  /** RFC 7162 3.2.6; only in UID FETCH with CHANGEDSINCE. */
  vanished: boolean;
  /** RFC 9394 3.3 */
  partial: PartialRange | null;
}

export type FetchItem =
  | { item: "FLAGS" | "ENVELOPE" | "INTERNALDATE" | "RFC822.SIZE" | "UID" | "MODSEQ" }
  | { item: "EMAILID" | "THREADID" | "SAVEDATE" }
  /** BODY is BODYSTRUCTURE without extension data. */
  | { item: "BODY" | "BODYSTRUCTURE" }
  | { item: "PREVIEW"; lazy: boolean }
  | SectionFetch
  | { item: "BINARY"; part: number[]; peek: boolean; partial: Partial | null }
  | { item: "BINARY.SIZE"; part: number[] };

export interface SectionFetch {
  item: "SECTION";
  section: Section;
  peek: boolean;
  partial: Partial | null;
  /** The item name of the response when the command used an old form. RFC 3501 6.4.5 */
  legacy: "RFC822" | "RFC822.HEADER" | "RFC822.TEXT" | null;
}

/** BODY[1.2.HEADER.FIELDS (To)]: part [1, 2], text "HEADER.FIELDS", fields ["To"]. */
export interface Section {
  part: number[];
  text: null | "HEADER" | "HEADER.FIELDS" | "HEADER.FIELDS.NOT" | "TEXT" | "MIME";
  fields: string[];
}

/** `<offset.length>` */
export interface Partial {
  offset: number;
  length: number;
}

/** `1:100` from the oldest, `-1:-100` from the newest; from <= to in distance. RFC 9394 */
export interface PartialRange {
  from: number;
  to: number;
  fromEnd: boolean;
}

export type SearchReturn =
  | { option: "MIN" | "MAX" | "ALL" | "COUNT" | "SAVE" | "CONTEXT" | "RELEVANCY" }
  | { option: "PARTIAL"; range: PartialRange; written: string }
  /** RFC 5267 4.3; the fetch items are RFC 5465 7. */
  | { option: "UPDATE"; items: FetchItem[] };

export interface SearchCommand {
  name: "SEARCH";
  uid: boolean;
  /** null: plain SEARCH response; an empty list means ALL. RFC 4731 3.1 */
  returns: SearchReturn[] | null;
  key: SearchKey;
}

export type SortKey =
  | "ARRIVAL"
  | "CC"
  | "DATE"
  | "FROM"
  | "SIZE"
  | "SUBJECT"
  | "TO"
  | "DISPLAYFROM"
  | "DISPLAYTO"
  | "RELEVANCY";

export interface SortCriterion {
  key: SortKey;
  reverse: boolean;
}

export interface SortCommand {
  name: "SORT";
  uid: boolean;
  returns: SearchReturn[] | null;
  criteria: SortCriterion[];
  key: SearchKey;
}

export interface ThreadCommand {
  name: "THREAD";
  uid: boolean;
  algorithm: "ORDEREDSUBJECT" | "REFERENCES";
  key: SearchKey;
}

export type NotifyFilter =
  | { kind: "selected" | "selected-delayed" | "inboxes" | "personal" | "subscribed" }
  | { kind: "subtree" | "mailboxes"; names: string[] };

export type NotifyEvent =
  | { event: "MessageNew"; items: FetchItem[] }
  | { event: "MessageExpunge" | "FlagChange" | "MailboxName" | "SubscriptionChange" };

export interface NotifyGroup {
  filter: NotifyFilter;
  /** Empty for NONE. */
  events: NotifyEvent[];
}
