// Secrets of the service, created once and shared by every process on the database.

import { randomBytes } from "node:crypto";
import { must } from "../../lib/must.ts";
import { type Database, type Executor, SqlError } from "../database/database.ts";

/** The secret of this name, 32 bytes; the first call creates it. */
export async function secret(database: Database, name: string): Promise<Uint8Array> {
  await database.values(
    "insert into secrets (name, value) values ($1::text, $2::bytea) on conflict (name) do nothing",
    [name, randomBytes(32)],
  );
  const [row] = await database.values("select value from secrets where name = $1::text", [name]);
  return must(row, "the statement returns one row")[0] as Uint8Array;
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
