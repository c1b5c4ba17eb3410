// One page of GET /messages/search: hits are read a page at a time until enough of them hold what was asked.

import { encodeCursor } from "../lib/cursor.ts";
import { isUuid } from "../lib/ids.ts";
import { parseTextQuery, type TextQuery, wordsQuery } from "../mail/search/text-query.ts";
import { inTurn, largeAnswer } from "../reading/large-answers.ts";
import { findTexts } from "../reading/mails.ts";
import type { Executor } from "../store/database/database.ts";
import type { MessageFilter } from "../store/mailbox/message-filter.ts";
import { type Hit, type HitWindow, searchMessages } from "../store/mailbox/search-hits.ts";
import { listedByIds, type MessageRow, readListed } from "../store/message/messages.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { maxSummarisedBytes, mostRead, type PageMessage } from "./message-page.ts";
import { keyCursor, limitOf, type PageOf, type PageRequest } from "./paging.ts";

/** A message without its bodies, with the text around what was found in it. */
export interface SearchResult extends PageMessage {
  row: MessageRow;
  snippet: string;
}

/** Bounds on the work for one page. */
export interface SearchBounds {
  /** Hits that are ranked at once, newest first. */
  windowSize: number;
  /** Milliseconds after which a page ends with what it has. */
  longestMs: number;
}
const usual: SearchBounds = { windowSize: 5000, longestMs: 2000 };

/** Hits that one statement returns. */
const atOnce = 1000;

const isRank = (text: string) => /^(?:\d{1,3}(?:\.\d{1,12})?(?:e-\d{1,2})?)?$/.test(text);
const isIdOrNone = (text: string) => text === "" || isUuid(text);
const parts = [isRank, isIdOrNone, isIdOrNone, isIdOrNone];

/** A place among the hits. */
interface HitPosition {
  window: HitWindow;
  after: Pick<Hit, "rank" | "id"> | null;
}

interface SearchRequest {
  q: string;
  filter: MessageFilter;
  request: PageRequest;
  bounds?: SearchBounds;
}

/** @throws Failure invalid_cursor; unavailable when reading takes too long */
export async function searchPage(
  deps: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  { q, filter, request, bounds = usual }: SearchRequest,
): Promise<PageOf<SearchResult>> {
  const { clock } = deps;
  const database = deps.database.replica;
  const limit = limitOf(request);
  const texts = parseTextQuery(q);
  const words = wordsQuery(q);
  const results: SearchResult[] = [];
  let bytes = 0;
  const ends = clock.now() + bounds.longestMs;
  let place = placeOf(request.cursor);
  for (;;) {
    const { window, after } = place;
    const { windowSize } = bounds;
    const asked = { words, texts, filter, window, windowSize, after, count: Math.max(atOnce, limit + 1) };
    const found = await searchMessages(database, auth, asked);
    for (let i = 0; i < found.hits.length; i += limit + 1) {
      const chunk = found.hits.slice(i, i + limit + 1);
      for await (const read of readHits(database, auth, { hits: chunk, texts })) {
        for (const { hit, result } of read) {
          if (result && (results.length === limit || (bytes > 0 && bytes + result.size > mostRead)))
            return ended(results, place);
          place = { window: found.window, after: hit };
          if (!result) continue;
          bytes += result.size;
          results.push({ ...result, cursor: cursorOf(place) });
        }
        if (clock.now() > ends) return ended(results, place);
      }
    }
    if (found.hits.length === asked.count) continue;
    if (found.window.below === null) return ended(results, null);
    place = { window: { newest: found.window.below, below: null }, after: null };
    if (results.length === limit || clock.now() > ends) return ended(results, place);
  }
}

/** Results of a search without words: each shows how its text begins. */
export async function withBeginnings(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  { data: page, ...ends }: PageOf<PageMessage>,
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
    const snippets = await findTexts({ query: [], messages: asked }, { source: auth.accountId });
    const byId = new Map(messages.map(({ row }, index) => [row.id, { row, text: snippets[index]! }]));
    for (const { listed } of some) {
      const read = byId.get(listed.id);
      if (!read) continue;
      const { row, text } = read;
      results.push({ ...listed, row, snippet: isBare.has(row.id) ? row.preview : text });
    }
  }
  return { ...ends, data: results };
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
  { hits, texts }: { hits: readonly Hit[]; texts: TextQuery },
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
      const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ id }) => id));
      const asked = messages.map(({ row, packed }) => ({ row, packed, isSure: sure.has(row.id) }));
      const snippets = await findTexts({ query: texts, messages: asked }, { source: auth.accountId });
      const byId = new Map(messages.map(({ row }, index) => [row.id, { row, snippet: snippets[index]! }]));
      return some.map(({ hit, size }): ReadHit => {
        const { row, snippet = null } = byId.get(hit.id) ?? {};
        return { hit, result: row && snippet !== null ? { id: row.id, size, row, snippet } : null };
      });
    };
    yield bytes > largeAnswer ? await inTurn(auth.accountId, bytes, read) : await read();
  }
}

/** @param next null: everything was seen */
function ended(data: SearchResult[], next: HitPosition | null): PageOf<SearchResult> {
  return { data, has_more: next !== null, next_cursor: next && cursorOf(next) };
}

function cursorOf({ window, after }: HitPosition): string {
  const { newest, below } = window;
  return encodeCursor([after ? String(after.rank) : "", after?.id ?? "", newest ?? "", below ?? ""]);
}

/** @throws Failure invalid_cursor */
function placeOf(cursor: string | undefined): HitPosition {
  const [rank, id, newest, below] = keyCursor(cursor, parts) ?? ["", "", "", ""];
  return {
    window: { newest: newest || null, below: below || null },
    after: rank && id ? { rank: Number(rank), id } : null,
  };
}
