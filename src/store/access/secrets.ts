// Secrets of the service, created once and shared by every process on the database.

import { randomOctets } from "../../lib/chance.ts";
import { must } from "../../lib/must.ts";
import { type Database, type Executor, SqlError } from "../database/database.ts";

/** The secret of this name, 32 bytes; the first call creates it. */
export async function secret(database: Database, name: string): Promise<Uint8Array> {
  await database.values(
    "insert into secrets (name, value) values ($1::text, $2::bytea) on conflict (name) do nothing",
    [name, randomOctets(32)],
  );
  const [row] = await database.values("select value from secrets where name = $1::text", [name]);
  return must(row, "the statement returns one row")[0] as Uint8Array;
}

/** Names of the secrets of this database; none where there is no such table yet. */
export async function secretNames(db: Executor): Promise<string[]> {
  try {
    return (await db.values("select name from secrets order by name", [])).map(([name]) => name as string);
  } catch (error) {
    // undefined_table. PostgreSQL Appendix A
    if (error instanceof SqlError && error.sqlState === "42P01") return [];
    throw error;
  }
}

/** Whether this is the database with that secret: another one has none, or not even the table. */
export async function holdsSecret(db: Executor, name: string, value: Uint8Array): Promise<boolean> {
  try {
    const [row] = await db.values("select value = $2::bytea from secrets where name = $1::text", [
      name,
      value,
    ]);
    return row?.[0] === true;
  } catch (error) {
    // undefined_table. PostgreSQL Appendix A
    if (error instanceof SqlError && error.sqlState === "42P01") return false;
    throw error;
  }
}
