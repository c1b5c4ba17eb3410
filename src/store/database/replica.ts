// Reads from a streaming standby (DATABASE_READ_URL). A read goes there when the standby has everything that was committed
// before the read was asked for, by any process; else it goes to the primary. So no read is older than its caller knows,
// and a standby that lags, follows another primary, or is away costs speed alone.
import { counts } from "../../lib/facts.ts";
import { messageOf } from "../../lib/failure.ts";
import type { Log } from "../../lib/log.ts";
import { RareWarning } from "../../lib/rare-warning.ts";
import type { ResultShape } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { DatabaseUnavailable, type Executor, type Param, SqlError } from "./sql.ts";

/** How long a read waits for the standby to catch up. */
const patienceMs = 50;
const againMs = 2;
/** How long all reads go to the primary after the standby lagged, or was away. */
const restLateMs = 500;
const restAwayMs = 5_000;

/** Where an acknowledged commit ends in the log at the latest, and which history of the database that is. PostgreSQL 27.2.5 */
const placeSql =
  "select pg_current_wal_flush_lsn()::text, ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int";
/** The timeline is that of the last restart point: after a fail-over it is known late, which costs some time on the primary. */
const reachedSql = `select pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false),
  (select timeline_id from pg_control_checkpoint()) = $2::int`;

/** "foreign": it is no standby of the primary. */
export type ReplicaState = "current" | "late" | "foreign";

export class Replica implements Executor {
  readonly #primary: Executor;
  readonly #pool: Pool;
  readonly #trouble: RareWarning;
  #restUntilMs = 0;
  #asking: Promise<ReplicaState> | null = null;
  /** Asked once that is answered, for all who come meanwhile. */
  #next: Promise<ReplicaState> | null = null;

  constructor(primary: Executor, pool: Pool, log: Log) {
    this.#primary = primary;
    this.#pool = pool;
    this.#trouble = new RareWarning(log, "the database of DATABASE_READ_URL is not used", () =>
      performance.now(),
    );
  }

  /** @throws where it, or the primary, does not answer */
  state(): Promise<ReplicaState> {
    this.#next ??= this.#ask();
    return this.#next;
  }

  async rows<T extends object>(text: string, params: readonly Param[] = []): Promise<T[]> {
    return (await this.#read(text, params, "rows")) as T[];
  }

  async values(text: string, params: readonly Param[] = []): Promise<unknown[][]> {
    return (await this.#read(text, params, "values")) as unknown[][];
  }

  async #read(text: string, params: readonly Param[], shape: ResultShape): Promise<unknown[]> {
    if (await this.#isCurrent()) {
      try {
        const { rows } = await this.#pool.run(text, params, shape);
        counts.replicaReads.add(["standby"]);
        return rows;
      } catch (error) {
        if (!isOfStandby(error)) throw error;
        this.#rest(restAwayMs, error);
      }
    }
    counts.replicaReads.add(["primary"]);
    return shape === "rows" ? this.#primary.rows(text, params) : this.#primary.values(text, params);
  }

  async #isCurrent(): Promise<boolean> {
    if (performance.now() < this.#restUntilMs) return false;
    try {
      const standing = await this.state();
      if (standing === "late") this.#restUntilMs = performance.now() + restLateMs;
      if (standing === "foreign")
        this.#rest(restAwayMs, new Error("it is no standby of the database's present primary"));
      return standing === "current";
    } catch (error) {
      this.#rest(restAwayMs, error);
      return false;
    }
  }

  #rest(ms: number, why: unknown): void {
    this.#restUntilMs = performance.now() + ms;
    this.#trouble.write(why);
  }

  /** One question at a time. It is asked after those who share it have come. */
  async #ask(): Promise<ReplicaState> {
    await this.#asking?.catch(() => undefined);
    this.#asking = this.#next;
    this.#next = null;
    const startMs = performance.now();
    const [place] = await this.#primary.values(placeSql);
    for (;;) {
      const [reached] = (await this.#pool.run(reachedSql, place as [string, number], "values")).rows;
      const [isStandby, hasAll, sameHistory] = reached as [boolean, boolean, boolean];
      if (!isStandby || !sameHistory) return "foreign";
      if (hasAll) return "current";
      if (performance.now() - startMs > patienceMs) return "late";
      await Bun.sleep(againMs);
    }
  }
}

/** The standby is away, or the replay of the log came into the read's way (40001). PostgreSQL 27.4.2 */
function isOfStandby(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return error instanceof SqlError && (error.sqlState === "40001" || /recovery/.test(messageOf(error)));
}
