// A load generator for the API: its own process, raw sockets, one request at a time on each. stdin: JSON of Load; prints
// JSON of HttpResult.
import { connect } from "node:net";
import { quantiles } from "./quantiles.ts";

interface Load {
  url: string;
  /** For each body in turn. */
  keys: string[];
  sessions: number;
  /** JSON bodies, one request each. */
  bodies: string[];
}

const load = JSON.parse(await Bun.stdin.text()) as Load;
const { hostname, port, pathname } = new URL(load.url);
const statuses: Record<string, number> = {};
const latencies: number[] = [];
let next = 0;

function session(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let pending = "";
  let began = 0;
  const begin = () => {
    const key = load.keys[next % load.keys.length];
    const body = load.bodies[next++];
    if (body === undefined) {
      socket.end();
      return;
    }
    began = performance.now();
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
  socket.on("connect", begin);
  socket.on("data", (chunk) => {
    pending += chunk.toString("latin1");
    const head = pending.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(pending.slice(0, head))?.[1] ?? 0);
    if (pending.length < head + 4 + length) return;
    const status = pending.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    latencies.push(performance.now() - began);
    pending = "";
    begin();
  });
  socket.on("close", () => resolve());
  socket.on("error", reject);
  return promise;
}

const start = performance.now();
await Promise.allSettled(Array.from({ length: load.sessions }, session));
const seconds = (performance.now() - start) / 1000;
const { p50, p99 } = quantiles(latencies);
process.stdout.write(JSON.stringify({ statuses, seconds, p50, p99 }));
