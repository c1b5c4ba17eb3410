// What a mail program knows of the mailbox that it has open: one entry a message number, changed only by what it is told.
// It stops at whatever the protocol forbids. RFC 3501 2.3.1, 7.2 to 7.4

interface Known {
  uid: number | null;
  /** Sorted, without \Recent. */
  flags: string | null;
}

/** What all sessions on one mailbox know together; a UID means one mail for ever. RFC 3501 2.3.1.1 */
export class SharedKnowledge {
  readonly #mails = new Map<number, string>();
  readonly #recentIn = new Map<number, ImapView>();
  /** No new mail may have a UID below. */
  uidNext = 1;

  /** @param what something that only this mail has */
  isMail(uid: number, what: string): void {
    const known = this.#mails.get(uid);
    if (known !== undefined && known !== what) throw new Error(`UID ${uid} is ${what}, and was ${known}`);
    this.#mails.set(uid, what);
  }

  /** One session at most is told that a mail is \Recent. RFC 3501 2.3.2 */
  isRecent(uid: number, view: ImapView): void {
    const first = this.#recentIn.get(uid) ?? view;
    if (first !== view) throw new Error(`UID ${uid} is \\Recent in two sessions`);
    this.#recentIn.set(uid, view);
  }
}

export class ImapView {
  readonly messages: Known[] = [];
  recent = 0;
  /** Keywords that FLAGS named. */
  #keywords: ReadonlySet<string> = new Set();

  constructor(readonly shared: SharedKnowledge | null) {}

  /** One line a message: UID and flags, as this client knows them. */
  get text(): string {
    return this.messages.map(({ uid, flags }) => `${uid} ${flags}`).join("\n");
  }

  /** @param holdsNumbers EXPUNGE may not be told. RFC 3501 7.4.1 */
  hear(line: string, holdsNumbers: boolean): void {
    const [, number, word, rest] = /^\* (\d+) (EXISTS|RECENT|EXPUNGE|FETCH)(?: \((.*)\))?$/s.exec(line) ?? [];
    const n = Number(number);
    if (word === "EXISTS") this.#exists(n);
    if (word === "RECENT") this.#recent(n);
    if (word === "FETCH") this.#fetched(n, rest!);
    if (word === "EXPUNGE") {
      if (holdsNumbers) throw new Error(`told while numbers are in use: ${line}`);
      if (n < 1 || n > this.messages.length)
        throw new Error(`${line}, and there are ${this.messages.length}`);
      this.messages.splice(n - 1, 1);
    }
    const flags = /^\* FLAGS \(([^)]*)\)$/.exec(line);
    if (flags) this.#keywords = new Set(flags[1]!.split(" ").map((flag) => flag.toLowerCase()));
    const uidNext = /^\* OK \[UIDNEXT (\d+)\]/.exec(line);
    if (uidNext) this.#uidNext(Number(uidNext[1]));
    if (/^\* (?:BAD|BYE|NO) /.test(line)) throw new Error(line);
  }

  #exists(count: number): void {
    if (count < this.messages.length) throw new Error(`EXISTS fell to ${count} from ${this.messages.length}`);
    while (this.messages.length < count) this.messages.push({ uid: null, flags: null });
  }

  #recent(count: number): void {
    if (count > this.messages.length) throw new Error(`${count} RECENT of ${this.messages.length}`);
    this.recent = count;
  }

  #uidNext(uidNext: number): void {
    const { shared } = this;
    if (!shared) return;
    if (uidNext < shared.uidNext) throw new Error(`UIDNEXT fell to ${uidNext} from ${shared.uidNext}`);
    shared.uidNext = uidNext;
  }

  #fetched(number: number, items: string): void {
    const known = this.messages[number - 1];
    if (!known) throw new Error(`FETCH of ${number}, and there are ${this.messages.length}`);
    const uid = /(?:^| )UID (\d+)/.exec(items);
    if (uid) this.#named(number, Number(uid[1]));
    const flags = /(?:^| )FLAGS \(([^)]*)\)/.exec(items)?.[1];
    if (flags === undefined) return;
    const words = flags.split(" ").filter((flag) => flag !== "");
    const unnamed = words.find((flag) => flag !== "\\Recent" && !this.#keywords.has(flag.toLowerCase()));
    if (unnamed !== undefined) throw new Error(`${unnamed} was not in FLAGS`);
    if (new Set(words.map((flag) => flag.toLowerCase())).size < words.length)
      throw new Error(`a flag twice: ${flags}`);
    if (words.includes("\\Recent") && known.uid !== null) this.shared?.isRecent(known.uid, this);
    known.flags = sortedFlags(words);
  }

  /** UIDs rise with the numbers, and stay. RFC 3501 2.3.1.1 */
  #named(number: number, uid: number): void {
    const known = this.messages[number - 1]!;
    if (known.uid !== null && known.uid !== uid)
      throw new Error(`${number} has UID ${uid}, and had ${known.uid}`);
    const before = this.messages.slice(0, number - 1).findLast((each) => each.uid !== null)?.uid ?? 0;
    const after =
      this.messages.slice(number).find((each) => each.uid !== null)?.uid ?? Number.POSITIVE_INFINITY;
    if (uid <= before || uid >= after) throw new Error(`UID ${uid} between ${before} and ${after}`);
    known.uid = uid;
  }
}

/** Without \Recent, in order. */
export function sortedFlags(flags: readonly string[]): string {
  return flags
    .filter((flag) => flag !== "\\Recent" && flag !== "")
    .sort()
    .join(" ");
}
