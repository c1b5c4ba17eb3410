// Segments of the search index: appended by a batch of messages, merged by sixteen, read newest first. A segment may name
// messages that are gone; readers look at the rows of messages too.
import { passingShare } from "../../lib/chance.ts";
import { passingId } from "../../lib/ids.ts";
import { type MailNumbers, missing } from "../../mail/search/gram-numbers.ts";
import {
  type GramCondition,
  type MergedSegment,
  mergedSegment,
  numbersIn,
  placesIn,
  type SearchSegment,
  segmentOf,
} from "../../mail/search/segment.ts";
import type { Database, Executor } from "../database/database.ts";

export interface SegmentMail extends MailNumbers {
  id: string;
}

/** Octets of an id of a message; those of a segment ascend. */
const idOctets = 16;
/** Segments of nearly one size that become one. */
const merged = 16;
/** Segments of this level stay as they are: 4,096 mails and more. */
const lastLevel = 3;
/** Where a tenth and more of a large segment's mails are gone it is written anew. */
const maxGone = 0.1;

function levelOf(size: number): number {
  return Math.min(lastLevel, Math.floor(Math.log2(size) / Math.log2(merged)));
}

/**
 * Appends messages to the index of an account.
 * @returns whether there are enough segments of their size to merge
 */
export async function appendSegment(
  db: Executor,
  accountId: string,
  mails: readonly SegmentMail[],
): Promise<boolean> {
  const sorted = mails.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const segment = segmentOf(sorted);
  const level = levelOf(segment.size);
  const ids = sorted.map(({ id }) => id);
  await insertSegment(db, accountId, { segment, ids });
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from search_segments where account_id = $1::uuid and size >= $2::int and size < $3::int`,
    [accountId, merged ** level, merged ** (level + 1)],
  );
  return row !== undefined && row.count >= merged;
}

async function insertSegment(
  db: Executor,
  accountId: string,
  { segment, ids }: { segment: SearchSegment; ids: readonly string[] },
): Promise<void> {
  await db.values(
    `insert into search_segments (account_id, id, newest, size, shift, messages, offsets, postings)
     values ($1::uuid, $2::uuid, $3::uuid, $4::int, $5::int, $6::bytea, $7::bytea, $8::bytea)`,
    [
      accountId,
      passingId(),
      ids.at(-1) ?? null,
      segment.size,
      segment.shift,
      Buffer.from(ids.join("").replaceAll("-", ""), "hex"),
      segment.offsets,
      segment.postings,
    ],
  );
}

interface StoredSegment {
  id: string;
  newest: string;
  oldest: string;
  size: number;
  shift: number;
}

/** Merges the segments of an account while there are enough of nearly one size. */
export async function mergeSegments(db: Database, accountId: string): Promise<void> {
  for (;;) {
    const all = await listSegments(db, accountId);
    const levels = Map.groupBy(all, ({ size }) => levelOf(size));
    const level = [...levels.keys()].find((each) => each < lastLevel && levels.get(each)!.length >= merged);
    if (level === undefined) return;
    const some = levels.get(level)!.slice(-merged);
    // One of the large ones is looked at beside them, so that mails that are gone leave the index.
    const large = levels.get(lastLevel) ?? [];
    const looked =
      level === 0 || large.length === 0 ? null : large[Math.floor(passingShare() * large.length)]!;
    if (looked) await rewrite(db, accountId, { ids: [looked.id], maxStaying: (1 - maxGone) * looked.size });
    const ids = some.map(({ id }) => id);
    const isMerged = await rewrite(db, accountId, { ids, maxStaying: Number.POSITIVE_INFINITY });
    // Another process merges them.
    if (!isMerged) return;
  }
}

/** All segments of an account, newest first. */
function listSegments(db: Executor, accountId: string): Promise<StoredSegment[]> {
  return db.rows<StoredSegment>(
    `select id, newest, encode(substring(messages from 1 for ${idOctets}), 'hex')::uuid as oldest, size, shift
     from search_segments where account_id = $1::uuid order by newest desc, id desc`,
    [accountId],
  );
}

/**
 * Writes segments as one, without the messages that are gone.
 * @param maxStaying unless more messages are there
 * @returns false: another process has them
 */
async function rewrite(
  db: Database,
  accountId: string,
  { ids, maxStaying }: { ids: readonly string[]; maxStaying: number },
): Promise<boolean> {
  const rows = await db.rows<SearchSegment & { id: string; messages: Uint8Array }>(
    `select id, size, shift, messages, offsets, postings from search_segments
     where account_id = $1::uuid and id = any($2::uuid[]) order by newest, id`,
    [accountId, ids],
  );
  if (rows.length < ids.length) return false;
  const sources = rows.map((segment) => {
    const messages = bufferOf(segment.messages);
    return { segment, messages: Array.from({ length: segment.size }, (_, place) => idAt(messages, place)) };
  });
  const staying = await db.rows<{ message_id: string }>(
    "select message_id from message_search where account_id = $1::uuid and message_id = any($2::uuid[]) order by message_id",
    [accountId, [...new Set(sources.flatMap(({ messages }) => messages))]],
  );
  if (staying.length > maxStaying) return true;
  const placeOf = new Map(staying.map(({ message_id: id }, place) => [id, place]));
  const parts = sources.map(
    ({ segment, messages }): MergedSegment => ({
      segment,
      places: Int32Array.from(messages, (id) => placeOf.get(id) ?? -1),
    }),
  );
  const segment = await mergedSegment(parts, staying.length);
  return db.transaction(async (tx) => {
    const locked = await tx.rows(
      "select id from search_segments where account_id = $1::uuid and id = any($2::uuid[]) for update skip locked",
      [accountId, ids],
    );
    if (locked.length < ids.length) return false;
    await tx.values("delete from search_segments where account_id = $1::uuid and id = any($2::uuid[])", [
      accountId,
      ids,
    ]);
    if (staying.length > 0)
      await insertSegment(tx, accountId, { segment, ids: staying.map(({ message_id: id }) => id) });
    return true;
  });
}

function idAt(messages: Buffer, place: number): string {
  const hex = messages.toString("hex", idOctets * place, idOctets * (place + 1));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function bufferOf(octets: Uint8Array): Buffer {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
}

export interface SegmentQuery {
  condition: GramCondition;
  /** "shown": in the texts that REST searches. */
  where: "shown" | "whole";
  /** Numbers of marks; a message must have one of them. Empty: no mark is asked for. */
  marks: readonly number[];
  /** The newest and the message below the oldest that are asked for; null: no bound. */
  newest: string | null;
  below: string | null;
  /** The messages that come into question, ascending; null: all. */
  only?: readonly string[] | null;
  /** Messages that are returned. */
  count: number;
}

/** Mails of the segments that are read first, for each message that is asked for; then four times as many, and so on. */
const mailsForOne = 2;
const moreMails = 4;

/**
 * The newest messages that may meet a condition, or are not indexed whole, newest first; those that are gone among them.
 * @returns one more than `count` where there are more
 */
export async function indexedMessages(
  db: Executor,
  accountId: string,
  query: SegmentQuery,
): Promise<string[]> {
  // Segments that are merged meanwhile are read as what they became.
  for (;;) {
    const found = await readSegments(db, accountId, query);
    if (found) return found;
  }
}

/** Takes the first segments off a list: so many that they have so many mails, or all. */
function take(segments: StoredSegment[], mails: number): StoredSegment[] {
  let count = 0;
  let sum = 0;
  while (count < segments.length && sum < mails) sum += segments[count++]!.size;
  return segments.splice(0, count);
}

async function readSegments(
  db: Executor,
  accountId: string,
  { where, newest, below, only = null, count, ...asked }: SegmentQuery,
): Promise<string[] | null> {
  const [first = null, last = null] = only ? [only[0], only.at(-1)] : [];
  if (only && first === null) return [];
  const wanted = only && new Set(only);
  const condition = withMarks(asked, where);
  const numbers = [...new Set(numbersIn(condition))];
  const segments = (await listSegments(db, accountId)).filter(
    (each) =>
      (below === null || each.newest > below) &&
      (newest === null || each.oldest <= newest) &&
      (first === null || each.newest >= first) &&
      (last === null || each.oldest <= last),
  );
  let found: string[] = [];
  let mails = mailsForOne * count;
  for (let some = take(segments, mails); some.length > 0; some = take(segments, mails)) {
    mails *= moreMails;
    // All others are older than those that are asked for.
    if (found.length > count && some[0]!.newest < found[count]!) break;
    const ranges = await rangesOf(db, accountId, { ids: some.map(({ id }) => id), numbers });
    if (!ranges) return null;
    const places = new Map<string, number[]>();
    for (const segment of some) {
      const held = placesIn(segment, ranges.get(segment.id) ?? new Map(), { condition, where });
      if (held.length > 0) places.set(segment.id, held);
    }
    // Without a bound all that is asked for is at a segment's end: a common word is in all of its mails.
    const isBounded = newest !== null || wanted !== null;
    const needed = Array.from(places, ([id, held]) => ({
      id,
      from: isBounded ? 0 : held[Math.max(0, held.length - count - 1)]!,
    }));
    const messages = await messagesIn(db, accountId, needed);
    if (!messages) return null;
    for (const [id, held] of places) {
      const { ids, from } = messages.get(id)!;
      // Newest first, and no more of a segment than is asked for.
      let left = count + 1;
      for (let n = held.length - 1; n >= 0 && left > 0; n--) {
        const message = idAt(ids, held[n]! - from);
        if (below !== null && message <= below) break;
        if (newest !== null && message > newest) continue;
        if (wanted && !wanted.has(message)) continue;
        found.push(message);
        left--;
      }
    }
    found = [...new Set(found)]
      .sort()
      .reverse()
      .slice(0, count + 1);
  }
  return found;
}

function withMarks(
  { condition, marks }: Pick<SegmentQuery, "condition" | "marks">,
  where: "shown" | "whole",
): GramCondition {
  const any: GramCondition = { op: "or", of: [condition, missing[where]] };
  return marks.length === 0 ? any : { op: "and", of: [{ op: "or", of: marks }, any] };
}

/** The ranges that numbers are in, by segment and range; null: a segment is gone. */
async function rangesOf(
  db: Executor,
  accountId: string,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly number[] },
): Promise<Map<string, Map<number, Uint8Array>> | null> {
  const rows = await db.rows<{ id: string; range: number; octets: Uint8Array }>(
    `select s.id, r.range, substring(s.postings from r.bounds[1] + 1 for r.bounds[2] - r.bounds[1]) as octets
     from search_segments s cross join lateral (
       select n.range, array[
         ('x' || encode(substring(s.offsets from 4 * n.range + 1 for 4), 'hex'))::bit(32)::int,
         ('x' || encode(substring(s.offsets from 4 * n.range + 5 for 4), 'hex'))::bit(32)::int] as bounds
       from (select distinct number >> s.shift as range from unnest($3::int[]) number) n) r
     where s.account_id = $1::uuid and s.id = any($2::uuid[])`,
    [accountId, ids, numbers],
  );
  const ranges = new Map<string, Map<number, Uint8Array>>();
  for (const { id, range, octets } of rows) {
    const of = ranges.get(id) ?? new Map<number, Uint8Array>();
    ranges.set(id, of.set(range, octets));
  }
  return ranges.size < ids.length ? null : ranges;
}

/** The messages of segments from a place on, by their places behind it; null: a segment is gone. */
async function messagesIn(
  db: Executor,
  accountId: string,
  needed: readonly { id: string; from: number }[],
): Promise<Map<string, { ids: Buffer; from: number }> | null> {
  if (needed.length === 0) return new Map();
  const rows = await db.rows<{ id: string; messages: Uint8Array }>(
    `select s.id, substring(s.messages from ${idOctets} * n.place + 1) as messages
     from unnest($2::uuid[], $3::int[]) n(id, place) join search_segments s on s.account_id = $1::uuid and s.id = n.id`,
    [accountId, needed.map(({ id }) => id), needed.map(({ from }) => from)],
  );
  if (rows.length < needed.length) return null;
  const fromOf = new Map(needed.map(({ id, from }) => [id, from]));
  return new Map(
    rows.map(({ id, messages }) => [id, { ids: bufferOf(messages), from: fromOf.get(id) ?? 0 }]),
  );
}
