// The IMAP listeners: who may connect, how many sessions there are, when idle ones end, and how all end at a stop.

import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { ConnectionLimits, type Guest } from "../lib/connection-limits.ts";
import { counts } from "../lib/facts.ts";
import { inNetworks, type Network } from "../lib/networks.ts";
import type { Certificates } from "../tls/certificates.ts";
import { Connection } from "./connection.ts";
import type { ImapDeps } from "./deps.ts";
import { ClientSession } from "./session-loop.ts";
import { Feeds } from "./state/feeds.ts";

export interface ImapOptions extends Omit<ImapDeps, "feeds" | "admit"> {
  certificates: Certificates;
  trustedNetworks: readonly Network[];
  limits?: Partial<SessionLimits>;
}

export interface SessionLimits {
  perIdentity: number;
  perNetwork: number;
  /** New connections a second from one network. */
  perSecond: number;
  inAll: number;
  /** Milliseconds until a client has to have logged in. */
  greetingMs: number;
  /** Milliseconds without a word from one that has. RFC 9051 5.4 asks for 30 minutes at least. */
  idleMs: number;
}

const standard: SessionLimits = {
  perIdentity: 500,
  perNetwork: 200,
  perSecond: 20,
  inAll: 20_000,
  greetingMs: 60_000,
  idleMs: 31 * 60_000,
};

/** Until a TLS handshake has to be over. */
const handshakeMs = 20_000;
/** Until a connection that was refused is closed, whatever its client does. */
const lastWordsMs = 2000;

/** How often idle sessions are looked for. */
const sweepMs = 5000;

export interface ImapServer {
  /** STARTTLS. */
  plain: Server;
  /** TLS from the first octet. */
  secure: Server;
  /** Open ones, without those that were refused. */
  readonly connections: number;
  /** Takes no new connection; commands under way finish within `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export function createImap(options: ImapOptions): ImapServer {
  const limits = { ...standard, ...options.limits };
  const { certificates } = options;
  const sessions = new Set<ClientSession>();
  const running = new Set<Promise<void>>();
  const connections = new ConnectionLimits(limits, options.clock);
  const deps: ImapDeps = {
    ...options,
    feeds: new Feeds(options),
    admit: (login) =>
      count(sessions, (each) => each.login?.identityId === login.identityId) < limits.perIdentity,
  };
  /** By connection; none while its TLS handshake goes on. */
  const bySocket = new WeakMap<Socket, ClientSession>();
  /** @returns whether there is a place for it; over TLS the connection is counted from before its handshake */
  const admit = (socket: Socket): boolean => {
    const ip = socket.remoteAddress ?? "";
    const cameMs = options.clock.now();
    socket.once("close", () => connections.close(socket));
    const guest: Guest = {
      idleSince() {
        const session = bySocket.get(socket);
        // Who has logged in stays.
        return session?.login || session?.busy ? null : (session?.heardMs ?? cameMs);
      },
      end() {
        const session = bySocket.get(socket);
        if (session) session.end("Others are waiting, try again later");
        else socket.destroy();
      },
    };
    const client = { ip, trusted: inNetworks(ip, options.trustedNetworks) };
    const refusal = connections.open(socket, client, guest);
    counts.imapConnections.add([refusal ?? "accepted"]);
    if (refusal !== null) options.log.debug("an IMAP connection was refused", { ip, refused: refusal });
    return refusal === null;
  };
  const serve = (socket: Socket, isSecure: boolean) => {
    const session = new ClientSession(deps, new Connection(socket, isSecure));
    session.log.debug("an IMAP connection", { ip: session.connection.remoteAddress, tls: isSecure });
    sessions.add(session);
    bySocket.set(socket, session);
    const run = session.run().finally(() => {
      sessions.delete(session);
      running.delete(run);
    });
    running.add(run);
  };
  const plain = createServer((socket) => {
    if (admit(socket)) {
      serve(socket, false);
      return;
    }
    socket.on("error", () => socket.destroy());
    socket.end("* BYE Too many connections, try again later\r\n");
    setTimeout(() => socket.destroy(), lastWordsMs).unref();
  });
  const handshakes = new Set<Socket>();
  const secure = createTlsServer(certificates.options, (socket) => {
    handshakes.delete(socket);
    if (!socket.destroyed) serve(socket, true);
  });
  // Before the handshake nothing can be said.
  secure.on("connection", (socket: Socket) => {
    if (!admit(socket)) {
      socket.destroy();
      return;
    }
    handshakes.add(socket);
    const timer = setTimeout(() => {
      if (handshakes.delete(socket)) socket.destroy();
    }, handshakeMs);
    socket.once("close", () => {
      clearTimeout(timer);
      handshakes.delete(socket);
    });
  });
  certificates.onChange((certificate) =>
    secure.setSecureContext({ ...certificates.options, ...certificate }),
  );
  secure.on("tlsClientError", (error) =>
    options.log.debug("an IMAP handshake failed", { error: error.message }),
  );
  const sweep = setInterval(() => endIdle(sessions, { now: options.clock.now(), limits }), sweepMs);
  return {
    plain,
    secure,
    get connections() {
      return connections.admitted;
    },
    async stop(graceMs) {
      clearInterval(sweep);
      plain.close();
      secure.close();
      for (const session of sessions) session.end("The server is shutting down");
      await Promise.race([Promise.all(running), Bun.sleep(graceMs)]);
      for (const session of sessions) session.connection.destroy();
      await Promise.race([Promise.all(running), Bun.sleep(1000)]);
    },
  };
}

function endIdle(
  sessions: ReadonlySet<ClientSession>,
  { now, limits }: { now: number; limits: SessionLimits },
): void {
  for (const session of sessions) {
    const most = session.login ? limits.idleMs : limits.greetingMs;
    // Words do not buy time for who does not log in.
    const sinceMs = session.login ? session.heardMs : session.openedMs;
    if (now - sinceMs <= most) continue;
    if (session.busy && now - session.heardMs <= limits.idleMs) continue;
    session.end("You were silent for too long");
    // One that does not take what it asked for has no other end.
    if (now - sinceMs > most + 60_000) session.connection.destroy();
  }
}

function count(sessions: ReadonlySet<ClientSession>, holds: (session: ClientSession) => boolean): number {
  let found = 0;
  for (const session of sessions) if (holds(session)) found++;
  return found;
}
