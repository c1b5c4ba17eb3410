// Hints of what was committed, from process to process, by NOTIFY. They go out after the commit, for inside it Postgres
// would let no two commits of the database run side by side; and all that gathered in one statement, for each NOTIFY of a
// database wakes every connection that listens there, whatever its channels. So a process waits between two of them, the
// longer the more processes there are: a thousand a second at most wake the listeners of a database.
// Topics go on one channel that all processes hear, identities and accounts on one of 256, which a process hears while it needs it.
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { IdentityCommit } from "./change-log.ts";
import type { Committed } from "./committer.ts";
import { Neighbours } from "./neighbours.ts";
import type { Topic } from "./turn.ts";

const common = "postroom";
/** A payload holds fewer than 8000 bytes. */
const hintsAtOnce = 100;
const shortestRestMs = 25;
const restMsPerProcess = 1;
/** Time for which a channel is still heard when nobody needs it: clients come back. */
const lingerMs = 60_000;

const notifyAll =
  "select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as sent (channel, payload)";

export interface HintReader {
  /** `identity:<id>`, `account:<id>`, `topic:<name>` or `help:<name>`. */
  hint: (key: string) => void;
  /** Hints of these may have been missed; null: of anything. */
  missed: (channel: string | null) => void;
}

/** The names of committed actors and topics that other processes are told. */
type CommittedNames = Omit<Committed, "identities"> & {
  identities: readonly Pick<IdentityCommit, "id" | "modseq">[];
};

interface HeardChannel {
  /** The number of sessions and streams that need the channel. */
  users: number;
  /** The end of listening; null: it could not begin. */
  end: Promise<(() => Promise<void>) | null>;
}

export class HintChannel {
  readonly #database: Database;
  readonly #reader: HintReader;
  readonly #log: Log;
  readonly #neighbours: Neighbours;
  /** Hints to be sent, by channel and name; the last modseq of each. */
  #waiting = new Map<string, Map<string, number>>();
  #sending: Promise<void> | null = null;
  readonly #heard = new Map<string, HeardChannel>();
  #stopListening: (() => Promise<void>) | null = null;
  #stopped = Promise.withResolvers<void>();

  constructor(database: Database, reader: HintReader, log: Log) {
    this.#database = database;
    this.#reader = reader;
    this.#log = log;
    this.#neighbours = new Neighbours({
      now: () => performance.now(),
      notify: (payload) => this.#notify([common], [payload]),
      unheard: () =>
        log.warn(
          "notifications of the database do not arrive: changes of other processes are seen after 30 s",
          {
            setting: "DATABASE_DIRECT_URL: where DATABASE_URL is a pooler, the database behind it",
          },
        ),
    });
  }

  get isAlone(): boolean {
    return this.#neighbours.isAlone;
  }

  get aloneSinceMs(): number | null {
    return this.#neighbours.aloneSinceMs;
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#database.listen(
      common,
      (payload) => {
        this.#neighbours.heard(payload);
        this.#read(payload);
      },
      () => {
        this.#log.info("listening to the database again");
        this.#neighbours.reset();
        for (const [channel, heard] of this.#heard)
          heard.end = heard.end.then((end) => end ?? this.#listen(channel));
        this.#reader.missed(null);
      },
    );
    await this.#neighbours.start();
  }

  async stop(): Promise<void> {
    this.#neighbours.stop();
    this.#stopped.resolve();
    await this.#sending;
    await this.#stopListening?.();
    await Promise.all([...this.#heard.values()].map(async ({ end }) => (await end)?.()));
  }

  /** A commit of this process. */
  committed({ identities, accounts, topics }: CommittedNames): void {
    // One that starts now is heard before it waits for hints, and reads everything first.
    if (this.isAlone) return;
    for (const { id, modseq } of identities) this.#add(channelOf(id), `identity:${id}`, modseq);
    for (const id of accounts) this.#add(channelOf(id), `account:${id}`, 0);
    for (const topic of topics) this.#add(common, `topic:${topic}`, 0);
    if (this.#waiting.size > 0) this.#sending ??= this.#send();
  }

  /** All that hear it look for what is due under this topic. */
  askForHelp(topic: Topic): void {
    if (this.isAlone) return;
    this.#add(common, `help:${topic}`, 0);
    this.#sending ??= this.#send();
  }

  /** Hears hints of an identity or account until the returned function is called. What came before it is heard is said to be missed. */
  hear(id: string): () => void {
    const channel = channelOf(id);
    const heard = this.#heard.get(channel) ?? { users: 0, end: this.#listen(channel) };
    heard.users++;
    this.#heard.set(channel, heard);
    return () => {
      if (--heard.users === 0) setTimeout(() => this.#release(channel, heard), lingerMs).unref();
    };
  }

  #release(channel: string, heard: HeardChannel): void {
    if (heard.users > 0 || this.#heard.get(channel) !== heard) return;
    this.#heard.delete(channel);
    void heard.end.then((end) => end?.());
  }

  async #listen(channel: string): Promise<(() => Promise<void>) | null> {
    try {
      const end = await this.#database.listen(
        channel,
        (payload) => this.#read(payload),
        () => undefined,
      );
      this.#reader.missed(channel);
      return end;
    } catch (error) {
      // the tick reads what these hints would have said
      this.#log.debug("a channel of the database is not heard", { channel, error: messageOf(error) });
      return null;
    }
  }

  #add(channel: string, key: string, modseq: number): void {
    const hints = this.#waiting.get(channel) ?? new Map();
    this.#waiting.set(channel, hints.set(key, modseq));
  }

  /** While one NOTIFY is under way, and for a while after it, the next hints gather. */
  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      const channels: string[] = [];
      const payloads: string[] = [];
      for (const [channel, hints] of this.#waiting) {
        const all = [...hints].map(([key, modseq]) => `${key}:${modseq}`);
        for (let from = 0; from < all.length; from += hintsAtOnce) {
          channels.push(channel);
          payloads.push([this.#neighbours.hint, ...all.slice(from, from + hintsAtOnce)].join(" "));
        }
      }
      this.#waiting = new Map();
      await this.#notify(channels, payloads);
      const restMs = Math.max(shortestRestMs, restMsPerProcess * this.#neighbours.processes);
      await Promise.race([Bun.sleep(restMs), this.#stopped.promise]);
    }
    this.#sending = null;
  }

  async #notify(channels: string[], payloads: string[]): Promise<void> {
    try {
      await this.#database.values(notifyAll, [channels, payloads]);
    } catch (error) {
      // The next tick of the others reads what this hint would have said.
      this.#log.debug("other processes could not be notified", { error: messageOf(error) });
    }
  }

  #read(payload: string): void {
    const [name = "", ...hints] = payload.split(" ");
    if (name === this.#neighbours.hint) return;
    for (const hint of hints) {
      const end = hint.lastIndexOf(":");
      if (end > 0) this.#reader.hint(hint.slice(0, end));
    }
  }
}

/** The end of a UUIDv7 is random. RFC 9562 5.7 */
export function channelOf(id: string): string {
  return `${common}_${id.slice(-2)}`;
}
