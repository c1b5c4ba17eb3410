// The schema, forward only. Each migration runs whole or not at all, one statement at a time, under a lock that keeps
// other migrating processes out; an empty database takes all of them as one script, in one transaction; what ran is kept with
// its checksum, so a changed or unknown one is noticed, not run over.
import { createHash } from "node:crypto";
import { type Log, silentLog } from "../../lib/log.ts";
import { placedStatements } from "../cluster/migrating.ts";
import { type Database, type DatabaseTransaction, type Executor, SqlError } from "./database.ts";
import { refuseOtherSchema, refuseRightless, refuseUnfit } from "./fitness.ts";
import { type BuiltIndexes, largeBytes, withIndexes } from "./online-indexes.ts";
import { splitStatements } from "./statements.ts";

export interface Migration {
  /** `0001_foundation`: they run in the order of their names. */
  name: string;
  sql: string;
}

/** The database and the program do not fit; the message says why and what to do. */
export class MigrationError extends Error {
  override readonly name: string = "MigrationError";
}

/** Any fixed number: it names this lock among the database's advisory locks. */
const lockKey = 0x706f7374;

/** A statement that waits for a lock keeps all later ones waiting: after this long it gives way, and comes again. */
const lockMs = 1000;
const pauseMs = 250;
/** Tries until an operator has to look: some ten minutes. */
const maxTries = 500;

export interface MigrateOptions {
  log?: Log;
  /** Bytes from which on a table's indexes are built beforehand. */
  large?: number;
}

/**
 * Brings the schema up to date, while servers of the version before work on: what reads a whole table is done beside them
 * (online-indexes.ts), and no lock is waited for longer than a second.
 * @returns the names of those that ran
 * @throws MigrationError, or DatabaseUnavailable
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  { log = silentLog, large = largeBytes }: MigrateOptions = {},
): Promise<string[]> {
  const known = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1));
  const done: string[] = [];
  for (;;) {
    const step = await runNextOnline(db, known, { large, log });
    if (step === null) return done;
    const last = step.ran.at(-1);
    if (last === undefined) continue;
    log.info("the database was migrated", { migration: last, left: step.left });
    done.push(...step.ran);
  }
}

interface MigrationStep {
  /** Names of those that this process ran: one, or all where the database was empty. */
  ran: string[];
  /** Migrations that wait behind it. */
  left: number;
}

/** @returns null: there is none left */
async function runNextOnline(
  db: Database,
  known: readonly Migration[],
  { large, log }: { large: number; log: Log },
): Promise<MigrationStep | null> {
  const isSpread = db.parts !== undefined;
  const applied = await appliedTo(db, isSpread);
  compare(applied, known);
  const next = known[applied.length];
  if (!next) return null;
  const statements = splitStatements(next.sql);
  // The template of an embedded database, and an empty one, have no rows to wait for.
  if (applied.length > 0)
    log.info("the database is migrated: a large table takes its time, servers of the version before go on", {
      migration: next.name,
      number: applied.length + 1,
      of: known.length,
      statements: statements.length,
    });
  const isDone = async (session: Executor) => (await appliedTo(session, isSpread)).length > applied.length;
  return withIndexes(db, statements, { large, isDone }, async (indexes) => {
    let oneByOne = false;
    for (let tries = 1; ; tries++) {
      try {
        return await db.transaction(
          (tx) => runNext(tx, known, { name: next.name, indexes, parts: db.parts?.length ?? 0, oneByOne }),
          { long: true },
        );
      } catch (error) {
        if (error instanceof ScriptFailed) oneByOne = true;
        else if (!isLockTimeout(error) || tries === maxTries) throw error;
        else await Bun.sleep(pauseMs);
      }
    }
  });
}

/** A script of all migrations: one statement after the other says which of them failed. */
class ScriptFailed extends Error {
  override readonly name = "ScriptFailed";
}

/** 55P03 lock_not_available */
function isLockTimeout(error: unknown): boolean {
  if (error instanceof MigrationError) return isLockTimeout(error.cause);
  return error instanceof SqlError && error.sqlState === "55P03";
}

/** The table of what ran. A session that was in a part is there still, and must not take or make one in it. */
export function doneTable(isSpread: boolean): string {
  return isSpread ? "public.schema_migrations" : "schema_migrations";
}

async function appliedTo(db: Executor, isSpread: boolean): Promise<{ name: string; checksum: string }[]> {
  const done = doneTable(isSpread);
  const [table] = await db.values(`select to_regclass('${done}') is not null`);
  if (table?.[0] !== true) return [];
  return db.rows(`select name, checksum from ${done} order by name collate "C"`);
}

/** The schema is older than the program: the next start of a server changes it. */
export class MigrationsWait extends MigrationError {
  constructor(readonly waiting: readonly string[]) {
    super(
      `${waiting.length} migrations wait, from ${waiting[0]} on: they run when a server of this version starts.`,
    );
  }
}

/**
 * Compares this program's schema with the database's, and changes nothing.
 * @throws MigrationsWait when the database is older; MigrationError when it is newer, or was changed; DatabaseUnfit when the
 *   tables are not where search_path leads first, or migrations wait, and could not run
 */
export async function refuseOldSchema(db: Database, migrations: readonly Migration[]): Promise<void> {
  const known = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (db.kind === "postgres") await refuseOtherSchema(db);
  const applied = await appliedTo(db, db.parts !== undefined);
  compare(applied, known);
  const waiting = known.slice(applied.length).map(({ name }) => name);
  if (waiting.length === 0) return;
  if (db.kind === "postgres") {
    await refuseUnfit(db);
    await refuseRightless(db, tablesOf(known.slice(0, applied.length)));
  }
  throw new MigrationsWait(waiting);
}

/** Names of the tables that these migrations make. */
function tablesOf(migrations: readonly Migration[]): string[] {
  return migrations
    .flatMap(({ sql }) => splitStatements(sql))
    .filter((statement) => statement.startsWith("create table "))
    .map((statement) => statement.split(" ")[2]!);
}

async function runNext(
  tx: DatabaseTransaction,
  known: readonly Migration[],
  prepared: { name: string; indexes: BuiltIndexes; parts: number; oneByOne: boolean },
): Promise<MigrationStep | null> {
  await tx.values("select pg_advisory_xact_lock($1::bigint)", [lockKey]);
  const isSpread = prepared.parts > 0;
  const done = doneTable(isSpread);
  await tx.values(`create table if not exists ${done} (
    name text primary key, checksum text not null, applied_at timestamptz not null)`);
  const applied = await appliedTo(tx, isSpread);
  compare(applied, known);
  const next = known[applied.length];
  if (!next) return null;
  // Another process ran the one that this process had prepared: what follows is prepared in its turn.
  if (next.name !== prepared.name) return { ran: [], left: 0 };
  await tx.values(`set local lock_timeout = ${lockMs}`);
  // One transaction each, so that a long one is not undone by a later one's failure. An empty database has no long one. Citus
  // makes its parts in transactions of their own.
  const together = applied.length === 0 && !isSpread ? known : [next];
  if (together.length > 1 && !prepared.oneByOne) await runScript(tx, together);
  else
    for (const migration of together)
      for (const statement of splitStatements(migration.sql))
        for (const placed of placedStatements(prepared.indexes.replaced(statement), prepared.parts))
          await runStatement(tx, migration, placed);
  await tx.values(
    `insert into ${done} (name, checksum, applied_at)
     select name, checksum, clock_timestamp() from unnest($1::text[], $2::text[]) as ran(name, checksum)`,
    [together.map(({ name }) => name), together.map(checksumOf)],
  );
  return { ran: together.map(({ name }) => name), left: known.length - applied.length - together.length };
}

/** All at once: each statement by itself takes a round trip, and more time than the database needs for it. */
async function runScript(tx: DatabaseTransaction, migrations: readonly Migration[]): Promise<void> {
  try {
    // A last statement may end with a comment.
    await tx.exec(migrations.map(({ sql }) => sql).join("\n;\n"));
  } catch (cause) {
    throw cause instanceof SqlError ? new ScriptFailed("the script failed", { cause }) : cause;
  }
}

/** The applied ones must be the beginning of the known ones, unchanged. */
function compare(applied: { name: string; checksum: string }[], known: readonly Migration[]): void {
  applied.forEach(({ name, checksum }, index) => {
    const expected = known[index];
    if (!known.some((migration) => migration.name === name)) {
      throw new MigrationError(
        `The database is newer than this program: it has the migration ${name}. Start the newer version of Postroom.`,
      );
    }
    if (expected?.name !== name) {
      throw new MigrationError(
        `The migration ${expected?.name} was added before ${name}, which the database has already. New migrations come last.`,
      );
    }
    if (checksumOf(expected) !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it ran on this database. Restore its text and add a new migration instead.`,
      );
    }
  });
}

async function runStatement(tx: DatabaseTransaction, migration: Migration, statement: string): Promise<void> {
  try {
    await tx.values(statement);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    const start = statement.length > 200 ? `${statement.slice(0, 200)}…` : statement;
    throw new MigrationError(`The migration ${migration.name} failed: ${error.message}, in: ${start}`, {
      cause: error,
    });
  }
}

/** Line ends do not count: a checkout may change them. */
function checksumOf(migration: Migration): string {
  return createHash("sha256").update(migration.sql.replaceAll("\r\n", "\n")).digest("hex");
}
