// The parts of messages that SORT, THREAD and SEARCH compare. What a UID names never changes (RFC 9051 2.3.1.1), so each part is
// kept for the folder, whose sessions share it, within the limit of `fetch/kept-items.ts`; a command reads what is missing.
import { Pauses } from "../../lib/pauses.ts";
import { selectedOf } from "../commands/handler.ts";
import { type KeptColumn, mayKeep } from "../fetch/kept-items.ts";
import type { ImapSession } from "../session.ts";
import { KeptLinks, type MessageLinks } from "./kept-links.ts";
import {
  type ComparedPart,
  eachListed,
  isHeaderPart,
  type KnownParts,
  type ListedFields,
} from "./read-fields.ts";

/** Binary text in the order of the UIDs; undefined for a message that is gone. */
export type PartValues = (string | undefined)[];

/** From so many messages on, what mail programs ask next is kept too: its header is read once. */
const sweepFrom = 250;
const usualParts: readonly ComparedPart[] = ["SUBJECT", "FIELD subject", "FIELD from"];

/** The parts of each message: one list of values a part. @param uids ascending */
export async function comparedParts(
  session: ImapSession,
  uids: readonly number[],
  parts: readonly ComparedPart[],
): Promise<PartValues[]> {
  const columns = parts.map((part) => comparedColumn(session, part));
  const values = columns.map((): PartValues => new Array(uids.length));
  const missing = new Map<number, number>();
  const pauses = new Pauses();
  for (const [index, uid] of uids.entries()) {
    if (index % 1024 === 0 && pauses.isDue) await pauses.take();
    let isMissing = false;
    for (const [n, { octets }] of columns.entries()) {
      const own = octets.get(uid);
      values[n]![index] = own;
      isMissing ||= own === undefined;
    }
    if (isMissing) missing.set(uid, index);
  }
  await readMissing(session, [...missing.keys()], parts, (uid, read) => {
    const index = missing.get(uid)!;
    for (const [n, octets] of read.entries()) values[n]![index] = octets;
  });
  return values;
}

/** The links of a damaged mail. */
const noLinks: MessageLinks = { messageId: null, references: [] };

/** The ids that link each message; undefined for one that is gone. @param uids ascending */
export async function comparedLinks(
  session: ImapSession,
  uids: readonly number[],
): Promise<(MessageLinks | undefined)[]> {
  const links = linksOf(session);
  const missing = uids.filter((uid) => !links.has(uid));
  const there = new Set<number>();
  await readMissing(session, missing, [], (uid) => there.add(uid), links);
  const values = uids.map((uid) => links.of(uid) ?? (there.has(uid) ? noLinks : undefined));
  links.settle();
  return values;
}

/** Reads messages, keeps what is compared of them, and calls back with the parts of each that is there. */
async function readMissing(
  session: ImapSession,
  uids: readonly number[],
  parts: readonly ComparedPart[],
  each: (uid: number, octets: string[]) => void,
  asked: KeptLinks | null = null,
): Promise<void> {
  const isSweep = uids.length >= sweepFrom;
  const usual = isSweep ? usualParts.filter((part) => !parts.includes(part)) : [];
  const links = asked ?? (isSweep ? linksOf(session) : null);
  const read = [...parts, ...usual].map((part) => ({ part, column: comparedColumn(session, part) }));
  const { accountId } = selectedOf(session);
  const known: KnownParts = new Map();
  const readOne = (
    uid: number,
    fields: ListedFields,
    elsewhere?: ReadonlyMap<ComparedPart, string | null>,
  ) => {
    if (links && !links.has(uid)) {
      const { messageId, references } = fields.links();
      links.set(uid, messageId, references);
    }
    const values: string[] = [];
    for (const [n, { part, column }] of read.entries()) {
      const isAsked = n < parts.length;
      // Parts that nobody asked for yet are left out where reading them takes long.
      if (!isAsked && fields.isLong(part)) continue;
      const before = column.octets.get(uid);
      const octets = before ?? (elsewhere?.has(part) ? elsewhere.get(part)! : fields.part(part, known));
      // Left out, as if the message were gone: it is neither what has a text nor what has not.
      if (octets === null) return;
      if (before === undefined) keep(column, uid, octets);
      if (isAsked) values.push(octets);
    }
    each(uid, values);
  };
  // A damaged mail has its place in a list, as one without fields; nothing is kept of it, and no text of a field finds it.
  const unread = (uid: number) => {
    if (!parts.some(isHeaderPart))
      each(
        uid,
        parts.map(() => ""),
      );
  };
  const readLong = async (uid: number, fields: ListedFields) => {
    const elsewhere = new Map<ComparedPart, string | null>();
    for (const part of parts)
      if (fields.isLong(part)) elsewhere.set(part, await fields.readElsewhere(part, accountId));
    readOne(uid, fields, elsewhere);
  };
  await eachListed(session, uids, (uid, fields) => {
    if (fields === null) return unread(uid);
    return parts.some((part) => fields.isLong(part)) ? readLong(uid, fields) : readOne(uid, fields);
  });
  if (links && !asked) links.settle();
}

/** The folder's column of a part, as far as it is read. */
export function comparedColumn(session: ImapSession, part: ComparedPart): KeptColumn {
  return session.deps.kept.column(session.opened.view.tracker.kept, `compared ${part}`);
}

function linksOf(session: ImapSession): KeptLinks {
  return session.deps.kept.entry(session.opened.view.tracker.kept, "compared links", KeptLinks);
}

function keep(column: KeptColumn, uid: number, octets: string): void {
  if (mayKeep(octets.length)) column.kept.keep(column, uid, octets);
}
