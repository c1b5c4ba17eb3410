// Makes a PostgreSQL database into one of Citus: tables that are looked up before an account is known get a copy on every
// node, and the others stand once in each part, a schema that lies on one node. Rows that are there move into the part of
// their account. Each step is a transaction, and one that is done is skipped.
import type { Database } from "../database/database.ts";
import type { Executor } from "../database/sql.ts";
import { NotACluster } from "./not-a-cluster.ts";
import { partName, partOfSql } from "./parts.ts";
import { tableKinds } from "./table-kinds.ts";

/** Foreign keys of tables that every node has a copy of. A row without its parent is harmless: each look-up asks for the parent too, and it goes with its account. */
export const foreignKeysInTheWay: readonly { table: string; name: string }[] = [
  { table: "api_key_tokens", name: "api_key_tokens_account_id_api_key_id_fkey" },
  { table: "console_sessions", name: "console_sessions_account_id_fkey" },
  { table: "oauth_codes", name: "oauth_codes_account_id_fkey" },
  { table: "oauth_refresh_tokens", name: "oauth_refresh_tokens_account_id_grant_id_fkey" },
  { table: "passkeys", name: "passkeys_account_id_fkey" },
  { table: "review_links", name: "review_links_account_id_review_id_fkey" },
  { table: "sign_in_links", name: "sign_in_links_account_id_fkey" },
  { table: "used_challenges", name: "used_challenges_account_id_fkey" },
];

/** Unique indexes that hold over all accounts on one PostgreSQL, and in each part on a cluster: why that is enough. */
export const narrowed: Readonly<Record<string, { table: string; why: string }>> = {
  domains_default_key: {
    table: "domains",
    why: "one default domain: only the operator's account sets one, and its turns keep it single",
  },
  calendar_feeds_secret: {
    table: "calendar_feeds",
    why: "the hash of 256 random bits: two are never equal",
  },
  unsubscribes_links: { table: "unsubscribes", why: "a random id: two are never equal" },
};

const namesOf = (wanted: string) =>
  [...tableKinds].flatMap(([name, { kind }]) => (kind === wanted ? [name] : []));

/**
 * @param database the coordinator, as one PostgreSQL: opened before it had parts
 * @returns how many steps ran @throws NotACluster where the extension is missing; SqlError as Citus refuses
 */
export async function prepareCluster(
  database: Database,
  parts: number,
  progress: (step: string) => void = () => undefined,
): Promise<number> {
  const [extension] = await database.values("select to_regproc('create_distributed_table') is not null");
  if (extension?.[0] !== true)
    throw new NotACluster(
      "This database has no Citus. Install it on every node, then, in this database: create extension citus; select citus_set_coordinator_host('…'); select citus_add_node('…', 5432);",
    );
  const [tables] = await database.values("select to_regclass('schema_migrations') is not null");
  if (tables?.[0] !== true)
    throw new NotACluster(
      "This database has no tables yet. Make them first, then spread them: postroom init",
    );
  const there = await database.values("select nspname from pg_namespace where nspname like 'part\\_%'");
  const made = new Set(there.map(([name]) => name as string));
  if (made.size > parts)
    throw new NotACluster(
      `This database has ${made.size} parts already, of an earlier run: servers look for accounts in all of them. Run it with --parts ${made.size}.`,
    );
  if (made.size < parts) await refuseWithoutNodes(database);
  let ran = 0;
  const step = async (what: string, work: (tx: Executor) => Promise<void>) => {
    progress(what);
    await database.transaction(work, { long: true });
    ran++;
  };
  const done = await database.values("select logicalrelid::text from pg_dist_partition");
  const placed = new Set(done.map(([name]) => name as string));
  for (const name of namesOf("reference").filter((name) => !placed.has(name)))
    await step(`${name}: a copy on every node`, async (tx) => {
      for (const { table, name: key } of foreignKeysInTheWay)
        if (table === name) await tx.values(`alter table ${table} drop constraint if exists ${key}`);
      await tx.values(`select create_reference_table('${name}')`);
    });
  for (let part = 0; part < parts; part++)
    if (!made.has(partName(part))) await step(`${partName(part)}: its tables`, (tx) => makePart(tx, part));
  const [left] = await database.values("select to_regclass('public.accounts') is not null");
  if (left?.[0] === true)
    await step("rows that are there, each account's into its part", async (tx) => {
      for (const table of namesOf("distributed"))
        for (let part = 0; part < parts; part++)
          await tx.values(
            `insert into ${partName(part)}.${table} select * from public.${table} where ${partOfSql("account_id", parts)} = ${part}`,
          );
      for (const table of namesOf("distributed").reverse())
        await tx.values(`drop table public.${table} cascade`);
    });
  return ran;
}

/** A coordinator that was given a name takes no parts by itself. @throws NotACluster */
async function refuseWithoutNodes(database: Database): Promise<void> {
  const nodes = await database.rows<{ host: string; port: number; takesParts: boolean }>(
    `select nodename as host, nodeport as port, shouldhaveshards and isactive as "takesParts" from pg_dist_node
     where noderole = 'primary' order by groupid`,
  );
  const [coordinator] = nodes;
  if (!coordinator || nodes.some(({ takesParts }) => takesParts)) return;
  throw new NotACluster(
    `No node of this cluster takes parts. Add one: select citus_add_node('HOST', 5432); or begin with the coordinator alone: select citus_set_node_property('${coordinator.host}', ${coordinator.port}, 'shouldhaveshards', true);`,
  );
}

/** The tables of a part as they are in `public`, with their constraints and indexes, under the same names. */
async function makePart(tx: Executor, part: number): Promise<void> {
  const schema = partName(part);
  await tx.values("set local citus.enable_schema_based_sharding = on");
  await tx.values(`create schema ${schema}`);
  const tables = namesOf("distributed");
  const options = await tx.values(
    "select relname, array_to_string(reloptions, ', ') from pg_class where relnamespace = 'public'::regnamespace and reloptions is not null and relkind = 'r'",
  );
  const optionsOf = new Map(options as [string, string][]);
  for (const table of tables) {
    await tx.values(`create table ${schema}.${table} (like public.${table} including defaults including constraints including storage)
      ${optionsOf.has(table) ? `with (${optionsOf.get(table)})` : ""}`);
  }
  const constraints = await tx.values(
    `select c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid) from pg_constraint c
     where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f') and c.conrelid::regclass::text = any($1::text[])
     order by c.contype = 'f', c.conname`,
    [tables],
  );
  for (const [table, name, definition] of constraints as [string, string, string][])
    await tx.values(
      `alter table ${schema}.${table} add constraint ${name} ${definition.replace(/REFERENCES (\w+)/, (_, other) => `REFERENCES ${tables.includes(other) ? schema : "public"}.${other}`)}`,
    );
  const indexes = await tx.values(
    `select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u')) order by i.indexrelid`,
    [tables],
  );
  for (const [definition] of indexes as [string][])
    await tx.values(definition.replace(/ ON public\./, ` ON ${schema}.`));
}
