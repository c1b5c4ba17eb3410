// SMTP servers for tests of sending: one made with smtp-server that records what it takes, and one that follows a
// script word for word, for everything a well-behaved library would never say.
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface TakenMail {
  readonly from: string;
  readonly to: string[];
  readonly raw: string;
  readonly secure: boolean;
  readonly session: string;
  readonly mailArgs: Record<string, unknown>;
}

export interface MxServer {
  readonly port: number;
  readonly mails: TakenMail[];
  /** connections so far */
  readonly connections: () => number;
  /** connections that are open now */
  readonly open: () => number;
  stop(): Promise<void>;
}

/** Listens on `address` (127.0.0.1 when left out) at `port` (a free one when left out). */
export async function startMxServer(
  options: SMTPServerOptions = {},
  at: { address?: string; port?: number } = {},
): Promise<MxServer> {
  const mails: TakenMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    ...options,
    onConnect(session, callback) {
      connections++;
      if (options.onConnect) options.onConnect(session, callback);
      else callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks).toString("latin1"),
          secure: session.secure,
          session: session.id,
          mailArgs: (mailFrom && typeof mailFrom.args === "object" ? mailFrom.args : {}) as Record<
            string,
            unknown
          >,
        };
        if (options.onData) {
          // the hook decides; what it takes is recorded
          options.onData(stream, session, (error) => {
            if (!error) mails.push(mail);
            callback(error);
          });
        } else {
          mails.push(mail);
          callback();
        }
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(at.port ?? 0, at.address ?? "127.0.0.1", () => resolve());
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    open: () => server.connections.size,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An error that smtp-server answers with this code. */
export function smtpError(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export interface ScriptedServer {
  readonly port: number;
  readonly lines: string[];
  stop(): Promise<void>;
}

export const andClose = " (and close)";

/**
 * What to say to a line; null says nothing, "close" ends the connection, a reply with `andClose` behind it a moment later. The line "" is the new connection itself. Once
 * STARTTLS was answered with 220, whatever comes next is asked for as the line "TLS" and what is said goes out raw.
 */
export type Script = (line: string, inData: boolean) => string | null | "close";

/** Speaks line by line. After a reply that begins with 354 it swallows lines until the lone dot, and asks for "." */
export async function startScriptedServer(
  script: Script,
  at: { address?: string; port?: number } = {},
): Promise<ScriptedServer> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    let inData = false;
    let pending = "";
    let inTls = false;
    let isOver = false;
    const say = (line: string) => {
      if (isOver) return;
      const reply = script(line, inData);
      if (reply === "close") socket.destroy();
      else if (reply !== null) {
        inData = reply.startsWith("354");
        inTls = line === "STARTTLS" && reply.startsWith("220");
        const ends = reply.endsWith(andClose);
        socket.write(`${ends ? reply.slice(0, -andClose.length) : reply}\r\n`);
        if (!ends) return;
        isOver = true;
        setTimeout(() => socket.destroy(), 1);
      }
    };
    say("");
    socket.on("data", (chunk: Buffer) => {
      if (inTls) {
        say("TLS");
        inTls = true;
        return;
      }
      const parts = (pending + chunk.toString("utf8")).split("\r\n");
      pending = parts.pop() ?? "";
      for (const line of parts) {
        if (inData && line !== ".") continue;
        lines.push(line);
        inData = false;
        say(line);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(at.port ?? 0, at.address ?? "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
