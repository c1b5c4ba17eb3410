// The steps that turn a PostgreSQL database into one of Citus: constraints that no cluster can hold are
// dropped or narrowed, then tables are copied or distributed, with their rows. A step that is done already is
// skipped.
// https://docs.citusdata.com/en/stable/develop/reference_ddl.html
import type { Database } from "../database/database.ts";
import { tableKinds } from "./table-kinds.ts";

export interface Step {
  /** The table that it prepares, or places. */
  table: string;
  sql: string;
  why: string;
}

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

/** Unique indexes that hold over all accounts, and what stands in their place. */
export const narrowed: Readonly<Record<string, { table: string; by: string; why: string }>> = {
  domains_default_key: {
    table: "domains",
    by: "create unique index domains_default_key on domains (account_id) where is_default",
    why: "one default domain: only the operator's account sets one, and its turns keep it single",
  },
  calendar_feeds_secret: {
    table: "calendar_feeds",
    by: "create index calendar_feeds_secret on calendar_feeds (secret_hash)",
    why: "the hash of 256 random bits: two are never equal",
  },
  unsubscribes_links: {
    table: "unsubscribes",
    by: "create index unsubscribes_links on unsubscribes (id)",
    why: "a random id: two are never equal",
  },
};

/** The steps in their order. */
export function prepareSteps(): Step[] {
  const ofKind = (wanted: string) => [...tableKinds].filter(([, { kind }]) => kind === wanted);
  return [
    ...foreignKeysInTheWay.map(({ table, name }) => ({
      table,
      sql: `alter table ${table} drop constraint if exists ${name}`,
      why: "Tables that every node has whole refer to none that is distributed",
    })),
    ...Object.entries(narrowed).flatMap(([name, { table, by, why }]) => [
      {
        table,
        sql: `drop index if exists ${name}`,
        why: "a unique index of a distributed table has account_id",
      },
      { table, sql: by, why },
    ]),
    ...ofKind("reference").map(([name, { why }]) => ({
      table: name,
      sql: `select create_reference_table('${name}')`,
      why,
    })),
    ...ofKind("distributed").map(([name, { why }]) => ({
      table: name,
      sql:
        name === "accounts"
          ? `select create_distributed_table('accounts', 'account_id')`
          : `select create_distributed_table('${name}', 'account_id', colocate_with => 'accounts')`,
      why,
    })),
  ];
}

export class NotACluster extends Error {
  override readonly name = "NotACluster";
}

/**
 * Runs the steps that are still to be run, one transaction each: what ran stays.
 * @returns how many ran @throws NotACluster where the extension is missing; SqlError as Citus refuses
 */
export async function prepareCluster(
  database: Database,
  progress: (sql: string) => void = () => undefined,
): Promise<number> {
  const [extension] = await database.values("select to_regproc('create_distributed_table') is not null");
  if (extension?.[0] !== true)
    throw new NotACluster(
      "This database has no Citus. Install it on every node, then, in this database: create extension citus; select citus_set_coordinator_host('…'); select citus_add_node('…', 5432);",
    );
  const done = await database.values("select logicalrelid::text from pg_dist_partition");
  const distributed = new Set(done.map(([name]) => name as string));
  const steps = prepareSteps().filter(({ table }) => !distributed.has(table));
  for (const { sql } of steps) {
    progress(sql);
    await database.transaction(async (tx) => void (await tx.values(sql)), { long: true });
  }
  return steps.length;
}
