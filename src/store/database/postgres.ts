// Postgres by DATABASE_URL: a pool of connections, and one more that hears notifications.
import { messageOf } from "../../lib/failure.ts";
import { type Log, silentLog } from "../../lib/log.ts";
import { type PeerFault, peerTrouble } from "../../lib/peer-trouble.ts";
import { countParts } from "../cluster/parts.ts";
import { spreadOver } from "../cluster/spread.ts";
import {
  type ConnectionEvents,
  type ConnectionTarget,
  openConnection,
  type PostgresConnection,
} from "./connection.ts";
import { refusalOf } from "./engines.ts";
import { hostsOf } from "./hosts.ts";
import { openListener } from "./listener.ts";
import { Pool } from "./pool.ts";
import { withRemedy } from "./remedies.ts";
import { Replica } from "./replica.ts";
import { statementMs, transactionMs } from "./session-settings.ts";
import { type Database, DatabaseUnavailable, type Executor, type Param } from "./sql.ts";

/** @throws DatabaseUnavailable when the first connection fails */
export async function openPostgres(options: {
  url: string;
  directUrl?: string | null;
  preparesPooled?: boolean;
  readUrl?: string | null;
  maxConnections?: number;
  log?: Log;
  waitSeconds?: number;
}): Promise<Database> {
  const log = options.log ?? silentLog;
  const directUrl = options.directUrl ?? null;
  const openPooled = opener(
    hostsOf(options.url, { isPooled: directUrl !== null, prepares: options.preparesPooled }),
    log,
  );
  const openDirect = directUrl === null ? openPooled : named(opener(hostsOf(directUrl), log));
  const ignore = () => {};
  const pool = new Pool({
    max: Math.max(1, (options.maxConnections ?? 10) - 1),
    open: () => openPooled({ onNotify: ignore, onLost: (connection) => pool.forget(connection) }),
    log,
    patienceMs: statementMs,
    transactionMs,
  });
  await firstAnswer(pool, { log, waitSeconds: options.waitSeconds ?? 0 });
  const listener = openListener(openDirect, log);
  const standbys = options.readUrl ? openStandbys(options.readUrl, pool, { ...options, log }) : null;
  const parts = await countParts(pool);
  const database: Database = {
    kind: "postgres",
    get load() {
      return pool.load;
    },
    rows: (text, params) => pool.rows(text, params),
    values: (text, params) => pool.values(text, params),
    transaction: (work, how) => pool.transaction(work, how),
    alone: (work) => inOwnSession(openDirect, work),
    replica: standbys?.replica ?? pool,
    ...(standbys && { standby: () => standbys.replica.state() }),
    aside: listener.aside,
    listen: listener.listen,
    exec: async (script) => void (await pool.run(script, [], "script")),
    upkeep: () => upkeep(pool),
    close: async () => {
      await listener.close();
      await standbys?.pool.close(1_000);
      await pool.close(10_000);
    },
  };
  return parts === 0 ? database : spreadOver(database, parts);
}

/** The setting in front of what goes wrong: its host is not that of DATABASE_URL. */
function named(
  open: (events: ConnectionEvents) => Promise<PostgresConnection>,
): (events: ConnectionEvents) => Promise<PostgresConnection> {
  return (events) =>
    open(events).catch((error) => {
      throw new DatabaseUnavailable(`DATABASE_DIRECT_URL: ${messageOf(error)}`, { cause: error });
    });
}

async function inOwnSession<T>(
  open: (events: ConnectionEvents) => Promise<PostgresConnection>,
  work: (session: Executor) => Promise<T>,
): Promise<T> {
  const connection = await open({ onNotify: () => {}, onLost: () => {} });
  connection.patient = true;
  try {
    await connection.run("set statement_timeout = 0", [], "script");
    const run = async (text: string, params: readonly Param[], shape: "rows" | "values") =>
      (await connection.run(text, params, shape)).rows;
    return await work({
      rows: async <R extends object>(text: string, params: readonly Param[] = []) =>
        (await run(text, params, "rows")) as R[],
      values: async (text, params = []) => (await run(text, params, "values")) as unknown[][],
    });
  } finally {
    await connection.close(0);
  }
}

/** Connections to the first standby that answers. */
function openStandbys(
  url: string,
  primary: Executor,
  { maxConnections = 10, log }: { maxConnections?: number; log: Log },
): { replica: Replica; pool: Pool } {
  const open = opener(hostsOf(url), log, { writes: false });
  const pool = new Pool({
    max: Math.max(1, maxConnections - 1),
    open: () => open({ onNotify: () => {}, onLost: (connection) => pool.forget(connection) }),
    log: silentLog,
    patienceMs: 1_000,
    transactionMs,
  });
  return { replica: new Replica(primary, pool, log), pool };
}

/**
 * Opens connections to the first of the hosts that takes writes, beginning with the one that did so last, or with the next one once
 * a connection to it was lost. When one connection finds its host cut off, all others to that host are given up: each would wait
 * as long to find out.
 */
function opener(
  hosts: readonly ConnectionTarget[],
  log: Log,
  { writes = true }: { writes?: boolean } = {},
): (events: ConnectionEvents) => Promise<PostgresConnection> {
  let last = 0;
  const open = hosts.map(() => new Set<PostgresConnection>());
  const lost = (connection: PostgresConnection, at: number) => {
    open[at]!.delete(connection);
    if (last === at) last = (at + 1) % hosts.length;
    if (connection.cutOff)
      for (const other of [...open[at]!]) other.lose("the database cannot be reached any more");
  };
  return async (events: ConnectionEvents) => {
    const reasons: string[] = [];
    for (let tried = 0; ; tried++) {
      const at = (last + tried) % hosts.length;
      try {
        const onLost = (connection: PostgresConnection) => {
          lost(connection, at);
          events.onLost(connection);
        };
        const connection = await openConnection(hosts[at]!, { ...events, onLost }, log);
        if (connection.live) open[at]!.add(connection);
        if (writes) await expectUsable(connection, hosts[at]!);
        else await noteParts(connection);
        last = at;
        return connection;
      } catch (error) {
        reasons.push(messageOf(error));
        if (tried === hosts.length - 1)
          throw hosts.length === 1 ? error : new DatabaseUnavailable(reasons.join("; "), { cause: error });
      }
    }
  };
}

/** @throws DatabaseUnavailable for a standby, a database that is not PostgreSQL, a pooler that the settings do not speak of, and parts of another role */
async function expectUsable(connection: PostgresConnection, reach: ConnectionTarget): Promise<void> {
  const asked =
    "select current_setting('transaction_read_only') = 'on', pg_backend_pid(), version(), to_regnamespace('part_0') is not null";
  const { rows } = await connection.run(asked, [], "values");
  const [isReadOnly, pid, version, isSpread] = rows[0] as [boolean, number, string, boolean];
  const isPooler = reach.eachTransaction === "" && pid !== connection.keyPid;
  const isSpreadPool = isSpread && reach.eachTransaction !== "";
  const refused =
    refusalOf(version) ?? (isReadOnly ? standby : isPooler ? pooler : isSpreadPool ? spreadPool : null);
  const reason = refused ?? (isSpread && !(await mayUseParts(connection)) ? shutParts : null);
  if (reason === null && isSpread) await enterParts(connection);
  if (reason === null) return;
  connection.lose("the connection was not used");
  throw new DatabaseUnavailable(`${hostOf(reach)} ${reason}`);
}

/** A standby of a spread database: there too, statements say in which part they run. */
async function noteParts(connection: PostgresConnection): Promise<void> {
  const { rows } = await connection.run("select to_regnamespace('part_0') is not null", [], "values");
  if ((rows[0] as [boolean])[0]) await enterParts(connection);
}

async function mayUseParts(connection: PostgresConnection): Promise<boolean> {
  const { rows } = await connection.run("select has_schema_privilege('part_0', 'usage')", [], "values");
  return (rows[0] as [boolean])[0];
}

async function enterParts(connection: PostgresConnection): Promise<void> {
  connection.isSpread = true;
  // A plan without its parameters' values names no shard, and Citus refuses it.
  await connection.run("set plan_cache_mode = auto", [], "script");
}

const standby = "takes no writes: it is a standby, or default_transaction_read_only is on";
const pooler =
  "is a pooler: set DATABASE_DIRECT_URL to the URL of the database itself, for the connection that hears notifications";

const spreadPool =
  "is a pooler before a cluster, whose parts are a setting of the session: set DATABASE_URL to the coordinator and leave DATABASE_DIRECT_URL out";

const shutParts = "keeps its parts (part_0, …) from this role: name the role that owns them in DATABASE_URL";

function hostOf(reach: ConnectionTarget): string {
  return `the database at ${new URL(reach.url ?? "").host}`;
}

const firstRestMs = 250;

/** A machine that starts may have the database a moment later. What waiting cannot mend is thrown at once. */
async function firstAnswer(
  pool: Pool,
  { log, waitSeconds }: { log: Log; waitSeconds: number },
): Promise<void> {
  const start = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      await pool.values("select 1");
      return;
    } catch (error) {
      const waited = (performance.now() - start) / 1000;
      if (waited >= waitSeconds || !isNotUpYet(error)) throw explained(error);
      if (tries === 0)
        log.warn("the database is not up yet: waiting for it", {
          error: messageOf(error),
          seconds: waitSeconds,
        });
      await Bun.sleep(firstRestMs);
    }
  }
}

/** The refusal, and what the operator can do about it. */
function explained(error: unknown): unknown {
  return error instanceof DatabaseUnavailable
    ? new DatabaseUnavailable(withRemedy(error), { cause: error.cause })
    : error;
}

/** Faults that may be over in a moment, where this machine or the other one starts. */
const passing: readonly (PeerFault | undefined)[] = [
  "refused",
  "cut",
  "no_name",
  "no_dns",
  "no_route",
  "silent",
];

/** Nobody listens, the name is not known yet, or the server starts (57P03 cannot_connect_now). */
function isNotUpYet(error: unknown): boolean {
  return passing.includes(peerTrouble(error)?.fault) || isStarting(error);
}

/** A socket whose file is not there, or a server that takes nobody yet. */
function isStarting(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isStarting);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return /^(ENOENT|57P03)$/.test(code) || isStarting(error.cause);
}

/**
 * Analyses tables that have grown much since they were last: a statement is planned once, and one that was planned on an
 * empty table reads the whole of it until then. Autovacuum does the same, but only once a minute. PostgreSQL 24.1.3
 */
async function upkeep(pool: Pool): Promise<number> {
  const grown = await pool.rows<{ name: string }>(
    `select format('%I.%I', s.schemaname, s.relname) as name
     from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where s.schemaname = current_schema() and s.n_live_tup > 200 + 2 * greatest(c.reltuples, 0)
       and pg_has_role(c.relowner, 'usage')
     order by s.n_live_tup desc limit 3`,
  );
  // A tenth of the usual sample: the planner needs only the table's size here. PostgreSQL 14.2.1
  const sample = "set local default_statistics_target = 10";
  for (const { name } of grown)
    await pool.transaction(
      async (tx) => {
        await tx.values(sample);
        await tx.values(`analyze (skip_locked) ${name}`);
      },
      { long: true },
    );
  return grown.length;
}
