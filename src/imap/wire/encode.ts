// The responses, one function each, written into a ResponseWriter. RFC 9051 7, RFC 3501 7 and the extensions named.
// FETCH data is in src/imap/fetch.

import { isTag } from "./characters.ts";
import type { StatusItem } from "./commands.ts";
import type { Ranges } from "./sequence-set.ts";
import type { ResponseWriter } from "./writer.ts";

export type Status = "OK" | "NO" | "BAD";

/** `tag OK [code] text` */
export function writeTagged(
  writer: ResponseWriter,
  tag: string,
  { status, code = null, text }: { status: Status; code?: string | null; text: string },
): void {
  if (!isTag(tag)) throw new Error("not a tag");
  writer.syntax(`${tag} ${status} `);
  writeRespText(writer, code, text);
}

/** `* OK [code] text`; also NO, BAD, BYE, PREAUTH. */
export function writeUntagged(
  writer: ResponseWriter,
  status: Status | "BYE" | "PREAUTH",
  { code = null, text }: { code?: string | null; text: string },
): void {
  writer.syntax(`* ${status} `);
  writeRespText(writer, code, text);
}

function writeRespText(writer: ResponseWriter, code: string | null, text: string): void {
  if (code !== null) writer.syntax("[").code(code).syntax("] ");
  writer.text(text === "" ? "." : text).end();
}

/** `+ text`: a literal is wanted, or IDLE has begun. RFC 9051 7.6 */
export function writeGoAhead(writer: ResponseWriter, text: string): void {
  writer.syntax("+ ").text(text).end();
}

/** `+ base64`: a SASL challenge, often empty. RFC 9051 6.2.2 */
export function writeChallenge(writer: ResponseWriter, challenge: Uint8Array): void {
  writer.syntax("+ ").syntax(Buffer.from(challenge).toString("base64")).end();
}

export function writeCapability(writer: ResponseWriter, capabilities: readonly string[]): void {
  writeAtoms(writer, "CAPABILITY", capabilities);
}

/** RFC 5161 3.2 */
export function writeEnabled(writer: ResponseWriter, capabilities: readonly string[]): void {
  writeAtoms(writer, "ENABLED", capabilities);
}

function writeAtoms(writer: ResponseWriter, name: string, atoms: readonly string[]): void {
  writer.syntax(`* ${name}`);
  for (const each of atoms) writer.space().atom(each);
  writer.end();
}

export function writeExists(writer: ResponseWriter, count: number): void {
  writer.syntax("* ").number(count).syntax(" EXISTS").end();
}

/** IMAP4rev1 only. RFC 3501 7.3.2 */
export function writeRecent(writer: ResponseWriter, count: number): void {
  writer.syntax("* ").number(count).syntax(" RECENT").end();
}

export function writeExpunge(writer: ResponseWriter, sequence: number): void {
  writer.syntax("* ").number(sequence).syntax(" EXPUNGE").end();
}

/** RFC 7162 3.2.10. Nothing for no UIDs. */
export function writeVanished(writer: ResponseWriter, uids: Ranges, earlier = false): void {
  if (uids.length === 0) return;
  writer
    .syntax(earlier ? "* VANISHED (EARLIER) " : "* VANISHED ")
    .ranges(uids)
    .end();
}

export function writeFlags(writer: ResponseWriter, flags: readonly string[]): void {
  writer.syntax("* FLAGS ").flags(flags).end();
}

export interface ListEntry {
  name: string;
  /** \Noselect, \HasChildren, \Sent, ... */
  attributes: readonly string[];
  /** RFC 9051 6.3.9.7: the name before a rename or before it was made canonical. */
  oldName?: string;
  /** RECURSIVEMATCH: children match though this name need not. RFC 5258 3.5 */
  childInfo?: readonly ("SUBSCRIBED" | "SPECIAL-USE")[];
}

/** `verb` LSUB answers LSUB. An empty name asks for the separator. RFC 9051 7.3.1 */
export function writeList(writer: ResponseWriter, entry: ListEntry, verb: "LIST" | "LSUB" = "LIST"): void {
  writer.syntax(`* ${verb} `).flags(entry.attributes).syntax(' "/" ').quotedMailbox(entry.name);
  const old = entry.oldName;
  const info = entry.childInfo ?? [];
  if (old !== undefined || info.length > 0) {
    writer.syntax(" (");
    if (info.length > 0) writer.syntax(`"CHILDINFO" (${info.map((each) => `"${each}"`).join(" ")})`);
    if (info.length > 0 && old !== undefined) writer.space();
    if (old !== undefined) writer.syntax('"OLDNAME" (').quotedMailbox(old).close();
    writer.close();
  }
  writer.end();
}

export interface StatusValues {
  mailbox: string;
  /** In the order to send. MAILBOXID is text, APPENDLIMIT may be null (no limit). */
  values: readonly (readonly [StatusItem, number | string | null])[];
}

/** RFC 9051 7.3.4, RFC 7889 4, RFC 8474 4.3 */
export function writeStatus(writer: ResponseWriter, { mailbox, values }: StatusValues): void {
  writer.syntax("* STATUS ").quotedMailbox(mailbox).syntax(" (");
  for (const [index, [item, value]] of values.entries()) {
    if (index > 0) writer.space();
    writer.syntax(item).space();
    if (value === null) writer.nil();
    else if (typeof value === "string") writer.open().atom(value).close();
    else writer.number(value);
  }
  writer.close().end();
}

/** `* SEARCH 2 84 882 (MODSEQ 917162500)`. RFC 3501 7.2.5, RFC 7162 3.1.5; without results no MODSEQ. */
export function writeSearch(writer: ResponseWriter, numbers: Iterable<number>, modseq: number | null): void {
  writeNumbers(writer, "SEARCH", { numbers, modseq });
}

/** RFC 5256 4 */
export function writeSort(writer: ResponseWriter, numbers: Iterable<number>, modseq: number | null): void {
  writeNumbers(writer, "SORT", { numbers, modseq });
}

/** Characters of a list of numbers that are written in one go. */
const numbersAtOnce = 2000;

function writeNumbers(
  writer: ResponseWriter,
  verb: string,
  { numbers, modseq }: { numbers: Iterable<number>; modseq: number | null },
): void {
  writer.syntax(`* ${verb}`);
  let any = false;
  let some = "";
  for (const value of numbers) {
    any = true;
    some += ` ${value}`;
    if (some.length < numbersAtOnce) continue;
    writer.syntax(some);
    some = "";
  }
  writer.syntax(some);
  if (any && modseq !== null) writer.syntax(" (MODSEQ ").number(modseq).close();
  writer.end();
}

export interface EsearchData {
  tag: string;
  uid: boolean;
  /** Absent or null: not requested, or nothing found. RFC 4731 3.1 */
  min?: number | null;
  max?: number | null;
  count?: number | null;
  /** Not sent when empty: the protocol has no empty set. */
  all?: Ranges;
  /** ALL of a sorted search, in its order: see `formatOrdered`. RFC 5267 3.1 */
  ordered?: string;
  /** `set` "" answers NIL. RFC 9394 3.1 */
  partial?: { written: string; set: string };
  modseq?: number | null;
  /** Pairs of context position and set. RFC 5267 4.3.3 */
  addTo?: readonly { position: number; set: string }[];
  removeFrom?: readonly { position: number; set: string }[];
}

/** RFC 9051 7.3.4, RFC 4731, RFC 5267 */
export function writeEsearch(writer: ResponseWriter, data: EsearchData): void {
  writer.syntax("* ESEARCH (TAG ").string(data.tag).close();
  if (data.uid) writer.syntax(" UID");
  const numbers = [
    ["MIN", data.min],
    ["MAX", data.max],
    ["COUNT", data.count],
  ] as const;
  for (const [name, value] of numbers) if (value != null) writer.syntax(` ${name} `).number(value);
  if (data.all && data.all.length > 0) writer.syntax(" ALL ").ranges(data.all);
  if (data.ordered) writer.syntax(` ALL ${data.ordered}`);
  if (data.partial) writer.syntax(` PARTIAL (${data.partial.written} ${data.partial.set || "NIL"})`);
  writePositions(writer, "ADDTO", data.addTo);
  writePositions(writer, "REMOVEFROM", data.removeFrom);
  if (data.modseq != null) writer.syntax(" MODSEQ ").number(data.modseq);
  writer.end();
}

function writePositions(writer: ResponseWriter, name: string, pairs: EsearchData["addTo"]): void {
  if (!pairs || pairs.length === 0) return;
  writer.syntax(` ${name} (${pairs.map(({ position, set }) => `${position} ${set}`).join(" ")})`);
}

/** RFC 2971 3.2 */
export function writeId(writer: ResponseWriter, fields: Record<string, string> | null): void {
  writer.syntax("* ID ");
  if (fields === null) writer.nil();
  else {
    writer.open();
    for (const [index, [name, value]] of Object.entries(fields).entries()) {
      if (index > 0) writer.space();
      writer.string(name).space().string(value);
    }
    writer.close();
  }
  writer.end();
}

/** One personal namespace with prefix "" and separator "/", no others. RFC 9051 6.3.10 */
export function writeNamespace(writer: ResponseWriter): void {
  writer.syntax('* NAMESPACE (("" "/")) NIL NIL').end();
}

export interface QuotaUse {
  resource: "STORAGE" | "MESSAGE";
  usage: number;
  limit: number;
}

/** RFC 9208 4.2.1 */
export function writeQuota(writer: ResponseWriter, root: string, resources: readonly QuotaUse[]): void {
  writer.syntax("* QUOTA ").string(root).syntax(" (");
  for (const [index, { resource, usage, limit }] of resources.entries()) {
    if (index > 0) writer.space();
    writer.syntax(`${resource} `).number(usage).space().number(limit);
  }
  writer.close().end();
}

/** RFC 9208 4.2.2 */
export function writeQuotaRoot(writer: ResponseWriter, mailbox: string, roots: readonly string[]): void {
  writer.syntax("* QUOTAROOT ").mailbox(mailbox);
  for (const root of roots) writer.space().string(root);
  writer.end();
}

/** The thread tree as `formatThreads` gives it. RFC 5256 4 */
export function writeThread(writer: ResponseWriter, threads: string): void {
  writer.syntax(threads === "" ? "* THREAD" : `* THREAD ${threads}`).end();
}
