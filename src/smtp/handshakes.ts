// TLS handshakes of the listener that begins with one, before there is a session: they have a time, and so many there
// may be, counted like connections.
import { createServer, type Server, type Socket } from "node:net";
import type { Clock } from "../lib/clock.ts";
import { ConnectionLimits, type MostConnections } from "../lib/connection-limits.ts";

const handshakeMs = 20_000;

export interface HandshakeOptions {
  most: MostConnections;
  clock: Clock;
  isTrusted(ip: string): boolean;
  /** Whether this connection's handshake has still to end. */
  isPending(socket: Socket): boolean;
}

/** A server that hands its connections over while handshakes are few and quick, and drops the others without a word. */
export function boundHandshakes(options: HandshakeOptions, take: (socket: Socket) => void): Server {
  const limits = new ConnectionLimits(options.most, options.clock);
  let came = 0;
  return createServer((socket) => {
    const ip = socket.remoteAddress ?? "";
    const order = ++came;
    const guest = {
      idleSince: () => (options.isPending(socket) ? order : null),
      end: () => socket.destroy(),
    };
    const refusal = limits.open(socket, { ip, trusted: options.isTrusted(ip) }, guest);
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
