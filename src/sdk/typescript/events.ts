// The stream of events: server-sent events (HTML 9.2) that go on behind the last event seen when the connection is lost.
import { ApiError } from "./errors.ts";
import type { Event } from "./generated/types.ts";
import { type Connection, pause, refusalOf, request, requestOf } from "./requests.ts";

/** The server writes at least every 15 seconds. */
const silenceMs = 45_000;
const longestPauseMs = 30_000;
/** Ids that are remembered, against events that come twice. */
const remembered = 1000;

export interface Followed {
  /** `type`, `identity_id`, and `cursor` to begin behind. */
  query: { type?: string; identity_id?: string; cursor?: string };
  signal?: AbortSignal | undefined;
}

/** Events until the signal ends it. @throws ApiError when the server refuses */
export async function* followEvents(
  connection: Connection,
  { query, signal }: Followed,
): AsyncGenerator<Event, void> {
  const seen = new Set<string>();
  // A place of its own: a connection that is lost before the first event begins there again.
  let cursor = query.cursor ?? (await currentPlace(connection, signal));
  for (let failures = 0; !signal?.aborted; ) {
    try {
      for await (const event of readOnce(connection, { query: { ...query, cursor }, signal })) {
        failures = 0;
        cursor = event.id;
        if (seen.has(event.id)) continue;
        seen.add(event.id);
        if (seen.size > remembered) seen.delete(seen.values().next().value!);
        yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const isPassing = !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
      if (!isPassing) throw error;
    }
    const delay = Math.min(longestPauseMs, 250 * 2 ** Math.min(failures++, 10));
    await pause(delay, signal).catch(() => {});
  }
}

/** Return the newest event's cursor: everything from now on comes after it. */
async function currentPlace(connection: Connection, signal: AbortSignal | undefined): Promise<string> {
  const query = { cursor: "now", limit: 1 };
  const { bytes } = await request(connection, "GET", {
    path: "/events",
    query,
    ...(signal ? { signal } : {}),
  });
  return (JSON.parse(new TextDecoder().decode(bytes)) as { next_cursor: string }).next_cursor;
}

async function* readOnce(connection: Connection, { query, signal }: Followed): AsyncGenerator<Event, void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  signal?.addEventListener("abort", end, { once: true });
  let silence = setTimeout(end, silenceMs);
  try {
    const { url, init } = requestOf(connection, "GET", {
      path: "/events/stream",
      query,
      accept: "text/event-stream",
    });
    const response = await connection.fetch(url, { ...init, signal: ended.signal });
    if (!response.ok || !response.body) {
      throw refusalOf(response, new Uint8Array(await response.arrayBuffer()), connection);
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(end, silenceMs);
      const frames = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = frames.pop()!;
      for (const frame of frames) {
        const data = frame
          .split(/\r?\n/)
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice(5).trimStart());
        if (data.length > 0) yield JSON.parse(data.join("\n")) as Event;
      }
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener("abort", end);
    ended.abort();
  }
}
