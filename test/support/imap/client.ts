// A raw IMAP client for tests: it writes exactly what it is told and shows every line that comes back. And app passwords
// for whichever client needs one.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { createAppPassword } from "../../../actors/account/access/app-passwords.ts";
import { newAppPassword, storedGenerated } from "../../../src/lib/app-password.ts";
import { newId } from "../../../src/lib/ids.ts";
import type { SuiteApp, TestAddress, TestApp } from "../app/app.ts";

export interface Mailbox extends TestAddress {
  password: string;
}

/** An app password of an address of the operator's account. */
export async function passwordFor(
  t: Pick<TestApp, "app" | "accountId">,
  address: TestAddress,
): Promise<Mailbox> {
  const password = newAppPassword();
  const wanted = {
    id: newId(),
    identityId: address.id,
    name: "test",
    mintedBy: null,
    ...storedGenerated(password),
  };
  await t.app.core.actors
    .account(t.accountId)
    .run((turn) => createAppPassword(turn, wanted, { accountId: t.accountId, identityIds: null }));
  return { ...address, password };
}

/** A new address with a password. */
export async function mailbox(t: SuiteApp): Promise<Mailbox> {
  return passwordFor(t, await t.address());
}

export class ImapTalk {
  #socket: Socket;
  #bytes = Buffer.alloc(0);
  #ended = false;
  #wake: (() => void) | null = null;
  #tag = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#hear(socket);
  }

  /** A connection whose greeting was read. */
  static async open(port: number): Promise<ImapTalk> {
    const talk = new ImapTalk(connect(port, "127.0.0.1"));
    await talk.line();
    return talk;
  }

  static async logIn(port: number, { email, password }: Mailbox): Promise<ImapTalk> {
    const talk = await ImapTalk.open(port);
    const reply = await talk.say(`LOGIN ${email} ${password}`);
    if (!reply.at(-1)!.includes(" OK ")) throw new Error(reply.join("\n"));
    return talk;
  }

  #hear(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
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

  async #more(): Promise<void> {
    if (this.#ended) throw new Error(`the server closed the connection: ${this.#bytes.toString("latin1")}`);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
  }

  /** One response with its literals put in place, without the last CRLF. */
  async line(): Promise<string> {
    let at = 0;
    for (;;) {
      const end = this.#bytes.indexOf("\r\n", at);
      if (end < 0) {
        await this.#more();
        continue;
      }
      const literal = /\{(\d+)\}$/.exec(this.#bytes.subarray(Math.max(0, end - 20), end).toString("latin1"));
      if (literal) {
        at = end + 2 + Number(literal[1]);
        while (this.#bytes.length < at) await this.#more();
        continue;
      }
      const line = this.#bytes.subarray(0, end).toString("utf8");
      this.#bytes = this.#bytes.subarray(end + 2);
      return line;
    }
  }

  write(text: string | Uint8Array): void {
    this.#socket.write(text);
  }

  /** Sends a command, and returns all responses up to its tagged one, which is the last. */
  async say(command: string): Promise<string[]> {
    const tag = `t${++this.#tag}`;
    this.write(`${tag} ${command}\r\n`);
    return this.until(tag);
  }

  /** As say, the tagged response alone, without its tag. */
  async reply(command: string): Promise<string> {
    return (await this.say(command)).at(-1)!.replace(/^\S+ /, "");
  }

  /** Untagged responses of a command that must be OK. */
  async ok(command: string): Promise<string[]> {
    const lines = await this.say(command);
    if (!/^\S+ OK\b/.test(lines.at(-1)!)) throw new Error(`${command}: ${lines.join("\n")}`);
    return lines.slice(0, -1);
  }

  async until(tag: string): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const line = await this.line();
      lines.push(line);
      if (tag === "*" && !line.startsWith("* BYE")) continue;
      if (line.startsWith(`${tag} `) || (tag === "+" && line.startsWith("+"))) return lines;
    }
  }

  /** APPEND with a literal that does not wait. */
  append(folder: string, mail: string, options = ""): Promise<string[]> {
    return this.say(
      `APPEND ${folder} ${options === "" ? "" : `${options} `}{${Buffer.byteLength(mail)}+}\r\n${mail}`,
    );
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

  /** Whether the server has closed the connection; waits for it. */
  async closed(): Promise<void> {
    while (!this.#ended) await this.#more().catch(() => {});
  }

  /** Reads nothing more. */
  pause(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** A small mail with CRLF line ends. */
export function smallMail(subject: string, headers: readonly string[] = []): string {
  return [
    "From: Ann <ann@remote.example>",
    "To: Bob <bob@agents.example>",
    `Subject: ${subject}`,
    "Date: Fri, 2 Jan 2026 03:04:05 +0000",
    `Message-ID: <${subject.replace(/\W/g, "-")}@remote.example>`,
    ...headers,
    "",
    `This is ${subject}.`,
    "",
  ].join("\r\n");
}

/** A session on a new address, with these messages in INBOX. */
export async function withMails(t: SuiteApp, count: number) {
  const box = await mailbox(t);
  const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
  for (let n = 1; n <= count; n++) await talk.append("INBOX", smallMail(`mail ${n}`));
  const another = () => ImapTalk.logIn(t.app.ports.imap!, box);
  return { box, talk, another };
}
