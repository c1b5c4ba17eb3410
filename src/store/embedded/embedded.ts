// The embedded database: PGlite in a worker, used through the same driver as Postgres. It has one session, so the pool has
// one connection. Its files are in DATA_DIR/postgres, which the caller has locked. When its worker breaks, waiting
// statements fail, and the next statement starts another worker, which recovers from the log on disk.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { freeBytes } from "../../lib/disk-room.ts";
import { messageOf } from "../../lib/failure.ts";
import { type Log, silentLog } from "../../lib/log.ts";
import { openConnection } from "../database/connection.ts";
import { Pool } from "../database/pool.ts";
import { withRemedy } from "../database/remedies.ts";
import { type ChannelSubscriber, type Database, DatabaseUnavailable } from "../database/sql.ts";
import { copyLive } from "./copies.ts";
import type { Counters } from "./embedded-worker.ts";
import { WorkerPipe } from "./pipe.ts";
import { readTemplate, unpackDirectory } from "./template.ts";

const waitMs = 30_000;
/** The engine may have to read its log again, on a slow disk or a busy machine. */
const startMs = 600_000;
const transactionMs = 60_000;

export interface EmbeddedDatabase extends Database {
  /** The counters of the current worker. */
  counters(): Promise<Counters>;
  /**
   * Copies its files to an empty folder `to` while it is used; opened, the copy recovers as after a crash, at a moment after the call.
   * @throws DatabaseUnavailable when the engine broke meanwhile
   */
  copyTo(to: string): Promise<void>;
}

export function isEmbedded(database: Database): database is EmbeddedDatabase {
  return database.kind === "embedded";
}

/** A new database takes about 40. */
const leastMegabytes = 100;

/** The unpacker does not say that the disk is full. */
function whyNotMade(error: unknown, dataDir: string): string {
  const left = megabytesLeft(dataDir);
  return left !== null && left < leastMegabytes
    ? `its disk has ${left} MB left (${messageOf(error)})`
    : messageOf(error);
}

function megabytesLeft(dir: string): number | null {
  try {
    return Math.floor(freeBytes(dir) / 1e6);
  } catch {
    return null;
  }
}

/**
 * @param options `isCopy`: it is read and removed, so nothing of it is synced to disk
 * @throws DatabaseUnavailable
 */
export async function openEmbedded(options: {
  dataDir: string;
  log?: Log;
  isCopy?: boolean;
}): Promise<EmbeddedDatabase> {
  const log = options.log ?? silentLog;
  const dir = join(options.dataDir, "postgres");
  try {
    if (!existsSync(dir)) await unpackDirectory(await readTemplate(), dir);
  } catch (error) {
    throw new DatabaseUnavailable(
      `no database could be made in ${dir}: ${whyNotMade(error, options.dataDir)}. Look at the space left on its disk, and at the folder's owner.`,
      { cause: error },
    );
  }
  if (!existsSync(join(dir, "PG_VERSION")))
    throw new DatabaseUnavailable(withRemedy(new Error(`${dir} has no PG_VERSION, so it is no database`)));

  let pipe: WorkerPipe | null = null;
  const subscribers = new Map<string, Set<ChannelSubscriber>>();
  const socket = async () => {
    await pipe?.ended;
    pipe = new WorkerPipe(dir, options.isCopy);
    return pipe;
  };
  let opened = 0;
  const pool = new Pool({
    max: 1,
    open: async () => {
      const connection = await openConnection(
        {
          options: { host: "embedded", user: "postgres", connect_timeout: 0, socket },
          setup: "",
          eachTransaction: "",
          prepares: true,
          silenceMs: null,
          isReachable: null,
          watchMs: 5_000,
          setupMs: null,
        },
        {
          onNotify: (channel, payload) => {
            for (const subscriber of [...(subscribers.get(channel) ?? [])]) subscriber.onPayload(payload);
          },
          onLost: (lost) => pool.forget(lost),
        },
        log,
      );
      for (const channel of subscribers.keys()) await connection.run(`listen "${channel}"`, [], "script");
      if (opened++ > 0) {
        log.warn("the embedded database was started again");
        queueMicrotask(() => {
          for (const set of subscribers.values()) for (const subscriber of [...set]) subscriber.onReconnect();
        });
      }
      return connection;
    },
    log,
    patienceMs: waitMs,
    transactionMs,
  });
  await pool.ready(startMs).catch((error: unknown) => {
    throw new DatabaseUnavailable(withRemedy(error), { cause: error });
  });

  return {
    kind: "embedded",
    get load() {
      return pool.load;
    },
    rows: (text, params) => pool.rows(text, params),
    values: (text, params) => pool.values(text, params),
    transaction: (work, how) => pool.transaction(work, how),
    alone: () => null,
    replica: pool,
    aside: pool,
    exec: async (script) => void (await pool.run(script, [], "script")),
    async listen(channel, onPayload, onReconnect) {
      const subscriber = { onPayload, onReconnect };
      const set = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, set.add(subscriber));
      await pool.run(`listen "${channel}"`, [], "script");
      return async () => {
        set.delete(subscriber);
        if (set.size > 0 || subscribers.get(channel) !== set) return;
        subscribers.delete(channel);
        await pool.run(`unlisten "${channel}"`, [], "script").catch(() => {});
      };
    },
    upkeep: () => upkeep(pool),
    counters: () =>
      pipe ? pipe.counters() : Promise.reject(new DatabaseUnavailable("the database is closed")),
    async copyTo(to) {
      const held = pipe;
      const broke = () => new DatabaseUnavailable("the embedded database was started again during the copy");
      if (held?.readyState !== "open") throw broke();
      await Promise.race([held.hold(), held.ended]);
      try {
        await copyLive(dir, to);
        if (held.readyState !== "open") throw broke();
      } finally {
        held.unhold();
      }
    },
    async close() {
      await pool.close(10_000);
      pipe?.end();
      await pipe?.ended;
    },
  };
}

/**
 * Vacuums and analyses the tables that need it most, as the engine has no autovacuum. The thresholds are autovacuum's
 * (PostgreSQL 24.1.6), but lower for new rows, because the one session waits meanwhile, and higher for analysis: it reads columns
 * of thousands of rows, where the planner needs to know a table's order of magnitude. Catalogues are vacuumed and never analysed:
 * ANALYZE skips pg_statistic, so it would stay due for ever.
 * @returns the number of tables that were worked on
 */
async function upkeep(pool: Pool): Promise<number> {
  const due = await pool.rows<{ name: string; aged: boolean; worn: boolean; grown: boolean }>(
    `select name, aged, worn, grown from (
       select format('%I.%I', s.schemaname, s.relname) as name, age(c.relfrozenxid) > 200000000 as aged,
              s.n_dead_tup > 50 + 0.2 * c.reltuples
                or own and s.n_ins_since_vacuum > least(1000 + 0.2 * c.reltuples, 20000) as worn,
              own and s.n_mod_since_analyze > 50 + 0.5 * c.reltuples as grown,
              s.n_dead_tup + s.n_ins_since_vacuum + s.n_mod_since_analyze as work
       from pg_stat_all_tables s join pg_class c on c.oid = s.relid
       cross join lateral (select s.schemaname = current_schema() as own) o
       where c.relkind = 'r') t
     where aged or worn or grown
     order by aged desc, work desc
     limit 3`,
  );
  for (const { name, aged, worn, grown } of due) {
    if (aged || worn) await pool.run(`vacuum ${aged ? "(freeze) " : ""}${name}`, [], "script");
    if (grown) await pool.run(`analyze ${name}`, [], "script");
  }
  return due.length;
}
