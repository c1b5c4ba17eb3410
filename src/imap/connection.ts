// One client's connection: bytes in and out, with TLS and compression in between once the client starts them. Reading
// stops while the session is behind; writing waits while the client is behind.
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { constants, createDeflateRaw, createInflateRaw, type DeflateRaw, type InflateRaw } from "node:zlib";
import { shortId } from "../lib/ids.ts";
import type { Certificates } from "../tls/certificates.ts";
import { holdReads } from "../tls/held-reads.ts";
import type { ImapTrace } from "./trace.ts";
import { CommandReader } from "./wire/command-reader.ts";
import { greetingLimits } from "./wire/limits.ts";

/** Unsent bytes above which writing waits. */
const highWater = 256 * 1024;

export class ImapConnection {
  readonly reader = new CommandReader(greetingLimits);
  /** Names the connection in the log. */
  readonly id = shortId();
  readonly remoteAddress: string;
  /** Writes both directions to the log; null when tracing is off. */
  trace: ImapTrace | null = null;
  #socket: Socket;
  #secure: boolean;
  #closed = false;
  #closing = false;
  #wake: (() => void) | null = null;
  #drained: (() => void) | null = null;
  #compression: { deflate: DeflateRaw; inflate: InflateRaw } | null = null;
  /** Writes to deflate whose output is not sent yet. */
  #deflating = 0;

  constructor(socket: Socket, secure: boolean) {
    this.#socket = socket;
    this.#secure = secure;
    this.remoteAddress = socket.remoteAddress ?? "";
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 120_000);
    this.#hear(socket);
  }

  get isSecure(): boolean {
    return this.#secure;
  }

  get isCompressed(): boolean {
    return this.#compression !== null;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  #hear(socket: Socket): void {
    socket.on("data", (chunk: Buffer) => {
      if (this.#compression) {
        if (!this.#compression.inflate.write(chunk)) socket.pause();
      } else this.#push(chunk);
    });
    socket.on("drain", () => this.#writable());
    const end = () => this.#end();
    socket.on("end", end);
    socket.on("close", end);
    socket.on("error", end);
  }

  #push(chunk: Uint8Array): void {
    this.trace?.heard(chunk);
    if (!this.reader.push(chunk)) (this.#compression?.inflate ?? this.#socket).pause();
    this.#wake?.();
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#wake?.();
    this.#drained?.();
    this.#compression?.inflate.destroy();
    this.#compression?.deflate.destroy();
    this.#socket.destroy();
  }

  /** Resolves when more bytes came, `wake` was called, or the connection ended. */
  async more(): Promise<void> {
    if (this.#closed) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#compression) this.#compression.inflate.resume();
      else this.#socket.resume();
    });
    this.#wake = null;
  }

  /** Ends a `more` that waits. */
  wake(): void {
    this.#wake?.();
  }

  /** Sends octets; resolves immediately unless the client is far behind. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#closed || bytes.length === 0) return;
    this.trace?.said(bytes);
    const { deflate } = this.#compression ?? {};
    if (deflate) {
      this.#deflating += bytes.length;
      deflate.write(bytes);
      deflate.flush(constants.Z_SYNC_FLUSH, () => {
        this.#deflating -= bytes.length;
        this.#writable();
      });
    } else this.#socket.write(bytes);
    while (!this.#closed && this.#socket.writableLength + this.#deflating > highWater) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
  }

  #writable(): void {
    this.#drained?.();
    this.#drained = null;
  }

  /** Starts the TLS handshake. Bytes that came in the clear after STARTTLS are dropped. RFC 9051 11.1 */
  startTls({ context, sni }: Certificates): void {
    this.reader.takeRest();
    const plain = this.#socket;
    plain.removeAllListeners("data");
    plain.removeAllListeners("drain");
    plain.pause();
    const secure = new TLSSocket(plain, { isServer: true, secureContext: context, SNICallback: sni });
    holdReads(secure, plain);
    this.#socket = secure;
    this.#secure = true;
    this.#hear(secure);
  }

  /** Compresses both directions from the next octet on. RFC 4978 */
  startCompression(): void {
    const deflate = createDeflateRaw({ level: 6 });
    const inflate = createInflateRaw();
    const rest = this.reader.takeRest();
    this.#compression = { deflate, inflate };
    deflate.on("data", (chunk: Buffer) => this.#socket.write(chunk));
    inflate.on("data", (chunk: Buffer) => this.#push(chunk));
    inflate.on("drain", () => this.#socket.resume());
    deflate.on("error", () => this.#end());
    inflate.on("error", () => this.#end());
    if (rest.length > 0) inflate.write(rest);
  }

  /** Sends what was written, then closes. */
  close(): void {
    if (this.#closed || this.#closing) return;
    this.#closing = true;
    const socket = this.#socket;
    const finish = () => {
      socket.end();
      setTimeout(() => this.#end(), 2000).unref();
    };
    if (this.#compression) this.#compression.deflate.flush(constants.Z_SYNC_FLUSH, finish);
    else finish();
  }

  destroy(): void {
    this.#end();
  }
}
