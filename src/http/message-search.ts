// One page of GET /messages/search: hits are read a page at a time until enough of them hold what was asked. A search without
// any word, `is:unread`, is a list of its conditions, newest first.

import { type Instant, instantOf, msOf, parseInstant } from "../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../lib/cursor.ts";
import { invalid } from "../lib/failure.ts";
import { isUuid, msOfId } from "../lib/ids.ts";
import { must } from "../lib/must.ts";
import { parseSearch, withJoinedCodes } from "../mail/search/parse-search.ts";
import { termGroup } from "../mail/search/text-query.ts";
import { inTurn, largeAnswer } from "../reading/large-answers.ts";
import { findTexts } from "../reading/mails.ts";
import type { Executor } from "../store/database/database.ts";
import type { MessageFilter } from "../store/mailbox/message-filter.ts";
import {
  type AskedAlternative,
  type Hit,
  type HitPlace,
  type HitWindow,
  maxAlternatives,
  searchMessages,
} from "../store/mailbox/search-hits.ts";
import { type FullMessage, listedByIds, type MessageRow, readListed } from "../store/message/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { narrows } from "./mail-filter.ts";
import { filteredPage, maxSummarisedBytes, mostRead, type PageMessage, placeWithin } from "./message-page.ts";
import { keyCursor, limitOf, type PageOf, type PageRequest } from "./paging.ts";
import { storedIn } from "./search-places.ts";
import { type AskedTexts, excludeByFiles, snippetsOf } from "./search-snippets.ts";

/** A message without its bodies, with the text around what was found in it. */
export interface SearchResult extends PageMessage {
  row: MessageRow;
  snippet: string;
}

export interface FoundPage extends PageOf<SearchResult> {
  /** Nothing was found as it was written: these have words with one letter else. */
  isForgiving?: boolean;
}

/** Bounds on the work for one page. */
export interface SearchBounds {
  /** Hits that are ranked at once, newest first. */
  windowSize: number;
  /** Milliseconds after which a page ends with what it has. */
  longestMs: number;
}
const usual: SearchBounds = { windowSize: 1000, longestMs: 2000 };
/** The newest hits alone are looked at: the answer to a search for what is not there comes soon. */
const forgiving: SearchBounds = { windowSize: 1000, longestMs: 500 };

/** Hits that one statement returns, once the first few of a page did not fill it. */
const atOnce = 1000;
/** Hits that the first statement of a page returns, for each result that is asked for. */
const firstEach = 4;
/** Octets of a message's bodies up to which it is kept from the look into it until it is answered. */
const maxKept = 16 * 1024;

const isRank = (text: string) => /^(?:\d{1,3}(?:\.\d{1,12})?(?:e-\d{1,2})?)?$/.test(text);
const isIdOrNone = (text: string) => text === "" || isUuid(text);
const isInstantOrNone = (text: string) => text === "" || parseInstant(text) !== null;
const parts = [isRank, isIdOrNone, isIdOrNone, isIdOrNone, isInstantOrNone];
/** Parts of a cursor whose message is about as old as its id, as all are but imported ones: the form that every version reads. */
const untimedParts = parts.slice(0, -1);
/** Between the making of a message's id and its time: it waits for its turn. */
const maxIdAgeMs = 60_000;

/** A place among the hits. */
interface HitPosition {
  window: HitWindow;
  after: HitPlace | null;
}

interface SearchRequest {
  /** Each with a term. */
  alternatives: readonly AskedAlternative[];
  /** Slips of a letter are forgiven; without it they are not. */
  forgives?: boolean;
  filter: MessageFilter;
  request: PageRequest;
  bounds?: SearchBounds;
}

/**
 * Messages that the filter lets through and that answer `q`; without `q` the filter alone.
 * @returns null: neither asks for anything
 * @throws Failure validation_error, invalid_cursor; unavailable when reading takes too long
 */
export async function foundPage(
  deps: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  { q, filter, request }: { q: string; filter: MessageFilter; request: PageRequest },
): Promise<FoundPage | null> {
  const asked =
    q.trim() === ""
      ? []
      : await storedIn(deps, auth, {
          alternatives: parseSearch(q, Math.floor(deps.clock.now() / 1000)),
          identityId: filter.identityId,
        });
  if (asked.some(({ terms }) => terms.some(({ isExcluded }) => !isExcluded))) {
    if (asked.some(({ terms }) => terms.length === 0)) throw invalid(mixedAlternatives);
    const found = await searchPage(deps, auth, { alternatives: asked, filter, request });
    // A cursor of a search that forgave goes on in it.
    if (found.data.length > 0 || found.has_more) return found;
    const similar = await searchPage(deps, auth, {
      alternatives: withJoinedCodes(asked, maxAlternatives),
      forgives: true,
      filter,
      request,
      bounds: forgiving,
    });
    return { ...similar, isForgiving: similar.data.length > 0 };
  }
  const conditions = asked.map(({ stored }) => stored);
  const all = conditions.some((some) => some.length > 0) ? { ...filter, anyOf: conditions } : filter;
  const without = asked.flatMap((alternative) => termGroup(alternative).without);
  if (!narrows(all)) return without.length > 0 ? { data: [], has_more: false, next_cursor: null } : null;
  if (without.length > 0 && asked.length > 1) throw invalid(mixedAlternatives);
  const listed = await filteredPage(deps, auth, { request, filter: all });
  return withBeginnings(deps, auth, { listed, without });
}

const mixedAlternatives =
  'Field "q" has alternatives with words and others without any. Give each a word, or ask for them one after the other.';

/** @throws Failure invalid_cursor; unavailable when reading takes too long */
export async function searchPage(
  deps: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  { alternatives, forgives = false, filter, request, bounds = usual }: SearchRequest,
): Promise<PageOf<SearchResult>> {
  const { clock } = deps;
  const database = deps.database.replica;
  const limit = limitOf(request);
  const results: SearchResult[] = [];
  let bytes = 0;
  const ends = clock.now() + bounds.longestMs;
  let place = placeOf(request.cursor);
  let count = Math.min(atOnce, firstEach * (limit + 1));
  for (;;) {
    const { window, after } = place;
    const { windowSize } = bounds;
    const asked = {
      alternatives,
      forgives,
      filter,
      window,
      windowSize,
      after,
      count,
    };
    const found = await searchMessages(database, auth, asked);
    for (let i = 0; i < found.hits.length; i += limit + 1) {
      const chunk = found.hits.slice(i, i + limit + 1);
      for await (const read of readHits(database, auth, { hits: chunk, alternatives, forgives })) {
        for (const { hit, result } of read) {
          if (result && (results.length === limit || (bytes > 0 && bytes + result.size > mostRead)))
            return ended(results, place);
          place = { window: found.window, after: hit };
          if (!result) continue;
          bytes += result.size;
          results.push({ ...result, cursor: cursorOf(place) });
        }
        if (clock.now() > ends) return ended(results, forgives ? null : place);
      }
    }
    count = Math.max(atOnce, limit + 1);
    if (found.hits.length === asked.count) continue;
    if (forgives || found.window.below === null) return ended(results, null);
    place = { window: { newest: found.window.below, below: null }, after: null };
    if (results.length === limit || clock.now() > ends) return ended(results, place);
  }
}

/** Results of a search without words: each shows how its text begins. */
async function withBeginnings(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  { listed: { data: page, ...ends }, without }: { listed: PageOf<PageMessage>; without: readonly string[] },
): Promise<PageOf<SearchResult>> {
  const results: SearchResult[] = [];
  const bare = page.filter(({ size }) => size > maxSummarisedBytes).map(({ id }) => id);
  const isBare = new Set(bare);
  const portions = inPortions(
    page.map((listed) => ({ listed, size: isBare.has(listed.id) ? 0 : listed.size })),
  );
  for (const some of portions) {
    const ids = some.map(({ listed }) => listed.id);
    const messages = await readListed(database.replica, auth, { ids, bare });
    const asked = messages.map(({ row, packed }) => ({ row, packed, isSure: true }));
    const snippets = await findTexts({ query: [], without, messages: asked }, { source: auth.accountId });
    await excludeByFiles(
      { database: database.replica, auth },
      { messages: messages.map(({ row }, n) => ({ ...asked[n]!, row })), without, snippets },
    );
    const byId = new Map(messages.map((message, index) => [message.row.id, { message, index }]));
    for (const { listed } of some) {
      const found = byId.get(listed.id);
      const text = found ? (snippets[found.index] ?? null) : null;
      if (!found || text === null) continue;
      const { row } = found.message;
      const snippet = isBare.has(row.id) ? row.preview : text;
      results.push({ ...listed, row, snippet, ...kept(found.message, listed.size) });
    }
  }
  return { ...ends, data: results };
}

/** The message for the answer, which reads it once more where it is large. */
function kept(read: FullMessage, size: number): Pick<SearchResult, "read"> {
  return size > maxKept ? {} : { read };
}

/** Messages one after the other, as many at once as may be read at once. */
function* inPortions<T extends { size: number }>(all: readonly T[]): Generator<T[]> {
  let portion: T[] = [];
  let bytes = 0;
  for (const one of all) {
    if (portion.length > 0 && bytes + one.size > mostRead) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(one);
    bytes += one.size;
  }
  if (portion.length > 0) yield portion;
}

interface ReadHit {
  hit: Hit;
  result: Omit<SearchResult, "cursor"> | null;
}

/** Hits in their order, some at a time, each with its message if that is there and holds what was asked. */
async function* readHits(
  database: Executor,
  auth: Auth,
  { hits, ...asked }: { hits: readonly Hit[] } & AskedTexts,
): AsyncGenerator<ReadHit[]> {
  const sizes = new Map(
    (
      await listedByIds(
        database,
        auth,
        hits.map(({ id }) => id),
      )
    ).map(({ id, size }) => [id, size]),
  );
  for (const some of inPortions(hits.map((hit) => ({ hit, size: sizes.get(hit.id) ?? 0 })))) {
    const bytes = some.reduce((sum, { size }) => sum + size, 0);
    const read = async () => {
      const there = some.flatMap(({ hit }) => (sizes.has(hit.id) ? [hit.id] : []));
      const messages = await readListed(database, auth, { ids: there, bare: [] });
      const met = new Map(some.map(({ hit }) => [hit.id, hit]));
      const snippets = await snippetsOf(
        { database, auth },
        asked,
        messages.map((message) => ({
          ...message,
          hit: must(met.get(message.row.id), "a message is read for its hit"),
        })),
      );
      const byId = new Map(messages.map((message, index) => [message.row.id, { message, index }]));
      return some.map(({ hit, size }): ReadHit => {
        const found = byId.get(hit.id);
        const snippet = found ? (snippets[found.index] ?? null) : null;
        if (!found || snippet === null) return { hit, result: null };
        const { row } = found.message;
        return { hit, result: { id: row.id, size, row, snippet, ...kept(found.message, size) } };
      });
    };
    yield bytes > largeAnswer ? await inTurn(auth.accountId, bytes, read) : await read();
  }
}

/** @param next null: everything was seen */
function ended(data: SearchResult[], next: HitPosition | null): PageOf<SearchResult> {
  return { data, has_more: next !== null, next_cursor: next && cursorOf(next) };
}

/** Whether a result stands before the place of a cursor, of the same search among more messages. */
export function comesBefore({ row, cursor: own }: SearchResult, cursor: string): boolean {
  const listed = placeWithin(cursor) ?? { time: parseInstant(cursor), id: null };
  if (listed.time !== null)
    return listed.id === null || row.createdAt !== listed.time
      ? row.createdAt >= listed.time
      : row.id >= listed.id;
  const { window, after } = placeOf(cursor);
  if (window.newest !== null && row.id > window.newest) return true;
  if (after === null || (window.below !== null && row.id <= window.below)) return false;
  const rank = placeOf(own).after?.rank ?? 0;
  if (rank !== after.rank) return rank > after.rank;
  // Both are about as old as their ids, which say more than their milliseconds.
  if (after.createdAt === null && isAsOldAsId(row)) return row.id >= after.id;
  const time = after.createdAt ?? instantOf(msOfId(after.id));
  return row.createdAt === time ? row.id >= after.id : row.createdAt > time;
}

/**
 * Cursors at which to ask a search among fewer messages for what stands before the place of a cursor: from each on, until a result
 * does not come before it, since results are ranked within one window.
 */
export function beginningsBefore(cursor: string): (string | undefined)[] {
  if (placeWithin(cursor) !== null || parseInstant(cursor) !== null) return [undefined];
  const { window } = placeOf(cursor);
  if (window.newest === null) return [undefined];
  return [
    cursorOf({ window: { newest: null, below: window.newest }, after: null }),
    cursorOf({ window, after: null }),
  ];
}

function cursorOf({ window, after }: HitPosition): string {
  const { newest, below } = window;
  const place = after ? [String(after.rank), after.id] : ["", ""];
  const { id, createdAt } = after ?? { id: "", createdAt: null };
  const time = createdAt === null || isAsOldAsId({ id, createdAt }) ? [] : [createdAt];
  return encodeCursor([...place, newest ?? "", below ?? "", ...time]);
}

/** As all messages are but imported ones. */
function isAsOldAsId({ id, createdAt }: { id: string; createdAt: Instant }): boolean {
  return Math.abs(msOf(createdAt) - msOfId(id)) < maxIdAgeMs;
}

/** @throws Failure invalid_cursor */
function placeOf(cursor: string | undefined): HitPosition {
  const isUntimed = cursor !== undefined && decodeCursor(cursor, untimedParts.length) !== null;
  const [rank, id, newest, below, at = ""] = keyCursor(cursor, isUntimed ? untimedParts : parts) ?? [];
  return {
    window: { newest: newest || null, below: below || null },
    after: rank && id ? { rank: Number(rank), createdAt: parseInstant(at), id } : null,
  };
}
