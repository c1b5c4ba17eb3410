// Version and encoding of a PostgreSQL database that the service can use: in others a start would succeed or fail in the middle of
// a migration, and some statement or letter would be refused later.
import type { Executor } from "./sql.ts";

/** Oldest major version of PostgreSQL. */
export const oldestPostgres = 14;

/** @throws Error with a message for the operator */
export async function refuseUnfit(db: Executor): Promise<void> {
  const [row] = await db.values(
    "select current_database(), pg_encoding_to_char(encoding), current_setting('server_version_num') from pg_database where datname = current_database()",
  );
  const [name, encoding, version] = (row ?? []) as [string?, string?, string?];
  const major = Math.floor(Number(version ?? oldestPostgres * 10_000) / 10_000);
  if (major < oldestPostgres)
    throw new Error(
      `The server of DATABASE_URL is PostgreSQL ${major}, which is older than ${oldestPostgres}. Upgrade it (pg_upgrade), or name a newer one`,
    );
  if (encoding === undefined || encoding === "UTF8") return;
  throw new Error(
    `The database ${name} has the encoding ${encoding}, which cannot hold every letter. Make one in UTF8 and name it in DATABASE_URL: create database postroom encoding 'UTF8' template template0`,
  );
}
