// One page of GET /messages/search: hits are read a page at a time until enough of them hold what was asked.

import { encodeCursor } from "../lib/cursor.ts";
import { isUuid } from "../lib/ids.ts";
import { parseTextQuery, type TextQuery, wordsQuery } from "../mail/search/text-query.ts";
import { findTexts } from "../reading/mails.ts";
import type { Executor } from "../store/database/database.ts";
import type { MessageFilter } from "../store/mail/message-filter.ts";
import type { FullMessage } from "../store/mail/messages.ts";
import { messagesOf } from "../store/mail/search.ts";
import { type Hit, type HitWindow, searchMessages } from "../store/mail/search-hits.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { keyCursor, limitOf, type PageOf, type PageRequest } from "./paging.ts";

/** A message with the text around what was found in it. */
export interface SearchResult {
  message: FullMessage;
  snippet: string;
}

/** What bounds the work for one page. */
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
interface Place {
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
  const ends = clock.now() + bounds.longestMs;
  let place = placeOf(request.cursor);
  for (;;) {
    const { window, after } = place;
    const { windowSize } = bounds;
    const asked = { words, texts, filter, window, windowSize, after, count: Math.max(atOnce, limit + 1) };
    const found = await searchMessages(database, auth, asked);
    for (let i = 0; i < found.hits.length; i += limit + 1) {
      const chunk = found.hits.slice(i, i + limit + 1);
      const read = await readHits(database, auth, { hits: chunk, texts });
      for (const { hit, result } of read) {
        if (result && results.length === limit) return ended(results, place);
        if (result) results.push(result);
        place = { window: found.window, after: hit };
      }
      if (clock.now() > ends) return ended(results, place);
    }
    if (found.hits.length === asked.count) continue;
    if (found.window.below === null) return ended(results, null);
    place = { window: { newest: found.window.below, below: null }, after: null };
    if (results.length === limit || clock.now() > ends) return ended(results, place);
  }
}

/** Results of a search without words: each shows how its text begins. */
export async function withBeginnings(
  { accountId }: Auth,
  { data: messages, ...page }: PageOf<FullMessage>,
): Promise<PageOf<SearchResult>> {
  const asked = messages.map(({ row, packed }) => ({ row, packed, isSure: true }));
  const snippets = await findTexts({ query: [], messages: asked }, { source: accountId });
  return { ...page, data: messages.map((message, index) => ({ message, snippet: snippets[index]! })) };
}

/** Hits in their order, each with its message if that is there and holds what was asked. */
async function readHits(
  database: Executor,
  auth: Auth,
  { hits, texts }: { hits: readonly Hit[]; texts: TextQuery },
): Promise<{ hit: Hit; result: SearchResult | null }[]> {
  const messages = await messagesOf(database, auth, hits);
  const sure = new Set(hits.filter(({ isSure }) => isSure).map(({ id }) => id));
  const asked = messages.map(({ row, packed }) => ({ row, packed, isSure: sure.has(row.id) }));
  const snippets = await findTexts({ query: texts, messages: asked }, { source: auth.accountId });
  const byId = new Map(
    messages.map((message, index) => [message.row.id, { message, snippet: snippets[index]! }]),
  );
  return hits.map((hit) => {
    const read = byId.get(hit.id);
    const result = read && read.snippet !== null ? { message: read.message, snippet: read.snippet } : null;
    return { hit, result };
  });
}

/** @param next null: everything was seen */
function ended(data: SearchResult[], next: Place | null): PageOf<SearchResult> {
  return { data, has_more: next !== null, next_cursor: next && cursorOf(next) };
}

function cursorOf({ window, after }: Place): string {
  const { newest, below } = window;
  return encodeCursor([after ? String(after.rank) : "", after?.id ?? "", newest ?? "", below ?? ""]);
}

/** @throws Failure invalid_cursor */
function placeOf(cursor: string | undefined): Place {
  const [rank, id, newest, below] = keyCursor(cursor, parts) ?? ["", "", "", ""];
  return {
    window: { newest: newest || null, below: below || null },
    after: rank && id ? { rank: Number(rank), id } : null,
  };
}
