// Limits TLS handshakes on the port that begins with TLS, where the library has no session yet: each has a time limit,
// and they are counted like connections.
import { createServer, type Server, type Socket } from "node:net";
import type { Clock } from "../lib/clock.ts";
import { ConnectionLimits, type MostConnections } from "../lib/connection-limits.ts";

const handshakeMs = 20_000;

export interface HandshakeOptions {
  limits: MostConnections;
  clock: Clock;
  isTrusted(ip: string): boolean;
  /** Whether this connection's handshake has not ended. */
  isPending(socket: Socket): boolean;
}

/** A server that passes its connections to `take`, and closes those beyond the limits without a reply. */
export function boundHandshakes(options: HandshakeOptions, take: (socket: Socket) => void): Server {
  const limits = new ConnectionLimits(options.limits, options.clock);
  let accepted = 0;
  return createServer((socket) => {
    const ip = socket.remoteAddress ?? "";
    const order = ++accepted;
    const connection = {
      idleSince: () => (options.isPending(socket) ? order : null),
      end: () => socket.destroy(),
    };
    const refusal = limits.open(socket, { ip, trusted: options.isTrusted(ip) }, connection);
    const timer = setTimeout(() => {
      if (options.isPending(socket)) socket.destroy();
      limits.close(socket);
    }, handshakeMs);
    socket.once("close", () => {
      clearTimeout(timer);
      limits.close(socket);
    });
    if (refusal === null) take(socket);
    else socket.destroy();
  });
}
