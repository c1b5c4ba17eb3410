// Indexes of large tables are built while others write, before the migration that names them: built inside of it, they would keep
// every writer waiting for as long as the table takes to be read. PostgreSQL 11.3.3 (CREATE INDEX CONCURRENTLY)
import { type Database, type Executor, SqlError } from "./sql.ts";

export interface BuiltIndexes {
  /** A statement of the migration, or what takes its place: the rename of the index that was built for it. */
  replaced(statement: string): string;
}

const noIndexes: BuiltIndexes = { replaced: (statement) => statement };

interface IndexStatement {
  name: string;
  table: string;
  /** All behind the index's name. */
  rest: string;
  unique: string;
}

/** Smaller tables are read in a moment. */
export const largeBytes = 16 * 1024 * 1024;

/** Any fixed number beside that of the migrations' lock. */
const lockKey = 0x706f7375;
const pauseMs = 200;

/**
 * Builds the indexes that a migration makes on tables that are large already, each under a name of its own, and then does
 * `work`, which names them: until it ends, no other process takes them for left over.
 * @param isDone whether another process has run the migration meanwhile
 */
export async function withIndexes<T>(
  db: Database,
  statements: readonly string[],
  { large, isDone }: { large: number; isDone: (session: Executor) => Promise<boolean> },
  work: (indexes: BuiltIndexes) => Promise<T>,
): Promise<T> {
  const wanted = statements.map(indexStatement).filter((found) => found !== null);
  if (wanted.length === 0 || !(await anyLarge(db, { wanted, large }))) return work(noIndexes);
  const done = await db.alone(async (session) => ({
    result: await work(named(await buildAll(session, { wanted, large, isDone }))),
  }));
  return done === null ? work(noIndexes) : done.result;
}

function named(built: ReadonlySet<string>): BuiltIndexes {
  return {
    replaced(statement) {
      const index = indexStatement(statement);
      return index !== null && built.has(index.name)
        ? `alter index ${newName(index)} rename to ${index.name}`
        : statement;
    },
  };
}

export function indexStatement(statement: string): IndexStatement | null {
  const match = /^create (unique )?index (\w+) (on (\w+)\b.*)$/is.exec(statement);
  if (!match) return null;
  const [, unique = "", name = "", rest = "", table = ""] = match;
  return { name, table, rest, unique };
}

function newName({ name }: IndexStatement): string {
  return `${name}__new`;
}

interface Building {
  wanted: readonly IndexStatement[];
  large: number;
  isDone(session: Executor): Promise<boolean>;
}

async function anyLarge(db: Executor, { wanted, large }: Omit<Building, "isDone">): Promise<boolean> {
  const [row] = await db.values(
    "select bool_or(coalesce(pg_relation_size(to_regclass(name)), -1) >= $2::int8) from unnest($1::text[]) as t(name)",
    [wanted.map(({ table }) => table), large],
  );
  return row?.[0] === true;
}

/** @returns names of the indexes that were built */
async function buildAll(session: Executor, { wanted, large, isDone }: Building): Promise<Set<string>> {
  const built = new Set<string>();
  // Asked again and again: who waits inside a statement holds a snapshot, for whose end the build would wait.
  while ((await session.values("select pg_try_advisory_lock($1::int8)", [lockKey]))[0]?.[0] !== true)
    await Bun.sleep(pauseMs);
  if (await isDone(session)) return built;
  for (const index of wanted) {
    if (!(await anyLarge(session, { wanted: [index], large }))) continue;
    // An earlier build that was ended left an index that is not valid.
    await session.values(`drop index concurrently if exists ${newName(index)}`);
    try {
      await session.values(`create ${index.unique}index concurrently ${newName(index)} ${index.rest}`);
      built.add(index.name);
    } catch (error) {
      // 42703, undefined column: the migration adds the column first and builds this index itself.
      if (!(error instanceof SqlError && error.sqlState === "42703")) throw error;
    }
  }
  return built;
}
