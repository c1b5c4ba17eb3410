// An open SMTP session, which sends mails one after the other.
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { type DsnRequest, mailParameters, rcptParameters } from "../mail/report/dsn-request.ts";
import { refusals, SmtpError, sendingError, type TrackedEnvelope } from "./smtp-error.ts";
import type { SmtpTarget, Timeouts } from "./target.ts";

export interface TlsInfo {
  readonly protocol: string;
  readonly cipher: string;
  /** The certificate is valid for the host. */
  readonly verified: boolean;
  /** True: the certificate matches the host's TLSA records. RFC 7672 */
  readonly dane: boolean;
}

export interface MailEnvelope {
  /** "" for the null sender. */
  readonly from: string;
  readonly recipients: readonly string[];
  readonly smtpUtf8: boolean;
  readonly eightBit: boolean;
  /** The DSN request for each recipient, in their order; sent where the server announces DSN. */
  readonly dsn?: readonly (DsnRequest | null)[];
}

export interface TransactionResult {
  /** The server's reply to the data, for the accepted recipients. */
  readonly response: string;
  readonly refused: ReadonlyMap<string, string>;
}

/** Private members of nodemailer's SMTPConnection; its version is pinned, and tests cover each use. */
interface Internals {
  _supportedExtensions: string[];
  _socket: Socket | false;
  /** Replies that nobody has taken yet. */
  _responseQueue: string[];
  /** The beginning of a reply. */
  _remainder: string;
  _sendCommand(line: string, logged?: string): void;
}

const tooLate = "Cut short: this process may have lost the mail to another one.";

export class SmtpSession {
  /** In the log. */
  readonly id: string;
  readonly target: SmtpTarget;
  readonly tls: TlsInfo | null;
  /** STARTTLS was offered and then refused. */
  readonly tlsRefused: boolean;
  readonly #connection: SMTPConnection;
  readonly #timeouts: Timeouts;
  /** Parameters that are added to MAIL. */
  #mailParameters = "";
  /** Parameters that are added to the RCPT commands still to be sent. */
  #rcptParameters: string[] = [];
  #rejectSend: ((trouble: SmtpError) => void) | null = null;
  /** RSET takes the place of DATA. */
  #isAsking = false;
  /** Mails sent so far, refused ones included. */
  used = 0;

  constructor(
    connection: SMTPConnection,
    target: SmtpTarget,
    facts: { timeouts: Timeouts; sentStartTls: boolean; id: string },
  ) {
    this.id = facts.id;
    this.#connection = connection;
    this.target = target;
    this.#timeouts = facts.timeouts;
    this.tlsRefused = facts.sentStartTls && !connection.secure;
    this.tls = tlsInfo(connection._socket, target.dane !== undefined);
    onCommand(connection, (line) => {
      if (line.startsWith("MAIL FROM:")) return line + this.#mailParameters;
      if (line === "DATA" && this.#isAsking) return "RSET";
      return line.startsWith("RCPT TO:") ? line + (this.#rcptParameters.shift() ?? "") : line;
    });
  }

  get alive(): boolean {
    return !this.#connection.destroyed;
  }

  /** Whether another mail may go this way: both sides are open, and no reply is left unread. */
  get isReusable(): boolean {
    const {
      _socket: socket,
      _responseQueue: unread,
      _remainder: rest,
    } = this.#connection as unknown as Internals;
    const isOpen = socket && !socket.destroyed && socket.writable && !socket.readableEnded;
    return this.alive && isOpen === true && unread.length === 0 && rest === "";
  }

  supports(extension: "SMTPUTF8" | "8BITMIME" | "DSN" | "SIZE"): boolean {
    return (this.#connection as unknown as Internals)._supportedExtensions.includes(extension);
  }

  /**
   * One mail transaction. Resolves when the server has accepted the data for at least one recipient.
   *
   * @param mayEnd asked before the last octets are sent: without them the server has no mail. RFC 5321 4.1.1.4
   * @throws SmtpError; its details name the recipients that RCPT refused
   */
  send(
    envelope: MailEnvelope,
    raw: Uint8Array,
    mayEnd: () => boolean = () => true,
  ): Promise<TransactionResult> {
    this.used++;
    const tracked: TrackedEnvelope = {
      from: envelope.from === "" ? false : envelope.from,
      to: [...envelope.recipients],
      size: raw.length,
      use8BitMime: envelope.eightBit,
    };
    // nodemailer sends SMTPUTF8 for addresses only, not for a header that needs it. RFC 6531 3.4
    const byAddress = [envelope.from, ...envelope.recipients].some((address) =>
      /[^\u0000-\u007f]/.test(address),
    );
    const utf8 = this.supports("SMTPUTF8");
    const requests = (this.supports("DSN") && envelope.dsn) || [];
    const ofMail = requests.find((request) => request !== null);
    this.#mailParameters = `${envelope.smtpUtf8 && !byAddress && utf8 ? " SMTPUTF8" : ""}${ofMail ? mailParameters(ofMail) : ""}`;
    // nodemailer has one request for all recipients. RFC 3461 4.1
    this.#rcptParameters = requests.map((request) => (request ? rcptParameters(request, utf8) : ""));
    let begun = false;
    let isTooLate = false;
    const onBegin = () => {
      begun = true;
    };
    const mayGoOn = () => {
      isTooLate = !mayEnd();
      return !isTooLate;
    };
    const source = Readable.from(this.#chunks(raw, onBegin, mayGoOn), { objectMode: false });
    return new Promise((resolve, reject) => {
      this.#rejectSend = reject;
      this.#connection.send(tracked, source, (error, info) => {
        this.#rejectSend = null;
        this.#idleAfter(this.#timeouts.command);
        if (isTooLate) reject(new SmtpError("sending", tooLate, null, { begun }));
        else if (error) reject(sendingError(error, tracked, begun));
        else resolve({ response: info.response, refused: refusals(tracked) });
      });
    });
  }

  /** Asks with MAIL and RCPT whether a mail would be taken, and sends none. @throws SmtpError with the refusal */
  async ask({ from, recipients }: Pick<MailEnvelope, "from" | "recipients">): Promise<void> {
    this.#isAsking = true;
    const envelope = { from, recipients, smtpUtf8: false, eightBit: false };
    const error = await this.send(envelope, Buffer.from("."), () => false).catch((caught: unknown) => caught);
    const isTaken = error instanceof SmtpError && error.message === tooLate;
    if (!isTaken) throw error;
  }

  /** Sends RSET after a refusal. @returns false when the session cannot be used again */
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

  /** Sends QUIT and does not wait for the reply. */
  quit(): void {
    if (!this.alive) return;
    this.#connection.quit();
    setTimeout(() => this.#connection.close(), 5000).unref();
  }

  /** Closes the connection; a mail that is being sent fails with SmtpError of stage `sending`. */
  close(reason = "The connection was closed."): void {
    this.#connection.close();
    this.#rejectSend?.(new SmtpError("sending", reason, null, { begun: true }));
    this.#rejectSend = null;
  }

  *#chunks(raw: Uint8Array, onBegin: () => void, mayEnd: () => boolean): Generator<Buffer> {
    onBegin();
    for (let at = 0; at < raw.length; at += 65_536) {
      const end = Math.min(at + 65_536, raw.length);
      if (end === raw.length) {
        if (!mayEnd()) throw new Error(tooLate);
        // After the last chunk the server gets the longer timeout for its reply.
        this.#idleAfter(this.#timeouts.final);
      }
      yield Buffer.from(raw.buffer, raw.byteOffset + at, end - at);
    }
  }

  #idleAfter(ms: number): void {
    const socket = this.#connection._socket;
    if (socket) socket.setTimeout(ms);
  }
}

/** Passes every command line through `change` before it is sent. */
export function onCommand(connection: SMTPConnection, change: (line: string) => string): void {
  const internals = connection as unknown as Internals;
  const send = internals._sendCommand.bind(connection);
  internals._sendCommand = (line, logged) => send(change(line), logged);
}

function tlsInfo(socket: Socket | false | null, dane: boolean): TlsInfo | null {
  if (!(socket instanceof TLSSocket)) return null;
  return {
    protocol: socket.getProtocol() ?? "",
    cipher: socket.getCipher()?.name ?? "",
    verified: socket.authorized,
    dane,
  };
}
