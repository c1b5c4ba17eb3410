// The search itself: from memory where that knows all; else the database selects a superset and a subset of the result, and messages in
// between are matched one by one, bodies last. What each mail answers to a text is kept.
import { nowInstant } from "../../lib/clock.ts";
import { Pauses } from "../../lib/pauses.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import {
  allOf,
  type SearchFilter,
  type SearchTextFilter,
  secondLook,
  subset,
  superset,
} from "../../mail/search/filter.ts";
import { headerSearchText, mailSearchText, type TextTest } from "../../mail/search/search-text.ts";
import type { HoldsInput } from "../../reading/held-texts.ts";
import { heldTexts, maxSearchedHere } from "../../reading/mails.ts";
import { flagNames } from "../../store/mailbox/flag-names.ts";
import { type ColumnGroup, type PlacedMessage, placedMessages } from "../../store/mailbox/imap.ts";
import { searchPlacements } from "../../store/mailbox/imap-search.ts";
import { leastAtOnce, wholeAtOnce } from "../commands/chunks.ts";
import { selectedOf } from "../commands/handler.ts";
import { MessageContent } from "../fetch/message-content.ts";
import type { ImapSession } from "../session.ts";
import type { FlagState } from "../state/flag-state.ts";
import type { SearchKey } from "../wire/search-keys.ts";
import { rangesOf } from "../wire/sequence-set.ts";
import type { FlagList } from "../wire/writer.ts";
import { FilterAnswers, textsIn } from "./kept-answers.ts";
import { decideByFields, fieldParts, knownFields } from "./known-fields.ts";
import { boundsOf, flagsTest, namesUids } from "./known-flags.ts";
import { bindSearch, decide, matches, matchesTexts, type SearchRecord } from "./search.ts";
import { sentDay } from "./sent-day.ts";
import { unlessDamaged } from "./unread.ts";

export interface FoundMessage {
  sequence: number;
  uid: number;
  /** Present where it was requested. */
  modseq?: number;
}

/** Messages that one query reads, by header and by all octets: more of these while those before were small. */
const atOnce = { head: 250, raw: leastAtOnce };
/** Columns beside the mail that a text alone needs. */
const noColumns: ReadonlySet<ColumnGroup> = new Set();

/** Binds the search program to the session and the moment. */
export function filterOf(session: ImapSession, key: SearchKey): SearchFilter {
  const { view } = selectedOf(session);
  return bindSearch(key, {
    uidsOf: (set, byUid) => view.uidsOf(view.sequencesThere(set, byUid)),
    recent: view.recentUids,
    now: nowInstant(session.deps.clock),
  });
}

/**
 * Finds the messages of the view that match, in mailbox order.
 * @param withModseq also reads the modseq of each
 */
export async function findFiltered(
  session: ImapSession,
  filter: SearchFilter,
  withModseq = false,
): Promise<FoundMessage[]> {
  if (filter.op === "none") return [];
  const answers = new FilterAnswers(session, filter);
  const known = withModseq ? null : await findByFlags(session, filter, answers);
  if (known) return known;
  if (filter.op === "text" && !withModseq && answers.isKept(filter))
    return findByText(session, filter, answers);
  const candidates = await candidatesOf(session, superset(filter));
  const look = secondLook(filter);
  if (look === "none") return candidates;
  if (look === "head") {
    const uids = candidates.map(({ uid }) => uid);
    const found = await decideByFields(session, filter, uids);
    if (found) return candidates.filter(({ uid }) => found.has(uid));
  }
  const sure = new Set((await candidatesOf(session, subset(filter))).map(({ uid }) => uid));
  const open = candidates.flatMap(({ uid }) => (sure.has(uid) ? [] : [uid]));
  await lookInto(session, filter, { uids: open, found: sure, answers });
  return candidates.filter(({ uid }) => sure.has(uid));
}

/** Finds the messages that hold a text, and keeps the answer of each: one that the database does not select does not. */
async function findByText(
  session: ImapSession,
  leaf: SearchTextFilter,
  answers: FilterAnswers,
): Promise<FoundMessage[]> {
  const { view } = selectedOf(session);
  const answered = async (answer: boolean | null) => {
    const messages: FoundMessage[] = [];
    const pauses = new Pauses();
    for (let sequence = 1; sequence <= view.exists; sequence++) {
      if (sequence % 1024 === 0 && pauses.isDue) await pauses.take();
      const uid = view.uidAt(sequence);
      if (answers.of(leaf, uid) === answer) messages.push({ sequence, uid });
    }
    return messages;
  };
  const unknown = (await answered(null)).map(({ uid }) => uid);
  if (unknown.length === 0) return answered(true);
  const isPart = unknown.length < view.exists / 2;
  const filter = isPart ? allOf([{ op: "uids", ranges: rangesOf(unknown) }, leaf]) : leaf;
  const candidates = new Set((await candidatesOf(session, filter)).map(({ uid }) => uid));
  for (const uid of unknown) if (!candidates.has(uid)) answers.note(leaf, uid, false);
  const uids = unknown.filter((uid) => candidates.has(uid));
  await lookInto(session, leaf, { uids, found: new Set(), answers });
  return answered(true);
}

/** Matches messages that the database leaves open, by the answers that are kept, then by what is read of them. */
async function lookInto(
  session: ImapSession,
  filter: SearchFilter,
  { uids, found, answers }: { uids: readonly number[]; found: Set<number>; answers: FilterAnswers },
): Promise<void> {
  const look = secondLook(filter);
  if (look === "none") return;
  // The database has decided the rest of the filter.
  const parts = (filter.op === "and" ? filter.filters : [filter]).filter(
    (each) => secondLook(each) !== "none",
  );
  let undecided = uids.filter((uid) => {
    const decided = decide(parts, false, (part) => matchesTexts(part, answers.known(uid)));
    if (decided) found.add(uid);
    return decided === null;
  });
  // The header alone decides many TEXT searches, and costs less than the body.
  const steps: readonly SearchDepth[] = look === "raw" && hasHead(filter) ? ["head", "raw"] : [look];
  for (const step of steps)
    undecided = await lookAt(session, filter, { step, uids: undecided, found, answers });
  answers.settle();
}

/** Matches flags, numbers and texts in memory; null when the filter has other keys, or memory does not know them. */
async function findByFlags(
  session: ImapSession,
  filter: SearchFilter,
  answers: FilterAnswers,
): Promise<FoundMessage[] | null> {
  const { view } = selectedOf(session);
  const { states } = view.tracker;
  if (!states) return null;
  const parts = fieldParts(filter);
  if (!answers.mayKnow(view.exists)) return null;
  const known = parts.length > 0 ? await knownFields(session, parts) : null;
  let missing = false;
  if (parts.length > 0 && !known) return null;
  const test = flagsTest(filter, {
    fieldOf: (part, uid) => {
      const octets = known?.(part, uid);
      missing ||= octets === undefined;
      return octets ?? "";
    },
    holds: (leaf, uid) => {
      const holds = answers.of(leaf, uid);
      missing ||= holds === null;
      return holds ?? false;
    },
  });
  if (!test) return null;
  await session.ownFeed.refresh();
  if (!states.isKnown) return null;
  if (!namesUids(filter)) return findByLists(session, states, (list) => test(0, list));
  const ranges = boundsOf(filter);
  const sequences = ranges
    ? view.sequences({ kind: "numbers", ranges, starFrom: null }, true)!
    : [1, view.exists];
  const flagsOf = states.reader(false);
  const found: FoundMessage[] = [];
  const pauses = new Pauses();
  for (let i = 0; i < sequences.length; i += 2) {
    for (let sequence = sequences[i]!; sequence <= sequences[i + 1]!; sequence++) {
      if (sequence % 64 === 0 && pauses.isDue) {
        await pauses.take();
        if (session.connection.isClosed) return [];
        if (!states.isKnown) return null;
      }
      const uid = view.uidAt(sequence);
      const list = flagsOf(uid);
      if (list && test(uid, list)) found.push({ sequence, uid });
      if (missing) return null;
    }
  }
  return found;
}

/** Tests each different list of flags once, then finds the messages of the view that have one that passes. */
async function findByLists(
  session: ImapSession,
  states: FlagState,
  test: (list: FlagList) => boolean,
): Promise<FoundMessage[]> {
  const { view } = selectedOf(session);
  const pauses = new Pauses();
  const passes = new Map<FlagList, boolean>();
  for (const list of states.lists()) {
    if (pauses.isDue) await pauses.take();
    passes.set(list, test(list));
  }
  const found: FoundMessage[] = [];
  let sequence = 0;
  for (const uid of states.where((list) => passes.get(list) ?? test(list))) {
    if (found.length % 256 === 0 && pauses.isDue) {
      await pauses.take();
      if (session.connection.isClosed) return [];
    }
    // Most often it is the message after the one before.
    sequence = view.uidAt(sequence + 1) === uid ? sequence + 1 : view.sequenceOf(uid);
    if (sequence > 0) found.push({ sequence, uid });
  }
  return found;
}

type SearchDepth = "head" | "raw";

/** Whether the header alone decides some leaf of the filter. */
function hasHead(filter: SearchFilter): boolean {
  if (filter.op === "and" || filter.op === "or") return filter.filters.some(hasHead);
  if (filter.op === "not") return hasHead(filter.filter);
  return secondLook(filter) === "head";
}

/** The messages of the session's view that a superset or subset of the filter selects in the database. */
async function candidatesOf(session: ImapSession, filter: SearchFilter): Promise<FoundMessage[]> {
  if (filter.op === "none") return [];
  const at = selectedOf(session);
  return (await searchPlacements(session.deps.database, at, filter)).flatMap(({ uid, modseq }) => {
    const sequence = at.view.sequenceOf(uid);
    return sequence === 0 ? [] : [{ sequence, uid, modseq }];
  });
}

/** Matches messages by their header or all octets. @returns the UIDs that are still undecided */
async function lookAt(
  session: ImapSession,
  filter: SearchFilter,
  {
    step,
    uids,
    found,
    answers,
  }: { step: SearchDepth; uids: readonly number[]; found: Set<number>; answers: FilterAnswers },
): Promise<number[]> {
  const at = selectedOf(session);
  const { database } = session.deps;
  const open: number[] = [];
  const pauses = new Pauses();
  const reading = { depth: step, ...(filter.op === "text" && { only: noColumns }) };
  let most = atOnce[step];
  for (let i = 0; i < uids.length && !session.connection.isClosed; ) {
    const chunk = { uids: uids.slice(i, i + most), whole: false };
    i += most;
    const rows = await placedMessages(database, at, { chunk, ...reading });
    if (step === "raw") most = wholeAtOnce(rows);
    for (const row of rows) {
      if (pauses.isDue) await pauses.take();
      if (session.connection.isClosed) return open;
      const read = await unlessDamaged(session, row, () => readOf(session, row, { step, filter }));
      // Nothing is said of what cannot be read: neither a text finds it nor its NOT.
      if (read === null) continue;
      const { envelope, text } = read;
      const decided = matches(filter, recordOf(row, envelope), answers.noting(row.uid, text));
      if (decided) found.add(row.uid);
      else if (decided === null) open.push(row.uid);
    }
  }
  return open;
}

interface ReadForSearch {
  envelope: Envelope;
  text: TextTest;
}

async function readOf(
  session: ImapSession,
  row: PlacedMessage,
  { step, filter }: { step: SearchDepth; filter: SearchFilter },
): Promise<ReadForSearch> {
  const owner = selectedOf(session);
  const { database, blobs } = session.deps;
  const content = new MessageContent(row, { database, blobs, owner });
  const { structure, envelope } = await content.parts();
  const isWhole = step === "raw";
  const octets = isWhole
    ? await content.raw()
    : (await content.head()).subarray(structure.headerStart, structure.bodyStart);
  if (octets.length > maxSearchedHere)
    return {
      envelope,
      text: await largeText({ raw: octets, isWhole, texts: textsIn(filter) }, owner.accountId),
    };
  return { envelope, text: isWhole ? mailSearchText(octets, structure) : headerSearchText(octets) };
}

/** The texts that a large mail holds, found in a reading process. One that cannot be read is found by no text and no NOT of one. */
async function largeText(input: HoldsInput, source: string): Promise<TextTest> {
  const held = await heldTexts(input, { source });
  const answers = new Map(input.texts.map((text, index) => [text, held[index]!]));
  return { holds: (text) => answers.get(text) ?? null };
}

function recordOf(row: PlacedMessage, envelope: Envelope): SearchRecord {
  return {
    uid: row.uid,
    get flags() {
      return flagNames(row.flags, row.keywords);
    },
    modseq: row.modseq,
    size: row.size,
    internalDate: row.internal_date,
    saveDate: row.created_at,
    get sentDay() {
      return sentDay(envelope.date);
    },
    emailId: row.message_id,
    threadId: row.thread_id,
  };
}
