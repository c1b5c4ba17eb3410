// GET /events/stream: server-sent events (HTML 9.2). Each has the event's id, so that a client that was cut goes on behind
// the last one it saw. Backpressure: events that the socket does not take yet are not read from the database.

import { Failure } from "../lib/failure.ts";
import { must } from "../lib/must.ts";
import type { EventRow } from "../store/events/events.ts";
import type { EventReader } from "./event-reader.ts";

const heartbeatMs = 15_000;
const batch = 100;
/** Streams of one key in this process. */
const maxOfKey = 20;

const open = new Map<string, number>();

/** @throws Failure rate_limited when the key has too many streams open */
export function takeStreamPlace(keyId: string): () => void {
  const count = open.get(keyId) ?? 0;
  if (count >= maxOfKey) {
    throw new Failure(
      "rate_limited",
      `This key has ${maxOfKey} event streams or waiting calls open. Close one first, or read several kinds in one stream.`,
      5,
    );
  }
  open.set(keyId, count + 1);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    const left = must(open.get(keyId), "each open stream of a key is counted") - 1;
    if (left === 0) open.delete(keyId);
    else open.set(keyId, left);
  };
}

/** @param release called once, when the stream has ended */
export function eventStream(
  reader: EventReader,
  toJson: (row: EventRow) => unknown,
  { signal, release }: { signal: AbortSignal; release: () => void },
): Response {
  const end = () => {
    reader.end();
    release();
  };
  signal.addEventListener("abort", end, { once: true });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // The headers go out at once; a cut client comes back after a second.
      controller.enqueue(encoder.encode("retry: 1000\n\n"));
    },
    async pull(controller) {
      try {
        const rows = await reader.next(batch, heartbeatMs);
        if (rows.length > 0)
          controller.enqueue(encoder.encode(rows.map((row) => frame(row, toJson)).join("")));
        else if (!reader.ended) controller.enqueue(encoder.encode(": here\n\n"));
      } catch {
        // The database or the client is gone: the client reconnects and resumes after the last event.
        end();
      }
      if (!reader.ended) return;
      release();
      try {
        controller.close();
      } catch {
        // The reader cancelled the stream meanwhile.
      }
    },
    cancel: end,
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

function frame(row: EventRow, toJson: (row: EventRow) => unknown): string {
  return `id: ${row.id}\nevent: ${row.type}\ndata: ${JSON.stringify(toJson(row))}\n\n`;
}
