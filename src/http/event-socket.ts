// GET /events/stream as a WebSocket (RFC 6455): each event is a text message, the same object as in the list. Bun pings a silent
// client and closes it when nothing comes back. Backpressure: what a client does not take yet is not read from the database.
import type { ServerWebSocket } from "bun";
import { Failure } from "../lib/failure.ts";
import type { EventRow } from "../store/events/events.ts";
import type { EventReader } from "./event-reader.ts";

const batch = 100;
/** How often the key is looked up where no event comes. */
const lookMs = 60_000;
/** Bytes that a client has not taken, from which on reading waits. */
const maxBufferedBytes = 256 * 1024;

/** The callbacks of Elysia's WebSockets. */
interface Handlers {
  open(socket: ServerWebSocket<Handlers>): void;
  message(socket: ServerWebSocket<Handlers>): void;
  drain(): void;
  close(): void;
}

/** Settings of the HTTP server for every WebSocket. */
export const socketSettings = {
  /** Seconds of silence, pings and their answers included. */
  idleTimeout: 120,
  sendPings: true,
  maxPayloadLength: 1024,
  // Nothing that was sent is lost for being too much: reading waits before that.
  backpressureLimit: 16 * 1024 * 1024,
  closeOnBackpressureLimit: true,
};

/** RFC 6455 7.4.1 */
const closing = { goingAway: 1001, noMessages: 1003, keyRevoked: 1008 };

export function asksForSocket(request: Request): boolean {
  return request.headers.get("upgrade")?.toLowerCase() === "websocket";
}

interface Upgrader {
  upgrade(request: Request, options: { data: Handlers }): boolean;
}

/**
 * Makes a WebSocket of a request.
 * @param release called once, when it has ended
 * @throws Failure validation_error: the request is no handshake
 */
export function eventSocket(
  { server, request, stopping }: { server: Upgrader | null; request: Request; stopping: AbortSignal },
  reader: EventReader,
  { toJson, release }: { toJson: (row: EventRow) => unknown; release: () => void },
): void {
  let drained = () => {};
  const end = () => {
    reader.end();
    drained();
    release();
  };
  const follow = async (socket: ServerWebSocket<Handlers>) => {
    while (!reader.ended) {
      const rows = await reader.next(batch, lookMs);
      for (const row of rows) socket.send(JSON.stringify(toJson(row)));
      if (socket.getBufferedAmount() > maxBufferedBytes && !reader.ended)
        await new Promise<void>((resolve) => (drained = resolve));
    }
    socket.close(stopping.aborted ? closing.goingAway : closing.keyRevoked);
  };
  const data: Handlers = {
    open(socket) {
      // The database is gone: the client comes back and goes on behind the last event it saw.
      follow(socket).catch(() => socket.close(closing.goingAway));
    },
    message(socket) {
      socket.close(closing.noMessages, "Nothing is read here.");
    },
    drain: () => drained(),
    close: end,
  };
  if (server?.upgrade(request, { data })) return;
  end();
  throw new Failure(
    "validation_error",
    "This is no WebSocket handshake (RFC 6455 4.1). Use a WebSocket client.",
  );
}
