// The IMAP listeners: connection limits, idle timeouts, and the orderly stop.

import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type Closable, ConnectionLimits } from "../lib/connection-limits.ts";
import { counts } from "../lib/facts.ts";
import { inNetworks, type Network } from "../lib/networks.ts";
import type { Certificates } from "../tls/certificates.ts";
import { ImapConnection } from "./connection.ts";
import type { ImapDeps } from "./deps.ts";
import { KeptItems } from "./fetch/kept-items.ts";
import { ClientSession } from "./session-loop.ts";
import { Feeds } from "./state/feeds.ts";

export interface ImapOptions extends Omit<ImapDeps, "feeds" | "kept" | "admit"> {
  certificates: Certificates;
  trustedNetworks: readonly Network[];
  /** A proxy's header is read before each connection: TLS begins on what is an open socket. Default: no. */
  behindProxies?: boolean;
  limits?: Partial<SessionLimits>;
}

export interface SessionLimits {
  perIdentity: number;
  perNetwork: number;
  /** New connections a second from one network. */
  perSecond: number;
  inAll: number;
  /** Milliseconds that a client has to log in. */
  greetingMs: number;
  /** Milliseconds of silence that end a logged-in session. RFC 9051 5.4 asks for 30 minutes at least. */
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

/** Milliseconds that a TLS handshake may take. */
const handshakeMs = 20_000;
/** Milliseconds until a refused connection is destroyed. */
const lastWordsMs = 2000;

/** Milliseconds between checks for idle sessions. */
const sweepMs = 5000;

export interface ImapServer {
  /** STARTTLS. */
  plain: Server;
  /** TLS from the first octet. */
  secure: Server;
  /** Open sessions, without refused connections. */
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
  const kept = new KeptItems(options.clock);
  const deps: ImapDeps = {
    ...options,
    feeds: new Feeds(options),
    kept,
    admit: (login) =>
      count(sessions, (each) => each.login?.identityId === login.identityId) < limits.perIdentity,
  };
  /** The session of each connection; null during its TLS handshake. */
  const bySocket = new WeakMap<Socket, ClientSession>();
  /** @returns whether the limits admit the connection, which counts from before its TLS handshake */
  const admit = (socket: Socket): boolean => {
    const ip = socket.remoteAddress ?? "";
    const cameMs = performance.now();
    socket.once("close", () => connections.close(socket));
    const closable: Closable = {
      idleSince() {
        const session = bySocket.get(socket);
        // A logged-in session stays open.
        return session?.login || session?.busy ? null : (session?.lastInputMs ?? cameMs);
      },
      end() {
        const session = bySocket.get(socket);
        if (session) session.end("Others are waiting, try again later");
        else socket.destroy();
      },
    };
    const client = { ip, trusted: inNetworks(ip, options.trustedNetworks) };
    const refusal = connections.open(socket, client, closable);
    counts.imapConnections.add([refusal ?? "accepted"]);
    if (refusal !== null) options.log.debug("an IMAP connection was refused", { ip, refused: refusal });
    return refusal === null;
  };
  const serve = (socket: Socket, connection: ImapConnection) => {
    const session = new ClientSession(deps, connection);
    session.log.debug("an IMAP connection", {
      ip: session.connection.remoteAddress,
      tls: connection.isSecure,
    });
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
      serve(socket, new ImapConnection(socket, false));
      return;
    }
    socket.on("error", () => socket.destroy());
    socket.end("* BYE Too many connections, try again later\r\n");
    setTimeout(() => socket.destroy(), lastWordsMs).unref();
  });
  // TLS on a socket that was read from costs more memory than the listener's own.
  const secure = options.behindProxies
    ? createServer((socket) => {
        if (!admit(socket)) {
          socket.destroy();
          return;
        }
        const connection = new ImapConnection(socket, false);
        connection.startTls(certificates);
        serve(socket, connection);
      })
    : tlsListener(options, { admit, take: (socket) => serve(socket, new ImapConnection(socket, true)) });
  const sweep = setInterval(() => {
    endIdle(sessions, { now: performance.now(), limits });
    kept.forgetUnused();
  }, sweepMs);
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

/** A listener whose connections are taken once their handshake is done, within its time. */
function tlsListener(
  { certificates, log }: Pick<ImapOptions, "certificates" | "log">,
  { admit, take }: { admit: (socket: Socket) => boolean; take: (socket: Socket) => void },
): Server {
  const handshakes = new Set<Socket>();
  const server = createTlsServer(certificates.options, (socket) => {
    handshakes.delete(socket);
    if (!socket.destroyed) take(socket);
  });
  // Before the handshake no BYE can be sent.
  server.on("connection", (socket: Socket) => {
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
    server.setSecureContext({ ...certificates.options, ...certificate }),
  );
  server.on("tlsClientError", (error) => log.debug("an IMAP handshake failed", { error: error.message }));
  return server;
}

function endIdle(
  sessions: ReadonlySet<ClientSession>,
  { now, limits }: { now: number; limits: SessionLimits },
): void {
  for (const session of sessions) {
    const most = session.login ? limits.idleMs : limits.greetingMs;
    // Commands do not extend the time to log in.
    const sinceMs = session.login ? session.lastInputMs : session.openedMs;
    if (now - sinceMs <= most) continue;
    if (session.busy && now - session.lastInputMs <= limits.idleMs) continue;
    session.end("You were silent for too long");
    // A client that reads no responses has no other timeout.
    if (now - sinceMs > most + 60_000) session.connection.destroy();
  }
}

function count(sessions: ReadonlySet<ClientSession>, holds: (session: ClientSession) => boolean): number {
  let found = 0;
  for (const session of sessions) if (holds(session)) found++;
  return found;
}
