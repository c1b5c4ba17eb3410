// The schema, forward only. Each migration runs whole or not at all, one statement at a time, under a lock that keeps
// other processes out; what ran is kept with its checksum, so a changed or unknown one is noticed, not run over.
import { createHash } from "node:crypto";
import { type Log, silentLog } from "../../lib/log.ts";
import { type Database, SqlError, type Transaction } from "./database.ts";
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

/**
 * Brings the schema up to date.
 * @returns the names of those that ran
 * @throws MigrationError, or DatabaseUnavailable
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  log: Log = silentLog,
): Promise<string[]> {
  const known = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1));
  const done: string[] = [];
  // one transaction each: a long one is not undone by a later one's failure
  for (;;) {
    const ran = await db.transaction((tx) => runNext(tx, known), { long: true });
    if (ran === null) return done;
    log.info("the database was migrated", { migration: ran });
    done.push(ran);
  }
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
 * @throws MigrationsWait when the database is older; MigrationError when it is newer, or was changed
 */
export async function refuseOldSchema(db: Database, migrations: readonly Migration[]): Promise<void> {
  const known = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1));
  const [table] = await db.values("select to_regclass('schema_migrations') is not null");
  const applied = table?.[0]
    ? await db.rows<{ name: string; checksum: string }>(
        'select name, checksum from schema_migrations order by name collate "C"',
      )
    : [];
  compare(applied, known);
  const waiting = known.slice(applied.length).map(({ name }) => name);
  if (waiting.length > 0) throw new MigrationsWait(waiting);
}

async function runNext(tx: Transaction, known: readonly Migration[]): Promise<string | null> {
  await tx.values("select pg_advisory_xact_lock($1::bigint)", [lockKey]);
  await tx.values(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null)`);
  const applied = await tx.rows<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name collate "C"',
  );
  compare(applied, known);
  const next = known[applied.length];
  if (!next) return null;
  for (const statement of splitStatements(next.sql)) await runStatement(tx, next, statement);
  await tx.values(
    "insert into schema_migrations (name, checksum, applied_at) values ($1, $2, clock_timestamp())",
    [next.name, checksumOf(next)],
  );
  return next.name;
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

async function runStatement(tx: Transaction, migration: Migration, statement: string): Promise<void> {
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
