// A lean IMAP client for measuring: it counts what comes and looks for the tagged line, no more, so that the server is
// what is measured.
import { connect, type Socket } from "node:net";

const tailBytes = 1024;

export class Wire {
  /** Octets received since the last command was sent. */
  received = 0;
  readonly #socket: Socket;
  #tail = Buffer.alloc(0);
  #tag = 0;
  #wait: { ends: (tail: string) => boolean; resolve: (tail: string) => void } | null = null;
  #closed: ((error: Error) => void) | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#hear(chunk));
    socket.on("close", () => this.#closed?.(new Error("the server closed the connection")));
    socket.on("error", (error) => this.#closed?.(error));
  }

  static async logIn(port: number, user: string, password: string): Promise<Wire> {
    const wire = new Wire(connect(port, "127.0.0.1"));
    await wire.until((tail) => tail.endsWith("\r\n"));
    await wire.command(`LOGIN ${user} ${password}`);
    return wire;
  }

  #hear(chunk: Buffer): void {
    this.received += chunk.length;
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    const tail = this.#tail.toString("latin1");
    if (!this.#wait?.ends(tail)) return;
    const { resolve } = this.#wait;
    this.#wait = null;
    resolve(tail);
  }

  /** Resolves with the last of what came, once that ends as it shall. */
  until(ends: (tail: string) => boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#wait = { ends, resolve };
      this.#closed = reject;
    });
  }

  /** Sends a command, and resolves with the last of its answer. @throws Error unless it is OK */
  async command(text: string): Promise<string> {
    const tag = `t${++this.#tag}`;
    this.received = 0;
    this.#tail = Buffer.alloc(0);
    const done = this.until((tail) => tail.endsWith("\r\n") && lastLine(tail).startsWith(`${tag} `));
    this.#socket.write(`${tag} ${text}\r\n`);
    const tail = await done;
    const line = lastLine(tail);
    if (!line.startsWith(`${tag} OK`)) throw new Error(`${text.slice(0, 100)}: ${line}`);
    return tail;
  }

  /** Milliseconds that a command takes. */
  async time(text: string): Promise<number> {
    const begun = performance.now();
    await this.command(text);
    return performance.now() - begun;
  }

  append(mails: readonly string[]): Promise<string> {
    const literals = mails.map((mail) => `{${Buffer.byteLength(mail)}+}\r\n${mail}`);
    return this.command(`APPEND INBOX ${literals.join(" ")}`);
  }

  async idle(): Promise<void> {
    this.#tail = Buffer.alloc(0);
    const begun = this.until((tail) => /(?:^|\r\n)\+.*\r\n$/.test(tail));
    this.#socket.write("i IDLE\r\n");
    await begun;
    this.#tail = Buffer.alloc(0);
  }

  async done(): Promise<void> {
    const ended = this.until((tail) => tail.endsWith("\r\n") && lastLine(tail).startsWith("i "));
    this.#socket.write("DONE\r\n");
    await ended;
  }

  close(): void {
    this.#closed = null;
    this.#socket.destroy();
  }
}

function lastLine(tail: string): string {
  const before = tail.lastIndexOf("\r\n", tail.length - 3);
  return tail.slice(before < 0 ? 0 : before + 2).trimEnd();
}
