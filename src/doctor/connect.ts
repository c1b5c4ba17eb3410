// Short conversations with a port, each within a time: whether it is open, what it says first, which certificate it shows.
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate, type TLSSocket } from "node:tls";

export interface At {
  host: string;
  port: number;
  timeoutMs: number;
}

/** An open connection. @throws Error when there is none in time */
export function open({ host, port, timeoutMs }: At): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
  socket.once("connect", () => resolve(socket));
  // The listener stays: a later error would be unhandled.
  socket.on("error", reject);
  return promise;
}

const maxReply = 8192;

/** Sends lines after the greeting, one after the other; resolves to the last reply. @throws Error */
export async function converse(socket: Socket, lines: readonly string[]): Promise<string> {
  let text = "";
  let wake = () => {};
  let ended: Error | null = null;
  const hear = (chunk: Buffer) => {
    text += chunk.toString("latin1");
    wake();
  };
  const end = (error?: unknown) => {
    ended = error instanceof Error ? error : new Error("the connection was closed");
    wake();
  };
  socket.on("data", hear);
  socket.once("close", end);
  socket.once("error", end);
  /** A reply whose last line has a blank behind its code. RFC 5321 4.2.1 */
  const reply = async () => {
    while (!/(?:^|\n)\d{3}(?: [^\n]*)?\n/.test(text)) {
      if (ended) throw ended;
      if (text.length > maxReply) throw new Error("the reply is too long");
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const said = text;
    text = "";
    return said;
  };
  try {
    let last = await reply();
    for (const line of lines) {
      socket.write(`${line}\r\n`);
      last = await reply();
    }
    return last;
  } finally {
    socket.removeListener("data", hear);
    socket.removeListener("close", end);
    socket.removeListener("error", end);
    socket.pause();
  }
}

export interface ShownCertificate {
  /** DER. */
  certificate: Uint8Array;
  /**
   * The reason for which no trusted authority vouches for the certificate; null: one does. Names and dates
   * are not compared.
   */
  untrusted: string | null;
}

/** The certificate that a port shows for this name. @param how.smtp STARTTLS comes first @throws Error */
export async function shownAt(
  at: At,
  how: { name: string; ca: string | null; smtp: boolean },
): Promise<ShownCertificate> {
  const socket = await open(at);
  try {
    if (how.smtp) {
      const said = await converse(socket, ["EHLO localhost", "STARTTLS"]);
      if (!said.startsWith("220")) throw new Error(`STARTTLS is refused: ${said.trim()}`);
    }
    const secure = await handshake(socket, how);
    const peer: PeerCertificate = secure.getPeerCertificate();
    const error = secure.authorized ? null : codeOf(secure.authorizationError);
    secure.destroy();
    return { certificate: peer.raw, untrusted: error };
  } finally {
    socket.destroy();
  }
}

function handshake(socket: Socket, { name, ca }: { name: string; ca: string | null }): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const secure: TLSSocket = connectTls(
    {
      socket,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...(ca === null ? {} : { ca }),
      ...(isIP(name) ? {} : { servername: name }),
    },
    () => resolve(secure),
  );
  secure.once("error", reject);
  socket.once("close", () => reject(new Error("the connection was closed during the TLS handshake")));
  return promise;
}

function codeOf(error: unknown): string {
  if (typeof error === "string") return error;
  return error instanceof Error ? ((error as { code?: string }).code ?? error.message) : "unknown";
}
