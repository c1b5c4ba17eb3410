// Version and encoding of a PostgreSQL database that the service can use, and the rights of its role: in others a start would succeed
// or fail in the middle of a migration, and some statement or letter would be refused later.
import type { Executor } from "./sql.ts";

/** Oldest major version of PostgreSQL. */
export const oldestPostgres = 14;

/** The database cannot be used as it is; the message says why, and what to do. */
export class DatabaseUnfit extends Error {
  override readonly name = "DatabaseUnfit";

  /** @param why without a full stop */
  constructor(
    readonly fault: "version" | "encoding" | "rights" | "schema",
    readonly why: string,
    readonly remedy: string,
  ) {
    super(`${why}. ${remedy}`);
  }
}

/** @throws DatabaseUnfit where its version or encoding will not do, or search_path leads past the tables that are there */
export async function refuseUnfit(db: Executor): Promise<void> {
  await refuseWrongEncoding(db);
  await refuseOtherSchema(db);
}

async function refuseWrongEncoding(db: Executor): Promise<void> {
  const [row] = await db.values(
    "select current_database(), pg_encoding_to_char(encoding), current_setting('server_version_num') from pg_database where datname = current_database()",
  );
  const [name, encoding, version] = (row ?? []) as [string?, string?, string?];
  const major = Math.floor(Number(version ?? oldestPostgres * 10_000) / 10_000);
  if (major < oldestPostgres)
    throw new DatabaseUnfit(
      "version",
      `The server of DATABASE_URL is PostgreSQL ${major}, which is older than ${oldestPostgres}`,
      "Upgrade it (pg_upgrade), or name a newer one",
    );
  if (encoding === undefined || encoding === "UTF8") return;
  throw new DatabaseUnfit(
    "encoding",
    `The database ${name} has the encoding ${encoding}, which cannot hold every letter`,
    "Make one in UTF8 and name it in DATABASE_URL: create database postroom encoding 'UTF8' template template0",
  );
}

/**
 * The first schema of search_path has what is new, and what a backup takes. A start beside the tables would be a new empty service, which
 * refuses mail for every address that it should have; behind a schema that came later, a backup is empty.
 * @throws DatabaseUnfit where the tables are in another schema, or one of this name is another program's
 */
export async function refuseOtherSchema(db: Executor): Promise<void> {
  // A session of a spread service may stand in a part, which has no list of migrations.
  const [row] = await db.values(
    `select quote_ident(current_database()), quote_ident(n.nspname), coalesce(current_schema(), '')
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relname = 'schema_migrations' and n.nspname is distinct from current_schema() and coalesce(current_schema(), '') !~ '^part_[0-9]+$'
       and (pg_has_role(c.relowner, 'usage') or c.oid = to_regclass('schema_migrations'))
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'checksum')
       and exists (select from pg_class o where o.relnamespace = c.relnamespace and o.relname = 'placements')
       and not exists (
         select from pg_class o join pg_attribute a on a.attrelid = o.oid and a.attname = 'checksum'
         where o.relname = 'schema_migrations' and o.relnamespace = to_regnamespace(quote_ident(current_schema())))
     order by n.nspname limit 1`,
  );
  if (row === undefined) return refuseOtherProgram(db);
  const [name, schema, current] = row as [string, string, string];
  throw new DatabaseUnfit(
    "schema",
    `The tables of this service are in the schema ${schema} of the database ${name}, and search_path leads to ${current || "none"}`,
    `Let it lead there first: alter database ${name} set search_path = ${schema} (and of a role: alter role ROLE reset search_path). For a second service make a database of its own`,
  );
}

async function refuseOtherProgram(db: Executor): Promise<void> {
  const [row] = await db.values(
    `select quote_ident(current_database()), quote_ident(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.oid = to_regclass('schema_migrations')
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'checksum')`,
  );
  if (row === undefined) return;
  const [name, schema] = row as [string, string];
  throw new DatabaseUnfit(
    "schema",
    `Another program keeps its tables in the schema ${schema} of the database ${name}: its schema_migrations is not this service's`,
    "Make a database for this service alone, and name it in DATABASE_URL: create database postroom encoding 'UTF8' template template0",
  );
}

/**
 * @param tables names of those that this program has made there: other programs, and extensions, may have some of their own
 * @throws DatabaseUnfit where the role may make no tables, or may not change these
 */
export async function refuseRightless(db: Executor, tables: readonly string[]): Promise<void> {
  const [row] = await db.values(
    `select quote_ident(current_user), quote_ident(current_database()), coalesce(has_schema_privilege(current_schema(), 'create'), false),
       quote_ident(pg_get_userbyid(c.relowner)), quote_ident(c.relname)
     from (select 1) one left join lateral (
       select relowner, relname from pg_class
       where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')
         and relname = any($1::text[])
       order by relname limit 1
     ) c on true`,
    [tables],
  );
  const [role, name, mayMake, owner, table] = row as [string, string, boolean, string | null, string | null];
  if (owner !== null)
    throw new DatabaseUnfit(
      "rights",
      `Tables of the database ${name} belong to ${owner}, and ${role} may not change them`,
      `Name ${owner} in DATABASE_URL, or give each of them away, in that database: alter table ${table} owner to ${role}`,
    );
  if (!mayMake)
    throw new DatabaseUnfit(
      "rights",
      `The role ${role} may make no tables in the database ${name}`,
      `Let it own the database: alter database ${name} owner to ${role}`,
    );
}
