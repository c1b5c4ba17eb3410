// The feed pokes subscribers, which then read changes on from where they stand. A poke is only a hint: local
// commits, NOTIFY of other processes, a LISTEN reconnect and a 30 s tick all give the same one. NOTIFY is sent after the
// commit, many hints at once: inside it, Postgres would let no two commits of the database run side by side.
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { Committed } from "./committer.ts";
import { Neighbours } from "./neighbours.ts";
import type { Topic } from "./turn.ts";

const tickMs = 30_000;
/** A payload holds fewer than 8000 bytes. */
const hintsAtOnce = 100;

export type Poke = () => void;

export class Feed {
  readonly #log: Log;
  readonly #waiting = new Map<string, Set<Poke>>();
  #tick: ReturnType<typeof setInterval> | null = null;
  #stopListening: (() => Promise<void>) | null = null;
  /** Hints for other processes, by what they are about; none where there is no other process. */
  #hints: Map<string, number> | null = null;
  #notifying: Promise<void> | null = null;
  #notify: (payload: string) => Promise<void> = async () => undefined;
  /** Null before the start, and where there can be no other process. */
  #neighbours: Neighbours | null = null;
  #started = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether no other process commits to the database, as far as this one hears. */
  get isAlone(): boolean {
    return this.#started && (this.#neighbours?.isAlone ?? true);
  }

  /** Listens to other processes, where there can be any. */
  async start(database: Database): Promise<void> {
    this.#tick = setInterval(() => this.pokeAll(), tickMs);
    this.#started = true;
    if (database.kind === "embedded") return;
    this.#hints = new Map();
    this.#notify = async (payload) => {
      try {
        await database.values("select pg_notify('postroom', $1::text)", [payload]);
      } catch (error) {
        // Their next tick reads what this hint would have said.
        this.#log.debug("other processes could not be notified", { error: messageOf(error) });
      }
    };
    const neighbours = new Neighbours({ now: () => performance.now(), notify: this.#notify });
    this.#neighbours = neighbours;
    this.#stopListening = await database.listen(
      "postroom",
      (payload) => {
        neighbours.heard(payload);
        for (const hint of payload.split(" ")) this.#hint(hint);
      },
      () => {
        this.#log.info("listening to the database again");
        neighbours.reset();
        this.pokeAll();
      },
    );
    neighbours.start();
  }

  async stop(): Promise<void> {
    if (this.#tick) clearInterval(this.#tick);
    this.#neighbours?.stop();
    await this.#notifying;
    await this.#stopListening?.();
  }

  /** @returns a function that ends the subscription */
  onIdentity(id: string, poke: Poke): () => void {
    return this.#subscribe(`identity:${id}`, poke);
  }

  onTopic(topic: Topic, poke: Poke): () => void {
    return this.#subscribe(`topic:${topic}`, poke);
  }

  /** A commit of this process. */
  committed({ identities, topics }: Committed): void {
    for (const { id } of identities) this.#poke(`identity:${id}`);
    for (const topic of topics) this.#poke(`topic:${topic}`);
    if (!this.#hints) return;
    for (const { id, modseq } of identities) this.#hints.set(`identity:${id}`, modseq);
    for (const topic of topics) this.#hints.set(`topic:${topic}`, 0);
    if (this.#hints.size > 0) this.#notifying ??= this.#notifyOthers(this.#hints);
  }

  /** While one NOTIFY is under way the next hints gather. */
  async #notifyOthers(hints: Map<string, number>): Promise<void> {
    while (hints.size > 0) {
      const some = [...hints].slice(0, hintsAtOnce);
      for (const [key] of some) hints.delete(key);
      const own = some.map(([key, modseq]) => `${key}:${modseq}`);
      await this.#notify([this.#neighbours!.hint, ...own].join(" "));
    }
    this.#notifying = null;
  }

  pokeAll(): void {
    for (const key of [...this.#waiting.keys()]) this.#poke(key);
  }

  #hint(hint: string): void {
    const end = hint.lastIndexOf(":");
    if (end > 0) this.#poke(hint.slice(0, end));
  }

  #poke(key: string): void {
    for (const poke of [...(this.#waiting.get(key) ?? [])]) {
      try {
        poke();
      } catch (error) {
        this.#log.error("a subscriber of the feed failed", { key, error: messageOf(error) });
      }
    }
  }

  #subscribe(key: string, poke: Poke): () => void {
    const pokes = this.#waiting.get(key) ?? new Set();
    pokes.add(poke);
    this.#waiting.set(key, pokes);
    return () => {
      pokes.delete(poke);
      if (pokes.size === 0) this.#waiting.delete(key);
    };
  }
}
