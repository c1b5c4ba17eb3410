// An open SMTP session: send mails through it one after the other, then let it go.
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { type DsnRequest, mailParameters, rcptParameters } from "../mail/report/dsn-request.ts";
import { refusals, SmtpError, sendingError, type TrackedEnvelope } from "./smtp-error.ts";
import type { Target, Timeouts } from "./target.ts";

export interface TlsInfo {
  readonly protocol: string;
  readonly cipher: string;
  /** The chain is trusted and names the host */
  readonly verified: boolean;
}

export interface MailEnvelope {
  /** "" is the null sender */
  readonly from: string;
  readonly recipients: readonly string[];
  readonly smtpUtf8: boolean;
  readonly eightBit: boolean;
  /** What the sender asked for each recipient, in their order; passed on where the server has DSN */
  readonly dsn?: readonly (DsnRequest | null)[];
}

export interface TransactionResult {
  /** The server's answer to the data, for those that RCPT accepted */
  readonly response: string;
  readonly refused: ReadonlyMap<string, string>;
}

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
  /** Of the RCPT commands that are still to come */
  #amendRcpt: string[] = [];
  #cutShort: ((trouble: SmtpError) => void) | null = null;
  /** Mails offered so far */
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
    onCommand(connection, (line) => {
      if (line.startsWith("MAIL FROM:")) return line + this.#amendMail;
      return line.startsWith("RCPT TO:") ? line + (this.#amendRcpt.shift() ?? "") : line;
    });
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
   * @throws SmtpError; its details tell who was refused at RCPT before
   */
  send(envelope: MailEnvelope, raw: Uint8Array): Promise<TransactionResult> {
    this.used++;
    const tracked: TrackedEnvelope = {
      from: envelope.from === "" ? false : envelope.from,
      to: [...envelope.recipients],
      size: raw.length,
      use8BitMime: envelope.eightBit,
    };
    // nodemailer names SMTPUTF8 only for addresses, not for a header that needs it. RFC 6531 3.4
    const byAddress = [envelope.from, ...envelope.recipients].some((address) =>
      /[^\u0000-\u007f]/.test(address),
    );
    const utf8 = this.supports("SMTPUTF8");
    const asked = (this.supports("DSN") && envelope.dsn) || [];
    const ofMail = asked.find((request) => request !== null);
    this.#amendMail = `${envelope.smtpUtf8 && !byAddress && utf8 ? " SMTPUTF8" : ""}${ofMail ? mailParameters(ofMail) : ""}`;
    // nodemailer knows one request for all recipients. RFC 3461 4.1
    this.#amendRcpt = asked.map((request) => (request ? rcptParameters(request, utf8) : ""));
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
        if (error) reject(sendingError(error, tracked, begun));
        else resolve({ response: info.response, refused: refusals(tracked) });
      });
    });
  }

  /** Makes the session ready for the next mail after a refusal. False when it is of no more use. */
  reset(): Promise<boolean> {
    if (!this.alive) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (usable: boolean) => {
        this.#connection.off("error", fail);
        resolve(usable);
      };
      const fail = () => done(false);
      this.#connection.once("error", fail);
      this.#connection.reset((error) => done(!error));
    });
  }

  /** Says QUIT and lets go; waits for nothing. */
  quit(): void {
    if (!this.alive) return;
    this.#connection.quit();
    setTimeout(() => this.#connection.close(), 5000).unref();
  }

  /** Drops the connection; a mail under way fails with SmtpError of stage `sending`. */
  close(reason = "The connection was closed."): void {
    this.#connection.close();
    this.#cutShort?.(new SmtpError("sending", reason, null, { begun: true }));
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
export function onCommand(connection: SMTPConnection, change: (line: string) => string): void {
  const internals = connection as unknown as Internals;
  const send = internals._sendCommand.bind(connection);
  internals._sendCommand = (line, shown) => send(change(line), shown);
}

function tlsInfo(socket: Socket | false | null): TlsInfo | null {
  if (!(socket instanceof TLSSocket)) return null;
  return {
    protocol: socket.getProtocol() ?? "",
    cipher: socket.getCipher()?.name ?? "",
    verified: socket.authorized,
  };
}
