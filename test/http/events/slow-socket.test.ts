// A client of the events' WebSocket that does not read: reading from the database waits for it, and goes on when it reads.
// DECISIONS Events, webhooks, deliveries.
import { expect, test } from "bun:test";
import { connect } from "node:net";
import type { EventReader } from "../../../src/http/event-reader.ts";
import { eventSocket, socketSettings } from "../../../src/http/event-socket.ts";
import type { EventRow } from "../../../src/store/events/events.ts";

const total = 3000;
const padding = "x".repeat(20_000);

/** Events without end of a database, of which it notes how many were asked for. */
class Source {
  given = 0;
  ended = false;
  readonly next = async (count: number): Promise<EventRow[]> => {
    // Time: a database answers in a later turn of the event loop.
    await Bun.sleep(0);
    if (this.given === total) await new Promise(() => {});
    const from = this.given;
    this.given = Math.min(total, from + count);
    return Array.from({ length: this.given - from }, (_, n) => ({ id: String(from + n) }) as EventRow);
  };
  end = (): void => {
    this.ended = true;
  };
}

/** The texts of unmasked frames, one after the other. RFC 6455 5.2 */
class Frames {
  #bytes = Buffer.alloc(0);
  readonly ids: string[] = [];
  add(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      if (this.#bytes.length < 4) return;
      const short = this.#bytes[1]! & 0x7f;
      const [head, length] = short === 126 ? [4, this.#bytes.readUInt16BE(2)] : [2, short];
      if (this.#bytes.length < head + length) return;
      if ((this.#bytes[0]! & 0x0f) === 1)
        this.ids.push((JSON.parse(this.#bytes.toString("utf8", head, head + length)) as { id: string }).id);
      this.#bytes = this.#bytes.subarray(head + length);
    }
  }
}

test("what a client does not read is not read from the database, and comes whole and in order when it does", async () => {
  const source = new Source();
  let released = 0;
  type Handlers = {
    open(socket: unknown): void;
    message(socket: unknown): void;
    drain(): void;
    close(): void;
  };
  const server = Bun.serve<Handlers>({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, server) {
      const toJson = ({ id }: EventRow) => ({ id, padding });
      const release = () => {
        released++;
      };
      const opening = { server: server as never, request, stopping: new AbortController().signal };
      eventSocket(opening, source as unknown as EventReader, { toJson, release });
      return undefined as unknown as Response;
    },
    websocket: {
      ...socketSettings,
      open: (socket) => socket.data.open(socket),
      message: (socket) => socket.data.message(socket),
      drain: (socket) => socket.data.drain(),
      close: (socket) => socket.data.close(),
    },
  });
  const socket = connect(server.port!, "127.0.0.1");
  socket.write(
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const frames = new Frames();
  let greeted = "";
  const greeting = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      if (greeted.includes("\r\n\r\n")) return frames.add(Buffer.from(chunk));
      const text = greeted + Buffer.from(chunk).toString("latin1");
      greeted = text;
      const end = text.indexOf("\r\n\r\n");
      if (end === -1) return;
      socket.pause();
      frames.add(Buffer.from(text.slice(end + 4), "latin1"));
      resolve();
    });
  });
  await greeting;
  // It stands still: what was given is the same a hundred turns later.
  for (let same = 0, before = -1; same < 100; before = source.given) {
    same = source.given === before ? same + 1 : 0;
    await Bun.sleep(2);
  }
  const whileSilent = source.given;
  // The system's buffers and ours, and no more: all of it are 60 MB.
  expect(whileSilent).toBeLessThan(total / 2);
  const whole = new Promise<void>((resolve) => {
    socket.on("data", () => frames.ids.length === total && resolve());
  });
  socket.resume();
  await whole;
  expect(frames.ids).toEqual(Array.from({ length: total }, (_, n) => String(n)));
  expect(released).toBe(0);
  const left = new Promise<void>((resolve) => {
    source.end = () => {
      source.ended = true;
      resolve();
    };
  });
  socket.destroy();
  await left;
  server.stop(true);
  expect(greeted).toStartWith("HTTP/1.1 101");
});
