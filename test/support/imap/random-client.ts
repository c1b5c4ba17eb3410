// A mail program at random: it does what its dice say, and stops at whatever the protocol forbids, and at every answer
// that does not fit what was asked, what it did itself, or what its messages hold.

import { seeded } from "../app/random.ts";
import { ImapTalk, type Mailbox, smallMail } from "./client.ts";
import { ImapView, type SharedKnowledge, sortedFlags } from "./view.ts";

/** Only these may be NO: a folder that is not there. */
const mayMiss = /^(?:COPY|MOVE)/;

export class RandomClient {
  talk!: ImapTalk;
  #view!: ImapView;
  #appended = 0;

  private constructor(
    readonly port: number,
    readonly box: Mailbox,
    readonly seed: number,
    readonly shared: SharedKnowledge | null,
    readonly roll = seeded(seed),
  ) {}

  /** A session with INBOX open, that knows all flags. @param shared what all sessions of the mailbox know together */
  static async open(
    port: number,
    box: Mailbox,
    seed: number,
    shared: SharedKnowledge | null = null,
  ): Promise<RandomClient> {
    const client = new RandomClient(port, box, seed, shared);
    await client.#logIn();
    return client;
  }

  async #logIn(): Promise<void> {
    this.talk = await ImapTalk.logIn(this.port, this.box);
    await this.#select();
  }

  async #select(): Promise<void> {
    this.#view = new ImapView(this.shared);
    await this.command("SELECT INBOX");
    await this.command("UID FETCH 1:* (FLAGS)");
  }

  /** One line a message: UID and flags, as this client knows them. */
  get view(): string {
    return this.#view.text;
  }

  get #count(): number {
    return this.#view.messages.length;
  }

  /** A keyword that no other client touches. */
  get #own(): string {
    return `own${this.seed % 1000}`;
  }

  /** @returns all lines of the answer, the tagged one last */
  async command(command: string): Promise<string[]> {
    const before = this.#count;
    return this.#heard(command, await this.talk.say(command), before);
  }

  #heard(command: string, lines: string[], before: number): string[] {
    const last = lines.at(-1)!;
    const isMissed = mayMiss.test(command) && /^\S+ NO \[TRYCREATE\]/.test(last);
    if (!/^\S+ OK/.test(last) && !isMissed) throw new Error(`${command}: ${last}`);
    this.#applySilent(command);
    for (const line of lines) this.#view.hear(line, /^(?:FETCH|STORE|SEARCH|SORT|THREAD)/.test(command));
    if (!isMissed) this.#answered(command, lines, before);
    return lines;
  }

  /** Whoever asks for silence does the sum himself. RFC 3501 6.4.6 */
  #applySilent(command: string): void {
    const store = /^STORE (\d+)(:\*)? ([+-]?)FLAGS\.SILENT \((.*)\)$/.exec(command);
    if (!store) return;
    const from = Number(store[1]);
    for (const known of this.#view.messages.slice(from - 1, store[2] ? undefined : from)) {
      if (known.flags === null && store[3] !== "") continue;
      const flags = new Set(store[3] === "" ? [] : known.flags!.split(" "));
      if (store[3] === "-") flags.delete(store[4]!);
      else flags.add(store[4]!);
      known.flags = sortedFlags([...flags]);
    }
  }

  /** Every message that a command names has its answer, with what was asked for. @param before messages then */
  #answered(command: string, lines: readonly string[], before: number): void {
    const [, verb, from, open, rest] = /^(FETCH|STORE) (\d+)(:\*)? (.*)$/s.exec(command) ?? [];
    if (!verb || rest!.includes(".SILENT")) return;
    const last = open ? before : Number(from);
    for (let number = Math.min(Number(from), last); number <= last; number++) {
      const own = lines.filter((line) => line.startsWith(`* ${number} FETCH (`));
      if (own.length === 0) throw new Error(`${command}: nothing of ${number}: ${lines.at(-1)}`);
      const store = /^([+-]?)FLAGS \((.*)\)$/.exec(rest!);
      if (!store) continue;
      const isSet = store[1] !== "-";
      const told = own.some(
        (line) => /FLAGS \(([^)]*)\)/.exec(line)?.[1]?.split(" ").includes(store[2]!) === isSet,
      );
      if (!told) throw new Error(`${command}: ${own.join(" ")}`);
    }
  }

  /** One thing that a mail program does, or a few. */
  async step(): Promise<void> {
    const { roll } = this;
    if (this.#count === 0 || roll(6) === 0) return this.#append();
    const number = 1 + roll(this.#count);
    const set = roll(3) === 0 ? `${number}:*` : String(number);
    const steps = [
      () => this.command(roll(3) === 0 ? `UID EXPUNGE ${this.#uidOf(number)}` : "EXPUNGE"),
      () => this.command(`FETCH ${set} (UID FLAGS)`),
      () => this.#readMail(number),
      () => this.command("UID FETCH 1:* (FLAGS)"),
      () => this.command(roll(4) === 0 ? `UID MOVE ${this.#uidOf(number)} Archive` : "NOOP"),
      () => this.#search(),
      () => this.command(`COPY ${number} ${roll(4) === 0 ? "Archive" : "INBOX"}`),
      () => this.#store(set),
      () => this.#store(set),
      () => this.#store(set),
      () => this.#storeOwn(number),
      () => this.#idle(),
      () => this.#pipeline(set),
      () => this.#again(),
    ];
    await steps[roll(steps.length)]!();
  }

  #uidOf(number: number): number {
    return this.#view.messages[number - 1]!.uid ?? 1;
  }

  async #append(): Promise<void> {
    const many = this.roll(3) === 0 ? 2 : 1;
    const mails = Array.from({ length: many }, () => {
      const mail = smallMail(`stress ${this.seed} ${this.#appended++}`);
      return `(\\Flagged) {${mail.length}+}\r\n${mail}`;
    });
    const floor = this.shared?.uidNext ?? 1;
    const lines = await this.command(`APPEND INBOX ${mails.join(" ")}`);
    const uids = /\[APPENDUID \d+ (\d+)(?::(\d+))?\]/.exec(lines.at(-1)!);
    if (!uids) throw new Error(`APPEND: ${lines.at(-1)}`);
    if (Number(uids[1]) < floor) throw new Error(`APPENDUID ${uids[1]} below UIDNEXT ${floor}`);
    if (Number(uids[2] ?? uids[1]) - Number(uids[1]) !== many - 1) throw new Error(`APPEND: ${lines.at(-1)}`);
  }

  async #store(set: string): Promise<void> {
    const flag = ["\\Seen", "\\Flagged", "\\Answered", "todo", "\\Deleted"][this.roll(5)];
    const sign = ["+", "-", ""][this.roll(3)];
    await this.command(`STORE ${set} ${sign}FLAGS${this.roll(2) === 0 ? ".SILENT" : ""} (${flag})`);
  }

  /** What this session stored it reads at once; nobody adds this keyword elsewhere, but anybody may replace all flags. */
  async #storeOwn(number: number): Promise<void> {
    await this.command(`STORE ${number} +FLAGS (${this.#own})`);
    await this.command(`STORE ${number} -FLAGS (${this.#own})`);
    const lines = await this.command(`FETCH ${number} FLAGS`);
    if (lines.some((line) => line.startsWith(`* ${number} FETCH`) && line.includes(this.#own)))
      throw new Error(`${this.#own} was taken away: ${lines.join(" ")}`);
  }

  /** All that a message says of itself agrees. */
  async #readMail(number: number): Promise<void> {
    const items = "(UID RFC822.SIZE ENVELOPE BODY.PEEK[HEADER] BODY.PEEK[TEXT] BODY[])";
    const lines = await this.command(`FETCH ${number} ${items}`);
    const line = lines.find((each) => each.startsWith(`* ${number} FETCH (UID `));
    if (!line) return;
    const literal = (name: string) => {
      const at = line.indexOf(`${name} {`);
      const [head, size] = /\{(\d+)\}\r\n/.exec(line.slice(at)) ?? [];
      const begin = line.indexOf(head!, at) + head!.length;
      return line.slice(begin, begin + Number(size));
    };
    const whole = literal("BODY[]");
    if (whole !== literal("BODY[HEADER]") + literal("BODY[TEXT]"))
      throw new Error(`header and text: ${line}`);
    if (!line.includes(`RFC822.SIZE ${whole.length} `)) throw new Error(`size: ${line}`);
    const id = /^Message-ID: (\S+)/m.exec(whole)?.[1] ?? "";
    const subject = /^Subject: (.*?)\r$/m.exec(whole)?.[1] ?? "";
    if (!line.includes(`"${subject}" `) || !line.includes(` "${id}")`)) throw new Error(`envelope: ${line}`);
    const uid = Number(/UID (\d+)/.exec(line)![1]);
    this.shared?.isMail(uid, `${id} ${whole.length}`);
  }

  async #search(): Promise<void> {
    const kind = [
      "SEARCH UNSEEN",
      "SEARCH ALL",
      "SORT (ARRIVAL) UTF-8 ALL",
      "THREAD REFERENCES UTF-8 ALL",
      "SEARCH KEYWORD todo",
    ];
    const command = kind[this.roll(kind.length)]!;
    const before = this.#count;
    const lines = await this.command(command);
    const answer = lines.find((line) => /^\* (?:SEARCH|SORT|THREAD)/.test(line));
    const numbers = (answer?.match(/\d+/g) ?? []).map(Number);
    // Messages that the server tells of before its answer may stand in it.
    const told = lines
      .slice(0, lines.indexOf(answer ?? ""))
      .map((line) => /^\* (\d+) EXISTS/.exec(line)?.[1] ?? 0);
    const known = Math.max(before, ...told.map(Number));
    if (!answer || new Set(numbers).size < numbers.length || numbers.some((n) => n < 1 || n > known))
      throw new Error(`${command} of ${known}: ${answer}`);
    if (command.startsWith("SEARCH") && numbers.some((n, index) => n <= (numbers[index - 1] ?? 0)))
      throw new Error(`${command}: ${answer}`);
  }

  async #idle(): Promise<void> {
    this.talk.write("idle IDLE\r\n");
    for (const line of await this.talk.until("+")) this.#view.hear(line, false);
    await Bun.sleep(this.roll(30));
    this.talk.write("DONE\r\n");
    this.#heard("IDLE", await this.talk.until("idle"), this.#count);
  }

  /** Commands that do not wait for each other; numbers stay what they are, for none of them tells of EXPUNGE. */
  async #pipeline(set: string): Promise<void> {
    const commands = [
      `FETCH ${set} (UID FLAGS)`,
      `STORE ${set} +FLAGS (\\Answered)`,
      "SEARCH ALL",
      `FETCH ${set} (FLAGS)`,
    ];
    this.talk.write(commands.map((command, index) => `p${index} ${command}\r\n`).join(""));
    for (const [index, command] of commands.entries()) {
      const before = this.#count;
      this.#heard(command, await this.talk.until(`p${index}`), before);
    }
  }

  /** Opens the mailbox anew, in this session or in the next one. */
  async #again(): Promise<void> {
    switch (this.roll(3)) {
      case 0:
        await this.talk.ok("CLOSE");
        return this.#select();
      case 1:
        await this.talk.ok("UNSELECT");
        return this.#select();
      default:
        await this.talk.say("LOGOUT");
        this.talk.close();
        return this.#logIn();
    }
  }
}

/** A client need not know flags that it was never sent: those it takes from the truth. */
export function masked(view: string, truth: string): string {
  const known = new Map(truth.split("\n").map((line) => [line.split(" ")[0], line]));
  return view
    .split("\n")
    .map((line) => (line.endsWith(" null") ? (known.get(line.split(" ")[0]) ?? line) : line))
    .join("\n");
}
