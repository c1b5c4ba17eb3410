// The IMAP listeners: who may connect, how many sessions there are, when idle ones end, and how all end at a stop.
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type Cidr, inNetworks } from "../config.ts";
import { ConnectionLimits } from "../lib/connection-limits.ts";
import type { Certificates } from "../tls/certificates.ts";
import { Connection } from "./connection.ts";
import type { ImapDeps } from "./deps.ts";
import { Feeds } from "./feeds.ts";
import { Session } from "./session.ts";

export interface ImapOptions extends Omit<ImapDeps, "feeds" | "admit"> {
  certificates: Certificates;
  trustedNetworks: readonly Cidr[];
  limits?: Partial<SessionLimits>;
}

export interface SessionLimits {
  perIdentity: number;
  perNetwork: number;
  /** New connections a second from one network. */
  perSecond: number;
  inAll: number;
  /** Milliseconds without a word from a client that has not logged in. */
  greetingMs: number;
  /** The same for one that has. RFC 9051 5.4 asks for 30 minutes at least. */
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

/** How often idle sessions are looked for. */
const sweepMs = 5000;

export interface ImapServer {
  /** STARTTLS. */
  plain: Server;
  /** TLS from the first octet. */
  secure: Server;
  readonly sessions: number;
  /** Takes no new connection; commands under way finish within `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export function createImap(options: ImapOptions): ImapServer {
  const limits = { ...standard, ...options.limits };
  const { certificates } = options;
  const sessions = new Set<Session>();
  const running = new Set<Promise<void>>();
  const connections = new ConnectionLimits(limits, options.clock);
  const deps: ImapDeps = {
    ...options,
    feeds: new Feeds(options),
    admit: (login) =>
      count(sessions, (each) => each.login?.identityId === login.identityId) < limits.perIdentity,
  };
  const accept = (socket: Socket, isSecure: boolean) => {
    const connection = new Connection(socket, isSecure);
    const ip = connection.remoteAddress;
    socket.once("close", () => connections.close(socket));
    if (connections.open(socket, ip, inNetworks(ip, options.trustedNetworks)) !== null) {
      void connection.write(Buffer.from("* BYE Too many connections, try again later\r\n"));
      connection.close();
      return;
    }
    const session = new Session(deps, connection);
    sessions.add(session);
    const run = session.run().finally(() => {
      sessions.delete(session);
      running.delete(run);
    });
    running.add(run);
  };
  const plain = createServer((socket) => accept(socket, false));
  const secure = createTlsServer(certificates.options, (socket) => accept(socket, true));
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
    get sessions() {
      return sessions.size;
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
  sessions: ReadonlySet<Session>,
  { now, limits }: { now: number; limits: SessionLimits },
): void {
  for (const session of sessions) {
    const most = session.login ? limits.idleMs : limits.greetingMs;
    if (now - session.heardMs <= most) continue;
    if (session.busy && now - session.heardMs <= limits.idleMs) continue;
    session.end("You were silent for too long");
    // One that does not take what it asked for has no other end.
    if (now - session.heardMs > most + 60_000) session.connection.destroy();
  }
}

function count(sessions: ReadonlySet<Session>, holds: (session: Session) => boolean): number {
  let found = 0;
  for (const session of sessions) if (holds(session)) found++;
  return found;
}
