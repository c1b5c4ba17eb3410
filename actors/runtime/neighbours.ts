// Whether this process is the only one on its database. Each process says its name in every NOTIFY, when it starts, every
// 15 s, and when it hears a new name. One that hears itself and nobody else knows all commits itself, and need not ask the
// database for those of others.
import { shortId } from "../../src/lib/ids.ts";

const announceMs = 15_000;
/** Two announcements may be late. */
const quietMs = 3 * announceMs;

export interface NeighboursOptions {
  /** Milliseconds, rising. */
  now: () => number;
  /** Sends a payload to all processes, this one too. */
  notify: (payload: string) => Promise<void>;
  /** This process does not hear itself, from the start on. Called once. */
  unheard?: () => void;
}

export class Neighbours {
  readonly #options: NeighboursOptions;
  readonly #name = `process:${shortId()}`;
  readonly #startedMs: number;
  #echoMs = Number.NEGATIVE_INFINITY;
  #othersMs = Number.NEGATIVE_INFINITY;
  #others = new Set<string>();
  #announced = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: NeighboursOptions) {
    this.#options = options;
    this.#startedMs = options.now();
  }

  /** The hint that begins each payload of this process. */
  get hint(): string {
    return `${this.#name}:0`;
  }

  /** True when nobody else was heard for a while, and what others say would have been. */
  get isAlone(): boolean {
    const now = this.#options.now();
    return now - this.#startedMs > quietMs && now - this.#echoMs < quietMs && now - this.#othersMs > quietMs;
  }

  /** From when on this process has been alone, milliseconds; null: it is not. The others have ended by then. */
  get aloneSinceMs(): number | null {
    return this.isAlone ? Math.max(this.#startedMs, this.#othersMs) + quietMs : null;
  }

  /** Resolves once the database has passed this process's name on: those that were alone notify it of commits from then on. */
  async start(): Promise<void> {
    const announced = this.announce();
    this.#timer = setInterval(() => {
      if (this.#options.now() - this.#othersMs > quietMs) this.#others.clear();
      if (++this.#announced === 2 && this.#echoMs === Number.NEGATIVE_INFINITY) this.#options.unheard?.();
      void this.announce();
    }, announceMs);
    this.#timer.unref();
    await announced;
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Processes on the database that were heard, this one too. */
  get processes(): number {
    return this.#others.size + 1;
  }

  announce(): Promise<void> {
    return this.#options.notify(this.hint);
  }

  /** Notes whose payload it is. One without a name is of a process that does not announce itself. */
  heard(payload: string): void {
    const [first = ""] = payload.split(" ", 1);
    const name = first.slice(0, first.lastIndexOf(":"));
    if (name === this.#name) {
      this.#echoMs = this.#options.now();
      return;
    }
    this.#othersMs = this.#options.now();
    if (!name.startsWith("process:") || this.#others.has(name)) return;
    this.#others.add(name);
    void this.announce();
  }

  /** Notifications may have been missed: what is known of others ends here. */
  reset(): void {
    this.#echoMs = Number.NEGATIVE_INFINITY;
    void this.announce();
  }
}
