// A mail program at random: it does what its dice say, keeps its own view of the mailbox by what it is told and nothing
// else, and stops at whatever the protocol forbids.
import { ImapTalk, type Mailbox, smallMail } from "./imap.ts";
import { seeded } from "./random.ts";

interface Known {
  uid: number | null;
  flags: string | null;
}

/** What a mail program knows of the mailbox: one entry a message number, changed only by what it is told. */
export class RandomClient {
  readonly messages: Known[] = [];

  private constructor(
    readonly talk: ImapTalk,
    readonly roll: (below: number) => number,
  ) {}

  /** A session with INBOX open, that knows all flags. */
  static async open(port: number, box: Mailbox, seed: number): Promise<RandomClient> {
    const client = new RandomClient(await ImapTalk.logIn(port, box), seeded(seed));
    await client.command("SELECT INBOX");
    await client.command("UID FETCH 1:* (FLAGS)");
    return client;
  }

  /** One line a message: UID and flags, as this client knows them. */
  get view(): string {
    return this.messages.map(({ uid, flags }) => `${uid} ${flags}`).join("\n");
  }

  hear(lines: readonly string[], holdsNumbers: boolean): void {
    for (const line of lines) {
      const exists = /^\* (\d+) EXISTS$/.exec(line);
      if (exists) {
        const count = Number(exists[1]);
        if (count < this.messages.length)
          throw new Error(`EXISTS fell to ${count} from ${this.messages.length}`);
        while (this.messages.length < count) this.messages.push({ uid: null, flags: null });
      }
      const expunge = /^\* (\d+) EXPUNGE$/.exec(line);
      if (expunge) {
        if (holdsNumbers) throw new Error(`told while numbers are in use: ${line}`);
        const number = Number(expunge[1]);
        if (number > this.messages.length) throw new Error(`${line}, and there are ${this.messages.length}`);
        this.messages.splice(number - 1, 1);
      }
      this.#fetched(line);
    }
  }

  #fetched(line: string): void {
    const fetch = /^\* (\d+) FETCH \((.*)\)$/s.exec(line);
    if (!fetch) return;
    const known = this.messages[Number(fetch[1]) - 1];
    if (!known) throw new Error(`${line}, and there are ${this.messages.length}`);
    const uid = /\bUID (\d+)/.exec(fetch[2]!);
    if (uid) {
      if (known.uid !== null && known.uid !== Number(uid[1]))
        throw new Error(`${line}, and its UID was ${known.uid}`);
      known.uid = Number(uid[1]);
    }
    const flags = /\bFLAGS \(([^)]*)\)/.exec(fetch[2]!);
    if (flags) known.flags = sorted(flags[1]!);
  }

  async command(command: string): Promise<void> {
    const lines = await this.talk.say(command);
    const last = lines.at(-1)!;
    if (!/^\S+ OK/.test(last)) throw new Error(`${command}: ${last}`);
    this.#applySilent(command);
    this.hear(lines, /^(?:FETCH|STORE|SEARCH)/.test(command));
  }

  /** Whoever asks for silence does the sum himself. RFC 9051 6.4.6 */
  #applySilent(command: string): void {
    const store = /^STORE (\d+)(:\*)? ([+-]?)FLAGS\.SILENT \((.*)\)$/.exec(command);
    if (!store) return;
    const from = Number(store[1]);
    for (const known of this.messages.slice(from - 1, store[2] ? undefined : from)) {
      if (known.flags === null && store[3] !== "") continue;
      const flags = new Set(store[3] === "" ? [] : known.flags!.split(" "));
      if (store[3] === "-") flags.delete(store[4]!);
      else flags.add(store[4]!);
      known.flags = sorted([...flags].join(" "));
    }
  }

  async step(): Promise<void> {
    const { roll } = this;
    const count = this.messages.length;
    const number = 1 + roll(Math.max(1, count));
    const set = roll(3) === 0 ? `${number}:*` : String(number);
    const flag = ["\\Seen", "\\Flagged", "\\Answered", "todo", "\\Deleted"][roll(5)];
    const sign = ["+", "-", ""][roll(3)];
    if (count === 0 || roll(6) === 0) {
      const mail = smallMail(`stress ${roll(1e9)}`);
      return this.command(`APPEND INBOX {${mail.length}+}\r\n${mail}`);
    }
    switch (roll(9)) {
      case 0:
        return this.command("EXPUNGE");
      case 1:
        return this.command(`FETCH ${set} (UID FLAGS)`);
      case 2:
        return this.command(`FETCH ${number} (UID BODY[])`);
      case 3:
        return this.command(`UID FETCH 1:* (FLAGS)`);
      case 4:
        return this.command(
          roll(4) === 0 ? `UID MOVE ${this.messages[number - 1]!.uid ?? 1} Archive` : "NOOP",
        );
      case 5:
        return this.command("SEARCH UNSEEN");
      case 6:
        return this.command(`COPY ${number} INBOX`);
      default:
        return this.command(`STORE ${set} ${sign}FLAGS${roll(2) === 0 ? ".SILENT" : ""} (${flag})`);
    }
  }
}

function sorted(flags: string): string {
  return flags
    .split(" ")
    .filter((flag) => flag !== "\\Recent" && flag !== "")
    .sort()
    .join(" ");
}

/** A client need not know flags that it was never sent: those it takes from the truth. */
export function masked(view: string, truth: string): string {
  const known = new Map(truth.split("\n").map((line) => [line.split(" ")[0], line]));
  return view
    .split("\n")
    .map((line) => (line.endsWith(" null") ? (known.get(line.split(" ")[0]) ?? line) : line))
    .join("\n");
}
