// The search itself: the database narrows down, and what it cannot decide is looked at message by message, bodies last.
import { nowInstant } from "../../lib/clock.ts";
import { type PlacedMessage, placedMessages } from "../../store/imap.ts";
import { type PlacementFilter, searchPlacements } from "../../store/imap-search.ts";
import { MessageContent } from "../fetch/message-content.ts";
import { flagWords } from "../flag-words.ts";
import { bindSearch, matches, type SearchRecord } from "../search.ts";
import { isExact, type SearchFilter, superset } from "../search-filter.ts";
import { mailSearchText } from "../search-text.ts";
import { sentDay } from "../sent-day.ts";
import type { Session } from "../session.ts";
import type { SearchKey } from "../wire/search-keys.ts";
import { selectedOf } from "./handler.ts";

export interface FoundMessage {
  sequence: number;
  uid: number;
  modseq: number;
}

/** Messages looked at in one step: with their content, and with all their octets. */
const atOnce = { content: 250, raw: 25 };

/** The search program with everything filled in. @throws WireFailure BAD for a message number that is not there */
export function filterOf(session: Session, key: SearchKey): SearchFilter {
  const { view } = selectedOf(session);
  return bindSearch(key, {
    uidsOf: (set, byUid) => {
      const sequences = view.sequences(set, byUid);
      return sequences && view.uidsOf(sequences);
    },
    recent: view.recentUids,
    now: nowInstant(session.deps.clock),
  });
}

/** What a filter finds among the messages that the client knows of, in mailbox order. */
export async function findFiltered(session: Session, filter: SearchFilter): Promise<FoundMessage[]> {
  const at = selectedOf(session);
  const { view } = at;
  const { database } = session.deps;
  if (filter.op === "none") return [];
  const candidates = await searchPlacements(database, at, forDatabase(superset(filter)));
  const known = candidates.flatMap(({ uid, modseq }) => {
    const sequence = view.sequenceOf(uid);
    return sequence === 0 ? [] : [{ sequence, uid, modseq }];
  });
  return isExact(filter) ? known : decideEach(session, filter, known);
}

/** Text is not the database's to decide. */
function forDatabase(filter: SearchFilter): PlacementFilter {
  switch (filter.op) {
    case "and":
    case "or":
      return { op: filter.op, filters: filter.filters.map(forDatabase) };
    case "not":
      return { op: "not", filter: forDatabase(filter.filter) };
    case "text":
    case "sentDay":
      return { op: "all" };
    default:
      return filter;
  }
}

async function decideEach(
  session: Session,
  filter: SearchFilter,
  candidates: readonly FoundMessage[],
): Promise<FoundMessage[]> {
  const at = selectedOf(session);
  const { database } = session.deps;
  const found = new Set<number>();
  for (let i = 0; i < candidates.length; i += atOnce.content) {
    const uids = candidates.slice(i, i + atOnce.content).map((each) => each.uid);
    const rows = await placedMessages(database, at, { chunk: { uids, whole: false }, depth: "content" });
    const open: number[] = [];
    for (const row of rows) {
      const decided = matches(filter, await recordOf(session, row));
      if (decided) found.add(row.uid);
      else if (decided === null) open.push(row.uid);
    }
    for (let j = 0; j < open.length && !session.connection.isClosed; j += atOnce.raw) {
      await decideByText(session, filter, { uids: open.slice(j, j + atOnce.raw), found });
    }
  }
  return candidates.filter((each) => found.has(each.uid));
}

async function decideByText(
  session: Session,
  filter: SearchFilter,
  { uids, found }: { uids: readonly number[]; found: Set<number> },
): Promise<void> {
  const at = selectedOf(session);
  const { database, blobs } = session.deps;
  const rows = await placedMessages(database, at, { chunk: { uids, whole: false }, depth: "raw" });
  for (const row of rows) {
    const content = new MessageContent(row, { database, blobs, owner: at });
    const { structure } = await content.parts();
    const text = mailSearchText(await content.raw(), structure);
    if (matches(filter, await recordOf(session, row), text)) found.add(row.uid);
  }
}

async function recordOf(session: Session, row: PlacedMessage): Promise<SearchRecord> {
  const { database, blobs } = session.deps;
  const content = new MessageContent(row, { database, blobs, owner: selectedOf(session) });
  const { envelope } = await content.parts();
  return {
    uid: row.uid,
    flags: flagWords(row.flags, row.keywords),
    modseq: row.modseq,
    size: row.size,
    internalDate: row.internal_date,
    saveDate: row.created_at,
    sentDay: sentDay(envelope.date),
    emailId: row.message_id,
    threadId: row.thread_id,
  };
}
