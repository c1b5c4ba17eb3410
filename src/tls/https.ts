// HTTPS: terminates TLS and forwards the bytes to the HTTP listener of this process, which finds the client's address by the
// connection. Bun's own HTTPS can neither change its certificate nor answer tls-alpn-01 (RFC 8737): a client that asks for
// `acme-tls/1` gets the challenge certificate, and no other client does.
import { connect, createServer, type Server, type Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import type { ConnectionLimits } from "../lib/connection-limits.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import type { Certificate } from "../lib/self-signed.ts";
import type { Certificates } from "./certificates.ts";
import { type ClientHello, maxHelloBytes, readClientHello } from "./client-hello.ts";
import { holdReads } from "./held-reads.ts";
import { contextOf } from "./options.ts";

export interface HttpsOptions {
  certificates: Certificates;
  log: Log;
  limits: ConnectionLimits;
  isTrusted(ip: string): boolean;
  /** The challenge certificate of this host; null when no challenge is pending. */
  challengeFor(host: string): Promise<Certificate | null>;
  /** Address of the HTTP listener. */
  forward(): { host: string; port: number };
}

export interface HttpsFront {
  server: Server;
  /** The client's IP behind a forwarded connection, by the connection's address and port; null when it is not forwarded. */
  clientOf(peer: { address: string; port: number }): string | null;
  stop(): void;
}

const handshakeMs = 20_000;
const acmeProtocol = "acme-tls/1";

export function createHttpsFront(options: HttpsOptions): HttpsFront {
  const clients = new Map<string, string>();
  const open = new Set<Socket>();
  /** For each client the number of its last chunk; chunks of all clients are counted together. */
  const lastChunk = new WeakMap<Socket, number>();
  let chunks = 0;
  const server = createServer((socket) => {
    const ip = socket.remoteAddress ?? "";
    const since = ++chunks;
    const refused = options.limits.open(
      socket,
      { ip, trusted: options.isTrusted(ip) },
      { idleSince: () => lastChunk.get(socket) ?? since, end: () => socket.destroy() },
    );
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      options.limits.close(socket);
      open.delete(socket);
    });
    if (refused !== null) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.setNoDelay(true);
    hello(socket, ({ protocols, host }, begin) => {
      if (!protocols.includes(acmeProtocol))
        begin(() =>
          serve(options, socket, { ip, clients, open, hear: () => lastChunk.set(socket, ++chunks) }),
        );
      else void challengeContext(options, host).then((proof) => begin(() => prove(socket, proof)));
    });
  });
  return {
    server,
    clientOf: ({ address, port }) => clients.get(`${address} ${port}`) ?? null,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Starts `take` on the connection, which receives the ClientHello again. */
type Begin = (take: () => void) => void;

/** Reads until the ClientHello is complete. */
function hello(socket: Socket, heard: (hello: ClientHello, begin: Begin) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  socket.setTimeout(handshakeMs, () => socket.destroy());
  const listen = (chunk: Buffer) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const found = readClientHello(bytes);
    if (found === null && bytes.length < maxHelloBytes) return;
    socket.removeListener("data", listen);
    socket.pause();
    heard(found ?? { host: null, protocols: [] }, (take) => {
      take();
      socket.unshift(bytes);
      socket.resume();
    });
  };
  socket.on("data", listen);
}

function serve(
  { certificates, forward, log }: HttpsOptions,
  socket: Socket,
  { ip, clients, open, hear }: { ip: string; clients: Map<string, string>; open: Set<Socket>; hear(): void },
): void {
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: certificates.context,
    SNICallback: certificates.sni,
    ALPNProtocols: ["http/1.1"],
  });
  holdReads(secure, socket);
  secure.on("error", (error) => {
    log.debug("an HTTPS connection failed", { error: error.message });
    secure.destroy();
    socket.destroy();
  });
  secure.once("secure", () => {
    socket.setTimeout(0);
    const inner = connect(forward());
    open.add(inner);
    inner.setNoDelay(true);
    let name = "";
    inner.once("connect", () => {
      name = `${inner.localAddress} ${inner.localPort}`;
      clients.set(name, ip);
      secure.on("data", hear);
      secure.pipe(inner);
      inner.pipe(secure);
    });
    inner.on("error", () => secure.destroy());
    inner.on("close", () => {
      clients.delete(name);
      open.delete(inner);
      secure.end();
    });
    secure.on("close", () => inner.destroy());
  });
}

async function challengeContext(
  { challengeFor, log }: HttpsOptions,
  host: string | null,
): Promise<SecureContext | null> {
  try {
    const certificate = host === null ? null : await challengeFor(host);
    return certificate && contextOf(certificate);
  } catch (error) {
    log.warn("a challenge could not be answered", { host, error: messageOf(error) });
    return null;
  }
}

/** Completes the handshake with the challenge certificate and closes. RFC 8737 3 */
function prove(socket: Socket, proof: SecureContext | null): void {
  if (proof === null) {
    socket.destroy();
    return;
  }
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: proof,
    ALPNProtocols: [acmeProtocol],
  });
  secure.on("error", () => secure.destroy());
  secure.once("secure", () => secure.end());
}
