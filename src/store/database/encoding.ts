// The encoding of a PostgreSQL database: text of any language needs UTF8. In another one a start succeeds, and every other
// letter is refused later.
import type { Executor } from "./sql.ts";

/** @throws Error with a message for the operator */
export async function refuseOtherEncoding(db: Executor): Promise<void> {
  const [row] = await db.values(
    "select current_database(), pg_encoding_to_char(encoding) from pg_database where datname = current_database()",
  );
  const [name, encoding] = (row ?? []) as [string?, string?];
  if (encoding === undefined || encoding === "UTF8") return;
  throw new Error(
    `The database ${name} has the encoding ${encoding}, which cannot hold every letter. Make one in UTF8 and name it in DATABASE_URL: create database postroom encoding 'UTF8' template template0`,
  );
}
