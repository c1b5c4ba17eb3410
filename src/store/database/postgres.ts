// Postgres by DATABASE_URL: a pool of connections, and one more that hears notifications.
import { readFileSync } from "node:fs";
import { messageOf } from "../../lib/failure.ts";
import { type Log, silentLog } from "../../lib/log.ts";
import { openConnection, type Reach } from "./connection.ts";
import { openListener } from "./listener.ts";
import { planning } from "./planning.ts";
import { Pool } from "./pool.ts";
import type { Database } from "./sql.ts";

/** Longest statement, in the database. */
const statementMs = 30_000;
const transactionMs = 60_000;

/** @throws DatabaseUnavailable when the first connection fails */
export async function openPostgres(options: {
  url: string;
  maxConnections?: number;
  log?: Log;
  waitSeconds?: number;
}): Promise<Database> {
  const log = options.log ?? silentLog;
  const reach = reachOf(options.url);
  const ignore = () => {};
  const pool = new Pool({
    max: Math.max(1, (options.maxConnections ?? 10) - 1),
    open: () =>
      openConnection(reach, { onNotify: ignore, onLost: (connection) => pool.forget(connection) }, log),
    log,
    patienceMs: statementMs,
    transactionMs,
  });
  await firstAnswer(pool, { log, waitSeconds: options.waitSeconds ?? 0 });
  const listener = openListener((events) => openConnection(reach, events, log), log);
  return {
    kind: "postgres",
    get load() {
      return pool.load;
    },
    rows: (text, params) => pool.rows(text, params),
    values: (text, params) => pool.values(text, params),
    transaction: (work, how) => pool.transaction(work, how),
    listen: listener.listen,
    exec: async (script) => void (await pool.run(script, [], "script")),
    upkeep: () => upkeep(pool),
    close: async () => {
      await listener.close();
      await pool.close(10_000);
    },
  };
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
      if (waited >= waitSeconds || !isNotUpYet(error)) throw error;
      if (tries === 0)
        log.warn("the database is not up yet: waiting for it", {
          error: messageOf(error),
          seconds: waitSeconds,
        });
      await Bun.sleep(firstRestMs);
    }
  }
}

/** Nobody listens, the name is not known yet, or the server starts (57P03 cannot_connect_now). */
function isNotUpYet(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isNotUpYet);
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_CLOSED|57P03)$/.test(
      code,
    ) || isNotUpYet(error.cause)
  );
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
  // Its size is what matters: a tenth of the usual sample tells it. PostgreSQL 14.2.1
  const sample = "set local default_statistics_target = 10";
  for (const { name } of grown)
    await pool.run(`begin; ${sample}; analyze (skip_locked) ${name}; commit`, [], "script");
  return grown.length;
}

function reachOf(text: string): Reach {
  const url = new URL(text);
  // libpq's words that the driver does not know: it would send them to the server as settings
  const host = url.searchParams.get("host");
  url.searchParams.delete("host");
  const rootFile = url.searchParams.get("sslrootcert");
  const ownRoot = rootFile !== null && rootFile !== "system";
  if (ownRoot) url.searchParams.delete("sslrootcert");
  const anyName =
    url.searchParams.get("sslmode") === "verify-ca" ? { checkServerIdentity: () => undefined } : {};
  const options = {
    connect_timeout: 10,
    keep_alive: 30,
    ...(host === null ? {} : { host }),
    ...(ownRoot ? { ssl: { ca: readFileSync(rootFile), rejectUnauthorized: true, ...anyName } } : {}),
    // what every pooler lets through; the rest is set once connected
    connection: { application_name: "postroom", TimeZone: "UTC", DateStyle: "ISO" },
  };
  const planner = Object.entries(planning).map(([name, value]) => `set ${name} = ${value};`);
  const setup = `${planner.join(" ")} set bytea_output = hex; set extra_float_digits = 1; set intervalstyle = postgres;
    set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${transactionMs}`;
  return { url: url.href, options, setup, silenceMs: statementMs + 15_000 };
}
