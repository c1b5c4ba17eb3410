// The database: version, settings that decide whether an acknowledged mail lasts, free connections, speed.
import { migrations } from "../../../migrations/index.ts";
import { messageOf } from "../../lib/failure.ts";
import { silentNodes } from "../../store/cluster/nodes.ts";
import type { Database } from "../../store/database/database.ts";
import { oldestPostgres } from "../../store/database/fitness.ts";
import { brokenIndexes } from "../../store/database/indexes.ts";
import { findLongTransactions, latencyOf, type Vitals, vitalsOf } from "../../store/maintenance/vitals.ts";
import type { DoctorContext, DoctorLimits } from "../context.ts";
import { type CheckResult, failing, fine, problem, warning } from "../finding.ts";

/** So few transaction ids are left only where autovacuum has long failed to free them. PostgreSQL 25.1.5 */
const idsLow = 100_000_000;

export async function checkDatabase({ store, limits }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const { database } = store.core;
  const vitals = await vitalsOf(database);
  // The embedded one is opened with the settings that it needs.
  const found =
    database.kind === "embedded"
      ? []
      : [...versionProblems(vitals), ...durability(vitals), ...room(vitals, limits)];
  found.push(
    ...(await nodeProblems(database)),
    ...(await indexProblems(database)),
    ...(await standbyProblems(database)),
  );
  if (found.length > 0) return found;
  const name = database.kind === "embedded" ? "The embedded database" : "The database";
  return [fine(`${name} answers (PostgreSQL ${vitals.version}).`)];
}

async function nodeProblems(database: Database): Promise<CheckResult[]> {
  return (await silentNodes(database)).map(({ host, port }) =>
    failing(
      "node_down",
      `The coordinator does not reach the node ${host}:${port} of the cluster: accounts on it are refused (503, 451, NO) until it is back, and new addresses and keys of all accounts.`,
      {
        remedy:
          "Start PostgreSQL there, or look at the network between. postroom cluster status shows which parts lie on it.",
      },
    ),
  );
}

/** Reads go to the primary meanwhile: nothing fails. */
async function standbyProblems({ standby }: Database): Promise<CheckResult[]> {
  if (standby === undefined) return [];
  const subject = "DATABASE_READ_URL";
  const unused = "All reads go to DATABASE_URL meanwhile.";
  try {
    if ((await insist(standby)) !== "foreign") return [];
  } catch (error) {
    const remedy = `Start PostgreSQL there, or look at the host, port and role of ${subject}.`;
    return [
      warning("standby_away", `${subject} cannot be used: ${messageOf(error)}. ${unused}`, {
        subject,
        remedy,
      }),
    ];
  }
  return [
    warning("standby_foreign", `${subject} is no standby of the database of DATABASE_URL. ${unused}`, {
      subject,
      remedy:
        "Name one that follows it by streaming, of the same name (select pg_is_in_recovery() is true there), or leave the setting out. After a fail-over the old primary is none: rebuild it (pg_rewind).",
    }),
  ];
}

/** Questions to a standby, each of a second where nothing answers: of several hosts the first may be silent, which takes three. */
const maxQuestions = 5;

async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let asked = 1; ; asked++)
    try {
      return await ask();
    } catch (error) {
      if (asked === maxQuestions) throw error;
    }
}

/** Names in a message. */
const maxNamed = 5;

async function indexProblems(database: Database): Promise<CheckResult[]> {
  const broken = await brokenIndexes(database, migrations);
  if (broken.length === 0) return [];
  const names = broken.slice(0, maxNamed).map(({ name }) => name);
  const rest = broken.length > maxNamed ? `, and ${broken.length - maxNamed} more` : "";
  return [
    failing(
      "index_missing",
      `${broken.length} indexes are missing, or were never built to their end: ${names.join(", ")}${rest}. What they serve reads whole tables, and nothing keeps apart what has to be unique.`,
      {
        remedy:
          "postroom repair makes them again, while the service goes on. By hand, in psql outside of a transaction:",
        record: broken.flatMap(({ statements }) => statements.map((statement) => `${statement};`)).join("\n"),
      },
    ),
  ];
}

export async function checkDatabaseSpeed({ store, limits }: DoctorContext): Promise<CheckResult[]> {
  if (!store) return [];
  const { statementMs, commitMs } = await latencyOf(store.core.database);
  const found: CheckResult[] = [];
  const say = (code: string, ms: number, { warn, fail }: { warn: number; fail: number }, what: string) => {
    if (ms >= warn)
      found.push(
        problem(ms < fail ? "warn" : "fail", {
          code,
          message: `${what} takes ${ms.toFixed(0)} ms (median of 5).`,
          remedy:
            code === "slow"
              ? "Put the database near this machine, and look at its load (pg_stat_activity) and at poolers between."
              : "The disk of its write-ahead log is slow or busy: give it a faster one, or look at what else writes there.",
        }),
      );
  };
  say("slow", statementMs, limits.statementMs, "A statement that reads nothing");
  // The way to the database and back is in it.
  say("slow_commit", commitMs - statementMs, limits.commitMs, "A commit");
  return found.length > 0
    ? found
    : [fine(`A statement takes ${statementMs.toFixed(1)} ms, a commit ${commitMs.toFixed(1)} ms.`)];
}

function versionProblems({ versionNumber, version, encoding, isReadOnly }: Vitals): CheckResult[] {
  const found: CheckResult[] = [];
  if (versionNumber < oldestPostgres * 10_000)
    found.push(
      failing("version", `PostgreSQL ${version} is older than ${oldestPostgres}.`, {
        remedy: `Upgrade it (pg_upgrade), or move by backup and restore.`,
      }),
    );
  if (encoding !== "UTF8")
    found.push(
      failing("encoding", `The database is encoded in ${encoding}: not every text fits.`, {
        remedy: "Back up, make a database with encoding UTF8, and restore into it.",
        record: "create database postroom encoding 'UTF8' template template0;",
      }),
    );
  if (isReadOnly)
    found.push(
      failing("read_only", "The database takes no writes: it is a standby, or set read-only.", {
        remedy: "Let DATABASE_URL name the primary; target_session_attrs=read-write finds it.",
      }),
    );
  return found;
}

/** Whether what was acknowledged survives a power failure. PostgreSQL 30.1 */
function durability({ fsync, synchronousCommit, fullPageWrites }: Vitals): CheckResult[] {
  const found: CheckResult[] = [];
  if (fsync === "off")
    found.push(
      failing("fsync_off", "fsync is off: a power failure loses mail, or the whole database.", {
        remedy: "Turn it on.",
        record: "alter system set fsync = on; select pg_reload_conf();",
      }),
    );
  if (synchronousCommit === "off")
    found.push(
      failing(
        "synchronous_commit_off",
        "synchronous_commit is off: a crash loses mail that was acknowledged.",
        {
          remedy: "Turn it on, for the database or the role that has it off.",
          record: "alter system set synchronous_commit = on; select pg_reload_conf();",
        },
      ),
    );
  if (fullPageWrites === "off")
    found.push(
      failing("full_page_writes_off", "full_page_writes is off: a power failure may damage pages for good.", {
        remedy: "Turn it on, unless the file system never tears pages (ZFS).",
        record: "alter system set full_page_writes = on; select pg_reload_conf();",
      }),
    );
  return found;
}

function room(vitals: Vitals, limits: DoctorLimits): CheckResult[] {
  const { freeConnections, maxConnections, connectionLimit, longestTransaction, idsLeft } = vitals;
  const isServers = connectionLimit === "max_connections";
  const found: CheckResult[] = [];
  const { warn, fail } = limits.freeConnections;
  if (freeConnections !== null && freeConnections < warn)
    found.push(
      problem(freeConnections < fail ? "fail" : "warn", {
        code: "connections",
        message: `${freeConnections} of ${maxConnections} connections are free${isServers ? "" : ` of the ${connectionLimit}`}; each server takes up to 10.`,
        remedy: isServers
          ? "Raise max_connections (and restart it), or put a pooler before it."
          : "Raise its limit.",
        record: isServers
          ? `alter system set max_connections = ${maxConnections * 2};`
          : `alter ${connectionLimit} connection limit ${Math.max(20, maxConnections * 2)};`,
      }),
    );
  if (longestTransaction > limits.transactionSeconds)
    found.push(
      warning(
        "long_transaction",
        `A transaction has run for ${longestTransaction.toFixed(0)} seconds: events wait for its end, and nothing is vacuumed.`,
        {
          remedy: "Find it and end it.",
          record: findLongTransactions,
        },
      ),
    );
  if (idsLeft < idsLow)
    found.push(
      failing("ids_low", `${idsLeft} transaction ids are left: the database will stop taking writes.`, {
        remedy: "Let vacuum freeze old rows.",
        record: "vacuum (freeze, verbose);",
      }),
    );
  return found;
}
