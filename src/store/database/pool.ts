// Who may use which connection when. Statements and transactions are served in the order in which they came: nobody
// is overtaken, so readers cannot starve a writer. A transaction has its connection alone; single statements share one,
// pipelined. The embedded database is a pool of one connection.
import { secondsSince, times } from "../../lib/facts.ts";
import type { Log } from "../../lib/log.ts";
import { RareWarning } from "../../lib/rare-warning.ts";
import type { Link, Result, Shape } from "./connection.ts";
import { DatabaseUnavailable, type Executor, type Param, type Transaction } from "./sql.ts";
import { runTransaction } from "./transaction.ts";

export interface PoolOptions {
  max: number;
  open: () => Promise<Link>;
  log: Log;
  /** How long a caller waits for a connection at most. */
  patienceMs: number;
  /** How long a transaction may take at most. */
  transactionMs: number;
}

interface Place {
  link: Link | null;
  opening: boolean;
  /** Held by a transaction. */
  held: boolean;
}

interface Waiter {
  alone: boolean;
  serve: (place: Place, link: Link) => void;
  refuse: (error: Error) => void;
}

/** Single statements that may be under way on one connection before others wait for the next free one. */
const sharedLimit = 16;

export class Pool implements Executor {
  readonly #options: PoolOptions;
  readonly #places: Place[];
  #queue: Waiter[] = [];
  readonly #away: RareWarning;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#away = new RareWarning(options.log, "no connection to the database", () => performance.now());
    this.#places = Array.from({ length: options.max }, () => ({ link: null, opening: false, held: false }));
  }

  async rows<T extends object>(text: string, params: readonly Param[] = []): Promise<T[]> {
    return (await this.run(text, params, "rows")).rows as T[];
  }

  async values(text: string, params: readonly Param[] = []): Promise<unknown[][]> {
    return (await this.run(text, params, "values")).rows as unknown[][];
  }

  run(text: string, params: readonly Param[], shape: Shape): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#enter({
        alone: false,
        serve: (_place, link) => {
          link
            .run(text, params, shape)
            .finally(() => this.#serve())
            .then(resolve, reject);
        },
        refuse: reject,
      });
    });
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options?: { long?: boolean }): Promise<T> {
    const [place, link] = await new Promise<[Place, Link]>((resolve, reject) => {
      this.#enter({ alone: true, serve: (...found) => resolve(found), refuse: reject });
    });
    try {
      return await runTransaction(link, work, options?.long ? null : this.#options.transactionMs);
    } finally {
      place.held = false;
      this.#serve();
    }
  }

  /** Lost links are replaced when they are next needed. */
  forget(link: Link): void {
    for (const place of this.#places) if (place.link === link) place.link = null;
    this.#serve();
  }

  async close(timeoutMs: number): Promise<void> {
    this.#closed = true;
    const waiting = this.#queue;
    this.#queue = [];
    for (const waiter of waiting) waiter.refuse(closedError());
    await Promise.all(this.#places.map((place) => place.link?.close(timeoutMs)));
  }

  #enter(waiter: Waiter): void {
    if (this.#closed) {
      waiter.refuse(closedError());
      return;
    }
    const { serve, refuse } = waiter;
    const timer = setTimeout(() => {
      this.#queue = this.#queue.filter((other) => other !== waiter);
      refuse(
        new DatabaseUnavailable(`no database connection was free for ${this.#options.patienceMs / 1000} s`),
      );
    }, this.#options.patienceMs);
    const startMs = performance.now();
    waiter.serve = (...found) => {
      clearTimeout(timer);
      times.poolWaits.observe(secondsSince(startMs));
      serve(...found);
    };
    waiter.refuse = (error) => {
      clearTimeout(timer);
      refuse(error);
    };
    this.#queue.push(waiter);
    this.#serve();
  }

  /** Serves the queue from its front until somebody has to wait. */
  #serve(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const place = this.#place(next.alone);
      if (!place?.link) return;
      this.#queue.shift();
      place.held = next.alone;
      next.serve(place, place.link);
    }
  }

  /** An idle connection, else a new one, else the least busy one. Null: wait for one to be opened or given back. */
  #place(alone: boolean): Place | null {
    const free = this.#places.filter((place) => place.link?.live && !place.held);
    const pending = (place: Place) => place.link?.pending ?? 0;
    const best = free.sort((a, b) => pending(a) - pending(b))[0] ?? null;
    if (best && pending(best) === 0) return best;
    const opening = this.#places.some((place) => place.opening);
    const empty = this.#places.find((place) => !place.link && !place.opening && !place.held);
    if (empty && !opening) void this.#fill(empty);
    // with a connection of its own on the way, a transaction does not queue behind others' statements
    if (alone && (empty || opening)) return null;
    return best && (alone || pending(best) < sharedLimit) ? best : null;
  }

  async #fill(place: Place): Promise<void> {
    place.opening = true;
    try {
      const link = await this.#options.open();
      if (this.#closed) await link.close(0);
      else place.link = link;
      if (this.#away.over()) this.#options.log.info("connected to the database again");
    } catch (error) {
      this.#away.write(error);
      // with no connection at all, nobody is kept waiting for one
      if (this.#places.every((other) => !other.link)) {
        const waiting = this.#queue;
        this.#queue = [];
        for (const waiter of waiting) waiter.refuse(error as Error);
      }
    } finally {
      place.opening = false;
      this.#serve();
    }
  }
}

function closedError(): DatabaseUnavailable {
  return new DatabaseUnavailable("the database is closed");
}
