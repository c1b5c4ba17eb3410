// Hands a mail of the world to the service: an SMTP client, whose address is that of the sender's domain. RFC 5321
import { connect, type Socket } from "node:net";

export interface PostedMail {
  envelopeFrom: string;
  recipients: readonly string[];
  raw: Uint8Array;
  /** The client's address and name. */
  ip: string;
  helo: string;
}

/** The last reply to a recipient: to its RCPT, or to the end of the mail. */
export interface PostReply {
  recipient: string;
  code: number;
  text: string;
}

const answerMs = 60_000;

/** @throws Error when the service does not answer */
export async function postToService(port: number, mail: PostedMail): Promise<PostReply[]> {
  const talk = new SmtpTalk(connect(port, "127.0.0.1"));
  try {
    talk.write(`PROXY TCP4 ${mail.ip} 127.0.0.1 25 25\r\n`);
    const all = (code: number, text: string) =>
      mail.recipients.map((recipient) => ({ recipient, code, text }));
    const greeting = await talk.reply();
    if (greeting.code !== 220) return all(greeting.code, greeting.text);
    await talk.say(`EHLO ${mail.helo}`);
    const isAscii = Buffer.from(mail.raw).every((octet) => octet < 128);
    const isPlain = /^[\x20-\x7e]*$/.test([mail.envelopeFrom, ...mail.recipients].join());
    const sender = await talk.say(
      `MAIL FROM:<${mail.envelopeFrom}>${isAscii ? "" : " BODY=8BITMIME"}${isPlain ? "" : " SMTPUTF8"}`,
    );
    if (sender.code !== 250) return all(sender.code, sender.text);
    const replies: PostReply[] = [];
    for (const recipient of mail.recipients)
      replies.push({ recipient, ...(await talk.say(`RCPT TO:<${recipient}>`)) });
    if (replies.some(({ code }) => code < 300)) {
      const go = await talk.say("DATA");
      if (go.code === 354) {
        talk.write(stuffed(mail.raw));
        talk.write("\r\n.\r\n");
      }
      const end = go.code === 354 ? await talk.reply() : go;
      for (const reply of replies) if (reply.code < 300) Object.assign(reply, end);
    }
    talk.write("QUIT\r\n");
    return replies;
  } finally {
    talk.close();
  }
}

/** The mail with CRLF at the ends of lines, and a dot more where a line begins with one. RFC 5321 4.5.2 */
function stuffed(raw: Uint8Array): Buffer {
  const text = Buffer.from(raw).toString("latin1");
  const lines = text.replace(/\r\n|\r|\n/g, "\r\n").replace(/\r\n$/, "");
  return Buffer.from(lines.replace(/^\./gm, ".."), "latin1");
}

class SmtpTalk {
  readonly #socket: Socket;
  #text = "";
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      this.#text += chunk.toString("utf8");
      this.#wake();
    });
    const end = () => {
      this.#isEnded = true;
      this.#wake();
    };
    socket.on("close", end);
    socket.on("error", end);
  }

  write(bytes: string | Uint8Array): void {
    if (!this.#isEnded) this.#socket.write(bytes);
  }

  say(line: string): Promise<{ code: number; text: string }> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  /** @throws Error when the connection ended */
  async reply(): Promise<{ code: number; text: string }> {
    for (;;) {
      const [whole] = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r\n/.exec(this.#text) ?? [];
      if (whole !== undefined) {
        this.#text = this.#text.slice(whole.length);
        const last = whole.trimEnd().split("\r\n").at(-1) ?? "";
        return { code: Number(last.slice(0, 3)), text: last.slice(4) };
      }
      if (this.#isEnded) throw new Error("The service ended the connection.");
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  close(): void {
    this.#socket.end();
  }
}
