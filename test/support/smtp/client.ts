// SMTP clients for tests: nodemailer for what a mail program does, and a plain socket for everything it would never say.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { createTransport, type SendMailOptions } from "nodemailer";

/** Sends one mail over STARTTLS; resolves to the last reply. Rejects with nodemailer's error (`responseCode`). */
export async function sendMail(
  port: number,
  mail: SendMailOptions,
  auth?: { user: string; pass: string },
): Promise<string> {
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth,
  });
  try {
    return (await transport.sendMail(mail)).response;
  } finally {
    transport.close();
  }
}

/** Hands one mail over as an address's mail program does. @param port of submission */
export function submitMail(
  port: number,
  { email, password }: { email: string; password: string },
  mail: SendMailOptions,
): Promise<string> {
  return sendMail(port, mail, { user: email, pass: password });
}

/** Sends raw bytes as they are. */
export function sendRaw(
  port: number,
  mail: { from: string; to: string | string[]; raw: string | Buffer },
): Promise<string> {
  return sendMail(port, {
    envelope: { from: mail.from, to: mail.to },
    raw: mail.raw,
  });
}

export interface Dialogue {
  /** Writes exactly these bytes. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** The next whole reply, its lines joined by "\n"; "" when the server closed the connection. */
  reply(): Promise<string>;
  /** Writes a line (CRLF is added) and waits for the reply. */
  say(line: string): Promise<string>;
  /** Everything up to the end of the connection. */
  rest(): Promise<string>;
  startTls(): Promise<void>;
  close(): void;
}

/** A connection whose greeting was read. */
export async function dialogue(port: number, ehlo = true): Promise<Dialogue> {
  const talk = new Talk(connect(port, "127.0.0.1"));
  await talk.reply();
  if (ehlo) await talk.say("EHLO client.example");
  return talk;
}

/** A connection on which nothing was read yet. */
export function asDialogue(socket: Socket): Dialogue {
  return new Talk(socket);
}

class Talk implements Dialogue {
  #socket: Socket;
  #text = "";
  #ended = false;
  #wake: (() => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#hear(socket);
  }

  #hear(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      this.#text += chunk.toString("latin1");
      this.#wake?.();
    });
    const end = () => {
      this.#ended = true;
      this.#wake?.();
    };
    socket.on("end", end);
    socket.on("close", end);
    socket.on("error", end);
  }

  write(bytes: string | Uint8Array): Promise<void> {
    const data = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    return new Promise((resolve) => {
      if (this.#ended) resolve();
      else this.#socket.write(data, () => resolve());
    });
  }

  async reply(): Promise<string> {
    for (;;) {
      const end = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r\n/.exec(this.#text)?.[0];
      if (end !== undefined) {
        this.#text = this.#text.slice(end.length);
        return end.trimEnd().replaceAll("\r\n", "\n");
      }
      if (this.#ended) return "";
      await this.#more();
    }
  }

  async say(line: string): Promise<string> {
    await this.write(`${line}\r\n`);
    return this.reply();
  }

  async rest(): Promise<string> {
    while (!this.#ended) await this.#more();
    const text = this.#text;
    this.#text = "";
    return text;
  }

  async startTls(): Promise<void> {
    await this.say("STARTTLS");
    this.#socket.removeAllListeners("data");
    const secure = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    await new Promise<void>((resolve, reject) => {
      secure.once("secureConnect", resolve);
      secure.once("error", reject);
    });
    this.#socket = secure;
    this.#hear(secure);
  }

  close(): void {
    this.#socket.destroy();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
    });
  }
}

/** MAIL, RCPT and DATA up to 354. @returns the replies, and nothing sent after a refusal */
export async function openData(talk: Dialogue, from: string, ...to: string[]): Promise<string[]> {
  const replies = [await talk.say(`MAIL FROM:<${from}>`)];
  for (const recipient of to) replies.push(await talk.say(`RCPT TO:<${recipient}>`));
  if (replies.every((reply) => reply.startsWith("250"))) replies.push(await talk.say("DATA"));
  return replies;
}
