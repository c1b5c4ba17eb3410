// The queue for connections. Statements and transactions are served in the order in which they came, so
// readers cannot starve a writer. A transaction has its connection alone; single statements share one,
// pipelined. The embedded database is a pool of one connection.
import { secondsSince, times } from "../../lib/facts.ts";
import type { Log } from "../../lib/log.ts";
import { RareWarning } from "../../lib/rare-warning.ts";
import type { PostgresConnection, ResultShape, StatementResult } from "./connection.ts";
import { withRemedy } from "./remedies.ts";
import {
  type DatabaseLoad,
  type DatabaseTransaction,
  DatabaseUnavailable,
  type Executor,
  type Param,
} from "./sql.ts";
import { runTransaction } from "./transaction.ts";

export interface PoolOptions {
  max: number;
  open: () => Promise<PostgresConnection>;
  log: Log;
  /** How long a caller waits for a connection at most. */
  patienceMs: number;
  /** How long a transaction may take at most. */
  transactionMs: number;
}

interface Slot {
  connection: PostgresConnection | null;
  opening: boolean;
  /** One transaction uses the connection alone. */
  reserved: boolean;
}

interface PoolWaiter {
  alone: boolean;
  serve: (slot: Slot, connection: PostgresConnection) => void;
  refuse: (error: Error) => void;
}

/** Single statements that may be under way on one connection before others wait for the next free one. */
const sharedLimit = 16;

export class Pool implements Executor {
  readonly #options: PoolOptions;
  readonly #slots: Slot[];
  #queue: PoolWaiter[] = [];
  readonly #away: RareWarning;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#away = new RareWarning(options.log, "no connection to the database", () => performance.now());
    this.#slots = Array.from({ length: options.max }, () => ({
      connection: null,
      opening: false,
      reserved: false,
    }));
  }

  get load(): DatabaseLoad {
    const open = this.#slots.filter((slot) => slot.connection?.live);
    const busy = open.filter((slot) => slot.reserved || slot.connection!.pending > 0).length;
    return { connections: open.length, busy, waiting: this.#queue.length };
  }

  async rows<T extends object>(text: string, params: readonly Param[] = []): Promise<T[]> {
    return (await this.run(text, params, "rows")).rows as T[];
  }

  async values(text: string, params: readonly Param[] = []): Promise<unknown[][]> {
    return (await this.run(text, params, "values")).rows as unknown[][];
  }

  run(text: string, params: readonly Param[], shape: ResultShape): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      this.#enter({
        alone: false,
        serve: (_place, connection) => {
          connection
            .runAlone(text, params, shape)
            .finally(() => this.#serve())
            .then(resolve, reject);
        },
        refuse: reject,
      });
    });
  }

  async transaction<T>(
    work: (tx: DatabaseTransaction) => Promise<T>,
    options?: { long?: boolean },
  ): Promise<T> {
    const [slot, connection] = await new Promise<[Slot, PostgresConnection]>((resolve, reject) => {
      this.#enter({ alone: true, serve: (...found) => resolve(found), refuse: reject });
    });
    try {
      return await runTransaction(connection, work, options?.long ? null : this.#options.transactionMs);
    } finally {
      slot.reserved = false;
      this.#serve();
    }
  }

  /** Lost connections are replaced when they are next needed. */
  forget(connection: PostgresConnection): void {
    for (const slot of this.#slots) if (slot.connection === connection) slot.connection = null;
    this.#serve();
  }

  async close(timeoutMs: number): Promise<void> {
    this.#closed = true;
    const waiting = this.#queue;
    this.#queue = [];
    for (const waiter of waiting) waiter.refuse(closedError());
    await Promise.all(this.#slots.map((slot) => slot.connection?.close(timeoutMs)));
  }

  /**
   * Resolves when a connection is open.
   * @param patienceMs how long that may take, instead of what the pool grants
   * @throws DatabaseUnavailable
   */
  ready(patienceMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const serve = () => {
        resolve();
        this.#serve();
      };
      this.#enter({ alone: false, serve, refuse: reject }, patienceMs);
    });
  }

  #enter(waiter: PoolWaiter, patienceMs = this.#options.patienceMs): void {
    if (this.#closed) {
      waiter.refuse(closedError());
      return;
    }
    const slot = this.#queue.length === 0 ? this.#slot(waiter.alone) : null;
    if (slot?.connection) {
      times.poolWaits.observe(0);
      slot.reserved = waiter.alone;
      waiter.serve(slot, slot.connection);
      return;
    }
    const { serve, refuse } = waiter;
    const timer = setTimeout(() => {
      this.#queue = this.#queue.filter((other) => other !== waiter);
      const why = this.#slots.some(({ connection }) => connection)
        ? "no database connection was free for"
        : "the database has answered no connection for";
      refuse(new DatabaseUnavailable(`${why} ${patienceMs / 1000} s`));
    }, patienceMs);
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
      const slot = this.#slot(next.alone);
      if (!slot?.connection) return;
      this.#queue.shift();
      slot.reserved = next.alone;
      next.serve(slot, slot.connection);
    }
  }

  /** An idle connection, else a new one, else the least busy one. Null: wait for one to be opened or given back. */
  #slot(alone: boolean): Slot | null {
    let best: Slot | null = null;
    let least = Number.POSITIVE_INFINITY;
    let empty: Slot | null = null;
    let opening = false;
    for (const slot of this.#slots) {
      const { connection, reserved } = slot;
      if (slot.opening) opening = true;
      else if (!connection && !reserved) empty ??= slot;
      if (!connection?.live || reserved || connection.pending >= least) continue;
      best = slot;
      least = connection.pending;
    }
    if (best && least === 0) return best;
    if (empty && !opening) void this.#fill(empty);
    // with a connection of its own on the way, a transaction does not queue behind others' statements
    if (alone && (empty || opening)) return null;
    return best && (alone || least < sharedLimit) ? best : null;
  }

  async #fill(slot: Slot): Promise<void> {
    slot.opening = true;
    try {
      const connection = await this.#options.open();
      if (this.#closed) await connection.close(0);
      else slot.connection = connection;
      if (this.#away.over()) this.#options.log.info("connected to the database again");
    } catch (error) {
      this.#away.write(withRemedy(error));
      // with no connection at all, nobody is kept waiting for one
      if (this.#slots.every((other) => !other.connection)) {
        const waiting = this.#queue;
        this.#queue = [];
        for (const waiter of waiting) waiter.refuse(error as Error);
      }
    } finally {
      slot.opening = false;
      this.#serve();
    }
  }
}

function closedError(): DatabaseUnavailable {
  return new DatabaseUnavailable("the database is closed");
}
