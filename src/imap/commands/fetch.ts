// FETCH and UID FETCH. RFC 9051 6.4.5; RFC 7162 3.1.4 (CHANGEDSINCE), 3.2.6 (VANISHED); RFC 9394 (PARTIAL)
import { storeFlags } from "../../../actors/identity/mailbox/imap.ts";
import { turnPlacements } from "../../../actors/identity/mailbox/placements.ts";
import { BlobMissing } from "../../store/blobs/blobs.ts";
import type { ColumnGroup, PlacedMessage, UidChunk } from "../../store/mailbox/imap.ts";
import { Flag } from "../../store/tables/index.ts";
import { columnsOf, depthOf, type FetchDepth } from "../fetch/items.ts";
import { fetchKnown, keptColumns } from "../fetch/known-messages.ts";
import { MessageContent } from "../fetch/message-content.ts";
import { visibleMessages } from "../fetch/message-rows.ts";
import { writeMessage } from "../fetch/write-message.ts";
import { no, ok, type TaggedReply } from "../replies.ts";
import { maxNamed } from "../search/unread.ts";
import type { ImapSession } from "../session.ts";
import { nameKeywords } from "../state/known-keywords.ts";
import type { FetchCommand, FetchItem, PartialRange } from "../wire/commands.ts";
import { bad } from "../wire/failure.ts";
import { normalRanges, type Ranges, rangesCount } from "../wire/sequence-set.ts";
import { chunksOf, leastAtOnce, readAhead, rememberFlags, wholeAtOnce } from "./chunks.ts";
import { type CommandHandler, selectedOf } from "./handler.ts";
import { actorOf } from "./mailboxes.ts";
import { writeVanishedSince } from "./resync.ts";

/** Messages that one query reads, by what it reads of each. */
const atOnce: Record<FetchDepth, number> = {
  placement: 5000,
  message: 2000,
  fields: 500,
  content: 250,
  head: 250,
  raw: leastAtOnce,
};

export const fetch: CommandHandler<"FETCH"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  async run(session, command) {
    const { view, readOnly } = selectedOf(session);
    const { items, changedSince } = command;
    if (changedSince !== null || items.some(({ item }) => item === "MODSEQ")) session.enableCondstore();
    if (command.vanished && !session.enabled.qresync) throw bad("VANISHED needs QRESYNC enabled");
    const named = view.sequences(command.set, command.uid);
    if (!named) throw bad("A message number is not there");
    const sequences = command.partial ? pageOf(named, command.partial) : named;
    if (command.vanished && command.set.kind === "numbers")
      await writeVanishedSince(session, changedSince ?? 0, command.set);
    const depth = depthOf(items);
    const seen = !readOnly && items.some((item) => "peek" in item && !item.peek);
    // The database has what memory does not know.
    const rest = (seen ? null : await fetchKnown(session, command, sequences)) ?? sequences;
    const found = await fetchRows(session, command, { sequences: rest, depth, seen });
    return ended(command, found);
  },
};

/**
 * A message number without data, of a message expunged long ago, answers NO, RFC 2180 4.1.2; a UID of an expunged message
 * is ignored, RFC 9051 6.4.9.
 */
function ended({ uid }: FetchCommand, { isMissing, damaged }: FetchedRows): TaggedReply {
  if (damaged.length > 0)
    return no(
      `The bytes of UID ${damaged.join(",")} are not here just now, all others were sent. Try again in a moment.`,
      "UNAVAILABLE",
    );
  return isMissing && !uid ? no("Some messages are gone", "EXPUNGEISSUED") : ok("Done");
}

/** Fetches the items of NOTIFY MessageNew. RFC 5465 5.2 @param uids as ranges */
export async function fetchNew(
  session: ImapSession,
  uids: Ranges,
  items: readonly FetchItem[],
): Promise<void> {
  const { view } = selectedOf(session);
  const sequences =
    view.sequences({ kind: "numbers", ranges: normalRanges([...uids]), starFrom: null }, true) ?? [];
  const command = { items: [...items], uid: true, changedSince: null };
  await fetchRows(session, command, { sequences, depth: depthOf(items), seen: false });
}

/** The columns beside those of the depth. */
function columnsOfCommand(
  { items, changedSince }: Pick<FetchCommand, "items" | "changedSince">,
  seen: boolean,
): ReadonlySet<ColumnGroup> {
  const groups = items.flatMap((item) => columnsOf(item) ?? []);
  return new Set(seen || changedSince !== null ? [...groups, "state"] : groups);
}

interface FetchedRows {
  /** Some messages are expunged. */
  isMissing: boolean;
  /** UIDs without a response, as their octets are not there; the first `maxNamed`. */
  damaged: number[];
}

/** Writes the responses from the database. */
async function fetchRows(
  session: ImapSession,
  command: Pick<FetchCommand, "items" | "uid" | "changedSince">,
  { sequences, depth, seen }: { sequences: Ranges; depth: FetchDepth; seen: boolean },
): Promise<FetchedRows> {
  const at = selectedOf(session);
  const { changedSince } = command;
  let isMissing = false;
  const damaged: number[] = [];
  let most = atOnce[depth];
  const only = columnsOfCommand(command, seen);
  const read = async (chunk: UidChunk) => {
    const rows = await visibleMessages(session, chunk, { depth, changedSince, only });
    if (depth === "raw") most = wholeAtOnce(rows);
    // Long ones are not kept, and those of older mails not yet.
    const lacks = only.has("fields") && (depth === "fields" || depth === "content") && rows.some(hasNoFields);
    return lacks ? visibleMessages(session, chunk, { depth: "head", changedSince, only }) : rows;
  };
  for await (const { step, result } of readAhead(
    chunksOf(at.view, sequences, () => most),
    read,
  )) {
    if (session.connection.isClosed) break;
    damaged.push(...(await writeRows(session, command, { rows: result, seen })));
    isMissing ||= result.length < step.uids.length && changedSince === null;
  }
  return { isMissing, damaged: damaged.slice(0, maxNamed) };
}

/** A message that was expunged comes with its mail. */
function hasNoFields({ fields, head, raw, raw_blob }: PlacedMessage): boolean {
  return fields === null && !head && !raw && !raw_blob;
}

/** @returns UIDs of messages whose octets are not there */
async function writeRows(
  session: ImapSession,
  { items, uid, changedSince }: Pick<FetchCommand, "items" | "uid" | "changedSince">,
  { rows, seen }: { rows: readonly PlacedMessage[]; seen: boolean },
): Promise<number[]> {
  const at = selectedOf(session);
  const { database, blobs } = session.deps;
  const marked = seen ? await markSeen(session, rows) : new Map<number, Marked>();
  const withModseq = changedSince !== null;
  const columns = keptColumns(session, items);
  nameKeywords(
    session,
    rows.flatMap((row) => marked.get(row.uid)?.keywords ?? row.keywords ?? []),
  );
  const damaged: number[] = [];
  for (const read of rows) {
    const change = marked.get(read.uid);
    const row = change ? { ...read, ...change } : read;
    if (at.view.sequenceOf(row.uid) === 0) continue;
    const content = new MessageContent(row, { blobs, owner: at, database });
    const withFlags = change !== undefined;
    try {
      await writeMessage(session, { row, content }, { items, columns, uid, withModseq, withFlags });
    } catch (error) {
      // Thrown before the response begins: one damaged mail does not hold up those behind it.
      if (!(error instanceof BlobMissing)) throw error;
      session.log.warn("the octets of a message are not there", { message_id: row.message_id, uid: row.uid });
      damaged.push(row.uid);
      continue;
    }
    session.log.debug("a message was fetched", { message_id: row.message_id, uid: row.uid });
    await session.flushSome();
  }
  return damaged;
}

/** Includes keywords: another session may have changed them since the row was read. */
type Marked = Pick<PlacedMessage, "flags" | "keywords" | "modseq">;

const addSeen = { action: "add", flags: Flag.seen, keywords: [] } as const;

/** Sets \Seen on messages without it. @returns their new flags and modseq, by UID */
async function markSeen(session: ImapSession, rows: readonly PlacedMessage[]): Promise<Map<number, Marked>> {
  const { folderId } = selectedOf(session);
  const marked = new Map<number, Marked>();
  const unseen = rows.filter((row) => (row.flags & Flag.seen) === 0).map((row) => row.uid);
  for (let i = 0; i < unseen.length; i += turnPlacements) {
    const uids = unseen.slice(i, i + turnPlacements);
    const { after } = await actorOf(session).run((turn) =>
      storeFlags(turn, { folderId, uids, change: addSeen, unchangedSince: null }),
    );
    await rememberFlags(session, after);
    for (const { uid, flags, keywords, modseq } of after) {
      marked.set(uid, { flags, keywords, modseq });
      session.acknowledge(uid, modseq, null);
    }
  }
  return marked;
}

/** The messages of PARTIAL: from..to, counted from either end. RFC 9394 3.3 */
function pageOf(sequences: Ranges, { from, to, fromEnd }: PartialRange): Ranges {
  const count = rangesCount(sequences);
  const first = fromEnd ? Math.max(1, count - to + 1) : from;
  const last = fromEnd ? count - from + 1 : Math.min(count, to);
  const page: number[] = [];
  let before = 0;
  for (let i = 0; i < sequences.length; i += 2) {
    const begin = sequences[i]!;
    const size = sequences[i + 1]! - begin + 1;
    const low = Math.max(first - before, 1);
    const high = Math.min(last - before, size);
    if (low <= high) page.push(begin + low - 1, begin + high - 1);
    before += size;
  }
  return normalRanges(page);
}
