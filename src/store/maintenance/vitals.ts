// Facts that a diagnosis asks the database about itself: version, settings that decide whether a commit
// lasts, connections, age.
import { must } from "../../lib/must.ts";
import type { Database } from "../database/database.ts";

export interface Vitals {
  /** Such as 15.4; 150004 as a number. */
  version: string;
  versionNumber: number;
  fsync: string;
  synchronousCommit: string;
  fullPageWrites: string;
  /** UTF8 for every text to fit. */
  encoding: string;
  isReadOnly: boolean;
  /** Connections that may still be opened by others than superusers; null: not visible. */
  freeConnections: number | null;
  /** The server's number, or the CONNECTION LIMIT of the role or the database where that leaves fewer free. */
  maxConnections: number;
  /** As a command takes it: max_connections, or the role or database with its limit. */
  connectionLimit: string;
  /** Age of the longest transaction in another session, seconds. */
  longestTransaction: number;
  /** Transactions until the ids wrap round, at most 2^31. */
  idsLeft: number;
  /** The database's clock, milliseconds since the epoch. */
  nowMs: number;
}

/** Every role sees the users of all sessions, and the kinds of its own alone. PostgreSQL 28.2.3 */
const sessions = `from pg_stat_activity
  where datname is not null and coalesce(backend_type, 'client backend') = 'client backend'`;

/** The limit that leaves the fewest free. Superusers pass those of roles and databases. PostgreSQL, CREATE ROLE, CREATE DATABASE */
const roomOfConnections = `
  select "maxConnections", "connectionLimit", ("maxConnections" - taken)::int as "freeConnections"
  from (
    select current_setting('max_connections')::int as "maxConnections", 'max_connections' as "connectionLimit",
      current_setting('superuser_reserved_connections')::int + (select count(*) ${sessions}) as taken
    union all
    select rolconnlimit, 'role ' || quote_ident(rolname), (select count(*) ${sessions} and usename = rolname)
    from pg_roles where rolname = current_user and rolconnlimit >= 0 and not rolsuper
    union all
    select datconnlimit, 'database ' || quote_ident(datname), (select count(*) ${sessions} and datname = d.datname)
    from pg_database d
    where datname = current_database() and datconnlimit >= 0
      and not (select rolsuper from pg_roles where rolname = current_user)
  ) limits
  order by "maxConnections" - taken limit 1`;

export async function vitalsOf(database: Database): Promise<Vitals> {
  const [row] = await database.rows<Vitals>(
    `select current_setting('server_version') as version,
       current_setting('server_version_num')::int as "versionNumber",
       current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as "synchronousCommit",
       current_setting('full_page_writes') as "fullPageWrites",
       current_setting('server_encoding') as encoding,
       pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
       room."maxConnections", room."connectionLimit", room."freeConnections",
       (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()) as "longestTransaction",
       (select (2147483648 - max(age(datfrozenxid)))::float8 from pg_database) as "idsLeft",
       (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
     from (${roomOfConnections}) room`,
  );
  return must(row, "the statement returns one row");
}

const rounds = 5;

/** Medians in milliseconds: a statement that reads nothing, and a commit that writes. */
export async function latencyOf(database: Database): Promise<{ statementMs: number; commitMs: number }> {
  const statements: number[] = [];
  const commits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    statements.push(await timed(() => database.values("select 1")));
    // A record of the log that nobody reads: its commit waits for the disk. PostgreSQL 9.28.6
    commits.push(
      await timed(() => database.values("select pg_logical_emit_message(true, 'postroom', 'doctor')")),
    );
  }
  return { statementMs: median(statements), commitMs: median(commits) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** For the operator to paste: who holds a lock that no write passes. PostgreSQL 13.3.1 */
export const findLocks =
  "select pid, usename, application_name, query from pg_stat_activity where pid in (select pid from pg_locks where granted and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') and locktype = 'relation'); -- then: select pg_terminate_backend(pid)";

/** For the operator to paste into psql. */
export const findLongTransactions =
  "select pid, usename, application_name, query from pg_stat_activity where xact_start < now() - interval '5 minutes'; -- then: select pg_terminate_backend(pid)";
