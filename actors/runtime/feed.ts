// The feed: whoever waits for changes is poked, and then reads from where it stands. A poke is only a hint: local
// commits, NOTIFY of other processes, a LISTEN reconnect and a 30 s tick all give the same one.
import type { Log } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database.ts";
import type { Committed } from "./committer.ts";
import type { Topic } from "./turn.ts";

const tickMs = 30_000;

export type Poke = () => void;

export class Feed {
  readonly #waiting = new Map<string, Set<Poke>>();
  #tick: ReturnType<typeof setInterval> | null = null;
  #stopListening: (() => Promise<void>) | null = null;

  /** Listens to other processes, where there can be any. */
  async start(database: Database, log: Log): Promise<void> {
    this.#tick = setInterval(() => this.pokeAll(), tickMs);
    if (database.kind === "embedded") return;
    this.#stopListening = await database.listen(
      "postroom",
      (payload) => {
        for (const hint of payload.split(" ")) this.#hint(hint);
      },
      () => {
        log.info("listening to the database again");
        this.pokeAll();
      },
    );
  }

  async stop(): Promise<void> {
    if (this.#tick) clearInterval(this.#tick);
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
  }

  pokeAll(): void {
    for (const key of [...this.#waiting.keys()]) this.#poke(key);
  }

  #hint(hint: string): void {
    const end = hint.lastIndexOf(":");
    if (end > 0) this.#poke(hint.slice(0, end));
  }

  #poke(key: string): void {
    for (const poke of [...(this.#waiting.get(key) ?? [])]) poke();
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
