// The feed pokes subscribers, which then read changes on from where they stand. A poke is only a hint: local
// commits, hints of other processes, a LISTEN reconnect and a 30 s tick (which leaves out workers) all give the same one; that of a local
// commit brings what the commit wrote, for those who stand just before it.
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { IdentityCommit } from "./change-log.ts";
import type { Committed } from "./committer.ts";
import { channelOf, HintChannel } from "./hints.ts";
import type { Topic } from "./turn.ts";

const tickMs = 30_000;
const freshMs = 5_000;

/**
 * The origin of a poke: a commit of this process, a commit of another, or a call of one process for the help
 * of all.
 */
export type PokeSource = "here" | "elsewhere" | "all";
/**
 * @param together how many are poked by the same key
 * @param commit of an identity's subscriber: the commit of this process that it is poked for
 */
export type Poke = (together: number, source: PokeSource, commit?: IdentityCommit) => void;

export class Feed {
  readonly #log: Log;
  readonly #waiting = new Map<string, Set<Poke>>();
  #tick: ReturnType<typeof setInterval> | null = null;
  /** Null before the start, and where there can be no other process. */
  #hints: HintChannel | null = null;
  #started = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether no other process commits to the database, as far as this one hears. */
  get isAlone(): boolean {
    return this.#started && (this.#hints?.isAlone ?? true);
  }

  /**
   * The time since which memory misses nothing but what others did in the last 5 s: milliseconds of
   * performance.now(). A process that is alone misses nothing since it is alone.
   */
  get knownSinceMs(): number {
    if (this.#started && this.#hints === null) return Number.NEGATIVE_INFINITY;
    return (this.#started && this.#hints?.aloneSinceMs) || performance.now() - freshMs;
  }

  /** Listens to other processes, where there can be any. */
  async start(database: Database): Promise<void> {
    this.#tick = setInterval(() => this.#pokeReaders(), tickMs);
    this.#started = true;
    if (database.kind === "embedded") return;
    const reader = {
      hint: (key: string) =>
        key.startsWith("help:")
          ? this.#poke(key.replace("help:", "topic:"), "all")
          : this.#poke(key, "elsewhere"),
      missed: (channel: string | null) => this.#pokeChannel(channel),
    };
    this.#hints = new HintChannel(database, reader, this.#log);
    await this.#hints.start();
  }

  async stop(): Promise<void> {
    if (this.#tick) clearInterval(this.#tick);
    await this.#hints?.stop();
  }

  /** Changes of an address. @returns a function that ends the subscription */
  onIdentity(id: string, poke: Poke): () => void {
    return this.#onOne(`identity:${id}`, id, poke);
  }

  /** Events of an account, and changes of who may read them. @returns a function that ends the subscription */
  onAccount(id: string, poke: Poke): () => void {
    return this.#onOne(`account:${id}`, id, poke);
  }

  /** @returns a function that ends the subscription */
  onTopic(topic: Topic, poke: Poke): () => void {
    return this.#subscribe(`topic:${topic}`, poke);
  }

  /** A commit of this process. */
  committed(committed: Committed): void {
    for (const commit of committed.identities) this.#poke(`identity:${commit.id}`, "here", commit);
    for (const id of committed.accounts) this.#poke(`account:${id}`, "here");
    for (const topic of committed.topics) this.#poke(`topic:${topic}`, "here");
    this.#hints?.committed(committed);
  }

  /** As if a commit of this process had made work under the topic. */
  pokeTopic(topic: Topic): void {
    this.committed({ identities: [], accounts: new Set(), topics: new Set([topic]) });
  }

  /** Asks the other processes to take what is due under this topic, as this one has no room for it. */
  askForHelp(topic: Topic): void {
    this.#hints?.askForHelp(topic);
  }

  pokeAll(): void {
    for (const key of [...this.#waiting.keys()]) this.#poke(key, "elsewhere");
  }

  /** Pokes all but workers, which look as often by themselves (clock-actor.ts). */
  #pokeReaders(): void {
    for (const key of [...this.#waiting.keys()]) if (!key.startsWith("topic:")) this.#poke(key, "elsewhere");
  }

  #pokeChannel(channel: string | null): void {
    for (const key of [...this.#waiting.keys()]) {
      if (channel === null || (!key.startsWith("topic:") && channelOf(key) === channel))
        this.#poke(key, "elsewhere");
    }
  }

  #poke(key: string, source: PokeSource, commit?: IdentityCommit): void {
    const pokes = [...(this.#waiting.get(key) ?? [])];
    for (const poke of pokes) {
      try {
        poke(pokes.length, source, commit);
      } catch (error) {
        this.#log.error("a subscriber of the feed failed", { key, error: messageOf(error) });
      }
    }
  }

  #onOne(key: string, id: string, poke: Poke): () => void {
    const unsubscribe = this.#subscribe(key, poke);
    const unhear = this.#hints?.hear(id);
    return () => {
      unsubscribe();
      unhear?.();
    };
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
