// One SMTP session: open it under a TLS rule, send mails through it, close it. The protocol is nodemailer's
// SMTPConnection; sockets and time-outs are ours, so that the address is the one we chose and every stage is bounded.
import { connect as connectTcp, type Socket } from "node:net";
import { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import SMTPConnection, { type Envelope } from "nodemailer/lib/smtp-connection";

/** Milliseconds. RFC 5321 4.5.3.2 names minimums of minutes; these keep its order. */
export interface Timeouts {
  /** until TCP is connected */
  readonly connect: number;
  /** greeting, EHLO and STARTTLS together */
  readonly greeting: number;
  /** between any two signs of life of the server while commands or data are sent */
  readonly command: number;
  /** for the answer to the final dot: giving up earlier makes duplicates. RFC 1047 */
  readonly final: number;
}

export const defaultTimeouts: Timeouts = {
  connect: 30_000,
  greeting: 90_000,
  command: 180_000,
  final: 600_000,
};

/**
 * `none`: never TLS; `opportunistic`: STARTTLS where offered, any certificate; `encrypted`: STARTTLS or nothing, any
 * certificate; `verified`: STARTTLS or nothing with a certificate for `name`. `implicit…`: TLS from the first byte.
 */
export type TlsRule =
  | "none"
  | "opportunistic"
  | "encrypted"
  | "verified"
  | "implicit-encrypted"
  | "implicit-verified";

export interface Target {
  /** host name for SNI, certificate and log */
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly tls: TlsRule;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

export interface SessionOptions {
  /** our name in EHLO */
  readonly hostname: string;
  readonly timeouts: Timeouts;
  /** more certificate authorities, PEM */
  readonly ca?: string;
}

export interface TlsInfo {
  readonly protocol: string;
  readonly cipher: string;
  /** the chain is trusted and names the host */
  readonly verified: boolean;
}

/** What went wrong and where, in a form that maps to a recipient's outcome. */
export class SmtpTrouble extends Error {
  override readonly name = "SmtpTrouble";
  /**
   * @param stage `connect`: before any mail was offered; `mail`, `rcpt`, `data`: the command refused; `sending`: the
   *   connection broke while a mail was under way
   * @param response the server's words, null when it had none
   */
  constructor(
    readonly stage: "connect" | "auth" | "mail" | "rcpt" | "data" | "sending",
    message: string,
    readonly response: string | null,
    readonly details: {
      readonly duringTls?: boolean;
      readonly local?: boolean;
      readonly begun?: boolean;
    } = {},
  ) {
    super(message);
  }
}

export interface MailEnvelope {
  /** "" is the null sender */
  readonly from: string;
  readonly recipients: readonly string[];
  readonly smtpUtf8: boolean;
  readonly eightBit: boolean;
  readonly dsn?: DsnRequest;
}

/** RFC 3461. `orcpt` only with a single recipient. */
export interface DsnRequest {
  readonly ret?: "HDRS" | "FULL";
  readonly envid?: string;
  readonly notify?: readonly ("NEVER" | "SUCCESS" | "FAILURE" | "DELAY")[];
  readonly orcpt?: string;
}

export interface TransactionResult {
  /** the server's answer to the data, for those that RCPT accepted */
  readonly response: string;
  readonly refused: ReadonlyMap<string, string>;
}

/** nodemailer's recipient bookkeeping lives on the envelope that it was given. */
type TrackedEnvelope = Envelope & {
  rejectedErrors?: { recipient?: string; response?: string; message: string }[];
};

/** What nodemailer keeps to itself; the version is pinned and tests cover each use. */
interface Internals {
  _supportedExtensions: string[];
  _sendCommand(line: string, shown?: string): void;
}

export class SmtpSession {
  readonly target: Target;
  readonly tls: TlsInfo | null;
  /** STARTTLS was offered and then refused */
  readonly tlsRefused: boolean;
  readonly #connection: SMTPConnection;
  readonly #timeouts: Timeouts;
  #amendMail = "";
  #cutShort: ((trouble: SmtpTrouble) => void) | null = null;
  /** mails offered so far */
  used = 0;

  constructor(
    connection: SMTPConnection,
    target: Target,
    facts: { timeouts: Timeouts; askedForTls: boolean },
  ) {
    this.#connection = connection;
    this.target = target;
    this.#timeouts = facts.timeouts;
    this.tlsRefused = facts.askedForTls && !connection.secure;
    this.tls = tlsInfo(connection._socket);
    onCommand(connection, (line) => (line.startsWith("MAIL FROM:") ? line + this.#amendMail : line));
  }

  get alive(): boolean {
    return !this.#connection.destroyed;
  }

  supports(extension: "SMTPUTF8" | "8BITMIME" | "DSN" | "SIZE"): boolean {
    return (this.#connection as unknown as Internals)._supportedExtensions.includes(extension);
  }

  /**
   * One mail transaction. Resolves when the server has taken the data for at least one recipient.
   *
   * @throws SmtpTrouble; `refusedIn` tells who was refused at RCPT before
   */
  send(envelope: MailEnvelope, raw: Uint8Array): Promise<TransactionResult> {
    this.used++;
    const tracked: TrackedEnvelope = {
      from: envelope.from === "" ? false : envelope.from,
      to: [...envelope.recipients],
      size: raw.length,
      use8BitMime: envelope.eightBit,
      ...(envelope.dsn
        ? { dsn: { ...envelope.dsn, notify: envelope.dsn.notify ? [...envelope.dsn.notify] : null } }
        : {}),
    };
    // nodemailer names SMTPUTF8 only for addresses, not for a header that needs it. RFC 6531 3.4
    const byAddress = [envelope.from, ...envelope.recipients].some((address) =>
      /[^\u0000-\u007f]/.test(address),
    );
    this.#amendMail = envelope.smtpUtf8 && !byAddress && this.supports("SMTPUTF8") ? " SMTPUTF8" : "";
    let begun = false;
    const source = Readable.from(
      this.#chunks(raw, () => (begun = true)),
      { objectMode: false },
    );
    return new Promise((resolve, reject) => {
      this.#cutShort = reject;
      this.#connection.send(tracked, source, (error, info) => {
        this.#cutShort = null;
        this.#idleAfter(this.#timeouts.command);
        if (error) reject(withRefusals(troubleOf(error, begun), tracked));
        else resolve({ response: info.response, refused: refusals(tracked) });
      });
    });
  }

  /** Makes the session ready for the next mail after a refusal. False when it is of no more use. */
  reset(): Promise<boolean> {
    if (!this.alive) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#connection.once("error", () => resolve(false));
      this.#connection.reset((error) => resolve(!error));
    });
  }

  /** Says QUIT and lets go; waits for nothing. */
  quit(): void {
    if (!this.alive) return;
    this.#connection.quit();
    setTimeout(() => this.#connection.close(), 5000).unref();
  }

  /** Drops the connection; a mail under way fails with SmtpTrouble of stage `sending`. */
  close(reason = "The connection was closed."): void {
    this.#connection.close();
    this.#cutShort?.(new SmtpTrouble("sending", reason, null, { begun: true }));
    this.#cutShort = null;
  }

  *#chunks(raw: Uint8Array, onBegin: () => void): Generator<Buffer> {
    onBegin();
    for (let at = 0; at < raw.length; at += 65_536) {
      const end = Math.min(at + 65_536, raw.length);
      // the last piece is about to go: from here the server may take its time
      if (end === raw.length) this.#idleAfter(this.#timeouts.final);
      yield Buffer.from(raw.buffer, raw.byteOffset + at, end - at);
    }
  }

  #idleAfter(ms: number): void {
    const socket = this.#connection._socket;
    if (socket) socket.setTimeout(ms);
  }
}

/** Sees every command line before it is sent, and may change it. */
function onCommand(connection: SMTPConnection, change: (line: string) => string): void {
  const internals = connection as unknown as Internals;
  const send = internals._sendCommand.bind(connection);
  internals._sendCommand = (line, shown) => send(change(line), shown);
}

/** Opens a session up to the point where mail can be offered. @throws SmtpTrouble of stage `connect` or `auth` */
export async function openSession(target: Target, options: SessionOptions): Promise<SmtpSession> {
  const { timeouts } = options;
  const socket = await openSocket(target, timeouts.connect);
  const implicit = target.tls.startsWith("implicit");
  const verified = target.tls.endsWith("verified");
  const connection = new SMTPConnection({
    connection: socket,
    host: target.address,
    port: target.port,
    servername: target.name,
    name: options.hostname,
    secure: implicit,
    ignoreTLS: target.tls === "none",
    requireTLS: target.tls === "encrypted" || target.tls === "verified",
    opportunisticTLS: target.tls === "opportunistic",
    connectionTimeout: timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.command,
    maxResponseSize: 65_536,
    tls: { rejectUnauthorized: verified, ...(options.ca ? { ca: options.ca } : {}) },
  });
  let askedForTls = false;
  onCommand(connection, (line) => {
    if (line === "STARTTLS") askedForTls = true;
    return line;
  });
  await new Promise<void>((resolve, reject) => {
    // stays for the whole life: an idle session's error must not become an uncaught one
    connection.on("error", (error: Error) => reject(connectTrouble(error, connection)));
    connection.connect((error) => (error ? reject(connectTrouble(error, connection)) : resolve()));
  });
  if (target.auth) await login(connection, target.auth);
  return new SmtpSession(connection, target, { timeouts, askedForTls });
}

function openSocket(target: Target, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: target.address, port: target.port });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new SmtpTrouble("connect", `No connection within ${timeoutMs / 1000} seconds.`, null));
    }, timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(new SmtpTrouble("connect", error.message, null));
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.removeListener("error", fail);
      resolve(socket);
    });
  });
}

async function login(connection: SMTPConnection, auth: { user: string; pass: string }): Promise<void> {
  try {
    if (!connection.allowsAuth)
      throw new SmtpTrouble("auth", "The relay offers no authentication here.", null);
    await new Promise<void>((resolve, reject) => {
      connection.once("error", reject);
      connection.login({ credentials: { user: auth.user, pass: auth.pass } }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  } catch (error) {
    connection.close();
    if (error instanceof SmtpTrouble) throw error;
    throw new SmtpTrouble("auth", String(error instanceof Error ? error.message : error), responseOf(error));
  }
}

function tlsInfo(socket: Socket | false | null): TlsInfo | null {
  if (!(socket instanceof TLSSocket)) return null;
  return {
    protocol: socket.getProtocol() ?? "",
    cipher: socket.getCipher()?.name ?? "",
    verified: socket.authorized,
  };
}

function connectTrouble(error: Error, connection: SMTPConnection): SmtpTrouble {
  const duringTls = connection.upgrading === true || codeOf(error) === "ETLS";
  return new SmtpTrouble("connect", error.message, responseOf(error), { duringTls });
}

function troubleOf(error: Error, begun: boolean): SmtpTrouble {
  const response = responseOf(error);
  const command = "command" in error ? error.command : "";
  if (response === null) {
    const local = codeOf(error) === "EMESSAGE" || command === "API";
    return new SmtpTrouble("sending", error.message, null, { local, begun });
  }
  if (command === "MAIL FROM") return new SmtpTrouble("mail", error.message, response);
  if (command === "RCPT TO") return new SmtpTrouble("rcpt", error.message, response);
  return new SmtpTrouble(begun || command === "DATA" ? "data" : "sending", error.message, response);
}

/** Who was refused at RCPT before the rest failed. */
const refusedBefore = new WeakMap<SmtpTrouble, ReadonlyMap<string, string>>();

function withRefusals(trouble: SmtpTrouble, envelope: TrackedEnvelope): SmtpTrouble {
  refusedBefore.set(trouble, refusals(envelope));
  return trouble;
}

/** Recipients with the server's refusal, of a transaction that failed. */
export function refusedIn(trouble: SmtpTrouble): ReadonlyMap<string, string> {
  return refusedBefore.get(trouble) ?? new Map();
}

function refusals(envelope: TrackedEnvelope): Map<string, string> {
  const map = new Map<string, string>();
  for (const error of envelope.rejectedErrors ?? [])
    map.set(error.recipient ?? "", error.response ?? error.message);
  return map;
}

function responseOf(error: unknown): string | null {
  return error instanceof Error && "response" in error && typeof error.response === "string"
    ? error.response
    : null;
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
