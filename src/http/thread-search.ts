// One page of GET /threads?q=: the threads of messages that match, each once, at the place of its best message. A later page asks
// again which of its threads an earlier one has shown.
import { invalid } from "../lib/failure.ts";
import { must } from "../lib/must.ts";
import type { MessageFilter } from "../store/mailbox/message-filter.ts";
import { type ThreadFilter, type ThreadRow, threadsByIds } from "../store/mailbox/threads.ts";
import type { Auth, HttpDeps } from "./context.ts";
import { beginningsBefore, comesBefore, foundPage, type SearchResult } from "./message-search.ts";
import { limitOf, type PageOf, type PageRequest } from "./paging.ts";

export interface FoundThread {
  thread: ThreadRow;
  /** The message that it is found by. */
  hit: SearchResult;
}

export interface FoundThreads extends PageOf<FoundThread> {
  /** Nothing was found as it was written: these have words with one letter else. */
  isForgiving: boolean;
}

interface ThreadSearch {
  q: string;
  /** The messages that are found. */
  filter: MessageFilter;
  /** Conditions that the threads of these messages must meet. */
  threads: Pick<ThreadFilter, "status" | "ownerType" | "assigneeId" | "parentId" | "metadata">;
  request: PageRequest;
}

/** Results that are asked for at once. */
const shownAtOnce = 100;
/** Milliseconds after which a page ends with what it has. */
const longestMs = 2000;

/** @throws Failure validation_error, invalid_cursor; unavailable when reading takes too long */
export async function foundThreads(
  deps: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  { q, filter, threads, request }: ThreadSearch,
): Promise<FoundThreads> {
  const limit = limitOf(request);
  const ends = deps.clock.now() + longestMs;
  const seen = new Set<string>();
  const data: FoundThread[] = [];
  let cursor = request.cursor;
  let isForgiving = false;
  for (;;) {
    const asked = { limit: Math.min(shownAtOnce, 2 * limit), cursor };
    const found = await foundPage(deps, auth, { q, filter, request: asked });
    if (found === null) throw invalid('Field "q" asks for nothing. Give it a word or an operator.');
    isForgiving ||= found.isForgiving === true;
    const ids = [...new Set(found.data.map(({ row }) => threadOf(row)))].filter((id) => !seen.has(id));
    const shown = await shownBefore(deps, auth, {
      q,
      filter,
      ids,
      ends,
      cursor: request.cursor,
      isForgiving: found.isForgiving === true,
    });
    const rows = new Map(
      (await threadsByIds(deps.database.replica, auth, { ids, filter: threads })).map((row) => [row.id, row]),
    );
    for (const hit of found.data) {
      const id = threadOf(hit.row);
      if (!seen.has(id)) {
        const thread = shown.has(id) ? undefined : rows.get(id);
        if (thread && data.length === limit)
          return { data, isForgiving, has_more: true, next_cursor: cursor ?? null };
        seen.add(id);
        if (thread) data.push({ thread, hit });
      }
      cursor = hit.cursor;
    }
    const next = found.next_cursor;
    if (!found.has_more || next === null) return { data, isForgiving, has_more: false, next_cursor: null };
    cursor = next;
    if (deps.clock.now() > ends) return { data, isForgiving, has_more: true, next_cursor: next };
  }
}

function threadOf({ threadId }: SearchResult["row"]): string {
  return must(threadId, "a message that is found is in a thread");
}

/** The threads that have a message which answers and stands before the cursor; where time runs out, those that were found. */
async function shownBefore(
  deps: Pick<HttpDeps, "database" | "clock">,
  auth: Auth,
  {
    ids,
    ends,
    cursor,
    isForgiving,
    ...asked
  }: Pick<ThreadSearch, "q" | "filter"> & {
    ids: readonly string[];
    ends: number;
    cursor: string | undefined;
    isForgiving: boolean;
  },
): Promise<Set<string>> {
  const shown = new Set<string>();
  if (cursor === undefined) return shown;
  for (const beginning of beginningsBefore(cursor)) {
    let place = beginning;
    for (;;) {
      const threadIds = ids.filter((id) => !shown.has(id));
      if (threadIds.length === 0 || deps.clock.now() > ends) return shown;
      const found = await foundPage(deps, auth, {
        ...asked,
        filter: { ...asked.filter, threadIds },
        request: { limit: shownAtOnce, cursor: place },
      });
      // Slips are not forgiven where the search itself found something.
      const hits = found && (found.isForgiving === true) === isForgiving ? found.data : [];
      const before = hits.filter((hit) => comesBefore(hit, cursor));
      for (const hit of before) shown.add(threadOf(hit.row));
      const next = found?.next_cursor;
      if (before.length < hits.length || next == null) break;
      // Without the threads that are known, however many messages they have.
      place = before.length > 0 ? beginning : next;
    }
  }
  return shown;
}
